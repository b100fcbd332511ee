import type { Platform } from '../../entities/vocabulary.js';
import type { ChangeVerdict } from '../metrics/comparison.js';
import { ANSWERS_MIN, QUESTIONS_MIN } from '../metrics/comparison.js';
import type { Period } from '../metrics/metric-query.js';
import { PLATFORM_NAMES } from '../platforms/platform-status.js';
import { daysBetween } from '../time.js';
import type { ReportBrand, ReportDocument, ReportScore } from './report-document.js';

/** What verdicts are called in tables. */
export const VERDICT_WORDS: Readonly<Record<ChangeVerdict, string>> = {
  moved_up: 'up',
  moved_down: 'down',
  within_noise: 'not beyond chance',
  too_few_answers: 'too few answers',
};

/** What the link is called by which the recipient of a mailed report ends those of its schedule. */
export const NO_FURTHER_REPORTS = 'No further reports';

/** `1 answer`, `2 answers`, `1,200 answers`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** A number of points, without its sign, with one decimal where it has one. */
function points(value: number): string {
  return String(Math.round(Math.abs(value) * 10) / 10);
}

/** How a period is called beside the one that follows it. */
export function nameOfBefore({ from, to }: Period): string {
  return `the ${counted(daysBetween(from, to) + 1, 'day')} before`;
}

/** What is told where nothing moved, and where nothing can be told. */
const NOTHING_MOVED = 'Nothing moved beyond chance.';
const NOT_KNOWN =
  'Too few answers to tell whether anything moved: a verdict needs ' +
  `${QUESTIONS_MIN} questions asked in both periods, and ${ANSWERS_MIN} answers to them in each.`;
const NO_ANSWERS = 'No answers were received in this period.';

/**
 * The strongest finding of a report, as a sentence: a move of the brand over all or on a platform, by how far its
 * interval is from none; else a competitor that moved; else prompts that turned.
 */
export function headlineOf(document: ReportDocument): string {
  const { score, platforms, brands, project } = document;
  if (score.responses === 0) return NO_ANSWERS;
  const parts: { platform: Platform | null; score: ReportScore }[] = [
    { platform: null, score },
    ...platforms.map((own) => ({ platform: own.platform, score: own })),
  ];
  const moves = parts.filter((part) => isMove(part.score.compared.verdict));
  const strongest = moves.toSorted((one, other) => strengthOf(other.score) - strengthOf(one.score))[0];
  if (strongest) return scoreSentence(project.brandName, strongest.score, document.before, strongest.platform);
  const rival = brands.find(({ isBrand, verdict }) => !isBrand && isMove(verdict));
  if (rival) return brandMoved(rival, document.before);
  const turned = turnedSentence(document);
  if (turned) return turned;
  return score.compared.verdict === 'too_few_answers' ? NOT_KNOWN : NOTHING_MOVED;
}

export function isMove(verdict: ChangeVerdict): boolean {
  return verdict === 'moved_up' || verdict === 'moved_down';
}

/** How many half intervals a change is from none: more than one where it is beyond chance. */
function strengthOf({ compared: { change, interval } }: ReportScore): number {
  if (interval === null) return 0;
  return Math.abs(change) / Math.max(0.01, (interval.high - interval.low) / 2);
}

/** How often a name is in answers now and before, with both counts and intervals, and what the difference is worth. */
export function scoreSentence(name: string, score: ReportScore, before: Period, platform: Platform | null): string {
  const where = platform === null ? '' : ` of ${PLATFORM_NAMES[platform]}`;
  if (score.responses === 0) return `No answers${where} in this period.`;
  const now = `${name} was named in ${score.percent} % of ${counted(score.responses, 'answer')}${where}`;
  if (score.previous === null) return `${now}${spread(score.interval)}; there were none in ${nameOfBefore(before)}.`;
  const then = `after ${score.previous.percent} % of ${score.previous.responses.toLocaleString('en-US')}`;
  return `${now}${spread(score.interval)}, ${then} in ${nameOfBefore(before)}. ${verdictSentence(score)}`;
}

function spread(interval: { low: number; high: number } | null): string {
  return interval === null ? '' : ` (95 %: ${Math.round(interval.low)} to ${Math.round(interval.high)} %)`;
}

/** What the questions that both periods have in common say. */
function verdictSentence({ compared: { verdict, change, interval, questions } }: ReportScore): string {
  if (verdict === 'too_few_answers' || interval === null) return 'That is too few answers to tell whether it moved.';
  const among = `Over the ${counted(questions, 'question')} asked in both, it is`;
  const far =
    Math.abs(change) < 0.05 ? 'as often as before' : `${points(change)} points ${change < 0 ? 'less' : 'more'}`;
  const range = `95 %: ${signed(interval.low)} to ${signed(interval.high)} points`;
  return `${among} ${far} (${range}): ${isMove(verdict) ? 'more' : 'no more'} than chance.`;
}

function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded < 0 ? `\u2212${-rounded}` : `+${rounded}`;
}

/** A competitor whose share of answers moved. */
export function brandMoved(
  { name, percent, previousPercent, verdict, responses }: ReportBrand,
  before: Period,
): string {
  const way = verdict === 'moved_up' ? 'more' : 'less';
  const then = previousPercent === null ? '' : `, after ${previousPercent} % in ${nameOfBefore(before)}`;
  const now = `${name} was named ${way} often, beyond chance: in ${percent} % (${counted(responses, 'answer')})`;
  return `${now}${then}.`;
}

/** A competitor beside the brand in the same answers; null where that is chance. */
export function rivalSentence({ name, percent, againstBrand }: ReportBrand, brand: string): string | null {
  if (!againstBrand?.interval) return null;
  const { verdict, difference, interval } = againstBrand;
  if (verdict !== 'more_often' && verdict !== 'less_often') return null;
  const way = verdict === 'more_often' ? 'more' : 'less';
  const range = `95 %: ${signed(interval.low)} to ${signed(interval.high)}`;
  const far = `${points(difference)} points ${way} than ${brand}`;
  return `${name} is named in ${percent} % of the same answers, ${far} (${range}).`;
}

/** Which prompts turned, as a sentence; null where none did. */
export function turnedSentence({ gained, lost, project }: ReportDocument): string | null {
  const parts = [
    ...(lost.length > 0 ? [`no longer named in answers to ${counted(lost.length, 'prompt')}`] : []),
    ...(gained.length > 0 ? [`newly named in answers to ${counted(gained.length, 'prompt')}`] : []),
  ];
  return parts.length === 0 ? null : `${project.brandName} is ${parts.join(', and ')}, beyond chance.`;
}
