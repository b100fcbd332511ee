import type { Span } from '../../analysis/analyser.js';
import { SYSTEM_CLOCK, type Timer } from '../../clock.js';
import { MICRO_USD } from '../../core/platforms/platform-budget.js';
import type { Sentiment } from '../../entities/vocabulary.js';
import type { CallFault } from '../../platforms/failures.js';

/** What is asked of one answer in one request: each question is independent. */
export interface AskedAnswer {
  text: string;
  /** At least one, {@link QUESTIONS_MAX} at most. */
  questions: readonly Question[];
}

export type Question = NameQuestion | ToneQuestion;

/** Whether the answer names a subject at places that show it only in part. */
export interface NameQuestion {
  about: 'name';
  /** The name and the web address of the subject; the address may be ''. */
  registered: { name: string; website: string };
  /** The subject's name as the answer writes it at the places, each writing once, in a fixed order. */
  written: readonly string[];
  /** Ascending; a verdict quotes one of them. */
  places: readonly Span[];
}

/** Which tone the answer has toward the brand. */
interface ToneQuestion {
  about: 'tone';
  /** As a {@link NameQuestion}'s, of all places that may name the brand. */
  written: readonly string[];
}

/** An answer to a question, with the evidence: UTF-16 offsets of a passage of the text, `end` exclusive. */
export type JudgeVerdict = ({ isNamed: boolean } | { sentiment: Sentiment }) & { start: number; end: number };

/**
 * Why a judge returned no verdict: the call failed, or the platform refused, its reply was cut off, held no text, broke
 * the schema, left a question out, or quoted what the answer does not say. `too_large`: the answer was not sent.
 * `paused`: it was not sent, as the calls before it failed.
 */
export type JudgeFault =
  | CallFault
  | 'refusal'
  | 'truncated'
  | 'no_answer'
  | 'malformed'
  | 'unverifiable'
  | 'too_large'
  | 'paused';

/** A fault, and what a log may say of it. */
export interface JudgeProblem {
  fault: JudgeFault;
  message: string;
}

/** `problem` is the first of those that left a question without a verdict; null where each has one. */
export interface JudgeOutcome {
  /** In the order of the questions; null for one without a usable verdict. */
  verdicts: readonly (JudgeVerdict | null)[];
  problem: JudgeProblem | null;
  bill: Bill;
}

/** Of one request; of more, the first count, and the rules decide the others. */
export const QUESTIONS_MAX = 20;

/** Calls of a model, and what they cost, in millionths of a US dollar. */
export interface Bill {
  calls: number;
  microUsd: number;
}

/** In millionths of a US dollar. */
export interface Price {
  /** What a request is likely to cost, estimated high: for one that may have been paid for and reported nothing. */
  expectedMicroUsd: number;
  /** What no bill exceeds: each byte a token, the longest reply, and all attempts before it lost and paid for. */
  mostMicroUsd: number;
}

export const NOTHING_BILLED: Bill = { calls: 0, microUsd: 0 };

/** Decides in place of the rules which subjects an answer names, and its tone toward the brand. */
export interface Judge {
  /** Platform, model and version of the instructions: what a verdict depends on besides the question. */
  readonly id: string;
  /** What asking costs, before it is asked. */
  priceOf(asked: AskedAnswer): Price;
  /**
   * Returns only verdicts that were verified against the text. @throws the reason of `signal` once it is aborted, and
   * nothing else.
   */
  ask(asked: AskedAnswer, signal?: AbortSignal): Promise<JudgeOutcome>;
}

/** Where judging reports; pino's shape. */
export interface JudgingLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** What the judge may be asked in a UTC day. */
export interface JudgeBounds {
  /** Of one account. */
  callsPerDay: number;
  /** Of all accounts and processes together. */
  microUsdPerDay: number;
  /**
   * Whether these may cost no more than a tenth of what asking the platforms cost on the day before either, but
   * {@link LEAST_MICRO_USD} at least.
   */
  followsAsking: boolean;
}

/** What a judge may cost on a day after one on which little or nothing was asked. */
export const LEAST_MICRO_USD = 500_000;

/** Some 2,000 new answers that the rules leave unsettled: twice as many with those that they settle. */
const CALLS_PER_DAY = 2_000;
export const DEFAULT_BOUNDS: JudgeBounds = {
  callsPerDay: CALLS_PER_DAY,
  microUsdPerDay: 5 * MICRO_USD,
  followsAsking: false,
};

