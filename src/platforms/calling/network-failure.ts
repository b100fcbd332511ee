import { isObject, textIn } from '../body.js';
import { CallFailure } from './call-failure.js';

/** Codes of a connection that was lost after the request had gone out on it. */
const AFTER_SENDING = /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_\w+)$/;

/** What fetch calls an answer that is no HTTP, without a code. */
const NO_HTTP = 'HTTPParserError';

/** The system's words where the connection was lost while TLS was agreed on: nothing had been sent. */
const BEFORE_TLS = /before secure TLS connection/;

/**
 * What a request that `fetch` rejected comes to: `broke_off` where it had been sent and may have been worked at, else
 * `unreachable`. The message holds the system's code alone, as its words may quote addresses.
 */
export function networkFailure(error: unknown): CallFailure {
  const cause = isObject(error) && isObject(error.cause) ? error.cause : {};
  const code = textIn(cause, 'code') ?? '';
  const shown = /^\w{1,60}$/.test(code) ? ` (${code})` : '';
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code)) {
    return new CallFailure('timed_out', `No answer in time${shown}.`);
  }
  if (isLostAfterSending(code, cause)) {
    return new CallFailure('broke_off', `The connection broke off before the answer${shown}.`);
  }
  return new CallFailure('unreachable', `The platform cannot be reached${shown}.`);
}

function isLostAfterSending(code: string, cause: Record<string, unknown>): boolean {
  const isLost =
    code === 'ETIMEDOUT' ? cause['syscall'] !== 'connect' : AFTER_SENDING.test(code) || cause['name'] === NO_HTTP;
  return isLost && !BEFORE_TLS.test(textIn(cause, 'message') ?? '');
}
