import { randomUUID } from 'node:crypto';
import { ANALYSIS_VERSION } from '../../analysis/analyser.js';
import { judgedFrom } from '../../core/analysis-state/judge-of-analysis.js';
import {
  ALL_SELECTED_AND_WANTED,
  isSetAside,
  looksForOthers,
  SELECTED_AND_WANTED,
} from '../../core/analysis-state/wanted-names.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { ROLLUPS } from '../../core/facts/rollups.js';
import { queueJudge } from '../../core/tasks/project-tasks.js';
import { lock, rowLock } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { FACT_TABLES } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import type { ProjectTaskName } from '../../entities/vocabulary.js';
import type { Analysis, SubjectSnapshot } from '../analysis/project-analyser.js';
import { choiceForAll, choosesJudge, type Judging, type WaitingCount, WITHOUT_JUDGE } from '../judge/judging.js';
import { longTransaction } from '../long-transaction.js';

/** An analysis and whether the rules, the project's names or the judge have changed since it was made. */
interface AnalysisStatus {
  analysis: Analysis | null;
  isDue: boolean;
  /** Whether it is due for answers alone about which its judge is to be asked again. */
  isForWithheld: boolean;
}

interface AnalysisStatusRow {
  id: string | null;
  subjects: SubjectSnapshot;
  judge: string | null;
  former_judges: StoredJudge[] | null;
  removed_at: Record<string, number>;
  is_outdated: boolean;
  is_for_withheld: boolean;
}

/** A former judge of an analysis, and the instant that ended it, as the database has them. */
export interface StoredJudge {
  judge: string | null;
  until: string;
}

/** Made by older rules, or with other names, than are wanted now. */
const isReadOtherwise = (alias: string, version: string) => `${alias}.version < ${version} or ${looksForOthers(alias)}`;

/** The judge's bound of an earlier day withheld answers, or it was out of reach: it is asked again about these. */
const isToBeAskedAgain = (alias: string, judge: string) =>
  `(${alias}.judge is not distinct from ${judge} and ${alias}.judge_withheld > 0
     and ${alias}.judge_withheld_on < (statement_timestamp() at time zone 'UTC')::date)`;

/** An analysis in a statement, and the row that tells its former judges. */
interface AnalysisRow {
  alias: string;
  former: string;
}

const SELECTED: AnalysisRow = { alias: 'a', former: 's' };
const NEW: AnalysisRow = { alias: 'n', former: 'n' };

/** People asked that this judge, which decides in new answers alone, reads those of before too; of project `p`. */
const isToBeApplied = ({ alias, former }: AnalysisRow, judge: string) =>
  `coalesce(${alias}.judge = ${judge} and p.judge_applied_at >= ${judgedFrom(former)}, false)`;

/**
 * An analysis by newer rules than this build's is not outdated: while a release rolls out, its workers and those of the
 * one before would otherwise undo each other's work. Nor is one whose judge was chosen no earlier than this process's.
 * One with a choice wants all answers read by its judge.
 */
const isOutdated = (row: AnalysisRow, version: string, judge: string, chosenAt: string) =>
  `(${isReadOtherwise(row.alias, version)}
     or ((${row.alias}.judge is distinct from ${judge} or ${row.former}.former_judges is not null)
       and ${row.alias}.judge_chosen_at < ${chosenAt})
     or ${isToBeApplied(row, judge)})`;

/**
 * The analysis that readers see, if any, and whether the rules ($3), the names or the judge ($4, chosen at $5) have
 * changed since it was made.
 */
export const FIND_ANALYSIS_STATUS = statement<AnalysisStatusRow>(
  'find-status-of-analysis',
  `select a.id, a.subjects, a.judge, s.former_judges, w.removed_at,
     ${isOutdated(SELECTED, '$3::int', '$4::text', '$5::timestamptz')} as is_outdated,
     ${isToBeAskedAgain('a', '$4::text')} as is_for_withheld
   ${SELECTED_AND_WANTED}
   where p.account_id = $1 and p.id = $2`,
);

