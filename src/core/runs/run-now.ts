import { ensurePartitions } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform, type Subscription, type Tier } from '../../entities/vocabulary.js';
import { notFoundOrForbidden, refuseUnlessMayWrite } from '../access/access.js';
import { allowedProjects, type Context, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { parse, uuid } from '../input.js';
import { PLANS } from '../plans.js';
import { configuredPlatforms } from '../platforms/platform-status.js';
import { creditsLeft, type LockedMonth, lockMonth } from '../schedule/credits.js';
import { daysBefore, toDay } from '../time.js';
import { inAccountQueue } from '../writes.js';
import { addRuns, lineUp, type NewRun } from './add-runs.js';
import { REQUESTED, type RunKey } from './run-id.js';

/** How often a prompt can be run by request in a UTC day: the occasions of a key besides the scheduled ones. */
export const REQUESTS_PER_DAY = 3;

/** A week's run may wait for its whole week. */
const OLDEST_PERIOD_DAYS = 9;

/** A requested run that was not asked within this time is not asked at all. */
const REQUEST_LIFE_MS = 24 * 3_600_000;

interface RequestedPrompt {
  project_id: string;
  platforms: Platform[];
  is_active: boolean;
  is_project_active: boolean;
  is_paused: boolean;
  subscription: Subscription;
  tier: Tier;
  /** Among the account's unarchived prompts of unarchived projects, the oldest first, from 1. */
  place: number;
  /** The last of the day's requested occasions, 0 where no run was requested yet. */
  occasion: number;
}

const REQUESTED_PROMPT = statement<RequestedPrompt>(
  'requested-prompt',
  `select q.project_id, q.platforms, q.is_active, p.is_active as is_project_active, p.is_paused, a.subscription, a.tier,
     (select count(*)::int
      from prompt o
      join project op on op.account_id = $1 and op.id = o.project_id and op.archived_at is null
      where o.account_id = $1 and o.archived_at is null and (o.created_at, o.id) <= (q.created_at, q.id)) as place,
     (select coalesce(max(r.occasion), 0)::int
      from run r
      where r.account_id = $1 and r.prompt_id = $2 and r.period_date = $3 and r.occasion ${REQUESTED}) as occasion
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id and p.archived_at is null
   join account a on a.account_id = $1
   where q.account_id = $1 and q.id = $2 and q.archived_at is null`,
);

/** The first scheduled run of the account in the queue of a platform, if it is before the requested one. */
const firstOwn = (platform: Platform) =>
  `first_${platform} as (
     select r.prompt_id, r.platform, r.period_date, r.occasion, r.queue_at
     from run r
     where r.account_id = $1 and r.platform = '${platform}' and r.state = 'queued' and r.occasion not ${REQUESTED}
       and r.period_date >= $5::date
     order by r.queue_at
     limit 1
     for update skip locked
   )`;

/**
 * Exchanges the places of a requested run and of its account's first scheduled one, on each platform: it is asked
 * before the account's own, and no other account waits longer. A run that is being claimed is left alone.
 */
const PASS_OWN = statement<object>(
  'pass-own-runs',
  `with ${PLATFORMS.map(firstOwn).join(', ')}, first as (
     ${PLATFORMS.map((platform) => `select * from first_${platform}`).join('\n     union all\n     ')}
   ), requested as (
     select r.prompt_id, r.platform, r.period_date, r.occasion, r.queue_at
     from run r
     where r.account_id = $1 and r.prompt_id = $2 and r.period_date = $3::date and r.occasion = $4
       and r.state = 'queued'
   ), exchanged as (
     select q.prompt_id, q.platform, q.period_date, q.occasion, f.queue_at
     from requested q
     join first f on f.platform = q.platform and f.queue_at < q.queue_at
     union all
     select f.prompt_id, f.platform, f.period_date, f.occasion, q.queue_at
     from requested q
     join first f on f.platform = q.platform and f.queue_at < q.queue_at
   )
   update run r
   set queue_at = e.queue_at
   from exchanged e
   where r.account_id = $1 and r.prompt_id = e.prompt_id and r.platform = e.platform
     and r.period_date = e.period_date and r.occasion = e.occasion and r.state = 'queued'`,
);

/**
 * Queues a run of a prompt on each of its platforms that the tier has, ahead of the account's own. A platform that no
 * worker has a key for gets a skipped run, as in the schedule. Takes a credit for each queued run: all of them or none.
 * The kill switch does not stop it, as it stops no monitoring.
 * @returns the runs' keys, by platform.
 * @throws ServiceError VALIDATION_ERROR also where the day's requests or the month's credits are used up, or the prompt
 *   is not monitored now; NOT_FOUND; FORBIDDEN also for a holder who only reads.
 */
export async function runPrompt(ctx: Context, promptId: unknown): Promise<RunKey[]> {
  refuseUnlessMayWrite(ctx.caller);
  const id = parse(uuid, promptId, 'promptId');
  const now = ctx.clock.now();
  const periodDate = toDay(now);
  await ensurePartitions(ctx.db, [periodDate], ['run']);
  return inAccountQueue(ctx, () =>
    ctx.db.transaction(async (db) => {
      const { accountId } = ctx.caller;
      const held = await lockMonth(db, accountId, now);
      const [prompt] = await db.rows(REQUESTED_PROMPT, [accountId, id, periodDate]);
      if (!prompt || !seesProject(ctx.caller, prompt.project_id))
        throw await notFoundOrForbidden({ ...ctx, db }, 'prompt', id);
      refuseUnwanted(prompt);
      const place = lineUp(held.tailAt, now);
      const expiresAt = new Date(now.getTime() + REQUEST_LIFE_MS);
      const occasion = prompt.occasion + 1;
      const run = {
        promptId: id,
        projectId: prompt.project_id,
        periodDate,
        occasion,
        queueAt: place.queueAt,
        expiresAt,
      };
      const configured = await configuredPlatforms(db);
      const runs = platformsOf(prompt).map((platform): NewRun => {
        return { ...run, platform, reason: configured.has(platform) ? null : 'platform_not_configured' };
      });
      refuseBeyondCredits(ctx, held, runs);
      const added = await addRuns(db, held, runs, { now, tailAt: place.tailAt });
      if (added.length !== runs.length) throw new Error('a requested run was there, under the lock of its account');
      await db.rows(PASS_OWN, [accountId, id, periodDate, occasion, daysBefore(periodDate, OLDEST_PERIOD_DAYS)]);
      return runs.map(({ platform }) => ({ promptId: id, platform, periodDate, occasion }));
    }),
  );
}

/** A prompt that the schedule does not ask is not asked by request either, except a daily prompt without a slot. */
function refuseUnwanted(prompt: RequestedPrompt): void {
  const { promptCapacity } = PLANS[prompt.tier];
  if (prompt.subscription !== 'active') throw refused('the subscription is not active');
  if (!prompt.is_project_active) throw refused("the prompt's project is not active");
  if (prompt.is_paused) throw refused("the prompt's project is paused");
  if (!prompt.is_active) throw refused('the prompt is not active');
  if (prompt.place > promptCapacity) {
    throw refused(`the prompt is beyond the capacity of ${promptCapacity} of the ${prompt.tier} subscription tier`);
  }
  if (prompt.occasion >= REQUESTS_PER_DAY) {
    throw refused(`a prompt can be run on request at most ${REQUESTS_PER_DAY} times a day (UTC)`);
  }
}

function platformsOf({ platforms, tier }: RequestedPrompt): Platform[] {
  const asked = PLATFORMS.filter(
    (platform) => platforms.includes(platform) && PLANS[tier].platforms.includes(platform),
  );
  if (asked.length > 0) return asked;
  throw refused(`the ${tier} subscription tier includes none of the prompt's platforms`);
}

/** How many are left tells what other projects use, so who does not see those is told that it is too few. */
function refuseBeyondCredits({ caller }: Context, held: LockedMonth, runs: readonly NewRun[]): void {
  const needed = runs.filter(({ reason }) => reason === null).length;
  const left = creditsLeft(caller.tier, held);
  if (needed <= left) return;
  const told = allowedProjects(caller) === null ? `${left} are left` : 'fewer are left';
  throw refused(`the run needs ${needed} credits, and ${told} this month`);
}

function refused(message: string) {
  return invalid(['promptId'], message);
}
