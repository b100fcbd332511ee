import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { forcesSearch, REQUEST_VERSION, takesPlace } from '../../platforms/platform-apis.js';
import { DEFAULT_MODELS } from '../../platforms/platform-client.js';
import type { PlatformSettings } from './platform-keys.js';

/** Through what a platform is asked. */
export const SURFACES = ['api'] as const;

/** What of a place a platform may be told to search from. */
export const PLACE_PARTS = ['country', 'region', 'city'] as const;

/** How a platform is asked, the same for every account. */
export interface MethodView {
  platform: Platform;
  surface: (typeof SURFACES)[number];
  /** What the configuration asks for; answers name the model that served them. */
  model: string;
  /** Whether every answer rests on a search of the web; else the model decides, or there is none. */
  isSearchForced: boolean;
  /** What it is told of a place that is known; nothing where it takes none. */
  places: readonly (typeof PLACE_PARTS)[number][];
  /** Raised with every change of the requests that can change answers. */
  requestVersion: number;
  /** What its answers are, and are not, as sentences for people. */
  note: string;
}

/** What is measured, said the same wherever numbers are read. */
export const METHOD_NOTE =
  "Asked through the platform's API with a search, without history, memory or sign-in. The apps choose models and " +
  'searches differently: in one published comparison API and app shared none of 3,856 search queries, in another ' +
  'switching the API from live web to its index changed 83–85 % of cited domains. Read trends and comparisons, not ' +
  'what one person saw.';

const UNFORCED = 'This platform decides by itself whether it searches, and takes no place to search from.';
const UNSEARCHED =
  "Asked through the platform's API without a search, without history, memory or sign-in: its answers cite nothing. " +
  'The apps choose models and search the web. Read trends and comparisons, not what one person saw.';

/**
 * How each platform is asked by this process's configuration, in their usual order.
 * @param settings those of a platform that is left out are its defaults.
 */
export function methodsOf(settings: readonly Pick<PlatformSettings, 'platform' | 'model' | 'isGrounded'>[] = []) {
  return PLATFORMS.map((platform): MethodView => {
    const own = settings.find((each) => each.platform === platform);
    const isSearchForced = forcesSearch(platform);
    return {
      platform,
      surface: 'api',
      model: own?.model ?? DEFAULT_MODELS[platform],
      isSearchForced,
      places: takesPlace(platform) ? PLACE_PARTS : [],
      requestVersion: REQUEST_VERSION,
      note: noteOf(isSearchForced, own?.isGrounded ?? true),
    };
  });
}

function noteOf(isSearchForced: boolean, isGrounded: boolean): string {
  if (isSearchForced) return METHOD_NOTE;
  return isGrounded ? `${METHOD_NOTE} ${UNFORCED}` : UNSEARCHED;
}
