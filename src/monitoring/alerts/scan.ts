import { ANSWERS_MIN, QUESTIONS_MIN } from '../../core/metrics/comparison.js';
import { type ClusterPart, meanOfClusters, ONE_ANSWER_EACH_WAY, tQuantile } from '../../core/metrics/shares.js';
import type { AlertDirection } from '../../entities/vocabulary.js';

/**
 * The evidence scan: whether a share has moved by more than chance, looked at every day (docs/alerts.md, "The scan").
 * Pure: the check reads the numbers, `bench/alerts` simulates them.
 */

/** Weeks of seven days that a scan reads, the newest, which ends yesterday, first. */
export const WEEKS = 9;
/** What is read, in days. */
export const DAYS_READ = 7 * WEEKS;
/** The lengths of *now*, in days, and how much each counts. */
const LENGTHS = [
  { days: 7, weight: 10 },
  { days: 14, weight: 9 },
  { days: 28, weight: 9 },
] as const;
const WEIGHTS = 28;
/** *Before* is the four weeks before *now*: a pattern of weekdays is in both alike. */
const WEEKS_BEFORE = 4;
/** Days with answers *before*, without which a window says nothing yet. */
export const DAYS_BEFORE_MIN = 14;

/** Week against week, long before now: from the third to the eighth against the one before it. */
const STILL_WEEKS = [2, 3, 4, 5, 6, 7] as const;
/** What days and platforms move by themselves where nothing is known yet: 2 points, worth four pairs of weeks. */
const USUAL = { variance: 0.02 ** 2, weight: 4 };
/** The changes that the likelihood ratio is mixed over have a standard deviation of 10 points. */
const MIXED_OVER = 0.1 ** 2;
/** Exponents are bounded, so that evidence stays a number that JSON can hold. */
const LOG_RATIO_MAX = 200;

/** A question on a platform, week by week, the newest first; each list has {@link WEEKS} numbers. */
export interface WeeklyCell {
  /** Numbers the project's intents from 0 on: all wordings of an intent have the same number. */
  intent: number;
  /** Answers; for a share of voice mentions; for a tone answers that name the brand and were read. */
  answers: readonly number[];
  /** What is counted among them, or summed over them: from `-answers` to `answers`. */
  sums: readonly number[];
}

/** The days of a window beside those before it, as far as the cells with answers in both tell. Shares from -1 to 1. */
export interface ScanWindow {
  days: 7 | 14 | 28;
  /** Means of the cells that have answers in both; each cell counts alike. */
  now: number;
  before: number;
  change: number;
  /** Of 95 %, wider than a verdict's by what days and platforms move by themselves. */
  interval: { low: number; high: number };
  answers: number;
  answersBefore: number;
  intents: number;
  cells: number;
  /** How many times likelier the change is than chance: a ratio of likelihoods. */
  ratio: number;
}

/** What a scan found. */
export interface Scan {
  /** Windows with enough answers, shortest first. */
  windows: readonly ScanWindow[];
  /** The mean of the ratios by the windows' weights; a window without enough answers counts 0. */
  evidence: number;
  /** Null without windows. */
  direction: AlertDirection | null;
  /** The window with the largest ratio; null without windows. */
  strongest: ScanWindow | null;
}

/**
 * Scans a series (docs/alerts.md).
 * @param weekly all cells with answers in any week. @param answerDays whether there were answers on each of the
 *   {@link DAYS_READ} days, yesterday first.
 */
export function scanSeries(weekly: readonly WeeklyCell[], answerDays: readonly boolean[]): Scan {
  const cells = summed(weekly);
  const own = ownMovement(cells);
  const windows: ScanWindow[] = [];
  for (const { days } of LENGTHS) {
    if (countTrue(answerDays, days, days + 7 * WEEKS_BEFORE) < DAYS_BEFORE_MIN) continue;
    const window = scanWindow(cells, days, own);
    if (window) windows.push(window);
  }
  return weigh(windows);
}

/** What windows say together. */
function weigh(windows: readonly ScanWindow[]): Scan {
  let evidence = 0;
  let signed = 0;
  let strongest: ScanWindow | null = null;
  for (const window of windows) {
    const weight = LENGTHS.find(({ days }) => days === window.days)?.weight ?? 0;
    evidence += (weight * window.ratio) / WEIGHTS;
    signed += weight * window.ratio * Math.sign(window.change);
    if (!strongest || window.ratio > strongest.ratio) strongest = window;
  }
  return { windows, evidence, direction: strongest && (signed < 0 ? 'down' : 'up'), strongest };
}

/** As much of a scan as rests on the last so many days alone: windows that reach back further count 0. */
export function scanWithin(scan: Scan, days: number): Scan {
  return weigh(scan.windows.filter((window) => window.days + 7 * WEEKS_BEFORE <= days));
}

