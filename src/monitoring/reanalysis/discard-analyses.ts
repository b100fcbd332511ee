import { ROLLUPS } from '../../core/facts/rollups.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { FACT_TABLES } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import { DELETE_ANALYSIS } from '../facts/selected-analysis.js';
import { longTransaction } from '../long-transaction.js';
import type { ProjectScope } from '../scope.js';

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