/** The same of a new analysis ($6), which is compared with the names wanted beside the selected one. */
const FIND_NEW_ANALYSIS_STATUS = statement<AnalysisStatusRow>(
  'find-status-of-new-analysis',
  `select n.id, n.subjects, n.judge, n.former_judges, w.removed_at,
     ${isOutdated(NEW, '$3::int', '$4::text', '$5::timestamptz')} as is_outdated, false as is_for_withheld
   ${SELECTED_AND_WANTED}
   join analysis n on n.account_id = $1 and n.id = $6
   where p.account_id = $1 and p.id = $2`,
);

/**
 * Whether the selected analysis is due, or the new one of `analysisId`, whose `analysis` is null once it was discarded.
 */
export async function findAnalysisStatus(
  db: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  judging: Judging = WITHOUT_JUDGE,
  analysisId?: string,
): Promise<AnalysisStatus> {
  const values = [accountId, projectId, ANALYSIS_VERSION, judging.judge?.id ?? null, choiceForAll(judging)];
  const found =
    analysisId === undefined
      ? await db.rows(FIND_ANALYSIS_STATUS, values)
      : await db.rows(FIND_NEW_ANALYSIS_STATUS, [...values, analysisId]);
  const [row] = found;
  if (!row || row.id === null) return { analysis: null, isDue: true, isForWithheld: false };
  const { id, subjects, judge, former_judges: former, removed_at: removedAt } = row;
  const formerJudges = (former ?? []).map((each) => ({ ...each, until: Date.parse(each.until) }));
  const isForWithheld = !row.is_outdated && row.is_for_withheld;
  return {
    analysis: { id, subjects, judge, formerJudges, removedAt },
    isDue: row.is_outdated || isForWithheld,
    isForWithheld,
  };
}

/** A project, and what is to be done for its analysis. */
export interface OutdatedProject {
  account_id: string;
  project_id: string;
  task: ProjectTaskName | null;
  /** Whether the judge, a default, is to decide in its new answers from now on. */
  takes_judge: boolean;
}

/**
 * A page ($6) of the unarchived projects after a position ($4, $5), each with the task that its outdated analysis
 * needs: for its names, the rules ($1) or the judge ($2, chosen at $3). Null where its names are queued, where its
 * rules or judge wait at $7 for a worker to begin, or where it is set aside under these rules. A judge that is a
 * default was chosen at $8, for new answers alone.
 */
export const LIST_OUTDATED = statement<OutdatedProject>(
  'list-outdated-analyses',
  `select p.account_id, p.id as project_id,
     coalesce(a.judge is distinct from $2::text and a.judge_chosen_at < $8::timestamptz, false) as takes_judge,
     case
       when a.id is null or q.is_queued or t.is_set_aside then null
       when ${looksForOthers('a')} then 'names'
       when a.version < $1::int then 'rules'
       when ${isOutdated(SELECTED, '$1::int', '$2::text', '$3::timestamptz')}
         or ${isToBeAskedAgain('a', '$2::text')} then 'judge'
     end as task
   ${ALL_SELECTED_AND_WANTED}
   left join lateral (
     select true as is_queued
     from project_task k
     where k.account_id = p.account_id and k.project_id = p.id and k.task <> 'discovery'
       and case when k.task = 'names' then k.due_at is not null else k.due_at <= $7 end
     limit 1
   ) q on true
   left join lateral (
     select ${isSetAside('u')} as is_set_aside
     from analysis_attempt u
     where u.account_id = p.account_id and u.project_id = p.id and u.version = $1::int
   ) t on true
   where p.archived_at is null and (p.account_id, p.id) > ($4::uuid, $5::uuid)
   order by p.account_id, p.id
   limit $6`,
);

/** Locked by every transaction before it writes facts, so that a switch leaves none behind. */
const SHARE_SELECTION = statement<{ analysis_id: string }>(
  'hold-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for share`,
);

