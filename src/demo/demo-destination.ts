import { randomBytes, randomUUID } from 'node:crypto';
import type { Context } from '../core/context.js';
import { toDay } from '../core/time.js';
import { EVENT_TABLES, ensurePartitions } from '../database/partitions.js';
import { statement } from '../database/rows.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Below a reserved top level, where no host is; and disabled, so that nothing is ever sent. */
const URL = 'https://warehouse.example/hooks/visibility';
const NAME = 'Data warehouse';

const FIND = statement<object>(
  'find-demo-destination',
  `select
   from destination
   where account_id = $1 and name = $2
   limit 1`,
);

const SAVE = statement<object>(
  'save-demo-destination',
  `insert into destination (account_id, id, kind, name, url, events, secret, state, failures, failing_since,
     disabled_at, last_fault, created_at, updated_at)
   values ($1, $2, 'webhook', $3, $4, '{alert.opened,alert.resolved,report.ready,project.day_closed}', $5,
     'disabled', 10, $6, $7, 'timed_out', $8, $7)`,
);

const SAVE_DELIVERY = statement<object>(
  'save-demo-delivery',
  `with happened as (
     insert into event (account_id, id, day, at, type, data)
     values ($1, $2, $3, $4, $5, $6)
   ),
   sent as (
     insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at, attempts,
       created_at, finished_at)
     values ($1, $7, $3, $8, $2, $3, $9, $4, $10, $4, $11)
   )
   insert into delivery_attempt (account_id, delivery_id, day, number, at, status, took_ms, fault)
   select $1, $7, $3, a.number, $4::timestamptz + (a.number - 1) * interval '6 minutes', $12, $13, $14
   from generate_series(1, $10::int) as a (number)`,
);

/** What became of the demo's deliveries: the receiver answered at first, and then no more. */
const DELIVERIES = [
  { type: 'destination.test', daysAgo: 14, state: 'delivered', attempts: 1, status: 204, tookMs: 300, fault: null },
  { type: 'project.day_closed', daysAgo: 8, state: 'delivered', attempts: 1, status: 204, tookMs: 200, fault: null },
  {
    type: 'project.day_closed',
    daysAgo: 7,
    state: 'failed',
    attempts: 10,
    status: null,
    tookMs: 15_000,
    fault: 'timed_out',
  },
] as const;

/** A webhook of the demo that was disabled as its receiver was down, with what it was sent before; once. */
export async function addDemoDestination(ctx: Context): Promise<void> {
  const { accountId } = ctx.caller;
  if ((await ctx.db.rows(FIND, [accountId, NAME])).length > 0) return;
  const now = ctx.clock.now().getTime();
  const ago = (days: number) => new Date(now - days * DAY_MS);
  const id = randomUUID();
  await ctx.db.transaction(async (db) => {
    await ensurePartitions(
      db,
      DELIVERIES.map(({ daysAgo }) => toDay(ago(daysAgo))),
      EVENT_TABLES,
    );
    await db.rows(SAVE, [accountId, id, NAME, URL, randomBytes(32), ago(7), ago(2), ago(14)]);
    for (const { type, daysAgo, state, attempts, status, tookMs, fault } of DELIVERIES) {
      const at = ago(daysAgo);
      const data = { version: 1, account_id: accountId, project: null, is_cut: false };
      const event = [randomUUID(), toDay(at), at, type, JSON.stringify(data)];
      const endedAt = new Date(at.getTime() + attempts * 6 * MINUTE_MS);
      await db.rows(SAVE_DELIVERY, [
        accountId,
        ...event,
        randomUUID(),
        id,
        state,
        attempts,
        endedAt,
        status,
        tookMs,
        fault,
      ]);
    }
  });
}
