import { isObject, textIn } from '../body.js';
import { CallFailure } from './call-failure.js';

/** Codes of a connection that was lost after the request had been sent on it. */
const AFTER_SENDING = /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_\w+)$/;

/** fetch's words for a reply that is not HTTP, which has no code. */
const NO_HTTP = 'HTTPParserError';

/** The system's words for a connection that was lost during the TLS handshake: nothing had been sent. */
const BEFORE_TLS = /before secure TLS connection/;

/**
 * The failure of a request that `fetch` rejected: `broke_off` if it had been sent and may have been worked on, else
 * `unreachable`. The message holds only the system's code, as its words may quote addresses.
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
