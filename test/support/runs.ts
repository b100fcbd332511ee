import { statement } from '../../src/database/rows.js';
import type { Platform, RunReason, RunState } from '../../src/entities/vocabulary.js';
import type { TestDatabase } from './database.js';
import { queryDatabase } from './sql.js';

export interface StoredRun {
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
  state: RunState;
  reason: RunReason | null;
  credit_month: string | null;
  queue_at: Date;
  not_before: Date;
  expires_at: Date;
  finished_at: Date | null;
}

/** Has workers with keys of these platforms, and of no others. */
export async function serve(database: TestDatabase, platforms: readonly Platform[]): Promise<void> {
  await queryDatabase(
    database,
    `update platform_gate set served_until = case when platform = any ($1) then now() + interval '1 hour' end`,
    [platforms],
  );
}

/** All of an account's runs, the earliest periods first. */
export async function runsOf(database: TestDatabase, accountId: string): Promise<StoredRun[]> {
  return queryDatabase<StoredRun>(
    database,
    `select prompt_id, platform, period_date::text, occasion, state, reason, credit_month::text, queue_at, not_before,
       expires_at, finished_at
     from run
     where account_id = $1
     order by period_date, occasion, prompt_id, platform`,
    [accountId],
  );
}

/** When a prompt is due next; null where it has left the schedule. */
export async function nextAtOf(database: TestDatabase, promptId: string): Promise<string | null> {
  const [row] = await queryDatabase<{ next_at: Date }>(
    database,
    `select next_at from prompt_schedule where prompt_id = $1`,
    [promptId],
  );
  return row ? row.next_at.toISOString() : null;
}

const HASTEN_RUNS = statement<object>(
  'hasten-runs',
  `update run r
   set not_before = now() - interval '1 second', queue_at = least(r.queue_at, now())
   from (
     select account_id, prompt_id, platform, period_date, occasion
     from run
     where state = 'queued' and not_before > now()
     for update skip locked
   ) q
   where (r.account_id, r.prompt_id, r.platform, r.period_date, r.occasion)
     = (q.account_id, q.prompt_id, q.platform, q.period_date, q.occasion)`,
);

const OPEN_GATES = statement<object>(
  'open-gates',
  `update platform_gate g
   set paused_until = null, probe_at = now()
   from (
     select platform
     from platform_gate
     where paused_until is not null or probe_at > now()
     for update skip locked
   ) q
   where g.platform = q.platform`,
);

/**
 * Has the pauses between attempts, and those of the platforms, pass at once, for workers of the machine's time. What a
 * worker holds is left to the next call.
 */
export async function hastenRuns(database: TestDatabase): Promise<void> {
  await database.db.rows(HASTEN_RUNS, []);
  await database.db.rows(OPEN_GATES, []);
}
