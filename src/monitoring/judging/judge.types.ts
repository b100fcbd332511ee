import type { Sentiment } from '../../entities/vocabulary.js';
import type { CallFault } from '../../platforms/calling/call-failure.js';

/** An answer that names a subject. */
export interface JudgeQuestion {
  /** The subject's names as the answer writes them, each once, in a fixed order. */
  names: readonly string[];
  text: string;
}

/** A class with its evidence: UTF-16 offsets of a passage of the answer's text, `end` exclusive. */
export interface JudgeVerdict {
  sentiment: Sentiment;
  start: number;
  end: number;
}

/**
 * Why a judge returned no verdict: the call failed, or the platform refused, its reply was cut off, held no text, broke
 * the schema, or quoted what the answer does not say. `too_large`: the answer was not sent. `paused`: it was not sent,
 * as the calls before it failed.
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

export type JudgeOutcome = ({ verdict: JudgeVerdict } | { fault: JudgeFault; message: string }) & { bill: Bill };

/** Calls of a model, and what they cost, in millionths of a US dollar. */
export interface Bill {
  calls: number;
  microUsd: number;
}

export const NOTHING_BILLED: Bill = { calls: 0, microUsd: 0 };

/** Classifies the tone of an answer toward a subject in place of the rules. */
export interface Judge {
  /** Platform, model and version of the instructions: what a verdict depends on besides the question. */
  readonly id: string;
  /** What asking is likely to cost at most, in millionths of a US dollar. */
  expectedMicroUsd(question: JudgeQuestion): number;
  /**
   * Returns only verdicts that were verified against the text. @throws the reason of `signal` once it is aborted, and
   * nothing else.
   */
  ask(question: JudgeQuestion, signal?: AbortSignal): Promise<JudgeOutcome>;
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
}

export const MICRO_USD = 1_000_000;
/** Some 2,000 new answers that name the brand: a hundred prompts a day on four platforms, five times. */
export const CALLS_PER_DAY = 2_000;
export const DEFAULT_BOUNDS: JudgeBounds = { callsPerDay: CALLS_PER_DAY, microUsdPerDay: 5 * MICRO_USD };

/** How this process judges. */
export interface Judging {
  /** Null: the rules alone. */
  judge: Judge | null;
  /**
   * Of two processes that are configured differently, the later choice decides (docs/architecture.md): an analysis
   * whose judge was chosen at this instant or later keeps its judge.
   */
  chosenAt: string;
  bounds: JudgeBounds;
  log: JudgingLog;
}

const NEVER = '1970-01-01T00:00:00Z';

/** No judge, and no choice of the judge of any analysis. */
export const WITHOUT_JUDGE: Judging = {
  judge: null,
  chosenAt: NEVER,
  bounds: DEFAULT_BOUNDS,
  log: { info() {}, warn() {} },
};

/** Whether this process chooses the judge of analyses: workers do, imports from a shell do not. */
export function choosesJudge({ chosenAt }: Judging): boolean {
  return chosenAt !== NEVER;
}

/** The same judge without a choice: for work that uses the judge of the selected analysis. */
export function following(judging: Judging): Judging {
  return { ...judging, chosenAt: NEVER };
}
