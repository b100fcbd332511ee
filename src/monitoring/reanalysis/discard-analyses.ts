import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { longTransaction } from '../history/long-transaction.js';
import type { ProjectScope } from '../scope.js';
import { LIST_UNSELECTED } from '../selection/analysis.statements.js';

const FACTS = ['answer_mention', 'answer_citation', 'answer_reading'];
const ROLLUPS = [
  'daily_response',
  'daily_question_response',
  'daily_mention',
  'daily_citation',
  'daily_citation_url',
  'mention_total',
];

const OF_ANALYSIS = 'account_id = $1 and project_id = $2 and analysis_id = $3';

const EARLIEST_DAY = statement<{ day: string | null }>(
  'earliest-day-of-analysis',
  `select min(bucket_date)::text as day
   from answer_reading
   where ${OF_ANALYSIS}`,
);

const FORGET_FACTS_OF_DAY = FACTS.map((table) =>
  statement<object>(`forget-day-of-${table}`, `delete from ${table} where ${OF_ANALYSIS} and bucket_date = $4`),
);

const FORGET_REST = [...FACTS, ...ROLLUPS].map((table) =>
  statement<object>(`forget-${table}`, `delete from ${table} where ${OF_ANALYSIS}`),
);

const FORGET_ANALYSIS = statement<object>('forget-analysis', 'delete from analysis where account_id = $1 and id = $2');

/**
 * Removes the analyses that no reader sees: the former one, and what a re-analysis that never ended has left behind.
 */
export async function discardUnselected(em: EntityManager, scope: ProjectScope): Promise<void> {
  for (const { id } of await rows(em, LIST_UNSELECTED, [scope.accountId, scope.projectId])) {
    await discardAnalysis(em, scope, id);
  }
}

/**
 * Removes an analysis that no reader sees any more, day by day in short transactions. Its own row goes first in the
 * last one: that waits for whoever still writes facts under it, and whoever comes later finds it gone.
 */
async function discardAnalysis(em: EntityManager, scope: ProjectScope, analysisId: string): Promise<void> {
  const key = [scope.accountId, scope.projectId, analysisId];
  for (let day = await earliestDay(em, key); day !== null; day = await earliestDay(em, key)) {
    const facts = [...key, day];
    await longTransaction(em, async (tx) => {
      for (const forget of FORGET_FACTS_OF_DAY) await rows(tx, forget, facts);
    });
  }
  await longTransaction(em, async (tx) => {
    await rows(tx, FORGET_ANALYSIS, [scope.accountId, analysisId]);
    for (const forget of FORGET_REST) await rows(tx, forget, key);
  });
}

async function earliestDay(em: EntityManager, key: readonly string[]): Promise<string | null> {
  const [row] = await rows(em, EARLIEST_DAY, key);
  return row?.day ?? null;
}
