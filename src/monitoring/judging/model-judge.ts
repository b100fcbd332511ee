import pLimit from 'p-limit';
import type { Timer } from '../../clock.js';
import type { Platform } from '../../entities/vocabulary.js';
import { CallFailure, type CallFault } from '../../platforms/calling/call-failure.js';
import {
  CALL_LIMITS,
  type CallLimits,
  type PlatformAccess,
  PlatformCaller,
} from '../../platforms/calling/platform-caller.js';
import { structuredRequest } from '../../platforms/calling/structured-request.js';
import { readReply } from '../../platforms/read-reply.js';
import { usedTokens } from '../../platforms/used-tokens.js';
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
import { estimatedTokens, priceMicroUsd } from './prices.js';
import { readVerdict } from './read-verdict.js';

/** Small models made for classifying much at little cost; each is the one its platform names for that. */
const DEFAULT_MODELS: Record<Platform, string> = {
  chatgpt: 'gpt-6-luna',
  perplexity: 'sonar',
  claude: 'claude-haiku-5-5',
  gemini: 'gemini-3.5-flash-lite',
};

/** UTF-16 units; some ten times a long answer. */
export const TEXT_MAX = 50_000;
/** A verdict takes a hundred; the rest is for models that reason first. */
const TOKENS_MAX = 4_000;

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
  private readonly apiKey: string;
  private readonly caller: PlatformCaller;
  /** Before the caller's own: who waits here has not passed the breaker yet. */
  private readonly place: ReturnType<typeof pLimit>;
  private readonly breaker: CallBreaker;
  private readonly faults: FaultLog;
  /** Null once the platform said that its model takes none, as models that reason do. */
  private temperature: 0 | null = 0;

  constructor({ model, ...access }: JudgeChoice, log: JudgingLog, clock: Timer, limits: CallLimits) {
    this.platform = access.platform;
    this.apiKey = access.apiKey;
    this.model = model ?? DEFAULT_MODELS[access.platform];
    this.id = `${this.platform}/${this.model}/${INSTRUCTIONS_VERSION}`;
    this.caller = new PlatformCaller(access, clock, limits);
    this.place = pLimit(limits.inFlight);
    this.breaker = new CallBreaker(clock);
    this.faults = new FaultLog(this.id, log, clock);
  }

  expectedMicroUsd(question: JudgeQuestion): number {
    return priceMicroUsd(this.model, estimatedTokens(INSTRUCTIONS + inputOf(question)));
  }

  async ask(question: JudgeQuestion, signal?: AbortSignal): Promise<JudgeOutcome> {
    const outcome = await this.place(() => this.judge(question, signal));
    if (!('fault' in outcome)) return outcome;
    const message = withoutSecrets(outcome.message, this.apiKey);
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
    try {
      const body = await this.call(question, signal);
      this.breaker.succeeded();
      return { ...readVerdict(readReply(this.platform, body), question), bill: this.billOf(question, body) };
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof CallFailure)) throw error;
      this.breaker.failed(error.fault);
      const bill = MAYBE_PAID.has(error.fault) ? this.billOf(question) : { calls: 1, microUsd: 0 };
      return { fault: error.fault, message: error.message, bill };
    }
  }

  /** By what the platform says it used, else by what was to be expected. */
  private billOf(question: JudgeQuestion, body?: unknown): Bill {
    const used = usedTokens(this.platform, body);
    return { calls: 1, microUsd: used ? priceMicroUsd(this.model, used) : this.expectedMicroUsd(question) };
  }

  private async call(question: JudgeQuestion, signal?: AbortSignal): Promise<unknown> {
    const temperature = this.temperature;
    try {
      return await this.caller.call(this.requestOf(question, temperature), signal);
    } catch (error) {
      if (temperature === null || !isAboutTemperature(error)) throw error;
      this.temperature = null;
      return this.caller.call(this.requestOf(question, null), signal);
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

/** A request that may have been answered, though nothing of use came back. */
const MAYBE_PAID: ReadonlySet<CallFault> = new Set(['timed_out', 'unreadable', 'too_long']);

function isAboutTemperature(error: unknown): boolean {
  return error instanceof CallFailure && error.fault === 'not_accepted' && /temperature/i.test(error.message);
}

/** A platform, or a proxy before it, may quote the key or an address with a password in what it says. */
function withoutSecrets(message: string, apiKey: string): string {
  return message
    .replaceAll(apiKey, '[redacted]')
    .replaceAll(encodeURIComponent(apiKey), '[redacted]')
    .replace(/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[address]');
}