/** How this process judges. */
export interface Judging {
  /** Null: the rules alone. */
  judge: Judge | null;
  /**
   * Whether nobody chose the judge: it then decides in new answers alone, and has no others read again
   * (decisions, "a judge by default").
   */
  isDefault: boolean;
  /**
   * Of two processes that are configured differently, the later choice decides (docs/architecture.md): an analysis
   * whose judge was chosen at this instant or later keeps its judge.
   */
  chosenAt: string;
  /** Which answers it is asked about: those that arrive, or retained ones, which have a part of a day's money alone. */
  asksAbout: 'new' | 'earlier';
  bounds: JudgeBounds;
  log: JudgingLog;
  clock: Timer;
}

const NEVER = '1970-01-01T00:00:00Z';

/** No judge, and no choice of the judge of any analysis. */
export const WITHOUT_JUDGE: Judging = {
  judge: null,
  isDefault: false,
  chosenAt: NEVER,
  asksAbout: 'new',
  bounds: DEFAULT_BOUNDS,
  log: { info() {}, warn() {} },
  clock: SYSTEM_CLOCK,
};

/** Whether this process chooses the judge of analyses: imports do not, nor does one without a key and JUDGE. */
export function choosesJudge({ chosenAt }: Judging): boolean {
  return chosenAt !== NEVER;
}

/** The same judge without a choice: for work that uses the judge of the selected analysis. */
export function following(judging: Judging): Judging {
  return { ...judging, chosenAt: NEVER };
}

/** The same judge for answers that are read again. */
export function askingAboutEarlier(judging: Judging): Judging {
  return { ...judging, asksAbout: 'earlier' };
}

/** The choice by which this process has answers of another judge read again: none where its judge is a default. */
export function choiceForAll({ isDefault, chosenAt }: Judging): string {
  return isDefault ? NEVER : chosenAt;
}

/** The choice by which this process has new answers judged by its judge from now on, where that is a default. */
export function choiceForNew({ isDefault, chosenAt }: Judging): string {
  return isDefault ? chosenAt : NEVER;
}

/** Answers that a judge was to decide: those that it decided, and those that fell back to the rules, if in part. */
export interface JudgedCount {
  model: number;
  rulesFallback: number;
  /** Of the latter, those that the judge was not asked about because its bound of the day is reached. */
  withheld: number;
  /** Those that it was not asked about as it was out of reach. */
  unreached: number;
  /** Those whose requests its platform did not take, for now, which cost nothing. */
  untaken: number;
}

/** Answers that fell back for a reason that passes: the judge is asked about them again. */
export type WaitingCount = Pick<JudgedCount, 'withheld' | 'unreached' | 'untaken'>;

export const NONE_JUDGED: JudgedCount = { model: 0, rulesFallback: 0, withheld: 0, unreached: 0, untaken: 0 };

export function sumOf(one: JudgedCount, other: JudgedCount): JudgedCount {
  return {
    model: one.model + other.model,
    rulesFallback: one.rulesFallback + other.rulesFallback,
    withheld: one.withheld + other.withheld,
    unreached: one.unreached + other.unreached,
    untaken: one.untaken + other.untaken,
  };
}

/**
 * Logs who decided what the rules left unsettled in one run, and whether this process could not ask the judge at all.
 */
export function reportJudged(
  { judge, log }: Judging,
  projectId: string,
  judgeId: string | null,
  { model, rulesFallback, withheld }: JudgedCount,
): void {
  if (judgeId === null || model + rulesFallback === 0) return;
  const counts = { model, rules_fallback: rulesFallback, ...(withheld > 0 && { over_daily_bound: withheld }) };
  const details = { project_id: projectId, judge: judgeId, ...counts };
  if (rulesFallback === 0) log.info(details, 'answers judged');
  else if (judge?.id === judgeId) log.warn(details, 'answers judged, in part by the rules');
  else log.warn(details, 'answers judged in part by the rules: this process is not set up for the judge');
}

/**
 * Logs that readers see another judge's decisions from now on: the operator may not have intended that.
 */
export function reportChange(
  { log }: Judging,
  projectId: string,
  former: string | null | undefined,
  judgeId: string | null,
): void {
  if (former === undefined || former === judgeId) return;
  const details = { project_id: projectId, judge: judgeId ?? 'rules', former_judge: former ?? 'rules' };
  log.info(details, 'the judge has changed');
}
