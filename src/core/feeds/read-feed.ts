import { hash } from 'node:crypto';
import { statement } from '../../database/rows.js';
import type { FeedKind, FeedWindow, Platform, Subscription, Tier } from '../../entities/vocabulary.js';
import type { ParsedCredential } from '../access/token.js';
import { type Budget, readCharge } from '../admission/admission.js';
import { type ChargeRow, chargeOfBudget, INSTANT, windowsOfBudget } from '../admission/admission.sql.js';
import type { Caller, Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { versionsOf } from '../exports/export-manifest.js';
import { type ExportFile, type ExportName, openExport } from '../exports/open-export.js';
import { toPeriod } from '../metrics/metric-query.js';
import { keyLimits } from '../plans.js';
import { storedFilter } from './feeds.js';

/** For so long the same result is sent again for nothing, so many times at most. */
const REPEATS = { minutes: 10, most: 20 } as const;

/** A feed that was asked for by its token, good now. */
export interface AskedFeed {
  id: string;
  projectId: string;
  kind: FeedKind;
  window: FeedWindow;
  platforms: readonly Platform[] | null;
  promptFilter: unknown;
  /** What was charged lately and may be sent again; null where nothing was. */
  chargedVersion: string | null;
}

interface AskedRow {
  id: string;
  project_id: string;
  kind: FeedKind;
  rolling_window: FeedWindow;
  platforms: Platform[] | null;
  prompt_filter: unknown;
  charged_version: string | null;
  tier: Tier;
  subscription: Subscription;
}

const FIND_BY_TOKEN = statement<AskedRow>(
  'find-feed-by-token',
  `select f.id, f.project_id, f.kind, f.rolling_window, f.platforms, f.prompt_filter, a.tier, a.subscription,
     case
       when f.charged_at > now() - interval '${REPEATS.minutes} minutes' and f.repeat_count < ${REPEATS.most}
       then f.charged_version
     end as charged_version
   from feed f
   join project p on p.account_id = $1 and p.id = f.project_id
   join account a on a.account_id = $1
   where f.account_id = $1 and f.token_hash = $2 and f.revoked_at is null and p.archived_at is null`,
);

/** One row, which is the lock: two who ask at once may both be charged, and are never both free of the bound. */
const RECORD_REPEAT = statement<object>(
  'record-feed-repeat',
  `with asked as (select ${INSTANT})
   update feed f
   set last_used_at = i.asked_at, request_count = f.request_count + 1, repeat_count = f.repeat_count + 1
   from asked i
   where f.account_id = $1 and f.id = $2`,
);

/** $3 requests to the budget of the account's keys, whose bounds are $4 and $5; $6: the state that they are for. */
const CHARGE_FEED = statement<ChargeRow>(
  'charge-feed',
  `with found as (
     select f.id as feed_id, $3::int as charge, ${INSTANT}
     from feed f
     where f.account_id = $1 and f.id = $2
   ),
   charged as (
     update request_budget b
     set ${chargeOfBudget({ perMinute: '$4::int', perDay: '$5::int' })}
     from found i
     where b.account_id = $1
     returning b.admitted, b.minute_started_at, b.minute_count, b.day_date, b.day_count
   ),
   used as (
     update feed f
     set last_used_at = i.asked_at, request_count = f.request_count + $7::int, charged_at = i.asked_at,
       charged_version = $6, repeat_count = 0
     from found i, charged c
     where f.account_id = $1 and f.id = i.feed_id and c.admitted
   )
   select i.charge, c.admitted, ${windowsOfBudget('c')}
   from found i
   join charged c on true`,
);

/**
 * The feed that a token opens, and who reads by it.
 * @throws ServiceError NOT_FOUND for whatever is wrong with the feed, FORBIDDEN for a tier without API access and an
 *   inactive subscription.
 */
export async function findFeed(
  db: Context['db'],
  { accountId, hash: tokenHash }: ParsedCredential,
): Promise<{ feed: AskedFeed; caller: Caller }> {
  const [row] = await db.rows(FIND_BY_TOKEN, [accountId, tokenHash]);
  if (!row) throw noFeed();
  keyLimits(row.tier);
  if (row.subscription !== 'active') throw new ServiceError('FORBIDDEN', 'The subscription of the account is inactive');
  const { id, project_id: projectId, kind, rolling_window: window, platforms } = row;
  return {
    feed: {
      id,
      projectId,
      kind,
      window,
      platforms,
      promptFilter: row.prompt_filter,
      chargedVersion: row.charged_version,
    },
    caller: { kind: 'feed', accountId, tier: row.tier, feedId: id },
  };
}

/** A feed whose rows may be read: they are charged. */
export interface OpenedFeed {
  /** Another text where the file is another. */
  version: string;
  file: ExportFile;
  /** What is left of the account's budget; null where nothing was charged. */
  budget: Budget | null;
}

/**
 * Opens a feed's file: one request of the account's budget for up to 1,000 rows, none where the same was charged within
 * ten minutes, twenty times at most.
 * @throws RateLimitExceeded; ServiceError VALIDATION_ERROR for a file of more rows than may be, NOT_FOUND.
 */
export async function openFeed(ctx: Context, feed: AskedFeed): Promise<OpenedFeed> {
  const { accountId, tier } = ctx.caller;
  const limits = keyLimits(tier);
  const charge = async (requests: number, version: string | null, asked: number): Promise<Budget> => {
    const values = [accountId, feed.id, requests, limits.perMinute, limits.perDay, version, asked];
    const [row] = await ctx.db.rows(CHARGE_FEED, values);
    if (!row) throw noFeed();
    return readCharge(row, limits, requests).budget;
  };
  const version = await versionOf(ctx, feed);
  const isRepeat = version === feed.chargedVersion;
  const budget = isRepeat ? null : await charge(1, null, 1);
  const where = storedFilter(feed.promptFilter);
  const sent = { project: feed.projectId, window: feed.window, ...(feed.platforms && { platforms: feed.platforms }) };
  const file = await openExport(ctx, exportOf(feed.kind), sent, limits.perMinute, where);
  if (isRepeat) {
    await ctx.db.rows(RECORD_REPEAT, [accountId, feed.id]);
    return { version, file, budget };
  }
  return { version, file, budget: await charge(file.requests - 1, version, 0) };
}

/** Addresses of exports have hyphens, names of vocabularies none. */
function exportOf(kind: FeedKind): ExportName {
  return kind === 'prompts_daily' ? 'prompts-daily' : kind;
}

/** By all that the file is made of: its question, its days, the answers of their months and the lists. */
async function versionOf(ctx: Context, feed: AskedFeed): Promise<string> {
  const { projectId, kind, window, platforms, promptFilter } = feed;
  const { from, to } = toPeriod(ctx, { window });
  const { analysisId, months, listsVersion } = await versionsOf(ctx, projectId);
  // Of all months: rows are compared with the period before, and lists are of all history.
  const made = [kind, from, to, platforms, promptFilter, analysisId, months, listsVersion];
  return hash('sha256', JSON.stringify(made), 'base64url');
}

/** One message, so that it does not tell a feed that was revoked from one that never was. */
export function noFeed(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such feed. It may have been revoked, or its project archived');
}