/** It may change until the selection is held, while the analysis stays the same. */
const JUDGE_OF_ANALYSIS = statement<{ judge: string | null }>(
  'judge-of-analysis',
  `select judge
   from analysis
   where account_id = $1 and id = $2`,
);

/**
 * The analysis that the project's answers are analysed under, locked until the transaction ends: a re-analysis cannot
 * switch readers to another meanwhile, nor its judge change. The project's first answer creates it. One whose names
 * changed is replaced at once if nothing was analysed under it; otherwise it stays in use until a re-analysis ends.
 */
export async function lockCurrentAnalysis(
  tx: DatabaseSession,
  scope: ProjectScope,
  judging: Judging,
): Promise<Analysis> {
  const { analysis: before } = await ensureAnalysis(tx, scope, judging);
  const [held] = await tx.rows(SHARE_SELECTION, [scope.accountId, scope.projectId]);
  if (held && before && held.analysis_id === before.id) {
    const [present] = await tx.rows(JUDGE_OF_ANALYSIS, [scope.accountId, before.id]);
    if (present?.judge === before.judge) return before;
  }
  const { analysis } = await findAnalysisStatus(tx, scope, judging);
  if (!analysis) throw new Error('a project has no selected analysis after one was selected');
  return analysis;
}

const LOCK_SELECTION = statement<{ analysis_id: string }>(
  'lock-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for no key update`,
);

const HAS_READINGS = statement<{ found: boolean }>(
  'analysis-has-readings',
  `select exists (
     select
     from answer_reading
     where account_id = $1 and project_id = $2 and analysis_id = $3
   ) as found`,
);

/** Whether any answer was analysed under an analysis. */
export async function hasReadings(
  db: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  analysisId: string,
): Promise<boolean> {
  const [readings] = await db.rows(HAS_READINGS, [accountId, projectId, analysisId]);
  return readings?.found === true;
}

/** No row while a transaction that writes facts still holds it. */
const TAKE_SELECTION = statement<{ analysis_id: string }>(
  'take-analysis-selection',
  `select analysis_id
   from analysis_selection
   where account_id = $1 and project_id = $2
   for no key update skip locked`,
);

/**
 * Locks which analysis is selected, so that no facts are written until the transaction ends. @returns false, at once,
 * while others write some, and where none is selected.
 */
export async function takeSelection(tx: DatabaseSession, { accountId, projectId }: ProjectScope): Promise<boolean> {
  return (await tx.rows(TAKE_SELECTION, [accountId, projectId])).length > 0;
}

/** Does not delete its facts and rollups: no foreign key ties them to this row. */
const DELETE_ANALYSIS = statement<object>(
  'delete-analysis',
  `delete from analysis
   where account_id = $1 and id = $2`,
);

/**
 * Creates and selects an analysis if the project has none, or an outdated one with nothing analysed under it.
 * @returns the selected one; due where a re-analysis of retained answers is needed.
 */
export async function ensureAnalysis(
  db: DatabaseSession,
  scope: ProjectScope,
  judging: Judging = WITHOUT_JUDGE,
): Promise<AnalysisStatus> {
  const status = await findAnalysisStatus(db, scope, judging);
  if (!(await isReplaceable(db, scope, status))) return status;
  return db.transaction(async (tx) => {
    await lock(tx, rowLock('selection', scope.projectId));
    await tx.rows(LOCK_SELECTION, [scope.accountId, scope.projectId]);
    const present = await findAnalysisStatus(tx, scope, judging);
    if (!(await isReplaceable(tx, scope, present))) return present;
    const { analysis } = present;
    const created = randomUUID();
    await createAnalysis(tx, scope, judging, { id: created, answersTotal: 0 });
    await selectAnalysis(tx, scope, created);
    if (analysis) await tx.rows(DELETE_ANALYSIS, [scope.accountId, analysis.id]);
    if (!choosesJudge(judging)) await queueJudge(tx, scope);
    return findAnalysisStatus(tx, scope, judging);
  });
}

