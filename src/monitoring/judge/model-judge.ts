import pLimit from 'p-limit';
import type { Timer } from '../../clock.js';
import { judgeIdOf } from '../../core/analysis-state/judge-of-analysis.js';
import { MICRO_USD } from '../../core/platforms/platform-budget.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { JudgeAsk, Platform } from '../../entities/vocabulary.js';
import { CallFailure, type CallFault } from '../../platforms/failures.js';
import {
  CALL_LIMITS,
  type CallLimits,
  type PlatformAccess,
  PlatformHttpClient,
  withoutSecrets,
} from '../../platforms/http-client.js';
import { readReply, structuredRequest } from '../../platforms/platform-apis.js';
import { DEFAULT_MODELS } from '../../platforms/platform-client.js';
import { estimatedTokens, priceMicroUsd, reportedMicroUsd } from '../../platforms/usage.js';
import { INSTRUCTIONS_VERSION, inputOf, instructionsFor, SCHEMA_NAME, VERDICTS_SCHEMA } from './instructions.js';
import {
  type AskedAnswer,
  type Bill,
  DEFAULT_BOUNDS,
  type Judge,
  type JudgeBounds,
  type JudgeFault,
  type JudgeOutcome,
  type JudgeProblem,
  type Judging,
  type JudgingLog,
  NOTHING_BILLED,
  type Price,
  WITHOUT_JUDGE,
} from './judging.js';
import { readVerdicts, withoutVerdicts } from './read-verdicts.js';

/** UTF-16 units; some ten times a long answer. */
export const TEXT_MAX = 50_000;

/** A verdict takes a hundred tokens, and there are twenty at most; the rest is for models that reason first. */
const TOKENS_MAX = 6_000;

/** The tokens that a reply is expected to take, with some reasoning before it, and each verdict after the first. */
const OUTPUT_TOKENS = 400;
const TOKENS_A_VERDICT = 100;

/** What platforms add to a request whose reply has a schema: some hundred tokens. */
const ADDED_TOKENS = 1_000;

interface JudgeChoice extends PlatformAccess {
  /** Undefined: the platform's default. */
  model: string | undefined;
  /** How often it is asked about a tone; absent: where the rules are unsure. */
  ask?: JudgeAsk;
}

/** The clock that all processes share. */
const PRESENT = statement<{ now: string }>('present-instant', 'select clock_timestamp()::timestamptz(3)::text as now');

/** What a process is configured with: whether nobody chose the judge, and what it may cost a day. */
interface ConfiguredJudge extends JudgeChoice {
  isDefault?: boolean;
  dailyBudgetUsd?: number;
  /** As {@link JudgeBounds} have it. */
  followsAsking?: boolean;
}

/**
 * How a process that starts now judges: by the chosen model, or by the rules alone (`off`). Both count as a choice,
 * later than those of processes that started before; a model that nobody chose as one for new answers. Undefined is no
 * choice: each project keeps the judge that others chose.
 */
