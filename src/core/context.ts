import type { Clock } from '../clock.js';
import type { Database } from '../database/database.js';
import type { DatabaseSession } from '../database/database-session.js';
import type { KeyAccess, Role, SharedPart, Subscription, Tier } from '../entities/vocabulary.js';
import { ServiceError } from './errors.js';

/**
 * Who asks, and for which account; every statement carries the `accountId`. A `key` is a program that presented one of
 * the account's keys, which may be one that only reads; a `holder` the person who signed in to it, by which session and
 * with what role; an `operator` and a `worker`, which is the service at a job of its own, act for the account. A
 * `visitor` opened a link that is shared, and reads of one project what the link shows; a
 * `feed` is a program that asked for the file at a secret address. What asking costs is no part of it: a tier without
 * API access has callers too.
 */
export type Caller = { accountId: string; tier: Tier } & (
  | { kind: 'key'; keyId: string; access: KeyAccess }
  | {
      kind: 'holder';
      holderId: string;
      sessionId: string;
      role: Role;
      subscription: Subscription;
      /** Whether the holder proved who it is within ten minutes. */
      isSteppedUp: boolean;
    }
  | { kind: 'operator' }
  | { kind: 'worker' }
  | { kind: 'visitor'; linkId: string; projectId: string; shows: readonly SharedPart[] }
  | { kind: 'feed'; feedId: string }
);

/** Whose time a caller's requests take: an account's people, its keys and its visitors are counted apart. */
export function payerOf({ kind, accountId }: Pick<Caller, 'kind' | 'accountId'>): string {
  if (kind === 'visitor') return `visitors of ${accountId}`;
  return kind === 'holder' ? `people of ${accountId}` : accountId;
}

/** Those of the projects asked for that the caller may see at all: a visitor has one. */
export function projectsSeenBy(caller: Caller, projectIds: readonly string[]): readonly string[] {
  return caller.kind === 'visitor' ? projectIds.filter((id) => id === caller.projectId) : projectIds;
}

/** Refuses a visitor what concerns the account. @throws ServiceError FORBIDDEN. */
export function refuseVisitor(caller: Caller): void {
  if (caller.kind === 'visitor') throw new ServiceError('FORBIDDEN', 'A shared link shows one project alone');
}

/** What a verb needs to know. `db` is the request's or job's own; inside a write it is the transaction's. */
export interface Context {
  db: DatabaseSession;
  caller: Caller;
  clock: Clock;
}

/** What the surfaces are built on: the database and the clock that "today" is read from. */
export interface Core {
  database: Database;
  clock: Clock;
}

/**
 * The context of one request, with a session of the database of its own.
 * @param signal aborted when nobody waits for the response any more.
 */
export function openContext({ database, clock }: Core, caller: Caller, signal?: AbortSignal): Context {
  const { accountId, kind } = caller;
  const payer = payerOf(caller);
  const db =
    kind === 'visitor'
      ? database.openForReader(accountId, signal, payer)
      : database.openForRequest(accountId, signal, payer);
  return { db, caller, clock };
}
