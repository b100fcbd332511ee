import pLimit from 'p-limit';
import type { Timer } from '../../clock.js';
import type { Platform } from '../../entities/vocabulary.js';
import { estimatedTokens, priceMicroUsd, reportedMicroUsd } from '../../platforms/asking/cost.js';
import { DEFAULT_MODELS } from '../../platforms/asking/models.js';
import { CallFailure, type CallFault } from '../../platforms/calling/call-failure.js';
import {
  CALL_LIMITS,
  type CallLimits,
  type PlatformAccess,
  PlatformCaller,
} from '../../platforms/calling/platform-caller.js';
import { structuredRequest } from '../../platforms/calling/structured-request.js';
import { withoutSecrets } from '../../platforms/calling/without-secrets.js';
import { readReply } from '../../platforms/read-reply.js';
import { CallBreaker } from './call-breaker.js';
import { FaultLog } from './fault-log.js';
import { INSTRUCTIONS, INSTRUCTIONS_VERSION, inputOf, SCHEMA_NAME, VERDICT_SCHEMA } from './instructions.js';
import {
  type Bill,
  type Judge,
  type JudgeOutcome,
  type JudgeQuestion,
  type JudgingLog,
  NOTHING_BILLED,
} from './judge.types.js';
import { readVerdict } from './read-verdict.js';

/** UTF-16 units; some ten times a long answer. */
export const TEXT_MAX = 50_000;
/** A verdict takes a hundred tokens; the rest is for models that reason first. */
const TOKENS_MAX = 4_000;
/** The tokens that a verdict is expected to take, with some reasoning before it. */
const OUTPUT_TOKENS = 400;

export interface JudgeChoice extends PlatformAccess {
  /** Undefined: the platform's default. */
  model: string | undefined;
}

/** A judge that asks a model of one platform. */
export function createModelJudge(
  choice: JudgeChoice,
  log: JudgingLog,
  clock: Timer,
  limits: CallLimits = CALL_LIMITS,
): Judge {
  return new ModelJudge(choice, log, clock, limits);
}

class ModelJudge implements Judge {
  readonly id: string;
  private readonly platform: Platform;
  private readonly model: string;
  private readonly access: PlatformAccess;
  private readonly caller: PlatformCaller;
  /** Comes before the caller's own limit: a call that waits here has not passed the breaker yet. */
  private readonly place: ReturnType<typeof pLimit>;
  private readonly breaker: CallBreaker;
  private readonly faults: FaultLog;
  /** Null once the platform reported that its model takes none, as is usual for models that reason. */
  private temperature: 0 | null = 0;

  constructor({ model, ...access }: JudgeChoice, log: JudgingLog, clock: Timer, limits: CallLimits) {
    this.platform = access.platform;
    this.access = access;
    this.model = model ?? DEFAULT_MODELS[access.platform];
    this.id = `${this.platform}/${this.model}/${INSTRUCTIONS_VERSION}`;
    this.caller = new PlatformCaller(access, clock, limits);
    this.place = pLimit(limits.inFlight);
    this.breaker = new CallBreaker(clock);
    this.faults = new FaultLog(this.id, log, clock);
  }

  expectedMicroUsd(question: JudgeQuestion): number {
    return priceMicroUsd(this.model, estimatedTokens(INSTRUCTIONS + inputOf(question), OUTPUT_TOKENS));
  }

  async ask(question: JudgeQuestion, signal?: AbortSignal): Promise<JudgeOutcome> {
    const outcome = await this.place(() => this.judge(question, signal));
    if (!('fault' in outcome)) return outcome;
    const message = withoutSecrets(outcome.message, this.access);
    this.faults.note(outcome.fault, message);
    return { fault: outcome.fault, message, bill: outcome.bill };
  }

  private async judge(question: JudgeQuestion, signal?: AbortSignal): Promise<JudgeOutcome> {
    signal?.throwIfAborted();
    if (question.text.length > TEXT_MAX) {
      return { fault: 'too_large', message: `The answer is longer than ${TEXT_MAX} characters.`, bill: NOTHING_BILLED };
    }
    if (this.breaker.isPaused) {
      return { fault: 'paused', message: 'Calls failed; the next one waits for a minute.', bill: NOTHING_BILLED };
    }
    const lost: CallFailure[] = [];
    const note = (failure: CallFailure) => void (MAYBE_PAID.has(failure.fault) && lost.push(failure));
    try {
      const body = await this.call(question, note, signal);
      this.breaker.succeeded();
      const verdict = readVerdict(readReply(this.platform, body), question);
      return { ...verdict, bill: this.billOf(question, lost.length, body) };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof CallFailure)) throw error;
      this.breaker.failed(error.fault);
      return { fault: error.fault, message: error.message, bill: this.billOf(question, lost.length) };
    }
  }

  /**
   * A reply costs what the platform reports as used, else the expected price; so does each lost request that may have
   * been paid for.
   */
  private billOf(question: JudgeQuestion, lost: number, body?: unknown): Bill {
    const expected = this.expectedMicroUsd(question);
    if (body === undefined) return { calls: Math.max(1, lost), microUsd: lost * expected };
    const reported = reportedMicroUsd(this.platform, this.model, body);
    return { calls: lost + 1, microUsd: lost * expected + (reported ?? expected) };
  }

  private async call(
    question: JudgeQuestion,
    note: (failure: CallFailure) => void,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const temperature = this.temperature;
    try {
      return await this.caller.call(this.requestOf(question, temperature), signal, note);
    } catch (error) {
      if (temperature === null || !isAboutTemperature(error)) throw error;
      this.temperature = null;
      return this.caller.call(this.requestOf(question, null), signal, note);
    }
  }

  private requestOf(question: JudgeQuestion, temperature: 0 | null) {
    return structuredRequest(this.platform, {
      model: this.model,
      instructions: INSTRUCTIONS,
      input: inputOf(question),
      schemaName: SCHEMA_NAME,
      schema: VERDICT_SCHEMA,
      tokensMax: TOKENS_MAX,
      temperature,
    });
  }
}

/**
 * Faults of requests that may have been charged although nothing usable came back: each request counts, retries too. A
 * 5xx of a request without searches is not charged, and is tried again at once.
 */
const MAYBE_PAID: ReadonlySet<CallFault> = new Set(['timed_out', 'broke_off', 'unreadable', 'too_long']);

function isAboutTemperature(error: unknown): boolean {
  return error instanceof CallFailure && error.fault === 'not_accepted' && /temperature/i.test(error.message);
}
