import type { Timer } from '../clock.js';
import type { Platform } from '../entities/vocabulary.js';
import { isObject } from './body.js';
import { CallFailure } from './failures.js';
import { type CallLimits, type PlatformAccess, PlatformHttpClient, withoutSecrets } from './http-client.js';
import type { AskingOptions, PlatformQuestion, PlatformRequest } from './platform-api.js';
import { askRequest, REQUEST_VERSION, readReply } from './platform-apis.js';
import type { PlatformReply } from './reply.js';
import { type AskBill, billOf, usualBill } from './usage.js';

/**
 * The limits of a run's call: answers with a search take a minute or more. The caller decides about retries and how
 * many run at once, so that each request is counted.
 */
export const RUN_CALL_LIMITS: CallLimits = {
  inFlight: Number.POSITIVE_INFINITY,
  timeoutMs: 180_000,
  answerBytes: 4 * 1024 * 1024,
  retries: 0,
  retryMs: 1_000,
  waitMs: 0,
};

/** Each platform's small model that can search the web: asks and judges unless the operator chooses another. */
export const DEFAULT_MODELS: Readonly<Record<Platform, string>> = {
  chatgpt: 'gpt-6-luna',
  perplexity: 'perplexity/sonar',
  claude: 'claude-haiku-5-5',
  gemini: 'gemini-3.5-flash-lite',
};

/**
 * The outcome of one asking. The reply may be one that is not accepted; `reply.model` is the model that answered. A
 * failure that may have been paid for is billed by estimate.
 */
export type AskOutcome =
  | { kind: 'reply'; reply: PlatformReply; bill: AskBill }
  | { kind: 'failure'; failure: CallFailure; bill: AskBill };

const NOTHING_BILLED: AskBill = { searches: 0, costMicroUsd: 0, isEstimated: false };

/** Asks one platform customers' questions, each in one request; a turn that Claude pauses takes up to two more. */
export class PlatformClient {
  readonly platform: Platform;
  readonly requestVersion = REQUEST_VERSION;
  /** What a question is likely to cost, estimated high. */
  readonly usual: AskBill;
  private readonly options: AskingOptions;
  private readonly http: PlatformHttpClient;

  constructor(
    private readonly access: PlatformAccess & AskingOptions,
    timer: Timer,
    limits: CallLimits = RUN_CALL_LIMITS,
  ) {
    this.platform = access.platform;
    this.options = { model: access.model, isGrounded: access.isGrounded };
    this.usual = usualBill(this.platform, this.options);
    this.http = new PlatformHttpClient(access, timer, limits);
  }

  /**
   * Each request takes up to the limits' `timeoutMs`. The bill is the sum over all requests.
   * @throws the reason of `signal` once it is aborted, and nothing else.
   */
  async query(question: PlatformQuestion, signal?: AbortSignal): Promise<AskOutcome> {
    let request = askRequest(this.platform, question, this.options);
    let bill = NOTHING_BILLED;
    let before: readonly unknown[] = [];
    try {
      for (let continuations = 0; ; continuations += 1) {
        const body = await this.http.post(request, signal);
        const reply = this.replyTo(wholeAnswer(before, body));
        bill = sumOf(bill, billOf(this.platform, this.options, reply.model, body));
        const paused = pausedTurn(this.platform, request, before, body);
        if (paused === null || continuations === CONTINUATIONS_MAX) return { kind: 'reply', reply, bill };
        request = paused.next;
        before = paused.content;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof CallFailure)) throw error;
      const last = error.isMaybePaid ? this.usual : NOTHING_BILLED;
      return { kind: 'failure', failure: error, bill: sumOf(bill, last) };
    }
  }

  private replyTo(body: unknown): PlatformReply {
    const reply = readReply(this.platform, body);
    return reply.accepted ? reply : { ...reply, message: withoutSecrets(reply.message, this.access) };
  }
}

function sumOf(one: AskBill, other: AskBill): AskBill {
  return {
    searches: one.searches + other.searches,
    costMicroUsd: one.costMicroUsd + other.costMicroUsd,
    isEstimated: one.isEstimated || other.isEstimated,
  };
}

/** The most requests that one asking makes after the first. */
const CONTINUATIONS_MAX = 2;

/** A turn that its platform paused, and the request that continues it. */
interface PausedTurn {
  /** What the model has written so far, over all requests. */
  content: readonly unknown[];
  next: PlatformRequest;
}

/**
 * The request that continues a turn which Claude paused (`pause_turn`), or null for a body that is an answer. The
 * content is sent back unchanged as the assistant's turn. The search is not forced again: it has been made.
 */
function pausedTurn(
  platform: Platform,
  request: PlatformRequest,
  before: readonly unknown[],
  body: unknown,
): PausedTurn | null {
  if (platform !== 'claude' || !isObject(body) || body.stop_reason !== 'pause_turn') return null;
  if (!Array.isArray(body.content) || body.content.length === 0) return null;
  const content = [...before, ...body.content];
  const { messages, tool_choice: _forced, ...rest } = request.body;
  const [question] = Array.isArray(messages) ? messages : [];
  return {
    content,
    next: { ...request, body: { ...rest, messages: [question, { role: 'assistant', content }] } },
  };
}

/** The body of the last request, with the content of the earlier ones before its own: the whole answer. */
function wholeAnswer(before: readonly unknown[], body: unknown): unknown {
  if (before.length === 0 || !isObject(body) || !Array.isArray(body.content)) return body;
  return { ...body, content: [...before, ...body.content] };
}