export async function createJudging(
  db: DatabaseSession,
  configured: ConfiguredJudge | 'off' | undefined,
  log: JudgingLog,
  clock: Timer,
): Promise<Judging> {
  if (configured === undefined) return { ...WITHOUT_JUDGE, log, clock };
  const choice = configured === 'off' ? undefined : configured;
  const [present] = await db.rows(PRESENT, []);
  if (!present) throw new Error('the database returned no time');
  const { dailyBudgetUsd, followsAsking = false, isDefault = false } = choice ?? {};
  const bounds: JudgeBounds = {
    ...DEFAULT_BOUNDS,
    followsAsking,
    ...(dailyBudgetUsd !== undefined && { microUsdPerDay: Math.round(dailyBudgetUsd * MICRO_USD) }),
  };
  const judge = choice ? createModelJudge(choice, log, clock) : null;
  return { judge, isDefault, chosenAt: present.now, asksAbout: 'new', bounds, log, clock };
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
  private readonly http: PlatformHttpClient;
  /** Comes before the caller's own limit: a call that waits here has not passed the breaker yet. */
  private readonly place: ReturnType<typeof pLimit>;
  private readonly breaker: CallBreaker;
  private readonly faults: FaultLog;
  /** Attempts before the last one, also of a request that is sent again without a temperature. */
  private readonly lostMax: number;
  /** Null once the platform reported that its model takes none, as is usual for models that reason. */
  private temperature: 0 | null = 0;

  constructor({ model, ask = 'unsure', ...access }: JudgeChoice, log: JudgingLog, clock: Timer, limits: CallLimits) {
    this.platform = access.platform;
    this.access = access;
    this.model = model ?? DEFAULT_MODELS[access.platform];
    this.id = judgeIdOf(`${this.platform}/${this.model}/${INSTRUCTIONS_VERSION}`, ask);
    this.http = new PlatformHttpClient(access, clock, limits);
    this.place = pLimit(limits.inFlight);
    this.breaker = new CallBreaker(clock);
    this.lostMax = 2 * limits.retries;
    this.faults = new FaultLog(this.id, log, clock);
  }

  priceOf(asked: AskedAnswer): Price {
    const expectedMicroUsd = this.expectedMicroUsd(asked);
    const sent = JSON.stringify(this.requestOf(asked, this.temperature).body);
    const longest = { input: Buffer.byteLength(sent) + ADDED_TOKENS, output: TOKENS_MAX };
    const lost = this.lostMax * expectedMicroUsd;
    return { expectedMicroUsd, mostMicroUsd: priceMicroUsd(this.model, longest) + lost };
  }

  private expectedMicroUsd(asked: AskedAnswer): number {
    const output = OUTPUT_TOKENS + TOKENS_A_VERDICT * (asked.questions.length - 1);
    return priceMicroUsd(this.model, estimatedTokens(instructionsFor(asked.questions) + inputOf(asked), output));
  }

  async ask(asked: AskedAnswer, signal?: AbortSignal): Promise<JudgeOutcome> {
    const outcome = await this.place(() => this.judge(asked, signal));
    if (!outcome.problem) return outcome;
    const { fault } = outcome.problem;
    const message = withoutSecrets(outcome.problem.message, this.access);
    this.faults.record(fault, message);
    return { ...outcome, problem: { fault, message } };
  }

  private async judge(asked: AskedAnswer, signal?: AbortSignal): Promise<JudgeOutcome> {
    signal?.throwIfAborted();
    const withheld = this.whyNotSent(asked);
    if (withheld) return { ...withoutVerdicts(asked, withheld), bill: NOTHING_BILLED };
    const lost: CallFailure[] = [];
    const record = (failure: CallFailure) => void (BILLED_WHEN_LOST.has(failure.fault) && lost.push(failure));
    try {
      const body = await this.call(asked, record, signal);
      this.breaker.succeeded();
      const read = readVerdicts(readReply(this.platform, body), asked);
      return { ...read, bill: this.billOf(asked, lost.length, body) };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof CallFailure)) throw error;
      this.breaker.failed(error.fault);
      const { fault, message } = error;
      return { ...withoutVerdicts(asked, { fault, message }), bill: this.billOf(asked, lost.length) };
    }
  }

  private whyNotSent({ text }: AskedAnswer): JudgeProblem | null {
    if (text.length > TEXT_MAX) {
      return { fault: 'too_large', message: `The answer is longer than ${TEXT_MAX} characters.` };
    }
    if (!this.breaker.isPaused) return null;
    return { fault: 'paused', message: 'Calls failed; the next one waits for a minute.' };
  }

  /**
   * A reply costs what the platform reports as used, else the expected price; so does each lost request that may have
   * been paid for.
   */
  private billOf(asked: AskedAnswer, lost: number, body?: unknown): Bill {
    const expected = this.expectedMicroUsd(asked);
    if (body === undefined) return { calls: Math.max(1, lost), microUsd: lost * expected };
    const reported = reportedMicroUsd(this.platform, this.model, body);
    return { calls: lost + 1, microUsd: lost * expected + (reported ?? expected) };
  }

  private async call(
    asked: AskedAnswer,
    record: (failure: CallFailure) => void,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const temperature = this.temperature;
    try {
      return await this.http.post(this.requestOf(asked, temperature), signal, record);
    } catch (error) {
      if (temperature === null || !isAboutTemperature(error)) throw error;
      this.temperature = null;
      return this.http.post(this.requestOf(asked, null), signal, record);
    }
  }

  private requestOf(asked: AskedAnswer, temperature: 0 | null) {
    return structuredRequest(this.platform, {
      model: this.model,
      instructions: instructionsFor(asked.questions),
      input: inputOf(asked),
      schemaName: SCHEMA_NAME,
      schema: VERDICTS_SCHEMA,
      tokensMax: TOKENS_MAX,
      temperature,
    });
  }
}

/**
 * Faults of requests that may have been charged although nothing usable came back: each request counts, retries too.
 * Fewer than `failures.ts` has of runs: a 5xx of a request without searches is not charged, and is tried again at once.
 */
const BILLED_WHEN_LOST: ReadonlySet<CallFault> = new Set(['timed_out', 'broke_off', 'unreadable', 'too_long']);

function isAboutTemperature(error: unknown): boolean {
  return error instanceof CallFailure && error.fault === 'not_accepted' && /temperature/i.test(error.message);
}

const FAILURES_MAX = 5;
const PAUSE_MS = 60_000;

/**
 * Stops asking for a minute where asking is useless: at once if the key is not accepted, else after five failed calls
 * in a row, each with all its retries. A re-analysis of thousands of answers then falls back to the rules within
 * moments, instead of waiting for each call.
 */
class CallBreaker {
  private failures = 0;
  private openAgainAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly clock: Timer) {}

  get isPaused(): boolean {
    return this.clock.elapsedMs() < this.openAgainAt;
  }

  succeeded(): void {
    this.failures = 0;
  }

  failed(fault: CallFault): void {
    this.failures += 1;
    if (fault !== 'denied' && this.failures < FAILURES_MAX) return;
    this.failures = 0;
    this.openAgainAt = this.clock.elapsedMs() + PAUSE_MS;
  }
}

const EVERY_MS = 60_000;

/** Logs why a judge fails: the first fault of a kind at once, then how many there were, once a minute at most. */
class FaultLog {
  private readonly kinds = new Map<JudgeFault, { loggedAtMs: number; unlogged: number }>();

  constructor(
    private readonly judgeId: string,
    private readonly log: JudgingLog,
    private readonly clock: Timer,
  ) {}

  record(fault: JudgeFault, message: string): void {
    const now = this.clock.elapsedMs();
    const { loggedAtMs, unlogged } = this.kinds.get(fault) ?? { loggedAtMs: Number.NEGATIVE_INFINITY, unlogged: 0 };
    if (now - loggedAtMs < EVERY_MS) {
      this.kinds.set(fault, { loggedAtMs, unlogged: unlogged + 1 });
      return;
    }
    this.kinds.set(fault, { loggedAtMs: now, unlogged: 0 });
    this.log.warn({ judge: this.judgeId, fault, times: unlogged + 1, reason: message }, 'the judge failed');
  }
}
