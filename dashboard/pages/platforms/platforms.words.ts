import { count, instant, longDay, plural } from '../../format.ts';
import type { OperatedPlatform, OperatedPlatforms, Trial } from './platforms.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  onlyForWhoRunsTheService: 'This page is for who runs the service.',
  ownersOfTheOperatorsAccount: 'Owners of the account that was made when the service was set up see it.',
  keysComeFromTheEnvironment:
    'Keys come from the environment or are typed in here. Where the environment has one, it wins.',
  secretsKeyIsNotSet:
    'Keys cannot be typed in: SECRETS_KEY is not set, and a key is stored only where it can be encrypted. Keys of ' +
    'the environment work without it.',
  tryTheKey: 'Try the key',
  itIsAskedOneQuestion:
    'It is asked one question with the key in use, also while it is paused. That costs about $0.01, which counts ' +
    'towards the budget of the day.',
  askingItNow: 'Asking it now. This may take a minute.',
  askOneQuestion: 'Ask one question',
  keyOfThePlatform: 'Key, as the platform gave it',
  itIsTestedFirst:
    'It is tested with one question, about $0.01, and stored encrypted only if the platform answers. It is never ' +
    'shown again. Workers use it within a minute.',
  theEnvironmentWins: 'The environment has a key, which wins: this one is used once that is gone.',
  testAndStore: 'Test and store',
  removeKey: 'Remove key',
  removeTheKey: 'Remove the typed-in key',
  workersStopWithinAMinute: 'Workers stop using it within a minute. To use it again, it has to be typed in again.',
  nothingIsAskedThen: 'Without a key, this platform is asked nothing, for all accounts.',
  theKeyOfTheEnvironmentStays: 'The key of the environment is used as before.',
  nothingIsAskedWhilePaused:
    'It is asked nothing, for all accounts, until the pause ends. Questions under way end as usual; the others wait.',
  untilYouResumeIt: 'Until you resume it',
} as const;

const STATES: Readonly<Record<OperatedPlatform['state'], string>> = {
  ready: 'asked',
  paused: 'paused',
  rate_limited: 'waiting',
  failing: 'failing',
  denied: 'key refused',
  misconfigured: 'misconfigured',
  over_budget: 'budget spent',
  not_configured: 'not asked',
};

/** For how long a platform can be paused, in minutes. */
export const PAUSES = [
  { minutes: 60, name: '1 hour' },
  { minutes: 24 * 60, name: '1 day' },
  { minutes: 7 * 24 * 60, name: '7 days' },
] as const;

const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$1.20`; between nothing and a cent `<$0.01`, so that little is not read as nothing. */
export function usd(value: number): string {
  return value > 0 && value < 0.005 ? '<$0.01' : USD.format(value);
}

export function stateName({ state }: Pick<OperatedPlatform, 'state'>): string {
  return STATES[state];
}

type Standing = Pick<OperatedPlatform, 'state' | 'reason' | 'paused_until' | 'key_source'>;

/** Why a platform is not asked, and until when, as a sentence; null where it is asked. */
export function stateNote({ state, reason, paused_until, key_source }: Standing): string | null {
  if (state === 'not_configured') {
    if (key_source === null) return 'It has no key.';
    if (key_source === 'unreadable') return 'Its stored key cannot be read with the present SECRETS_KEY.';
    return 'No worker asks it yet. Workers take a key within a minute.';
  }
  if (reason === null) return null;
  if (paused_until !== null) return `${reason} Not before ${instant(paused_until)}.`;
  return state === 'paused' ? `${reason} It stays so until it is resumed.` : reason;
}

type Keyed = Pick<OperatedPlatform, 'key_source' | 'key_ends_with' | 'key_stored_at'>;

/** Where the key comes from, and what may be shown of it. */
export function keyWords({ key_source, key_ends_with, key_stored_at }: Keyed): string {
  const end = key_ends_with === null ? '' : `, ending in ${key_ends_with}`;
  switch (key_source) {
    case 'environment': {
      const both = key_stored_at === null ? '' : '. One is typed in too, but the environment wins';
      return `From the environment${end}${both}`;
    }
    case 'stored':
      return `Typed in${key_stored_at === null ? '' : ` on ${longDay(key_stored_at)}`}${end}`;
    case 'unreadable':
      return `Typed in${end}, but not readable with the present SECRETS_KEY`;
    case null:
      return 'None';
    default:
      return key_source satisfies never;
  }
}

/** When it was last tried by hand, and what came of it. */
export function trialWords({ last_trial }: Pick<OperatedPlatform, 'last_trial'>): string {
  if (last_trial === null) return 'Never';
  const { at, fault } = last_trial;
  return fault === null ? `${instant(at)}: it answered` : `${instant(at)}: it did not answer. ${fault}`;
}

/** What it may be asked, over all processes together. */
export function rateWords({ requests_per_minute }: Pick<OperatedPlatform, 'requests_per_minute'>): string {
  return `At most ${plural(requests_per_minute, 'request')} a minute`;
}

type Money = Pick<OperatedPlatform, 'spent_today_usd' | 'spent_yesterday_usd' | 'budget_usd'>;

/** What it has cost on this UTC day, and what it may. */
export function todayWords({ spent_today_usd, budget_usd }: Money): string {
  const bound = budget_usd === null ? ', without a budget' : ` of ${usd(budget_usd)}`;
  return `${usd(spent_today_usd)}${bound}`;
}

/** How many platforms are asked, as a sentence. */
export function platformsFinding({ platforms }: Pick<OperatedPlatforms, 'platforms'>): string {
  const asked = platforms.filter(({ state }) => state === 'ready').length;
  if (asked === 0) return 'No platform is asked now.';
  if (asked === platforms.length) return `All ${count(asked)} platforms are asked now.`;
  return `${count(asked)} of ${plural(platforms.length, 'platform')} ${asked === 1 ? 'is' : 'are'} asked now.`;
}

/** What all of them have cost on this UTC day and the day before. */
export function costNote({ platforms }: { platforms: readonly Money[] }): string {
  const sum = (costs: readonly number[]) => usd(costs.reduce((total, cost) => total + cost, 0));
  const today = sum(platforms.map(({ spent_today_usd }) => spent_today_usd));
  const yesterday = sum(platforms.map(({ spent_yesterday_usd }) => spent_yesterday_usd));
  return `They have cost ${today} today (UTC), and ${yesterday} yesterday.`;
}

/** What came of a trial. @param name of the platform. */
export function trialOutcome({ is_answered, model, message, cost_usd }: Trial, name: string): string {
  const cost = cost_usd === 0 ? 'It cost nothing.' : `It cost ${usd(cost_usd)}.`;
  if (!is_answered) return `${name} did not answer. ${message ?? ''} ${cost}`.replaceAll(/ {2,}/g, ' ');
  return `${name} answered${model === null ? '' : `, as ${model}`}. ${cost}`;
}
