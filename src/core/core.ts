import type { Clock } from '../clock.js';
import type { Database } from '../database/database.js';
import { type Caller, type Context, payerOf } from './context.js';

/** What the surfaces are built on: the database and the clock that "today" is read from. */
export interface Core {
  database: Database;
  clock: Clock;
}

/**
 * The context of one request, with an entity manager of its own.
 * @param signal aborted when nobody waits for the response any more.
 */
export function openContext({ database, clock }: Core, caller: Caller, signal?: AbortSignal): Context {
  return { em: database.openForRequest(caller.accountId, signal, payerOf(caller)), caller, clock };
}
