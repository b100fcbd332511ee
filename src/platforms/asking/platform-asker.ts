import type { Timer } from '../../clock.js';
import type { Platform } from '../../entities/vocabulary.js';
import { CallFailure } from '../calling/call-failure.js';
import { type CallLimits, type PlatformAccess, PlatformCaller } from '../calling/platform-caller.js';
import { withoutSecrets } from '../calling/without-secrets.js';
import { readReply } from '../read-reply.js';
import type { PlatformReply } from '../reply.js';
import { askRequest, REQUEST_VERSION } from './ask-request.js';
import {
  type AskBill,
  type AskingOptions,
  type AskOutcome,
  type PlatformQuestion,
  RUN_CALL_LIMITS,
} from './asking.types.js';
import { CONTINUATIONS_MAX, pausedTurn, wholeAnswer } from './continue-turn.js';
import { billOf, usualBill } from './cost.js';

const NOTHING_BILLED: AskBill = { searches: 0, costMicroUsd: 0, isEstimated: false };

/** Asks one platform customers' questions, each in one request; a turn that Claude pauses takes up to two more. */
export class PlatformAsker {
  readonly platform: Platform;
  readonly requestVersion = REQUEST_VERSION;
  /** What a question is likely to cost, estimated high. */
  readonly usual: AskBill;
  private readonly options: AskingOptions;
  private readonly caller: PlatformCaller;

  constructor(
    private readonly access: PlatformAccess & AskingOptions,
    timer: Timer,
    limits: CallLimits = RUN_CALL_LIMITS,
  ) {
    this.platform = access.platform;
    this.options = { model: access.model, isGrounded: access.isGrounded };
    this.usual = usualBill(this.platform, this.options);
    this.caller = new PlatformCaller(access, timer, limits);
  }

  /**
   * Each request takes up to the limits' `timeoutMs`. The bill is the sum over all requests.
   * @throws the reason of `signal` once it is aborted, and nothing else.
   */
  async ask(question: PlatformQuestion, signal?: AbortSignal): Promise<AskOutcome> {
    let request = askRequest(this.platform, question, this.options);
    let bill = NOTHING_BILLED;
    let before: readonly unknown[] = [];
    try {
      for (let continuations = 0; ; continuations += 1) {
        const body = await this.caller.call(request, signal);
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
