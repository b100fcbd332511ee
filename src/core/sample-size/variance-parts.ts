import type { ComparedCell } from '../metrics/comparison.js';
import { sum } from '../metrics/shares.js';

/** What the answers of a project vary by, as variances of shares from 0 to 1 (docs/metrics.md, "Sample size"). */
export interface VarianceParts {
  /** The share of answers that name the brand, from 0 to 1. */
  share: number;
  /** By how much answers to one question on one platform scatter. */
  within: number;
  /** By how much intents differ from each other. */
  between: number;
  /** By how much an intent moves by itself from four weeks to the next. */
  ownMovement: number;
}

/** Whether the parts are a project's own, or usual ones; `MIXED` where it has few intents. */
export const BASES = ['measured', 'mixed', 'assumed'] as const;
export type Basis = (typeof BASES)[number];

export interface MeasuredParts extends VarianceParts {
  basis: Basis;
  /** Intents and answers that they were measured from. */
  intents: number;
  answers: number;
}

const MEASURED_MIN = 30;
const MIXED_MIN = 5;
/** What the usual parts weigh, in intents. */
const USUAL_WEIGHT = 10;
const USUAL_SHARE = 0.3;
/** Seven points. */
const USUAL_OWN_MOVEMENT = 0.005;
/** At a share of 0 or 1 nothing would vary, and any change would seem to be visible. */
const SHARE_MIN = 0.05;
const SHARE_MAX = 0.95;

/** What is assumed of a brand with this share: an intra-cluster correlation of a half. */
export function usualParts(share = USUAL_SHARE): VarianceParts {
  const bounded = Math.min(SHARE_MAX, Math.max(SHARE_MIN, share));
  const half = (bounded * (1 - bounded)) / 2;
  return { share: bounded, within: half, between: half, ownMovement: USUAL_OWN_MOVEMENT };
}

/**
 * The parts of a project, from its cells of two halves of four weeks each, each part drawn toward the usual one by the
 * weight of ten intents. Of fewer than five intents they are the usual ones.
 * @param cells question × platform, by intent.
 */
export function measureParts(cells: readonly ComparedCell[]): MeasuredParts {
  const intents = Array.from(Map.groupBy(cells, ({ question }) => question).values(), totalOf).filter(
    ({ responses, previousResponses }) => responses + previousResponses > 0,
  );
  const answers = sum(intents.map(bothOf));
  const naming = sum(intents.map(({ naming, previousNaming }) => naming + previousNaming));
  const usual = usualParts(answers === 0 ? undefined : naming / answers);
  const counted = { intents: intents.length, answers };
  if (intents.length < MIXED_MIN) return { ...usual, basis: 'assumed', ...counted };
  const scattered = cells.filter((cell) => bothOf(cell) >= 2);
  const ofCells = {
    count: new Set(scattered.map(({ question }) => question)).size,
    value: mean(scattered.map(scatter)),
  };
  const within = drawn(ofCells, usual.within);
  const shares = intents.map((intent) => shareOf(intent));
  const ofAnswers = mean(intents.map((intent) => within / bothOf(intent)));
  const between = { count: intents.length, value: Math.max(0, variance(shares) - ofAnswers) };
  return {
    ...{ share: usual.share, within, between: drawn(between, usual.between) },
    ownMovement: drawn(movementOf(intents, within), usual.ownMovement),
    basis: intents.length < MEASURED_MIN ? 'mixed' : 'measured',
    ...counted,
  };
}

/** The variance of a change beyond what scatter makes, of the intents with answers in both halves. */
function movementOf(intents: readonly Counts[], within: number): { count: number; value: number } {
  const both = intents.filter(({ responses, previousResponses }) => responses > 0 && previousResponses > 0);
  const changes = both.map(
    (intent) => intent.naming / intent.responses - intent.previousNaming / intent.previousResponses,
  );
  const ofScatter = mean(both.map((intent) => within / intent.responses + within / intent.previousResponses));
  return { count: both.length < 2 ? 0 : both.length, value: Math.max(0, variance(changes) - ofScatter) };
}

/** A part as it was measured from so many intents, drawn toward the usual one. */
function drawn({ count, value }: { count: number; value: number }, usual: number): number {
  return (count * value + USUAL_WEIGHT * usual) / (count + USUAL_WEIGHT);
}

type Counts = Pick<ComparedCell, 'responses' | 'naming' | 'previousResponses' | 'previousNaming'>;

function totalOf(cells: readonly ComparedCell[]): Counts {
  return {
    responses: sum(cells.map(({ responses }) => responses)),
    naming: sum(cells.map(({ naming }) => naming)),
    previousResponses: sum(cells.map(({ previousResponses }) => previousResponses)),
    previousNaming: sum(cells.map(({ previousNaming }) => previousNaming)),
  };
}

function bothOf({ responses, previousResponses }: Counts): number {
  return responses + previousResponses;
}

function shareOf(counts: Counts): number {
  return (counts.naming + counts.previousNaming) / bothOf(counts);
}

/** The variance of an answer in its cell, without bias for few answers. */
function scatter(cell: Counts): number {
  const [share, answers] = [shareOf(cell), bothOf(cell)];
  return (share * (1 - share) * answers) / (answers - 1);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.length < 2 ? 0 : sum(values.map((value) => (value - middle) ** 2)) / (values.length - 1);
}
