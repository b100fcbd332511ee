import type { Platform } from '../../entities/vocabulary.js';
import { ANSWERS_MIN, compareCells, QUESTIONS_MIN } from './comparison.js';
import type { PairedVerdict } from './paired-comparison.js';
import { sum, toPoints, totalOf, tQuantile } from './shares.js';

/** The answers of one platform to one question. */
export interface SegmentCell {
  /** Tells questions apart. */
  question: string;
  /** Tells intents apart; all wordings of an intent are one, whichever segment they are in. */
  intent: string;
  /** The same for the intents of one text in several markets, each of which is an intent by itself. */
  pair: string;
  platform: Platform;
  responses: number;
  naming: number;
}

/** Whether the brand is named more often in one segment than in another. */
export interface SegmentDifference {
  verdict: PairedVerdict;
  /** The one's share less the other's, in points, two decimals; 0 without responses to compare. */
  change: number;
  /** The 95 % interval of `change`, in points; null where there are too few answers. */
  interval: { low: number; high: number } | null;
  /** Whether intents are compared with themselves, as both segments ask the same ones. */
  isPaired: boolean;
}

/** Share of the intents of each segment that the other must ask too before they are compared with themselves. */
const COMMON_MIN = 0.8;

/**
 * Compares two segments. Where they ask the same intents, in other words or other markets, each intent is compared with
 * itself, as two periods are; else the means of the intents by Welch's test. A question that is in both segments says
 * nothing of their difference, and is left out of both (docs/metrics.md, "Segments").
 */
export function compareSegments(one: readonly SegmentCell[], other: readonly SegmentCell[]): SegmentDifference {
  const asked = new Set(one.map(({ question }) => question));
  const shared = new Set(other.flatMap(({ question }) => (asked.has(question) ? [question] : [])));
  const isOwn = ({ question, responses }: SegmentCell) => responses > 0 && !shared.has(question);
  const [own, others] = [one.filter(isOwn), other.filter(isOwn)];
  return isSameIntents(own, others) ? comparePairs(own, others) : compareMeans(own, others);
}

function isSameIntents(one: readonly SegmentCell[], other: readonly SegmentCell[]): boolean {
  const [ofOne, ofOther] = [pairsOf(one), pairsOf(other)];
  const common = [...ofOne].filter((pair) => ofOther.has(pair)).length;
  return common >= QUESTIONS_MIN && common >= COMMON_MIN * Math.max(ofOne.size, ofOther.size);
}

function pairsOf(cells: readonly SegmentCell[]): Set<string> {
  return new Set(cells.map(({ pair }) => pair));
}

/** Each intent on each platform in both segments, as two periods are compared. */
function comparePairs(one: readonly SegmentCell[], other: readonly SegmentCell[]): SegmentDifference {
  const pairs = [...pairsOf([...one, ...other])];
  const placeOf = ({ pair, platform }: SegmentCell) => `${pair} ${platform}`;
  const others = Map.groupBy(other, placeOf);
  const cells = Array.from(Map.groupBy(one, placeOf), ([place, own]) => {
    const compared = others.get(place) ?? [];
    return {
      question: pairs.indexOf(own[0]?.pair ?? ''),
      platform: own[0]?.platform ?? 'chatgpt',
      ...totalOf(own),
      previousResponses: totalOf(compared).responses,
      previousNaming: totalOf(compared).naming,
    };
  });
  const { verdict, change, interval } = compareCells(cells);
  return { verdict: VERDICTS[verdict], change, interval, isPaired: true };
}

const VERDICTS = {
  moved_up: 'more_often',
  moved_down: 'less_often',
  within_noise: 'within_noise',
  too_few_answers: 'too_few_answers',
} as const;

/**
 * Welch's comparison of the means over intents, each intent's share being the mean of its cells'. One answer more each
 * way is added to either variance, after Bonett and Price, so that a few answers that all said the same do not pass for
 * certainty.
 */
function compareMeans(one: readonly SegmentCell[], other: readonly SegmentCell[]): SegmentDifference {
  const [ofOne, ofOther] = [toMean(one), toMean(other)];
  const change = ofOne.intents === 0 || ofOther.intents === 0 ? 0 : ofOne.mean - ofOther.mean;
  const isEnough = [ofOne, ofOther].every(
    ({ intents, responses }) => intents >= QUESTIONS_MIN && responses >= ANSWERS_MIN,
  );
  const told = { change: toPoints(change), isPaired: false };
  if (!isEnough) return { verdict: 'too_few_answers', interval: null, ...told };
  const variance = ofOne.variance + ofOther.variance;
  const degrees =
    variance ** 2 / (ofOne.variance ** 2 / (ofOne.intents - 1) + ofOther.variance ** 2 / (ofOther.intents - 1));
  const reach = tQuantile(degrees) * Math.sqrt(variance);
  return {
    verdict: Math.abs(change) <= reach ? 'within_noise' : change > 0 ? 'more_often' : 'less_often',
    interval: { low: toPoints(change - reach), high: toPoints(change + reach) },
    ...told,
  };
}

function toMean(cells: readonly SegmentCell[]): { intents: number; responses: number; mean: number; variance: number } {
  const shares = Array.from(Map.groupBy(cells, ({ intent }) => intent).values(), (own) =>
    meanOf(own.map(({ naming, responses }) => naming / responses)),
  );
  const { responses } = totalOf(cells);
  const mean = meanOf(shares);
  const between = sum(shares.map((share) => (share - mean) ** 2)) / Math.max(1, shares.length - 1);
  const oneAnswer = responses === 0 ? 0 : 1 / responses;
  return { intents: shares.length, responses, mean, variance: between / Math.max(1, shares.length) + oneAnswer ** 2 };
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}
