import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ANALYSIS_VERSION } from '../../analysis/analyser.js';
import { heldRows } from '../../database/advisory-lock.js';
import { rows } from '../../database/rows.js';
import type { ProjectScope } from '../scope.js';
import {
  BEGIN_ATTEMPT,
  DELETE_ATTEMPTS,
  END_ATTEMPT,
  FIND_SET_ASIDE,
  LIST_UNFINISHED,
  REPORT_SET_ASIDE,
} from './attempt.statements.js';
import type { Run } from './reanalysis.types.js';

/** Further ones come with the next look. */
const REPORTED_AT_ONCE = 1_000;

/** Attempts that ended while the database was away, by connection pool: this process runs, so they are no crash. */
const ended = new WeakMap<Pool, Map<string, ProjectScope>>();

/**
 * Does a run's work under a mark in the database, for the holder of the project lock. The mark is committed before the
 * work begins and deleted however that ends, and at once when the run is asked to stop. It stays only if the process
 * was killed, ran out of memory or crashed during the work.
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

/** If the database is away, the work has failed with the same error; {@link endEarlierAttempts} tries again. */
async function endAttempt(em: EntityManager, scope: ProjectScope, id: string): Promise<void> {
  try {
    await rows(em, END_ATTEMPT, [scope.accountId, scope.projectId, id]);
  } catch {
    const pool: Pool = await em.getConnection().getNativeClient();
    ended.set(pool, (ended.get(pool) ?? new Map<string, ProjectScope>()).set(id, scope));
  }
}

/** Deletes the marks of attempts that ended while the database was away. */
export async function endEarlierAttempts(em: EntityManager): Promise<void> {
  const pool: Pool = await em.getConnection().getNativeClient();
  const left = ended.get(pool);
  for (const [id, { accountId, projectId }] of left ?? []) {
    await rows(em, END_ATTEMPT, [accountId, projectId, id]);
    left?.delete(id);
  }
}

/** Whether a project's analysis, under these rules and its present names, has ended the process as often as it may. */
export async function isProjectSetAside({ em, scope }: Run): Promise<boolean> {
  return (await rows(em, FIND_SET_ASIDE, [scope.accountId, scope.projectId, ANALYSIS_VERSION])).length > 0;
}

/** Deletes a project's marks, after an analysis that the operator requested has ended well. */
export async function deleteAttempts({ em, scope }: Run): Promise<void> {
  await rows(em, DELETE_ATTEMPTS, [scope.accountId, scope.projectId]);
}

/** Projects newly set aside, a thousand at most; each is returned once, to one process. */
export async function projectsSetAside(em: EntityManager): Promise<(ProjectScope & { unfinished: number })[]> {
  const found = await rows(em, LIST_UNFINISHED, [REPORTED_AT_ONCE]);
  const projectIds = found.map(({ project_id }) => project_id);
  const underWay = await heldRows(em, 'reanalysis', projectIds);
  const reported: (ProjectScope & { unfinished: number })[] = [];
  for (const { account_id: accountId, project_id: projectId, id } of found) {
    if (underWay.has(projectId)) continue;
    const [row] = await rows(em, REPORT_SET_ASIDE, [accountId, projectId, id]);
    if (row) reported.push({ accountId, projectId, unfinished: row.unfinished });
  }
  return reported;
}
