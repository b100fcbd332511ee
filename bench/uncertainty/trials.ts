import { compareCells } from '../../src/core/metrics/comparison.js';
import { evenScoreOf } from '../../src/core/metrics/even-score.js';
import { type ExplainedBy, explain } from '../../src/core/metrics/explanation.js';
import { meanRank } from '../../src/core/metrics/mean-rank.js';
import { comparePaired } from '../../src/core/metrics/paired-comparison.js';
import { compareSegments } from '../../src/core/metrics/segment-difference.js';
import { type Confidence, clusteredWilson, sum, wilson } from '../../src/core/metrics/shares.js';
import { powerOf } from '../../src/core/sample-size/detectable.js';
import { measureParts, type VarianceParts } from '../../src/core/sample-size/variance-parts.js';
import { randomOf } from '../../src/demo/answers/random.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import {
  type Allocation,
  type Change,
  type Design,
  drawAllocated,
  drawFavoured,
  drawModelChange,
  drawNames,
  drawPeriod,
  drawPeriods,
  drawSegments,
  drawShares,
  drawWordings,
  type Pair,
  type Where,
  type WordedCell,
} from './answers.js';
import { differs } from './independent.js';

const TRIALS = 2_000;
/** Exact to half a point, as this verdict is promised to be wrong in no more than 5 %. */
const PAIRED_TRIALS = 10_000;

/** Percent of the trials, for the two methods; `tooFew` are the trials in which the verdict was withheld. */
export interface Outcome {
  independent: number;
  clustered: number;
  tooFew: number;
}

/** How often an interval of 95 % holds the true share. */
export function coverage(design: Design): Outcome {
  const { next } = randomOf(JSON.stringify(design));
  const outcome = { independent: 0, clustered: 0, tooFew: 0 };
  const truth = 100 * design.share;
  const holds = (interval: Confidence | null) => Number(interval && interval.low <= truth && truth <= interval.high);
  for (let trial = 0; trial < TRIALS; trial++) {
    const questions = drawPeriod(design, next);
    const total = (of: 'naming' | 'responses') => sum(questions.map((question) => question[of]));
    outcome.independent += holds(wilson(total('naming'), total('responses')));
    outcome.clustered += holds(clusteredWilson(questions));
  }
  return inPercent(outcome);
}

/** How often a move is found: a false alarm where nothing moved, the power where something did. */
export function moves(design: Design, change: Change): Outcome {
  const { next } = randomOf(JSON.stringify([design, change]));
  const outcome = { independent: 0, clustered: 0, tooFew: 0 };
  for (let trial = 0; trial < TRIALS; trial++) {
    const cells = drawPeriods(design, change, next);
    const total = (of: 'naming' | 'responses' | 'previousNaming' | 'previousResponses') =>
      sum(cells.map((cell) => cell[of]));
    const before = [total('previousNaming'), total('previousResponses')] as const;
    outcome.independent += Number(differs(total('naming'), total('responses'), ...before));
    const { verdict } = compareCells(cells);
    outcome.clustered += Number(verdict === 'moved_up' || verdict === 'moved_down');
    outcome.tooFew += Number(verdict === 'too_few_answers');
  }
  return inPercent(outcome);
}

/** How often two names are found to differ: a false alarm where their shares are equal, else the power. */
export function differences(design: Design, pair: Pair): Outcome {
  const { next } = randomOf(JSON.stringify([design, pair]));
  const outcome = { independent: 0, clustered: 0, tooFew: 0 };
  for (let trial = 0; trial < PAIRED_TRIALS; trial++) {
    const questions = drawNames(design, pair, next);
    const total = (of: 'naming' | 'namingOther' | 'responses') => sum(questions.map((question) => question[of]));
    const whole = total('responses');
    outcome.independent += Number(differs(total('naming'), whole, total('namingOther'), whole));
    const { verdict } = comparePaired(questions);
    outcome.clustered += Number(verdict === 'more_often' || verdict === 'less_often');
    outcome.tooFew += Number(verdict === 'too_few_answers');
  }
  return inPercent(outcome, PAIRED_TRIALS);
}

/** Each wording as a cluster of its own, and all wordings of an intent as one; percent of the trials. */
export interface WordingsOutcome {
  /** How often the interval of 95 % holds the share over all intents there might be. */
  holds: { byWording: number; byIntent: number };
  /** How often a move is found where no intent moved but by itself. */
  falseAlarms: { byWording: number; byIntent: number };
}

