import type { EntityManager } from '@mikro-orm/postgresql';
import { createPartitions } from '../../database/partitions.js';
import { FACT_TABLES } from '../analysis-tables.js';

/** Retained answers and their facts, by month of `bucket_date`: kept for ever. */
export const ANSWER_TABLES: readonly string[] = ['answer', ...FACT_TABLES];

/** Every partitioned table: runs go by month of `period_date`. */
const PARTITIONED: readonly string[] = [...ANSWER_TABLES, 'run'];

/** {@link createPartitions} of `tables`, or of every partitioned table. */
export async function ensurePartitions(
  em: EntityManager,
  days: Iterable<string>,
  tables: readonly string[] = PARTITIONED,
): Promise<void> {
  await createPartitions(em, tables, days);
}
