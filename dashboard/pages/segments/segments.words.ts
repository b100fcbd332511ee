import type { PairedVerdict, Verdict } from '../../api/gql.ts';
import { percent, plural, points } from '../../format.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  theSegments: 'The segments',
  shareOfAnswersBySegment: 'Share of answers that name the brand, by segment',
  whetherTwoSegmentsDiffer:
    'Each bar is the 95% interval. Bars that touch may differ, and bars apart may not: choose a segment to compare ' +
    'with, and each row says whether it differs.',
  everyPromptAlikeTakesEach:
    'Every prompt alike means that each prompt counts the same on each platform, however often it is asked.',
  noPromptsMatch: 'No prompts match these filters.',
  showAllPrompts: 'Show all prompts',
  noAnswersInThisPeriod: '– No answers in this period, so there is nothing to compare.',
  giveYourPromptsATopic: 'Give your prompts a topic, a stage or tags, and see here how each does. ',
  openPrompts: 'Select prompts to group them',
  groupPromptsBy: 'Group prompts by',
  compareWith: 'Compare with',
  noSegment: 'No segment',
} as const;

interface Row {
  label: string;
  responseCount: number;
  score: number;
}

/** From which share to which: no more than that, as intervals alone tell no two segments apart. */
export function segmentsFinding(rows: readonly Row[], brand: string, kind: string): string {
  const answered = rows.filter(({ responseCount }) => responseCount > 0).toSorted((a, b) => a.score - b.score);
  const [lowest, highest] = [answered[0], answered.at(-1)];
  if (!lowest || !highest || lowest === highest) return `${plural(rows.length, 'segment')} by ${kind}.`;
  return (
    `By ${kind}, ${brand} is named in ${percent(lowest.score)} (${lowest.label}) to ` +
    `${percent(highest.score)} (${highest.label}) of the answers.`
  );
}

interface Difference {
  verdict: PairedVerdict;
  change: number;
  interval: { low: number; high: number } | null;
}

/** Whether a segment differs from the chosen one, and by how much. */
export function differenceWords({ verdict, change, interval }: Difference): string {
  if (verdict === 'TOO_FEW_ANSWERS' || !interval) return 'too few answers to tell';
  const range = `${points(change)}, ${points(interval.low)} to ${points(interval.high)}`;
  if (verdict === 'WITHIN_NOISE') return `no difference beyond chance (${range})`;
  return `${verdict === 'MORE_OFTEN' ? 'more often' : 'less often'} (${range})`;
}

interface Even {
  score: number;
  evenScore: number | null;
  evenConfidence: { low: number; high: number } | null;
}

/** The score of all segments beside the even one; nothing where that is not known. */
export function evenSentence(whole: Even | null): string {
  if (!whole || whole.evenScore === null || !whole.evenConfidence) return '';
  const { low, high } = whole.evenConfidence;
  const range = `${percent(low)} to ${percent(high)}`;
  return `All together: ${percent(whole.score)}; every prompt alike: ${percent(whole.evenScore)} (${range}). `;
}

const MOVES: Readonly<Record<Verdict, string>> = {
  MOVED_UP: 'up',
  MOVED_DOWN: 'down',
  WITHIN_NOISE: 'no change beyond chance',
  TOO_FEW_ANSWERS: 'too few answers',
};

/** How a segment moved since the period before. */
export function moveWords(verdict: Verdict): string {
  return MOVES[verdict];
}

/** What a segment is called that has no label of its kind. */
export function segmentName(key: string, label: string, kind: string): string {
  return key === '' ? `No ${kind}` : label;
}
