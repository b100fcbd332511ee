import type { Context } from '../core/context.js';
import { listPrompts } from '../core/prompts/prompt.reads.js';
import { monthOf } from '../core/schedule/credits.js';
import { periodOf } from '../core/schedule/periods.js';
import { toDay } from '../core/time.js';
import type { DatabaseSession } from '../database/database-session.js';
import { ensurePartitions } from '../database/partitions.js';
import { statement } from '../database/rows.js';
import { askingsOf, type SampleAsking } from './answers/occasions.js';
import { SAMPLE_MODEL } from './answers/platform-replies.js';
import { randomOf } from './answers/random.js';
import type { DemoProject } from './demo.types.js';

/** An accepted run is tied to its answer by the answer's external id. Runs that an earlier load saved stay. */
const SAVE_RUNS = statement<object>(
  'save-runs-of-demo',
  `insert into run (account_id, prompt_id, platform, period_date, occasion, project_id, state, reason, message,
     queue_at, not_before, expires_at, claim_no, attempts, credit_month, planned_at, started_at, finished_at, answer_id,
     bucket_date, model)
   select $1, r.prompt_id, r.platform, r.period_date, 0, $2, r.state, r.reason, r.message,
     r.planned_at, r.planned_at, r.expires_at, r.attempts, r.attempts, r.credit_month, r.planned_at, r.started_at,
     r.finished_at, a.answer_id, case when r.state = 'accepted' then r.bucket_date end, r.model
   from json_to_recordset($3::json) as r (external_id text, prompt_id uuid, platform text, period_date date, state text,
     reason text, message text, attempts smallint, expires_at timestamptz, credit_month date, planned_at timestamptz,
     started_at timestamptz, finished_at timestamptz, bucket_date date, model text)
   left join answer_receipt a on a.account_id = $1 and a.project_id = $2 and a.external_id = r.external_id
   on conflict do nothing`,
);

/** What the runs of the account hold of each month, as settling them would have left it. */
const COUNT_CREDITS = statement<object>(
  'count-credits-of-demo',
  `insert into monitoring_month (account_id, month, credits_used, unanswered, tail_at)
   select r.account_id, date_trunc('month', r.planned_at at time zone 'UTC')::date,
     count(r.credit_month), coalesce(sum(r.attempts) filter (where r.state = 'failed'), 0), $2
   from run r
   where r.account_id = $1
   group by 1, 2
   on conflict (account_id, month) do update
   set credits_used = excluded.credits_used, unanswered = excluded.unanswered`,
);

/**
 * Saves the runs behind a project's sample answers, and those that have none, as the schedule would have left them. To
 * be called after the answers were imported; may be repeated.
 */
export async function saveRuns(ctx: Context, projectId: string, project: DemoProject): Promise<void> {
  const { accountId } = ctx.caller;
  const promptIds = new Map((await listPrompts(ctx, projectId)).map(({ promptText, id }) => [promptText, id]));
  const runs = Array.from(askingsOf(project, ctx.clock.now()), (asking) => ({
    ...toRow(asking),
    prompt_id: promptIds.get(asking.prompt.text),
  }));
  await ctx.db.transaction(async (tx) => {
    await ensurePartitions(
      tx,
      runs.map(({ period_date }) => period_date),
    );
    await tx.rows(SAVE_RUNS, [accountId, projectId, JSON.stringify(runs)]);
  });
}

/** Counts the credits of the saved runs, month by month. */
export async function countCredits(db: DatabaseSession, accountId: string, now: Date): Promise<void> {
  await db.rows(COUNT_CREDITS, [accountId, now]);
}

function toRow(asking: SampleAsking) {
  const { prompt, platform, externalId, seed, endedAt, fault } = asking;
  const random = randomOf(`${seed} run`);
  const startOfDay = Date.parse(`${toDay(endedAt)}T00:00:00Z`);
  const startedAt = new Date(Math.max(startOfDay, endedAt.getTime() - Math.floor(3_000 + random.next() * 25_000)));
  const plannedAt = new Date(Math.max(startOfDay, startedAt.getTime() - Math.floor(random.next() * 60_000)));
  const period = periodOf(prompt.frequency, endedAt);
  return {
    external_id: externalId,
    platform,
    period_date: period.date,
    state: fault?.state ?? 'accepted',
    reason: fault?.reason ?? null,
    message: fault?.message ?? null,
    attempts: fault?.attempts ?? 1,
    expires_at: period.endsAt,
    credit_month: fault === null ? monthOf(plannedAt) : null,
    planned_at: plannedAt,
    started_at: fault?.state === 'skipped' ? null : startedAt,
    finished_at: endedAt,
    bucket_date: toDay(endedAt),
    model: fault === null ? SAMPLE_MODEL : null,
  };
}
