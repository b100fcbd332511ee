import { WHY_UNWANTED } from '../../core/schedule/wanted-prompts.js';
import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform, type RunReason, type RunState, type Tier } from '../../entities/vocabulary.js';

export interface RunKeyRow {
  account_id: string;
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
}

const KEY = 'account_id, prompt_id, platform, period_date::text, occasion';
const HAS_KEY = 'r.account_id = $1 and r.prompt_id = $2 and r.platform = $3 and r.period_date = $4 and r.occasion = $5';

/** Ties of `queue_at` come in any order: the caller chooses at random among what it found. */
const lookOn = (platform: Platform, place: number) =>
  `(select ${KEY}
    from run
    where state = 'queued' and platform = '${platform}' and not_before <= $1 and expires_at > $1 and period_date >= $2
    order by queue_at
    limit $${place + 3})`;

/**
 * Of each platform the runs that have waited longest, over all accounts; $3 and on are the numbers, in the order of the
 * platforms. Reads only: a worker that wants a run claims it. $2 leaves out old partitions.
 */
export const LOOK = statement<RunKeyRow>('look-for-queued-runs', PLATFORMS.map(lookOn).join('\n   union all\n   '));

export interface ClaimRow {
  project_id: string;
  claim_no: number;
  attempts: number;
  expires_at: string;
  credit_month: string | null;
  prompt_text: string;
  target_country: string;
  tier: Tier;
  unwanted: RunReason | null;
}

/**
 * Claims a run for $7 seconds, at the schedule's time $8. One statement decides: of two workers that want a run, one
 * finds it queued. What the attempt is likely to use ($9 searches, $10) counts from now on, also if it dies.
 * `unwanted`: why it must not be asked now; the run is claimed all the same, to be skipped.
 */
export const CLAIM = statement<ClaimRow>(
  'claim-run',
  `update run r
   set state = 'running', claim_no = r.claim_no + 1, attempts = r.attempts + 1, worker = $6,
     lease_until = now() + $7::float8 * interval '1 second', started_at = $8,
     searches = r.searches + $9, cost_microusd = r.cost_microusd + $10
   from prompt q, project p, account a
   where ${HAS_KEY} and r.state = 'queued' and r.expires_at > $8
     and q.account_id = $1 and q.id = $2 and p.account_id = $1 and p.id = r.project_id and a.account_id = $1
   returning r.project_id, r.claim_no, r.attempts, r.expires_at, r.credit_month, q.prompt_text,
     p.target_country, a.tier,
     ${WHY_UNWANTED} as unwanted`,
);

/** Renews the claim $6 for $7 seconds; no row if another worker has the run by now. */
export const BEAT = statement<{ claim_no: number }>(
  'renew-lease-of-run',
  `update run r
   set lease_until = now() + $7::float8 * interval '1 second'
   where ${HAS_KEY} and r.state = 'running' and r.claim_no = $6
   returning r.claim_no`,
);

export interface EndedRow extends RunKeyRow {
  project_id: string;
  claim_no: number;
  attempts: number;
  expires_at: string;
  credit_month: string | null;
}

const ENDED = `${KEY}, project_id, claim_no, attempts, expires_at::text, credit_month::text`;

/**
 * Running ones whose lease is over by the database's clock, and queued ones that expired by the schedule's time $1; at
 * most $2 of each. Of all accounts; a read alone, and one statement as each worker sends it every few seconds.
 */
export const OVERDUE_RUNS = statement<EndedRow & { state: 'running' | 'queued' }>(
  'overdue-runs',
  `(select state, ${ENDED}
    from run
    where state = 'running' and lease_until < now()
    order by lease_until
    limit $2)
   union all
   (select state, ${ENDED}
    from run
    where state = 'queued' and expires_at <= $1
    order by expires_at
    limit $2)`,
);

/** Of all accounts, by their keys ($1, as JSON); reads only. */
export const STATES_OF_RUNS = statement<EndedRow & { state: RunState; reason: RunReason | null }>(
  'states-of-runs',
  `select r.account_id, r.prompt_id, r.platform, r.period_date::text, r.occasion, r.project_id, r.claim_no, r.attempts,
     r.expires_at::text, r.credit_month::text, r.state, r.reason
   from json_to_recordset($1::json) as s (account_id uuid, prompt_id uuid, platform text, period_date date,
     occasion smallint)
   join run r on r.account_id = s.account_id and r.prompt_id = s.prompt_id and r.platform = s.platform
     and r.period_date = s.period_date and r.occasion = s.occasion
   order by r.queue_at, r.account_id, r.prompt_id, r.platform, r.period_date, r.occasion`,
);
