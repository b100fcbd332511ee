import { statement } from '../../database/rows.js';
import type { RunKeyRow } from './queue.statements.js';

const OF_RUN = `r.account_id = $1 and r.prompt_id = s.prompt_id and r.platform = s.platform
     and r.period_date = s.period_date and r.occasion = s.occasion`;
/** The fence: a process with an older claim finds nothing. */
const IS_HELD = 'r.state = $3 and r.claim_no = s.claim_no';

/**
 * Of some runs of an account ($2) those that are still in the state $3 under the same claim, locked until the
 * transaction ends.
 */
export const HOLD_RUNS = statement<RunKeyRow>(
  'hold-runs-of-claims',
  `select r.account_id, r.prompt_id, r.platform, r.period_date::text, r.occasion
   from run r
   join json_to_recordset($2::json) as s (prompt_id uuid, platform text, period_date date, occasion smallint,
     claim_no integer) on ${OF_RUN}
   where ${IS_HELD}
   order by r.prompt_id, r.platform, r.period_date, r.occasion
   for update of r`,
);

/** Writes the endings of runs that the transaction has locked. */
export const SETTLE_RUNS = statement<object>(
  'settle-runs',
  `update run r
   set state = s.state, reason = s.reason, message = s.message,
     attempts = r.attempts - s.unpaid_attempts,
     not_before = coalesce(s.again_at, r.not_before),
     queue_at = greatest(r.queue_at, coalesce(s.again_at, r.queue_at)),
     lease_until = null, worker = null,
     finished_at = s.finished_at,
     credit_month = case when s.is_credit_returned then null else r.credit_month end,
     answer_id = s.answer_id, bucket_date = s.bucket_date,
     model = coalesce(s.model, r.model), request_version = coalesce(s.request_version, r.request_version),
     searches = r.searches + s.searches, cost_microusd = r.cost_microusd + s.cost_microusd
   from json_to_recordset($2::json) as s (prompt_id uuid, platform text, period_date date, occasion smallint,
     claim_no integer, state text, reason text, message text, unpaid_attempts smallint, again_at timestamptz,
     finished_at timestamptz, is_credit_returned boolean, answer_id uuid, bucket_date date, model text,
     request_version smallint, searches integer, cost_microusd bigint)
   where ${OF_RUN} and ${IS_HELD}`,
);
