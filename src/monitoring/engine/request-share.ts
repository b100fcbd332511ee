import type { EntityManager } from '@mikro-orm/postgresql';
import { toDay } from '../../core/timestamp.js';
import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';

/** The part of what is left of a platform's budget of a day that one account's requested runs may cost. */
export const REQUEST_SHARE = 1 / 4;
/** When a run beyond it is looked at again: the operator may have raised the budget. Each day has its own share. */
const LOOK_AGAIN_MS = 3_600_000;

const MESSAGE = "Requested runs of the account have used their share of the platform's budget of the day.";

/** By the day's beginning $4: what requested runs cost that were asked since then; $3 is the day before. */
const COST_OF_REQUESTS = statement<{ micro_usd: string }>(
  'cost-of-requested-runs',
  `select coalesce(sum(cost_microusd), 0)::text as micro_usd
   from run
   where account_id = $1 and platform = $2 and occasion > 0 and period_date >= $3::date
     and started_at >= $4::timestamptz`,
);

/** All of them at once: looked at one by one, they would keep other accounts waiting. */
const DEFER_REQUESTS = statement<object>(
  'defer-requested-runs',
  `update run
   set not_before = $5::timestamptz, reason = 'budget', message = $6
   where account_id = $1 and platform = $2 and occasion > 0 and period_date >= $3::date
     and state = 'queued' and not_before <= $4::timestamptz`,
);

export interface ShareOfRequests {
  accountId: string;
  platform: Platform;
  /** Of the platform's budget of the day, for all accounts; null: no bound. */
  leftMicroUsd: number | null;
  /** The schedule's time. */
  now: Date;
}

/**
 * Whether a requested run of an account may be asked: its requests have cost less than {@link REQUEST_SHARE} of what
 * the others leave of the day's budget. So however many accounts request runs, something is left for scheduled ones. If
 * not, all that wait do so until the next hour or UTC day, and say why.
 */
export async function mayAskRequested(em: EntityManager, share: ShareOfRequests): Promise<boolean> {
  const { accountId, platform, leftMicroUsd, now } = share;
  if (leftMicroUsd === null) return true;
  const today = Date.parse(`${toDay(now)}T00:00:00Z`);
  const dayBefore = toDay(new Date(today - 1));
  const [row] = await rows(em, COST_OF_REQUESTS, [accountId, platform, dayBefore, new Date(today)]);
  const used = Number(row?.micro_usd ?? 0);
  if (used < REQUEST_SHARE * (leftMicroUsd + used)) return true;
  const again = new Date(Math.min(now.getTime() + LOOK_AGAIN_MS, today + 24 * LOOK_AGAIN_MS));
  await rows(em, DEFER_REQUESTS, [accountId, platform, dayBefore, now, again, MESSAGE]);
  return false;
}
