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
      /** The projects that the holder sees alone; null for all of the account (`core/access/project-limit`). */
      projectIds: readonly string[] | null;
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

/**
 * Which projects of its account a caller sees, null for all: the one rule, that every verb asks. A visitor has the one
 * of its link; a person may be limited to some; keys, the operator, workers and all other people see each; a feed is
 * asked for its own files alone. What a caller does not see is to it as if it had never been: NOT_FOUND by id, in no
 * list and in no count (docs/accounts.md, "Limited to projects"). Here rather than in `access`, as every question
 * passes it.
 */
export function allowedProjects(caller: Caller): readonly string[] | null {
  switch (caller.kind) {
    case 'visitor':
      return [caller.projectId];
    case 'holder':
      return caller.projectIds;
    case 'key':
    case 'feed':
    case 'operator':
    case 'worker':
      return null;
    default:
      caller satisfies never;
      throw new Error('a caller of unknown kind');
  }
}

/** Whether who is limited to projects, or to none, sees one. @param projectId null for what concerns the account. */
export function isAllowed(allowed: readonly string[] | null, projectId: string | null): boolean {
  return allowed === null || (projectId !== null && allowed.includes(projectId));
}

/** Whether the caller sees a project. @param projectId null for what concerns the account: only who sees all does. */
export function seesProject(caller: Caller, projectId: string | null): boolean {
  return isAllowed(allowedProjects(caller), projectId);
}

/** Those of the projects asked for that the caller sees, in their order. */
export function projectsSeenBy(caller: Caller, projectIds: readonly string[]): readonly string[] {
  const allowed = allowedProjects(caller);
  return allowed === null ? projectIds : projectIds.filter((id) => allowed.includes(id));
}

/** The rows of projects that the caller sees, in their order. */
export function seenRows<Row extends { project_id: string | null }>(
  caller: Caller,
  rows: readonly Row[],
): readonly Row[] {
  const allowed = allowedProjects(caller);
  return allowed === null ? rows : rows.filter((row) => isAllowed(allowed, row.project_id));
}

/** What a statement over some projects of the account binds as $1 and $2: the account, and those that are seen. */
export function bindProjects(
  { caller }: Pick<Context, 'caller'>,
  projectIds: readonly string[],
): [accountId: string, projectIds: readonly string[]] {
  return [caller.accountId, projectsSeenBy(caller, projectIds)];
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
