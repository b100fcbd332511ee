import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ANALYSIS_VERSION } from '../../analysis/analyser.js';
import { rows } from '../../database/rows.js';
import type { ProjectScope } from '../scope.js';
import { BEGIN_ATTEMPT, DELETE_ATTEMPTS, END_ATTEMPT, FIND_SET_ASIDE, REPORT_SET_ASIDE } from './attempt.statements.js';
import type { Run } from './reanalysis.types.js';

/** Attempts that ended while the database was away, by connection pool: this process lives, so they are no crash. */
const ended = new WeakMap<Pool, Map<string, ProjectScope>>();

/**
 * Does a run's work under a mark that outlives the process, for whoever holds the project's turn. The mark is committed
 * before the work begins and taken away however that ends, and at once where the run is told to stop: it stays where
 * the process was killed, ran out of memory or crashed in the midst of it.
 */
export async function markedAttempt<Result>({ em, scope, signal }: Run, work: () => Promise<Result>): Promise<Result> {
  const id = randomUUID();
  await rows(em, BEGIN_ATTEMPT, [scope.accountId, scope.projectId, id, ANALYSIS_VERSION]);
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= endAttempt(em, scope, id);
    return ending;
  };
  signal?.addEventListener('abort', end, { once: true });
  try {
    signal?.throwIfAborted();
    return await work();
  } finally {
    signal?.removeEventListener('abort', end);
    await end();
  }
}

/**
 * Where the database is away, the work has failed for the same reason and tells it: {@link endEarlierAttempts} tries
 * again.
 */
async function endAttempt(em: EntityManager, scope: ProjectScope, id: string): Promise<void> {
  try {
    await rows(em, END_ATTEMPT, [scope.accountId, scope.projectId, id]);
  } catch {
    const pool: Pool = await em.getConnection().getNativeClient();
    ended.set(pool, (ended.get(pool) ?? new Map<string, ProjectScope>()).set(id, scope));
  }
}

/** Takes away the marks of attempts that ended while the database was away. */
export async function endEarlierAttempts(em: EntityManager): Promise<void> {
  const pool: Pool = await em.getConnection().getNativeClient();
  const left = ended.get(pool);
  for (const [id, { accountId, projectId }] of left ?? []) {
    await rows(em, END_ATTEMPT, [accountId, projectId, id]);
    left?.delete(id);
  }
}

/**
 * Whether a project's analysis, by these rules and with its present names, has ended the process as often as it may.
 */
export async function isProjectSetAside({ em, scope }: Run): Promise<boolean> {
  return (await rows(em, FIND_SET_ASIDE, [scope.accountId, scope.projectId, ANALYSIS_VERSION])).length > 0;
}

/** For a project whose analysis came through at an operator's word. */
export async function deleteAttempts({ em, scope }: Run): Promise<void> {
  await rows(em, DELETE_ATTEMPTS, [scope.accountId, scope.projectId]);
}

/** Projects newly set aside, each told to one process, once. */
export async function projectsSetAside(em: EntityManager): Promise<(ProjectScope & { unfinished: number })[]> {
  const found = await rows(em, REPORT_SET_ASIDE, []);
  return found.map(({ account_id: accountId, project_id: projectId, unfinished }) => ({
    accountId,
    projectId,
    unfinished,
  }));
}
