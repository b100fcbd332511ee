import { statement } from '../../database/rows.js';
import { historyNotFoundOrForbidden } from '../access/access.js';
import type { Context } from '../context.js';
import { parse, uuid } from '../input.js';
import { creditsLeft, lockMonth, takeCredits } from '../schedule/credits.js';
import { daysBefore, toDay } from '../time.js';
import { lineUp, STEP_MS } from './add-runs.js';
import { runsInput } from './run-list.js';

interface RetriedRuns {
  queued: number;
  /** Failed runs that are not queued only because the month has no credit left for them. */
  withoutCredit: number;
}

/** A period has seven days at most, and a requested run lives for one. */
const PERIOD_DAYS = 7;

/**
 * Failed runs of a project ($2) that were planned from the day $4 on and whose period has not ended by $3. Refusals are
 * left out: asking until a platform answers after all would bias the measurement. Periods before $5 are over.
 */
const RETRIABLE = `select prompt_id, platform, period_date, occasion, planned_at
     from run
     where account_id = $1 and project_id = $2 and state = 'failed' and reason is distinct from 'refused'
       and expires_at > $3::timestamptz and period_date >= $5::date
       and ($4::date is null or planned_at >= $4::date::timestamp at time zone 'UTC')`;

const COUNT_RETRIABLE = statement<{ total: number; is_there: boolean }>(
  'count-retriable-runs',
  `select (select count(*)::int from (${RETRIABLE}) f) as total,
     exists (select from project where account_id = $1 and id = $2) as is_there`,
);

/** Queues the oldest $7 of them as if just planned, from the place $6 on; prompts are $8 ms apart. */
const RETRY_RUNS = statement<{ prompt_id: string }>(
  'retry-runs',
  `update run r
   set state = 'queued', reason = null, message = null, attempts = 0, not_before = $3::timestamptz,
     queue_at = f.queue_at, credit_month = $9::date,
     started_at = null, finished_at = null, lease_until = null, worker = null
   from (
     select o.prompt_id, o.platform, o.period_date, o.occasion,
       $6::timestamptz + (dense_rank() over (order by o.prompt_id) - 1) * $8::float8 * interval '1 millisecond'
         as queue_at
     from (
       ${RETRIABLE}
       order by planned_at, prompt_id, platform, period_date, occasion
       limit $7
     ) o
   ) f
   where r.account_id = $1 and r.prompt_id = f.prompt_id and r.platform = f.platform
     and r.period_date = f.period_date and r.occasion = f.occasion and r.state = 'failed'
   returning r.prompt_id`,
);

/**
 * Queues failed runs of a project again if their period has not ended: the oldest first, as many as the month has
 * credits for. Each takes a credit again, and its attempts count from zero. Refusals stay as they are.
 * @param from only runs planned on this UTC day or later.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function retryRuns(ctx: Context, projectId: unknown, from?: unknown): Promise<RetriedRuns> {
  const id = parse(uuid, projectId, 'projectId');
  const since = parse(runsInput.shape.from, from, 'from') ?? null;
  const { accountId, tier } = ctx.caller;
  const now = ctx.clock.now();
  const which = [accountId, id, now, since, daysBefore(toDay(now), PERIOD_DAYS)];
  return ctx.db.transaction(async (db) => {
    const held = await lockMonth(db, accountId, now);
    const [found] = await db.rows(COUNT_RETRIABLE, which);
    if (!found?.is_there) throw await historyNotFoundOrForbidden({ ...ctx, db }, id);
    const left = creditsLeft(tier, held);
    const { queueAt } = lineUp(held.tailAt, now);
    const values = [...which, queueAt, Math.min(left, found.total), STEP_MS, held.month];
    const queued = await db.rows(RETRY_RUNS, values);
    if (queued.length > 0) {
      const prompts = new Set(queued.map(({ prompt_id }) => prompt_id)).size;
      await takeCredits(db, held, queued.length, new Date(queueAt.getTime() + prompts * STEP_MS));
    }
    return { queued: queued.length, withoutCredit: found.total - queued.length };
  });
}
