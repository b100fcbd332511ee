import type { AlertDirection, AlertKind, Platform } from '../../api/gql.ts';
import { plural } from '../../format.ts';
import { platformOf } from '../../platforms.ts';

/** An alert as its mark tells it. */
export interface Marked {
  kind: AlertKind;
  direction: AlertDirection | null;
  platform: Platform | null;
  changePoints: number | null;
  subject: { name: string };
  prompts: readonly unknown[];
}

/** What an alert says in a few words. */
export function alertWords({ kind, direction, platform, changePoints, subject: { name }, prompts }: Marked): string {
  const moved = direction === 'DOWN' ? 'fell' : 'rose';
  const by = changePoints === null ? '' : ` by ${plural(Math.abs(Math.round(changePoints)), 'point')}`;
  switch (kind) {
    case 'VISIBILITY_CHANGED':
      return `${name}${platform ? ` on ${platformOf(platform).name}` : ''} ${moved}${by}`;
    case 'RIVAL_OVERTOOK':
      return `${name} overtook the brand`;
    case 'RIVAL_PASSED':
      return `the brand overtook ${name}`;
    case 'SHARE_OF_VOICE_CHANGED':
      return `share of voice ${moved}${by}`;
    case 'SENTIMENT_CHANGED':
      return `positive tone ${moved}${by}`;
    case 'PROMPT_LOST':
      return `${plural(prompts.length, 'prompt')} lost the brand`;
    case 'CANDIDATE_FOUND':
      return `new name ${name}`;
    case 'SOURCE_FOUND':
      return `new source ${name}`;
    case 'PLATFORM_SILENT':
      return `${name} did not answer`;
    case 'DESTINATION_DISABLED':
      return `nothing more is sent to ${name}`;
    case 'CREDITS_LOW':
      return 'credits will be used up';
    case 'CREDITS_USED_UP':
      return 'credits are used up';
  }
}
