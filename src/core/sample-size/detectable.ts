import { QUESTIONS_MIN } from '../metrics/comparison.js';
import { sum, tQuantile } from '../metrics/shares.js';
import type { VarianceParts } from './variance-parts.js';

/** Intents that are asked alike: so many of them, and the answers to each in one period. */
export interface AskedIntents {
  intents: number;
  answers: number;
}

/** What a design can tell; null of fewer than five intents, or where a few hold nearly all the answers. */
export interface Resolution {
  /** The smallest change that shows in the wanted share of cases, in points; 100 where even all would not. */
  detectablePoints: number | null;
  /** Half the width of the score's 95 % interval for all such questions, in points. */
  halfWidthPoints: number | null;
}

/**
 * What a design can tell of a change from one period to the next, and of all questions like its own (docs/metrics.md,
 * "Sample size"). Intents with more answers weigh more, as they do in the score and in its verdict.
 * @param power percent of the cases in which the change is to show, 50 to 95.
 */
export function resolutionOf(design: readonly AskedIntents[], parts: VarianceParts, power: number): Resolution {
  const asked = weighed(design);
  if (!asked) return { detectablePoints: null, halfWidthPoints: null };
  const t = tQuantile(asked.groups - 1);
  const reach = t + normalQuantile(power / 100);
  const shows = (change: number) => change >= reach * Math.sqrt(varianceOfChange(asked, parts, change));
  const most = 1 - parts.share;
  const score = sum(
    asked.intents.map(({ count, weight, answers }) => count * weight ** 2 * (parts.between + parts.within / answers)),
  );
  return {
    detectablePoints: shows(most) ? toPoints(leastOf(shows, most)) : 100,
    halfWidthPoints: toPoints(Math.min(1, t * Math.sqrt(score))),
  };
}

/** Percent of the cases in which the verdict finds a change of so many points; null as {@link Resolution}. */
export function powerOf(design: readonly AskedIntents[], parts: VarianceParts, changePoints: number): number | null {
  const asked = weighed(design);
  if (!asked) return null;
  const change = changePoints / 100;
  const error = Math.sqrt(varianceOfChange(asked, parts, change));
  return 100 * normalShare(change / error - tQuantile(asked.groups - 1));
}

interface Weighed {
  /** Intents that are asked alike, with what each is of all answers. */
  intents: readonly { count: number; answers: number; weight: number }[];
  answers: number;
  /** Kish's effective number of intents. */
  groups: number;
}

/** Null where there are too few intents for any statement. */
function weighed(design: readonly AskedIntents[]): Weighed | null {
  const asked = design.filter(({ intents, answers }) => intents > 0 && answers > 0);
  const whole = sum(asked.map(({ intents, answers }) => intents * answers));
  const groups = whole === 0 ? 0 : whole ** 2 / sum(asked.map(({ intents, answers }) => intents * answers * answers));
  const count = sum(asked.map(({ intents }) => intents));
  if (count < QUESTIONS_MIN || groups < QUESTIONS_MIN - 1) return null;
  const intents = asked.map((one) => ({ count: one.intents, answers: one.answers, weight: one.answers / whole }));
  return { intents, answers: whole, groups };
}

/**
 * The variance of a change, from 0 to 1: what answers scatter before and after it, what intents move by themselves, and
 * that a rise is larger where there is room; and the answer more each way that the verdict adds.
 */
function varianceOfChange(asked: Weighed, { share, within, between, ownMovement }: VarianceParts, change: number) {
  const part = change / (1 - share);
  const after = (1 - part) * (within + part * ((1 - share) ** 2 + between));
  const ofIntent = ownMovement + part ** 2 * between;
  const ofIntents = asked.intents.map(
    ({ count, weight, answers }) => count * weight ** 2 * ((within + after) / answers + ofIntent),
  );
  return sum(ofIntents) + ONE_ANSWER_EACH_WAY / asked.answers ** 2;
}

/** The verdict's half, over the square of the weight that as many answers in both periods have. */
const ONE_ANSWER_EACH_WAY = 0.5 * 2 ** 2;

/** The least value, up to `most`, from which on something holds, by halving. */
function leastOf(holds: (value: number) => boolean, most: number): number {
  let [low, high] = [0, most];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function toPoints(share: number): number {
  return Math.round(share * 10_000) / 100;
}

/** The share of the standard normal distribution below `z`, exact to 2e-7 (Abramowitz and Stegun, 26.2.17). */
function normalShare(z: number): number {
  if (z < 0) return 1 - normalShare(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}

/** Where that share is reached; of 0.5 to 0.95. */
function normalQuantile(share: number): number {
  return leastOf((z) => normalShare(z) >= share, 4);
}
