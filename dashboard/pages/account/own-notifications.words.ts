import type { AlertKind } from '../../api/gql.ts';

/** What is said about one's own mail of alerts. */
export const WORDS = {
  label: 'Notifications',
  whichAlertsYouAreMailed: 'Which alerts you are mailed, and when.',
  note: 'These are yours alone. Alerts are on the page of each project in any case.',
  couldNotBeLoaded: 'Your notifications',
  immediate: 'Mail at once',
  digest: 'A digest on Mondays at 08:00',
  timeZone: 'Time zone',
  timeZoneHint: 'Such as Europe/Berlin.',
  quietFrom: 'Quiet from',
  quietTo: 'Quiet until',
  quietHint: 'What falls into them comes at their end, as one mail.',
  noQuiet: 'No quiet hours',
  quietDays: 'Days without mail',
  kinds: 'What of',
  projects: 'Which projects',
  save: 'Save notifications',
} as const;

/** In the order of a week, from 1. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** What kinds of alerts are called, in the order of the form, for who chooses among them. */
export const ALERT_KIND_NAMES: Readonly<Record<AlertKind, string>> = {
  VISIBILITY_CHANGED: 'Visibility moved',
  RIVAL_OVERTOOK: 'A competitor overtook you',
  RIVAL_PASSED: 'You overtook a competitor',
  SHARE_OF_VOICE_CHANGED: 'Share of voice moved',
  SENTIMENT_CHANGED: 'Tone moved',
  PROMPT_LOST: 'A prompt lost the brand',
  CANDIDATE_FOUND: 'A new name in answers (digest)',
  SOURCE_FOUND: 'A new source in answers (digest)',
  PLATFORM_SILENT: 'A platform does not answer',
  CREDITS_LOW: 'Credits will be used up',
  CREDITS_USED_UP: 'Credits are used up',
  DESTINATION_DISABLED: 'A destination was disabled',
};
export const ALERT_KINDS = Object.keys(ALERT_KIND_NAMES) as AlertKind[];

/** An hour of the day as people write it. */
export function hourWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** What somebody is mailed, as a sentence. */
export function notificationFinding({ immediate, digest }: { immediate: boolean; digest: boolean }): string {
  if (immediate && digest) return 'You are mailed of alerts at once, and the rest on Mondays.';
  if (immediate) return 'You are mailed of alerts at once.';
  return digest ? 'You are mailed of alerts on Mondays.' : 'You are mailed of no alerts.';
}
