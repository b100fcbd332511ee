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

/** The kinds of alerts, for who chooses among them. */
export const ALERT_KINDS = [
  { id: 'VISIBILITY_CHANGED', name: 'Visibility moved' },
  { id: 'RIVAL_OVERTOOK', name: 'A competitor overtook you' },
  { id: 'RIVAL_PASSED', name: 'You overtook a competitor' },
  { id: 'SHARE_OF_VOICE_CHANGED', name: 'Share of voice moved' },
  { id: 'SENTIMENT_CHANGED', name: 'Tone moved' },
  { id: 'PROMPT_LOST', name: 'A prompt lost the brand' },
  { id: 'CANDIDATE_FOUND', name: 'A new name in answers (digest)' },
  { id: 'SOURCE_FOUND', name: 'A new source in answers (digest)' },
  { id: 'PLATFORM_SILENT', name: 'A platform does not answer' },
  { id: 'CREDITS_LOW', name: 'Credits will be used up' },
  { id: 'CREDITS_USED_UP', name: 'Credits are used up' },
  { id: 'DESTINATION_DISABLED', name: 'A destination was disabled' },
] as const;

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