/** Intervals and verdicts of `questions` intents, each asked in so many wordings. */
export function wordingsOfIntents(design: Design, wordings: number, trials = TRIALS): WordingsOutcome {
  const { next } = randomOf(JSON.stringify([design, wordings]));
  const counts = { holds: { byWording: 0, byIntent: 0 }, falseAlarms: { byWording: 0, byIntent: 0 } };
  const truth = 100 * design.share;
  for (let trial = 0; trial < trials; trial++) {
    const byWording = drawWordings(design, wordings, next);
    const byIntent = byWording.map((cell) => ({ ...cell, question: cell.intent }));
    for (const [how, cells] of Object.entries({ byWording, byIntent }) as ['byWording' | 'byIntent', WordedCell[]][]) {
      const clusters = Array.from(Map.groupBy(cells, ({ question }) => question).values(), (own) => ({
        responses: sum(own.map(({ responses }) => responses)),
        naming: sum(own.map(({ naming }) => naming)),
      }));
      const interval = clusteredWilson(clusters);
      counts.holds[how] += Number(interval && interval.low <= truth && truth <= interval.high);
      const { verdict } = compareCells(cells);
      counts.falseAlarms[how] += Number(verdict === 'moved_up' || verdict === 'moved_down');
    }
  }
  const share = (count: number) => (100 * count) / trials;
  const shares = ({ byWording, byIntent }: { byWording: number; byIntent: number }) => ({
    byWording: share(byWording),
    byIntent: share(byIntent),
  });
  return { holds: shares(counts.holds), falseAlarms: shares(counts.falseAlarms) };
}

/** A score beside the truth: its mean, and how often its interval of 95 % holds it, in percent. */
export interface ScoreOutcome {
  mean: number;
  holds: number;
}

/** What the score of all answers and the even one say where the questions asked daily are the brand's best. */
export function favoured(
  design: Design,
  { daily, others }: { daily: number; others: number },
  trials = TRIALS,
): { truth: number; pooled: ScoreOutcome; even: ScoreOutcome } {
  const { next } = randomOf(JSON.stringify([design, daily, others]));
  const often = design.daily ?? 0;
  const truth = (100 * (often * daily + (design.questions - often) * others)) / design.questions;
  const sums = { pooled: { mean: 0, holds: 0 }, even: { mean: 0, holds: 0 } };
  for (let trial = 0; trial < trials; trial++) {
    const clusters = Array.from(
      Map.groupBy(drawFavoured(design, daily, others, next), ({ intent }) => intent).values(),
      (cells) => ({
        cells: cells.length,
        shares: sum(cells.map(({ naming, responses }) => naming / responses)),
        responses: sum(cells.map(({ responses }) => responses)),
        naming: sum(cells.map(({ naming }) => naming)),
      }),
    );
    const naming = sum(clusters.map((cluster) => cluster.naming));
    add(sums.pooled, (100 * naming) / sum(clusters.map(({ responses }) => responses)), clusteredWilson(clusters));
    const even = evenScoreOf(clusters);
    add(sums.even, even?.score ?? 0, even?.confidence ?? null);
  }
  const told = ({ mean, holds }: ScoreOutcome) => ({ mean: mean / trials, holds: (100 * holds) / trials });
  return { truth, pooled: told(sums.pooled), even: told(sums.even) };

  function add(outcome: ScoreOutcome, score: number, interval: Confidence | null): void {
    outcome.mean += score;
    outcome.holds += Number(interval && interval.low <= truth && truth <= interval.high);
  }
}

/** How often two segments are told apart, in percent: a false alarm where `shift` is 0, else the power. */
export function segmentsApart(design: Design, way: { shift: number; isPaired: boolean }, trials = TRIALS): number {
  const { next } = randomOf(JSON.stringify([design, way, 'segments']));
  let found = 0;
  for (let trial = 0; trial < trials; trial++) {
    const { verdict } = compareSegments(...drawSegments(design, way, next));
    found += Number(verdict === 'more_often' || verdict === 'less_often');
  }
  return (100 * found) / trials;
}

/**
 * How often a move is found, in percent, and what the score of all answers is in the mean, where the same number of
 * answers is shared out over the questions in one way or another.
 */
