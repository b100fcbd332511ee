import { randomUUID } from 'node:crypto';
import { ANALYSIS_VERSION } from '../../analysis/analyser.js';
import {
  isSetAside,
  NAMES_DIGEST,
  SELECTED_AND_WANTED,
  UNFINISHED_MAX,
} from '../../core/analysis-state/wanted-names.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { heldRows } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Run } from './project-lock.js';

/** Further ones come with the next look. */
const REPORTED_AT_ONCE = 1_000;

/** Counts an attempt ($3) as unfinished, with those before it under the same names and rules ($4). */
const BEGIN_ATTEMPT = statement<object>(
  'begin-attempt-at-analysis',
  `insert into analysis_attempt as t (account_id, project_id, id, names, version, unfinished)
   select p.account_id, p.id, $3, ${NAMES_DIGEST}, $4, 1
   ${SELECTED_AND_WANTED}
   where p.account_id = $1 and p.id = $2
   on conflict (account_id, project_id) do update
   set id = excluded.id, names = excluded.names, version = excluded.version, begun_at = excluded.begun_at,
     told_at = null,
     unfinished = case
       when t.names = excluded.names and t.version = excluded.version then t.unfinished + 1
       else 1
     end`,
);

/**
 * Does a run's work under a mark in the database, for the holder of the project lock. The mark is committed before the
 * work begins and deleted however that ends, and at once when the run is asked to stop. It stays only if the process
 * was killed, ran out of memory or crashed during the work.
 */
export async function markedAttempt<Result>({ db, scope, signal }: Run, work: () => Promise<Result>): Promise<Result> {
  const id = randomUUID();
  await db.rows(BEGIN_ATTEMPT, [scope.accountId, scope.projectId, id, ANALYSIS_VERSION]);
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= endAttempt(db, scope, id);
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

/** Deletes an attempt and those before it; nothing if another has begun since. */
const END_ATTEMPT = statement<object>(
  'end-attempt-at-analysis',
  `delete from analysis_attempt
   where account_id = $1 and project_id = $2 and id = $3`,
);

/** If the database is away, the work has failed with the same error; {@link endEarlierAttempts} tries again. */
async function endAttempt(db: DatabaseSession, scope: ProjectScope, id: string): Promise<void> {
  try {
    await db.rows(END_ATTEMPT, [scope.accountId, scope.projectId, id]);
  } catch {
    (await db.endedAttempts()).set(id, { accountId: scope.accountId, projectId: scope.projectId });
  }
}

/** Of all accounts, at most $1: not yet reported, and set aside unless the last attempt is still under way. */
const LIST_UNFINISHED = statement<UnfinishedRow>(
  'list-unfinished-attempts',
  `select account_id, project_id, id, unfinished
   from analysis_attempt
   where unfinished >= ${UNFINISHED_MAX} and told_at is null
   order by account_id, project_id
   limit $1`,
);

interface UnfinishedRow {
  account_id: string;
  project_id: string;
  id: string;
  unfinished: number;
}

/** A row for one process; none where another reported it, or where the attempt $3 has ended since. */
const REPORT_SET_ASIDE = statement<{ unfinished: number }>(
  'report-project-set-aside',
  `update analysis_attempt
   set told_at = now()
   where account_id = $1 and project_id = $2 and id = $3 and told_at is null
   returning unfinished`,
);

/** Deletes the marks of attempts that ended while the database was away. */
export async function endEarlierAttempts(db: DatabaseSession): Promise<void> {
  const ended = await db.endedAttempts();
  for (const [id, { accountId, projectId }] of ended) {
    await db.rows(END_ATTEMPT, [accountId, projectId, id]);
    ended.delete(id);
  }
}

/** A row if the project is set aside under the rules $3. */
const FIND_SET_ASIDE = statement<{ project_id: string }>(
  'find-project-set-aside',
  `select p.id as project_id
   ${SELECTED_AND_WANTED}
   join analysis_attempt t on t.account_id = $1 and t.project_id = p.id
   where p.account_id = $1 and p.id = $2 and t.version = $3 and ${isSetAside('t')}`,
);

/** Whether a project's analysis, under these rules and its present names, has ended the process as often as it may. */
export async function isProjectSetAside({ db, scope }: Run): Promise<boolean> {
  return (await db.rows(FIND_SET_ASIDE, [scope.accountId, scope.projectId, ANALYSIS_VERSION])).length > 0;
}

const DELETE_ATTEMPTS = statement<object>(
  'delete-attempts-at-analysis',
  `delete from analysis_attempt
   where account_id = $1 and project_id = $2`,
);

/** Deletes a project's marks, after an analysis that the operator requested has ended well. */
export async function deleteAttempts({ db, scope }: Run): Promise<void> {
  await db.rows(DELETE_ATTEMPTS, [scope.accountId, scope.projectId]);
}

/** Projects newly set aside, a thousand at most; each is returned once, to one process. */
export async function projectsSetAside(db: DatabaseSession): Promise<(ProjectScope & { unfinished: number })[]> {
  const found = await db.rows(LIST_UNFINISHED, [REPORTED_AT_ONCE]);
  const projectIds = found.map(({ project_id }) => project_id);
  const underWay = await heldRows(db, 'reanalysis', projectIds);
  const reported: (ProjectScope & { unfinished: number })[] = [];
  for (const { account_id: accountId, project_id: projectId, id } of found) {
    if (underWay.has(projectId)) continue;
    const [row] = await db.rows(REPORT_SET_ASIDE, [accountId, projectId, id]);
    if (row) reported.push({ accountId, projectId, unfinished: row.unfinished });
  }
  return reported;
}