async function isReplaceable(
  db: DatabaseSession,
  scope: ProjectScope,
  { analysis, isDue }: AnalysisStatus,
): Promise<boolean> {
  if (!analysis) return true;
  if (!isDue) return false;
  return !(await hasReadings(db, scope, analysis.id));
}

/** The analysis that readers see keeps its judge, and who decided before it: it was chosen later, or $8. */
const KEEPS_JUDGE = '(a.id is not null and ($8::boolean or a.judge_chosen_at >= $6::timestamptz))';

/**
 * Creates an analysis of the wanted names; $3 is its id, $4 the version of the rules. Its judge is the one ($5) that
 * was chosen at $6, unless the analysis that readers see has one chosen no earlier, or that choice is a default ($8).
 * It decides in all answers where it was chosen for them, or people asked for it. $7 answers are to be analysed under
 * it.
 */
const CREATE_ANALYSIS = statement<object>(
  'create-analysis',
  `insert into analysis (account_id, id, project_id, version, subjects, judge, judge_chosen_at, former_judges,
     answers_total)
   select p.account_id, $3, p.id, $4, w.subjects,
     case when ${KEEPS_JUDGE} then a.judge else $5::text end,
     case when ${KEEPS_JUDGE} then a.judge_chosen_at else $6::timestamptz end,
     case when ${KEEPS_JUDGE} and not ${isToBeApplied(SELECTED, '$5::text')} then s.former_judges end, $7
   ${SELECTED_AND_WANTED}
   where p.account_id = $1 and p.id = $2`,
);

/**
 * Creates an analysis of the project's present names and the present rules, not yet selected. Its judge is that of this
 * process, unless the selected one's was chosen later. `answersTotal` answers are to be analysed under it.
 */
export async function createAnalysis(
  db: DatabaseSession,
  { accountId, projectId }: ProjectScope,
  { judge, chosenAt, isDefault }: Judging,
  { id, answersTotal }: { id: string; answersTotal: number },
): Promise<void> {
  const values = [accountId, projectId, id, ANALYSIS_VERSION, judge?.id ?? null, chosenAt, answersTotal, isDefault];
  await db.rows(CREATE_ANALYSIS, values);
}

const SELECT_ANALYSIS = statement<object>(
  'select-analysis',
  `insert into analysis_selection (account_id, project_id, analysis_id, former_judges)
   select n.account_id, n.project_id, n.id, n.former_judges
   from analysis n
   where n.account_id = $1 and n.project_id = $2 and n.id = $3
   on conflict (account_id, project_id) do update
   set analysis_id = excluded.analysis_id, former_judges = excluded.former_judges`,
);

/** Selects the analysis that readers see from the transaction's commit on. */
export async function selectAnalysis(tx: DatabaseSession, scope: ProjectScope, analysisId: string): Promise<void> {
  await tx.rows(SELECT_ANALYSIS, [scope.accountId, scope.projectId, analysisId]);
}

/** Of the answers that waited for the judge $3 do no longer, and $4 do from now on, or still: since $5 days ago. */
const SETTLE_WITHHELD = statement<object>(
  'note-answers-withheld-from-judge',
  `update analysis
   set judge_withheld = greatest(0, judge_withheld - $3::int) + $4::int,
     judge_withheld_on = (statement_timestamp() at time zone 'UTC')::date - $5::int
   where account_id = $1 and id = $2`,
);

/**
 * Records answers that the judge was not asked about: a worker asks again on the next day, and as soon as it can where
 * the judge was out of reach.
 */
export async function recordWithheld(
  db: DatabaseSession,
  scope: ProjectScope,
  analysisId: string,
  waiting: WaitingCount,
): Promise<void> {
  const { withheld, unreached, untaken } = waiting;
  if (withheld + unreached + untaken > 0) await settleWithheld(db, scope, analysisId, 0, waiting);
}