export function allocated(
  design: Design,
  change: Change,
  allocation: Allocation,
  trials = TRIALS,
): { found: number; mean: number } {
  const { next } = randomOf(JSON.stringify([design, change, allocation]));
  let [found, scores] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const cells = drawAllocated(design, change, allocation, next);
    const { verdict } = compareCells(cells);
    found += Number(verdict === 'moved_up' || verdict === 'moved_down');
    const before = sum(cells.map(({ previousNaming }) => previousNaming));
    scores += before / sum(cells.map(({ previousResponses }) => previousResponses));
  }
  return { found: (100 * found) / trials, mean: (100 * scores) / trials };
}

const RANKS_MAX = 8;

/**
 * How often the interval of a mean rank holds it, in percent. Each question has a rank of its own, from 1 to 8, which a
 * part of its answers repeat, the likeness; the others are ranked by chance.
 */
export function rankCoverage(
  { questions, answers, likeness }: Pick<Design, 'questions' | 'answers' | 'likeness'>,
  trials = TRIALS,
): number {
  const { next } = randomOf(JSON.stringify([questions, answers, likeness, 'ranks']));
  const draw = () => 1 + Math.floor(next() * RANKS_MAX);
  const truth = (1 + RANKS_MAX) / 2;
  let holds = 0;
  for (let trial = 0; trial < trials; trial++) {
    const ranked = Array.from({ length: questions }, () => {
      const own = draw();
      const ranks = Array.from({ length: answers }, () => (next() < Math.sqrt(likeness) ? own : draw()));
      return { responses: answers, sum: sum(ranks) };
    });
    const { interval } = meanRank(ranked);
    holds += Number(interval && interval.low <= truth && truth <= interval.high);
  }
  return (100 * holds) / trials;
}

/** How often a move is found, and how often it is predicted to be, all in percent. */
export interface Predicted {
  found: number;
  /** By the sample size with the parts of the variance as they are. */
  known: number;
  /** The mean prediction with these parts as they are measured from the answers of two periods before. */
  measured: number;
}

/** The power of the verdict, beside what the sample size predicts. */
export function power(design: Design, change: Change, trials = TRIALS): Predicted {
  const { next } = randomOf(JSON.stringify([design, change, 'power']));
  const asked = Map.groupBy(
    drawPeriod(design, next).map(({ responses }) => responses),
    (answers) => answers,
  );
  const groups = Array.from(asked, ([answers, own]) => ({ intents: own.length, answers }));
  const points = 100 * change.shift;
  const known = powerOf(groups, partsOf(design, change), points) ?? 0;
  let [found, measured] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const { verdict } = compareCells(drawPeriods(design, change, next));
    found += Number(verdict === 'moved_up');
    const parts = measureParts(drawPeriods(design, { ...change, shift: 0 }, next));
    measured += powerOf(groups, parts, points) ?? 0;
  }
  return { found: (100 * found) / trials, known, measured: measured / trials };
}

const QUESTIONS_DRAWN = 20_000;

/** The parts of the variance that questions are drawn with, by drawing very many. */
function partsOf(design: Design, change: Change): VarianceParts {
  const { next } = randomOf(JSON.stringify([design, change, 'parts']));
  const still = { ...change, shift: 0 };
  const drawn = Array.from({ length: QUESTIONS_DRAWN }, () => drawShares(design, still, next));
  const mean = (of: (share: { before: number; after: number }) => number) => sum(drawn.map(of)) / drawn.length;
  const share = mean(({ before }) => before);
  return {
    share,
    within: mean(({ before }) => before * (1 - before)),
    between: mean(({ before }) => (before - share) ** 2),
    ownMovement: mean(({ before, after }) => (after - before) ** 2),
  };
}

function inPercent({ independent, clustered, tooFew }: Outcome, trials = TRIALS): Outcome {
  const share = (count: number) => (100 * count) / trials;
  return { independent: share(independent), clustered: share(clustered), tooFew: share(tooFew) };
}

/** Percent of the trials with each explanation, where the first platform changed its model. */
export function explanations(
  design: Design,
  move: { shift: number; where: Where },
  trials = 500,
): Record<ExplainedBy, number> {
  const { next } = randomOf(JSON.stringify([design, move]));
  const counts = { model_change: 0, not_model_change: 0, unknown: 0, nothing_moved: 0 };
  const changed = new Set(PLATFORMS.slice(0, 1));
  for (let trial = 0; trial < trials; trial++) {
    counts[explain(drawModelChange(design, move, next), changed).isExplainedBy] += 100 / trials;
  }
  return counts;
}