function scanWindow(cells: SummedCells, days: ScanWindow['days'], own: number): ScanWindow | null {
  const weeks = days / 7;
  const found = compareWeeks(cells, [0, weeks], [weeks, weeks + WEEKS_BEFORE]);
  if (!found) return null;
  const { change, squaredError, degrees, ...counts } = found;
  const variance = squaredError + own;
  const reach = tQuantile(degrees) * Math.sqrt(variance);
  return {
    ...counts,
    days,
    change,
    interval: { low: Math.max(-1, change - reach), high: Math.min(1, change + reach) },
    ratio: likelihoodRatio(change, variance, degrees),
  };
}

/**
 * How much likelier a change is where there is one, of some 10 points, than where there is none. Student's t becomes a
 * normal deviate by Wallace's approximation.
 */
function likelihoodRatio(change: number, variance: number, degrees: number): number {
  const squared =
    ((8 * degrees + 1) / (8 * degrees + 3)) ** 2 * degrees * Math.log1p(change ** 2 / (variance * degrees));
  const exponent = (MIXED_OVER * squared) / (2 * (variance + MIXED_OVER));
  return Math.sqrt(variance / (variance + MIXED_OVER)) * Math.exp(Math.min(LOG_RATIO_MAX, exponent));
}

/**
 * The variance of a change that days and platforms bring by themselves: by how much a week differed from the one before
 * it beyond what its answers explain, shrunk toward the usual. The last two weeks are left out, as they may have moved.
 */
function ownMovement(cells: SummedCells): number {
  let beyond = 0;
  let pairs = 0;
  for (const week of STILL_WEEKS) {
    const found = compareWeeks(cells, [week, week + 1], [week + 1, week + 2]);
    if (!found) continue;
    beyond += found.change ** 2 - found.squaredError;
    pairs += 1;
  }
  return Math.max(0, (beyond + USUAL.weight * USUAL.variance) / (pairs + USUAL.weight));
}

/** The mean change of cells between two spans of weeks, and how sure it is. */
interface WeeksCompared extends Pick<ScanWindow, 'now' | 'before' | 'change' | 'answers' | 'answersBefore'> {
  intents: number;
  cells: number;
  squaredError: number;
  degrees: number;
}

type Span = readonly [from: number, to: number];

/**
 * Every cell with answers in both spans counts alike. Cells of an intent are alike, so intents are the clusters. Null
 * below what a verdict needs.
 */
function compareWeeks(cells: SummedCells, now: Span, before: Span): WeeksCompared | null {
  const clusters: ClusterPart[] = [];
  let common = 0;
  let information = 0;
  let shareNow = 0;
  let shareBefore = 0;
  let answers = 0;
  let answersBefore = 0;
  for (let at = 0; at < cells.intents.length; at++) {
    const later = inSpan(cells.answers, at, now);
    const earlier = inSpan(cells.answers, at, before);
    if (later === 0 || earlier === 0) continue;
    const meanNow = inSpan(cells.sums, at, now) / later;
    const meanBefore = inSpan(cells.sums, at, before) / earlier;
    const intent = cells.intents[at] ?? 0;
    common += 1;
    information += (later * earlier) / (later + earlier);
    shareNow += meanNow;
    shareBefore += meanBefore;
    answers += later;
    answersBefore += earlier;
    clusters[intent] ??= { weight: 0, excess: 0 };
    const cluster = clusters[intent];
    cluster.weight += 1;
    cluster.excess += meanNow - meanBefore;
  }
  const intents = clusters.filter(Boolean);
  if (intents.length < QUESTIONS_MIN || Math.min(answers, answersBefore) < ANSWERS_MIN) return null;
  const { mean, groups, between } = meanOfClusters(intents);
  if (groups < QUESTIONS_MIN - 1) return null;
  return {
    change: mean,
    now: shareNow / common,
    before: shareBefore / common,
    answers,
    answersBefore,
    intents: intents.length,
    cells: common,
    // One answer more each way, in a cell of the usual number of answers.
    squaredError: (between + ONE_ANSWER_EACH_WAY * (common / information) ** 2) / common ** 2,
    degrees: groups - 1,
  };
}

/** Cells whose weeks are summed from the newest on, so that any span is a difference. */
interface SummedCells {
  intents: readonly number[];
  answers: Float64Array;
  sums: Float64Array;
}

/** Numbers of a cell in {@link SummedCells}. */
const WIDTH = WEEKS + 1;

function summed(cells: readonly WeeklyCell[]): SummedCells {
  const [answers, sums] = [new Float64Array(cells.length * WIDTH), new Float64Array(cells.length * WIDTH)];
  for (const [at, cell] of cells.entries()) {
    for (let week = 0; week < WEEKS; week++) {
      const place = at * WIDTH + week;
      answers[place + 1] = (answers[place] ?? 0) + (cell.answers[week] ?? 0);
      sums[place + 1] = (sums[place] ?? 0) + (cell.sums[week] ?? 0);
    }
  }
  return { intents: cells.map(({ intent }) => intent), answers, sums };
}

function inSpan(summedWeeks: Float64Array, cell: number, span: Span): number {
  return (summedWeeks[cell * WIDTH + span[1]] ?? 0) - (summedWeeks[cell * WIDTH + span[0]] ?? 0);
}

function countTrue(flags: readonly boolean[], from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) count += Number(flags[at] ?? false);
  return count;
}
