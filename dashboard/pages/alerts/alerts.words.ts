import { plural } from '../../format.ts';

/** What is said whatever the alerts are. */
export const WORDS = {
  theAlerts: 'The alerts',
  ofAccount: 'Of the account, whatever the project.',
  nothingBeyondChance: 'Nothing has moved beyond chance.',
  checkedDaily:
    'Each morning the days before are compared with the 28 before those, each prompt and platform counted alike. What ' +
    'moved by more than chance is told here, and by mail to those who want it. Each hour platforms that do not answer ' +
    'and the credits of the month are looked at.',
  fewPrompts: 'With few prompts a change takes long to tell from chance: five weekly prompts show next to nothing.',
  open: 'Open',
  known: 'Known',
  over: 'Over',
  acknowledge: 'Acknowledge',
  resolve: 'Resolve',
  reopen: 'Open again',
  seeTheAnswers: 'See the answers',
  withTheName: 'with the name',
  withoutTheName: 'without the name',
  settings: 'Alert settings',
  sensitivity: 'How sure an alert must be',
  minPoints: 'Smallest change that is told, in points',
  minPointsHint: 'From 3 to 50.',
  mutedUntil: 'No new alerts before',
  mutedHint: 'A day in UTC; empty: no such time.',
  save: 'Save',
  cancel: 'Cancel',
} as const;

/** Each with its price, as measured by simulation. */
export const SENSITIVITIES = [
  { id: 'EAGER', name: 'Eager: a day sooner, about one false alarm a quarter' },
  { id: 'STANDARD', name: 'Standard: about one false alarm in two quarters' },
  { id: 'CAUTIOUS', name: 'Cautious: some days later, hardly a false alarm' },
] as const;

const RESOLUTIONS: Readonly<Record<string, string>> = {
  RECOVERED: 'recovered',
  SETTLED: 'has lasted for 28 days',
  RECOUNTED: 'gone from a new analysis',
  BY_HAND: 'resolved by hand',
  GONE: 'over, or no longer watched',
  JOINED: 'told by a wider alert',
};

/** How an alert ended, in a few words. */
export function endingWords(resolution: string | null): string {
  return RESOLUTIONS[resolution ?? ''] ?? 'over';
}

/** What an alert rests on; nothing for those that compare nothing. */
export function basisWords({ intents, evidence }: { intents: number | null; evidence: number | null }): string {
  if (intents === null || evidence === null) return '';
  const times = evidence >= 1_000 ? 'over 1,000' : String(Math.round(evidence));
  return `${plural(intents, 'different question')}; ${times} times likelier than chance.`;
}
