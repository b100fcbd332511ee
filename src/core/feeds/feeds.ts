import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { FEED_KINDS, FEED_WINDOWS, type FeedKind, type FeedWindow, type Platform } from '../../entities/vocabulary.js';
import {
  notFoundOrForbidden,
  refuseUnlessHolder,
  refuseUnlessMayWrite,
  refuseUnlessSteppedUp,
} from '../access/access.js';
import { generateToken } from '../access/token.js';
import { bindProjects, type Context, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { NAME_MAX, parse, platforms, requiredText, uuid } from '../input.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';
import { keyLimits } from '../plans.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { type PromptFilter, promptFilter } from '../prompt-filters/prompt-filter.js';
import { toTimestamp } from '../time.js';

const WHAT = 'Feeds';

/** Feeds of a project at a time. */
export const LIVE_FEEDS_MAX = 20;

/** Feeds of a project that are listed: those that are good, and the latest that were revoked. */
export const FEEDS_MAX = 100;

/** Characters of an address that lists show: its last. */
const ENDING_LENGTH = 8;

/** Kinds whose rows can be of some prompts alone: the others are sums of whole days. */
const FILTERED_KINDS: readonly FeedKind[] = ['brands', 'prompts_daily'];

const createInput = z
  .object(
    {
      name: requiredText(NAME_MAX),
      kind: z.enum(FEED_KINDS, `must be one of ${FEED_KINDS.join(', ')}`),
      window: z.enum(FEED_WINDOWS, `must be one of ${FEED_WINDOWS.join(', ')}`).default('30d'),
      platforms: platforms.nullish(),
      where: promptFilter.nullish(),
    },
    'must be an object',
  )
  .refine(({ kind, where }) => !where || FILTERED_KINDS.includes(kind), {
    path: ['where'],
    message: `is for the kinds ${FILTERED_KINDS.join(' and ')} alone`,
  });

/** A feed as lists show it: never its address. */
export interface FeedView {
  id: string;
  name: string;
  kind: FeedKind;
  window: FeedWindow;
  /** Null: all. */
  platforms: readonly Platform[] | null;
  /** Whether its answers are to some prompts alone. */
  isFiltered: boolean;
  /** The last eight characters of its address, before `.csv` or `.ndjson`. */
  ending: string;
  /** Null where the operator made it, and once its maker has left. */
  createdByName: string | null;
  createdAt: string;
  revokedAt: string | null;
  /** Requests that were answered, those charged to nobody included. */
  requestCount: number;
  lastUsedAt: string | null;
}

interface FeedRow {
  id: string;
  project_id: string;
  name: string;
  kind: FeedKind;
  rolling_window: FeedWindow;
  platforms: Platform[] | null;
  is_filtered: boolean;
  ending: string;
  created_by_name: string | null;
  created_at: string;
  revoked_at: string | null;
  request_count: number;
  last_used_at: string | null;
}

const COLUMNS = `f.id, f.project_id, f.name, f.kind, f.rolling_window, f.platforms,
     f.prompt_filter is not null as is_filtered, f.ending, h.name as created_by_name, f.created_at, f.revoked_at,
     f.request_count::float8 as request_count, f.last_used_at`;

/** Upkeep deletes what was revoked before, once a day at least. */
const IS_LISTED = `(f.revoked_at is null or f.revoked_at > now() - interval '90 days')`;

const LIST_FEEDS = statement<FeedRow>(
  'list-feeds',
  `select ${COLUMNS}
   from feed f
   left join holder h on h.account_id = $1 and h.id = f.created_by
   where f.account_id = $1 and f.project_id = any ($2::uuid[]) and ${IS_LISTED}
   order by f.created_at, f.id`,
);

const FIND_FEED = statement<FeedRow>(
  'find-feed',
  `select ${COLUMNS}
   from feed f
   join project p on p.account_id = $1 and p.id = f.project_id and p.archived_at is null
   left join holder h on h.account_id = $1 and h.id = f.created_by
   where f.account_id = $1 and f.id = $2`,
);

const COUNT_FEEDS = statement<{ live: number; listed: number }>(
  'count-feeds',
  `select count(*) filter (where f.revoked_at is null)::int as live, count(*)::int as listed
   from feed f
   where f.account_id = $1 and f.project_id = $2 and ${IS_LISTED}`,
);

const SAVE_FEED = statement<object>(
  'save-feed',
  `insert into feed (account_id, id, project_id, name, kind, rolling_window, platforms, prompt_filter, token_hash,
     ending, created_by, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now())`,
);

const REVOKE_FEED = statement<{ id: string }>(
  'revoke-feed',
  `update feed
   set revoked_at = now()
   where account_id = $1 and id = $2 and revoked_at is null
   returning id`,
);

/**
 * The feeds of projects, by project, oldest first; those that were revoked 90 days ago are left out.
 * @throws ServiceError FORBIDDEN for a key.
 */
export async function feedsOf(ctx: Context, projectIds: readonly string[]): Promise<Map<string, FeedView[]>> {
  refuseUnlessHolder(ctx.caller, WHAT);
  const [accountId, seen] = bindProjects(ctx, projectIds);
  const byProject = new Map<string, FeedView[]>(seen.map((id) => [id, []]));
  for (const row of await ctx.db.rows(LIST_FEEDS, [accountId, seen])) {
    byProject.get(row.project_id)?.push(toView(row));
  }
  return byProject;
}

/**
 * Creates a feed of a project; its token is returned here and never again. It goes on while writes are switched off: it
 * changes no project.
 * @throws ServiceError FORBIDDEN for keys, viewers, an inactive subscription and a tier without API access;
 *   ProofRequired; VALIDATION_ERROR (also for the bounds on feeds), NOT_FOUND, Unavailable.
 */
export async function createFeed(
  ctx: Context,
  projectId: unknown,
  input: unknown,
  client: Client,
): Promise<{ feed: FeedView; token: string }> {
  // A leaked key must not open a project for good.
  refuseUnlessHolder(ctx.caller, WHAT, 'member');
  refuseUnlessMayWrite(ctx.caller);
  keyLimits(ctx.caller.tier);
  refuseUnlessSteppedUp(ctx.caller);
  const id = parse(uuid, projectId, 'projectId');
  const { name, kind, window, platforms: chosen, where } = parse(createInput, input);
  const { accountId } = ctx.caller;
  const actor = actorOf(ctx.caller, client);
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await lockProjectAlone(tx, id);
    await refuseBeyondBounds(tx, id);
    const { token, hash } = generateToken('feed', accountId);
    const feedId = randomUUID();
    const filter = where ? JSON.stringify(where) : null;
    const shown = [chosen ?? null, filter, hash, token.slice(-ENDING_LENGTH), actor.holderId];
    await db.rows(SAVE_FEED, [accountId, feedId, id, name, kind, window, ...shown]);
    const detail = { feed: feedId, project: id, kind };
    await saveSecurityEvent(db, { ...actor, accountId, kind: 'feed_created', detail });
    return { feed: toView(await getRow(tx, feedId)), token };
  });
}

