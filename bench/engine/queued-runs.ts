import { periodDatesAt } from '../../src/core/schedule/periods.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { planAccount } from '../../src/monitoring/engine/plan.js';
import type { BenchDatabase } from '../shared/database.js';
import { openAccounts } from './planning.js';

/** Empties the queue, and fills it with runs on ChatGPT alone, of as many accounts with as many prompts each. */
export async function queueRuns(
  database: BenchDatabase,
  { accounts, runs, now }: { accounts: number; runs: number; now: Date },
): Promise<void> {
  await database.client.query('truncate run, monitoring_month, prompt_schedule');
  const prompts = runs / accounts;
  await planAccounts(database, await openAccounts(database, { accounts, prompts, dueAt: now }), now);
  await database.client.query(`delete from run where platform <> 'chatgpt'`);
  await database.client.query('vacuum analyze run');
}

/** Plans all that these accounts have due, on all platforms. */
export async function planAccounts(database: BenchDatabase, accountIds: readonly string[], now: Date): Promise<void> {
  await ensurePartitions(database.db, periodDatesAt(now), ['run']);
  for (const accountId of accountIds) await planAccount(database.db, accountId, new Set(PLATFORMS), now);
}
