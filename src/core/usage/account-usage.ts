import { statement } from '../../database/rows.js';
import type { Frequency, Platform, Subscription, Tier } from '../../entities/vocabulary.js';
import { refuseLimited } from '../access/project-limit.js';
import { daySoFar, INSTANT, minuteSoFar } from '../admission/admission.sql.js';
import { type Context, refuseVisitor } from '../context.js';
import { PLANS } from '../plans.js';
import { countPrompts } from '../prompts/prompt.reads.js';
import { creditsOf } from '../schedule/credits.js';
import { toTimestamp } from '../time.js';

/** The caller's account and what its tier may do; the request limits are null where the tier has no API access. */
export interface OwnAccountView {
  id: string;
  name: string;
  tier: Tier;
  subscription: Subscription;
  /** How often new prompts are asked that name no frequency. */
  cadence: Frequency;
  limits: {
    requestsPerMinute: number | null;
    requestsPerDay: number | null;
    projectCapacity: number;
    competitorCapacity: number;
    marketCapacity: number;
    repeatsMax: number;
    promptCapacity: number;
    dailySlots: number;
    creditsPerMonth: number;
  };
  platforms: readonly Platform[];
  /** Whether it is that of who runs the service. */
  isOperator: boolean;
  /** When it is deleted for good, unless an owner takes it back before; null where it stays. */
  deleteAt: string | null;
}

/** What the account has used of its limits, by the clock that its request windows run on. */
export interface UsageView {
  requestsThisMinute: number;
  requestsToday: number;
  promptsUsed: number;
  dailySlotsUsed: number;
  /** Of the clock's UTC month: of runs that are queued, running or accepted. */
  creditsUsed: number;
  creditsRemaining: number;
  creditsResetAt: string;
}

interface OwnAccountRow {
  name: string;
  tier: Tier;
  subscription: Subscription;
  cadence: Frequency;
  is_operator: boolean;
  delete_at: string | null;
}

const OWN_ACCOUNT = statement<OwnAccountRow>(
  'own-account',
  `select a.name, a.tier, a.subscription, a.cadence, a.is_operator, d.delete_at
   from account a
   left join account_deletion d on d.account_id = $1
   where a.account_id = $1`,
);

const REQUESTS_SO_FAR = statement<{ this_minute: number; today: number }>(
  'requests-so-far',
  `select ${minuteSoFar('b', 'i.asked_at')} as this_minute, ${daySoFar('b', 'i.asked_at', 'i.today')} as today
   from request_budget b
   cross join (select ${INSTANT}) i
   where b.account_id = $1`,
);

/** The caller's own account. */
export async function getOwnAccount({ db, caller }: Context): Promise<OwnAccountView> {
  refuseVisitor(caller);
  const [row] = await db.rows(OWN_ACCOUNT, [caller.accountId]);
  if (!row) throw new Error('a caller without an account row');
  const { delete_at: deleteAt, is_operator: isOperator, ...account } = row;
  const plan = PLANS[row.tier];
  return {
    id: caller.accountId,
    ...account,
    isOperator,
    deleteAt: deleteAt === null ? null : toTimestamp(deleteAt),
    limits: {
      requestsPerMinute: plan.requests?.perMinute ?? null,
      requestsPerDay: plan.requests?.perDay ?? null,
      projectCapacity: plan.projectCapacity,
      competitorCapacity: plan.competitorCapacity,
      marketCapacity: plan.marketCapacity,
      repeatsMax: plan.repeatsMax,
      promptCapacity: plan.promptCapacity,
      dailySlots: plan.dailySlots,
      creditsPerMonth: plan.creditsPerMonth,
    },
    platforms: plan.platforms,
  };
}

/** What the caller's account has used. @throws ServiceError FORBIDDEN for who is limited to projects. */
export async function getUsage(ctx: Context): Promise<UsageView> {
  refuseVisitor(ctx.caller);
  refuseLimited(ctx.caller, 'Counts of the account');
  const { db, caller } = ctx;
  const [[requests], prompts, credits] = await Promise.all([
    db.rows(REQUESTS_SO_FAR, [caller.accountId]),
    countPrompts(ctx),
    creditsOf(ctx),
  ]);
  if (!requests) throw new Error('an account without a request budget');
  return {
    requestsThisMinute: requests.this_minute,
    requestsToday: requests.today,
    promptsUsed: prompts.total,
    dailySlotsUsed: prompts.daily,
    creditsUsed: credits.used,
    creditsRemaining: credits.remaining,
    creditsResetAt: credits.resetsAt,
  };
}