/**
 * Ends a feed for good: its next request is refused, by every replica. Revoking it again changes nothing.
 * @throws ServiceError FORBIDDEN for keys and viewers; ProofRequired; VALIDATION_ERROR, NOT_FOUND.
 */
export async function revokeFeed(ctx: Context, feedId: unknown, client: Client): Promise<FeedView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'member');
  refuseUnlessSteppedUp(ctx.caller);
  const id = parse(uuid, feedId, 'feedId');
  const { accountId } = ctx.caller;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const { project_id: project } = await getRow(tx, id);
    const revoked = await db.rows(REVOKE_FEED, [accountId, id]);
    if (revoked.length > 0) {
      const event = { ...actorOf(ctx.caller, client), kind: 'feed_revoked' as const };
      await saveSecurityEvent(db, { ...event, accountId, detail: { feed: id, project } });
    }
    return toView(await getRow(tx, id));
  });
}

/** Where a feed is: the address is all that is asked for. */
export function feedUrl(baseUrl: string, token: string): string {
  return `${baseUrl}/feeds/${token}.csv`;
}

async function refuseBeyondBounds(tx: Context, projectId: string): Promise<void> {
  const [counted] = await tx.db.rows(COUNT_FEEDS, [tx.caller.accountId, projectId]);
  if (!counted) throw new Error('a count has one row');
  if (counted.live >= LIVE_FEEDS_MAX) {
    throw invalid([], `A project has at most ${LIVE_FEEDS_MAX} feeds: revoke one that is not used`);
  }
  if (counted.listed >= FEEDS_MAX) {
    throw invalid([], `A project has at most ${FEEDS_MAX} feeds, those that were revoked within 90 days included`);
  }
}

async function getRow(ctx: Context, id: string): Promise<FeedRow> {
  const [row] = await ctx.db.rows(FIND_FEED, [ctx.caller.accountId, id]);
  if (!row || !seesProject(ctx.caller, row.project_id)) throw await notFoundOrForbidden(ctx, 'feed', id);
  return row;
}

function toView(row: FeedRow): FeedView {
  const { id, name, kind, platforms: chosen, ending } = row;
  return {
    ...{ id, name, kind, window: row.rolling_window, platforms: chosen, isFiltered: row.is_filtered, ending },
    createdByName: row.created_by_name,
    createdAt: toTimestamp(row.created_at),
    revokedAt: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
    requestCount: row.request_count,
    lastUsedAt: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
  };
}

/** Of all accounts, for the upkeep: feeds that were revoked long ago. */
const DELETE_OLD_FEEDS = statement<object>(
  'delete-old-feeds',
  `delete from feed
   where revoked_at < now() - interval '90 days'`,
);

/** Deletes, of all accounts, feeds that were revoked 90 days ago. For maintenance. */
export async function deleteOldFeeds(db: Context['db']): Promise<void> {
  await db.rows(DELETE_OLD_FEEDS, []);
}

/** What a stored filter says. */
export function storedFilter(stored: unknown): PromptFilter | undefined {
  return stored === null ? undefined : promptFilter.parse(stored);
}
