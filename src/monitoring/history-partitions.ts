import type { DatabaseSession } from '../database/database-session.js';
import { createPartitions } from '../database/partitions.js';

/** The facts of an analysis, partitioned by month as the answers are. */
export const FACT_TABLES: readonly string[] = ['answer_reading', 'answer_mention', 'answer_citation'];

/** Answers and their facts, by month of `bucket_date`: retained for ever. */
export const ANSWER_TABLES: readonly string[] = ['answer', ...FACT_TABLES];

/** Every partitioned table; that of runs is by month of `period_date`. */
const PARTITIONED: readonly string[] = [...ANSWER_TABLES, 'run'];

/** {@link createPartitions} of `tables`, or of every partitioned table. */
export async function ensurePartitions(
  db: DatabaseSession,
  days: Iterable<string>,
  tables: readonly string[] = PARTITIONED,
): Promise<void> {
  await createPartitions(db, tables, days);
}