/** Records that of the answers that waited for the judge `before` no longer do, but for those that wait still. */
export async function settleWithheld(
  db: DatabaseSession,
  { accountId }: ProjectScope,
  analysisId: string,
  before: number,
  { withheld, unreached, untaken }: WaitingCount,
): Promise<void> {
  const waiting = withheld + unreached + untaken;
  // As of yesterday, so that the judge is asked again before tomorrow.
  await db.rows(SETTLE_WITHHELD, [accountId, analysisId, before, waiting, unreached > 0 ? 1 : 0]);
}

const COUNT_WITHHELD = statement<{ withheld: number }>(
  'count-answers-withheld-from-judge',
  `select judge_withheld as withheld
   from analysis
   where account_id = $1 and id = $2`,
);

/** How many answers of an analysis wait for its judge. */
export async function countWithheld(
  db: DatabaseSession,
  { accountId }: ProjectScope,
  analysisId: string,
): Promise<number> {
  const [found] = await db.rows(COUNT_WITHHELD, [accountId, analysisId]);
  return found?.withheld ?? 0;
}

/** The analyses of a project that no reader sees. */
const LIST_UNSELECTED = statement<{ id: string }>(
  'list-unselected-analyses',
  `select a.id
   from analysis a
   left join analysis_selection s on s.account_id = $1 and s.analysis_id = a.id
   where a.account_id = $1 and a.project_id = $2 and s.analysis_id is null
   order by a.created_at, a.id`,
);

/**
 * Removes the analyses that no reader sees: the former one, and those that an unfinished re-analysis has left behind.
 */
export async function discardUnselected(db: DatabaseSession, scope: ProjectScope): Promise<void> {
  for (const { id } of await db.rows(LIST_UNSELECTED, [scope.accountId, scope.projectId])) {
    await discardAnalysis(db, scope, id);
  }
}

const OF_ANALYSIS = 'account_id = $1 and project_id = $2 and analysis_id = $3';

/** Every table whose rows belong to an analysis and are deleted with it, by account, project and analysis. */
export const ANALYSIS_TABLES: readonly string[] = [...FACT_TABLES, ...ROLLUPS.map(({ table }) => table)];

const EARLIEST_DAY = statement<{ day: string | null }>(
  'earliest-day-of-analysis',
  `select min(bucket_date)::text as day
   from answer_reading
   where ${OF_ANALYSIS}`,
);

const DELETE_FACTS_OF_DAY = FACT_TABLES.map((table) =>
  statement<object>(`delete-day-of-${table}`, `delete from ${table} where ${OF_ANALYSIS} and bucket_date = $4`),
);

const DELETE_REST = ANALYSIS_TABLES.map((table) =>
  statement<object>(`delete-analysis-from-${table}`, `delete from ${table} where ${OF_ANALYSIS}`),
);

/**
 * Removes an analysis that no reader sees any more, day by day in short transactions. The last one deletes its own row
 * first: that waits for transactions that still write facts under it, and later ones find it gone.
 */
async function discardAnalysis(db: DatabaseSession, scope: ProjectScope, analysisId: string): Promise<void> {
  const key = [scope.accountId, scope.projectId, analysisId];
  for (let day = await earliestDay(db, key); day !== null; day = await earliestDay(db, key)) {
    const facts = [...key, day];
    await longTransaction(db, async (tx) => {
      for (const remove of DELETE_FACTS_OF_DAY) await tx.rows(remove, facts);
    });
  }
  await longTransaction(db, async (tx) => {
    await tx.rows(DELETE_ANALYSIS, [scope.accountId, analysisId]);
    for (const remove of DELETE_REST) await tx.rows(remove, key);
  });
}

async function earliestDay(db: DatabaseSession, key: readonly string[]): Promise<string | null> {
  const [row] = await db.rows(EARLIEST_DAY, key);
  return row?.day ?? null;
}
