import type { Verdict } from '../api/gql.ts';
import { count, day, instant, longDay, percent, points } from '../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  namesTakeLonger: 'Which of them name the brand takes longer to find than usual.',
  promptsAndDates: 'Prompts and dates',
  dates: 'Dates',
  thisPartCountsAllPrompts: 'This part counts the answers to all prompts.',
  noCountryHasThisName: 'No country has this name.',
  aboutTheseNames: 'About these names',
  showTheLast90Days: 'Show the last 90 days',
  resumeItInSettings: 'Resume it in Settings',
  addAPrompt: 'Add a prompt',
  importAnswers: 'Import answers',
  orHaveAnswersAlready: 'Answers that you have already:',
  seeWhatIsAsked: 'See what is asked',
  youAreSeeingEarlierData: ' You are seeing earlier data.',
  somethingWentWrongOnThisPage: 'Something went wrong on this page.',
  youAreSignedOut: 'You are signed out.',
  youDoNotHaveAccessToThis: 'You do not have access to this.',
  projectNotFound: 'Project not found.',
  itMayBeArchivedOrBelong: 'It may be archived, or belong to another account.',
  tooManyRequests: 'Too many requests.',
  readOnlyForNow: 'Read-only for now.',
  noConnectionToTheService: 'No connection to the service.',
  theServiceDoesNotAnswer: 'The service does not answer.',
  nothingCameWithin: 'Nothing came within 15 seconds. Try again in a minute.',
  theServiceCouldNotAnswer: 'The service could not answer.',
  brokenPageTitle: 'Something went wrong on this page',
  referenceForSupport: 'Reference for support:',
  pageNotFound: 'Page not found',
  goToYourProjects: 'Go to your projects',
  confirmYourIdentity: 'Confirm your identity',
  thisChangeNeedsARecent:
    'This change needs a recent confirmation, and your last one is more than ten minutes old. Once you ' +
    'confirm, the change is saved.',
  aPasskeyIsNoLongerNeeded: 'A passkey is no longer needed.',
  useAPasskey: 'Use a passkey',
  theSixDigitsFromYourApp: 'The six digits from your app, or a recovery code.',
  oneOfYourRecoveryCodes: 'One of your recovery codes.',
} as const;

export interface Change {
  /** Percent, of the period before. */
  score: number;
  /** In points. */
  change: number;
  verdict: Verdict;
}

/** Days, both ends included. */
export interface Window {
  from: string;
  to: string;
}

/** As many days right before a period: `23 Sep to 23 Oct 2026`. */
export function daysBefore({ from, to }: Window): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const before = (ms: number) => new Date(ms).toISOString();
  return `${day(before(2 * first - last - DAY_MS))} to ${longDay(before(first - DAY_MS))}`;
}

const DAY_MS = 86_400_000;

const TITLES: Readonly<Record<Verdict, string>> = {
  MOVED_UP: 'A real rise.',
  MOVED_DOWN: 'A real fall.',
  WITHIN_NOISE: 'No clear change.',
  TOO_FEW_ANSWERS: 'Too early to tell.',
};

/** A verdict in as few words as there are, where its numbers have columns of their own. */
export const verdictTitle = (verdict: Verdict): string => TITLES[verdict];

const TOO_FEW = 'Too few answers to the same prompts in both periods.';

/** What is known of a change: it is called a move only where chance does not explain it. */
export function verdictWords({ score, change, verdict }: Change, window: Window): { title: string; text: string } {
  const title = TITLES[verdict];
  if (verdict === 'TOO_FEW_ANSWERS') return { title, text: TOO_FEW };
  const before = `${points(change)} from the previous period (${percent(score)}, ${daysBefore(window)})`;
  if (verdict === 'WITHIN_NOISE') return { title, text: `${before}, which chance alone could explain.` };
  return { title, text: `${before}: more than chance would explain.` };
}

/** The same in a row of several, above which stands once what they are compared with. */
export function verdictInRow({ score, change, verdict }: Change): { title: string; text: string } {
  const title = TITLES[verdict];
  if (verdict === 'TOO_FEW_ANSWERS') return { title, text: TOO_FEW };
  return { title, text: `${points(change)}, from ${percent(score)}.` };
}

interface Whole {
  byPlatform: readonly { responseCount: number }[];
}

/**
 * What a change of names brings about, to be said beforehand.
 * @param whole the answers of the last 90 days; null where they could not be read.
 */
export function rereadWords(whole: Whole | null): string {
  const answers = whole?.byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0) ?? 0;
  const which = answers === 0 ? '' : `, including ${count(answers)} of the last 90 days,`;
  return `All answers of this project${which} will be re-analysed. Until then, numbers use the old names.`;
}

interface Monitored {
  isPaused: boolean;
  /** When the last answer came; null before the first. */
  lastAnsweredAt: string | null;
  monitoring: { nextRunAt: string | null } | null;
}

/** What leads on: a longer period, where it would show something; else the page that can change or tell it. */
type Way = 'longer' | 'settings' | 'prompts' | 'runs';

const DAYS_MAX = 90;

/** What comes next in a project without answers in a period, and when. @param days of the period that is shown. */
export function nextAnswers(
  { isPaused, lastAnsweredAt, monitoring }: Monitored,
  { days, now }: { days: number; now: Date },
): { text: string; way: Way } {
  const last = lastAnsweredAt === null ? '' : `The last answer came on ${longDay(lastAnsweredAt)}. `;
  const text = `${last}${comingOf(isPaused, monitoring?.nextRunAt ?? null, lastAnsweredAt === null, now)}`;
  const isWithin = lastAnsweredAt !== null && now.getTime() - Date.parse(lastAnsweredAt) < DAYS_MAX * DAY_MS;
  if (isWithin && days < DAYS_MAX) return { text, way: 'longer' };
  if (isPaused) return { text, way: 'settings' };
  return { text, way: monitoring?.nextRunAt ? 'runs' : 'prompts' };
}

function comingOf(isPaused: boolean, nextRunAt: string | null, isFirst: boolean, now: Date): string {
  if (isPaused) return 'Monitoring is paused, so no answers are collected.';
  if (nextRunAt === null) return 'No prompt is due. Only active prompts are asked.';
  const which = isFirst ? 'The first answers' : 'The next answers';
  return Date.parse(nextRunAt) <= now.getTime()
    ? `${which} are due now, within minutes.`
    : `${which} are due by ${instant(nextRunAt)}.`;
}
