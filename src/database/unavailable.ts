import { PermitsExhausted } from './fair-semaphore.js';

/**
 * SQLSTATE classes and codes after which the same work may succeed a moment later: lost connections, lack of resources
 * (a full disk among them), a server that starts, stops or is read-only until a standby takes its place, a wait for a
 * lock or a statement that was cut short.
 */
const PASSING_STATES = /^(?:08...|53...|57P0[123]|57014|55P03|40P01|40001|25P03|25006|57P05)$/;

const NETWORK_FAULTS: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The driver's words for a connection that was lost or could not be made; it has no codes for them. */
const LOST_CONNECTION = [
  'Connection terminated',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
];

/**
 * What the coordinator of a cluster reports, as an internal error, where a worker is lost while it answers: the words
 * of the client library between them.
 */
const INTERNAL_ERROR = 'XX000';
const LOST_WORKER = [
  'server closed the connection unexpectedly',
  'could not receive data from server',
  'could not send data to server',
  'no connection to the server',
];

/** Whether a statement failed for want of a connection or of time, so that the same may succeed a moment later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return saysUnavailable(error) || wrapsUnavailable(error);
}

/** Whether the error itself, by its class, code or message, is one of those that pass. */
function saysUnavailable(error: Error): boolean {
  if (error instanceof PermitsExhausted || isReadTimeout(error)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NETWORK_FAULTS.has(code) || PASSING_STATES.test(code)) return true;
  if (code === INTERNAL_ERROR) return LOST_WORKER.some((opening) => error.message.startsWith(opening));
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return isSocketGone || LOST_CONNECTION.some((opening) => error.message.startsWith(opening));
}

/** A host name with several addresses fails with one error for each; the query builder wraps the driver's errors. */
function wrapsUnavailable(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  return isUnavailable(error.cause) || ('previous' in error && isUnavailable(error.previous));
}

/** Its words; a host name with several addresses fails with one error for each and no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** A statement was given up for want of an answer. The driver's own words; it has no code for it. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}
