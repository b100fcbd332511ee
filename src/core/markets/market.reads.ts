import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { notFoundOrForbidden } from '../access/access.js';
import { bindPrompts } from '../access/project-limit.js';
import { bindProjects, type Context, seenRows } from '../context.js';
import { listsByOwner, type OwnedRow } from '../pages.js';
import { toTimestamp } from '../time.js';
import type { MarketView } from './market.schema.js';

interface MarketRow {
  id: string;
  project_id: string;
  name: string;
  country: string;
  language: string | null;
  region: string | null;
  city: string | null;
  prompt_count: number;
  archived_at: string | null;
  created_at: string;
}

const MARKET_COLUMNS = `m.id, m.project_id, m.name, m.country, m.language, m.region, m.city, m.archived_at,
  m.created_at, (
    select count(*)::int
    from prompt q
    where q.account_id = $1 and q.project_id = m.project_id and q.market_id = m.id and q.archived_at is null
  ) as prompt_count`;

const MARKETS_OF_PROJECTS = statement<OwnedRow<MarketRow>>(
  'markets-of-projects',
  `select p.id as owner_id, m.*
   from project p
   left join lateral (
     select ${MARKET_COLUMNS}
     from market m
     where m.account_id = $1 and m.project_id = p.id and (m.archived_at is not null) = $3
   ) m on true
   where p.account_id = $1 and p.id = any ($2::uuid[])
   order by m.created_at, m.id`,
);

/**
 * The markets of each project that the account holds, archived ones included, oldest first.
 * @param archived true for those that are archived, false for those that are not.
 */
export async function marketsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  archived: boolean,
): Promise<Map<string, MarketView[]>> {
  const found = await ctx.db.rows(MARKETS_OF_PROJECTS, [...bindProjects(ctx, projectIds), archived]);
  return listsByOwner(found, toMarketView);
}

const FIND_MARKETS = statement<MarketRow>(
  'find-markets',
  `select ${MARKET_COLUMNS}
   from market m
   where m.account_id = $1 and m.id = any ($2::uuid[])
   order by m.id`,
);

/** Those of the account's markets that `ids` name, archived or not, by id. */
export async function findMarkets(ctx: Context, ids: readonly string[]): Promise<Map<string, MarketView>> {
  const found = await ctx.db.rows(FIND_MARKETS, [ctx.caller.accountId, ids]);
  return new Map(seenRows(ctx.caller, found).map((row) => [row.id, toMarketView(row)]));
}

/** @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function getMarket(ctx: Context, id: string): Promise<MarketView> {
  const market = (await findMarkets(ctx, [id])).get(id);
  if (!market) throw await notFoundOrForbidden(ctx, 'market', id);
  return market;
}

/** Where a prompt is asked: null for its project's country. */
interface MarketOfPrompt {
  market: MarketView | null;
}

const MARKET_IDS_OF_PROMPTS = statement<{ id: string; market_id: string | null }>(
  'market-ids-of-prompts',
  `select q.id, q.market_id
   from prompt q
   where q.account_id = $1 and q.id = any ($2::uuid[])
   order by q.id`,
);

/** The market of each prompt that the account holds, archived ones included, by prompt. */
export async function marketsOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
): Promise<Map<string, MarketOfPrompt>> {
  const prompts = await ctx.db.rows(MARKET_IDS_OF_PROMPTS, await bindPrompts(ctx, promptIds));
  const ids = [...new Set(prompts.flatMap(({ market_id }) => market_id ?? []))];
  const markets = ids.length > 0 ? await findMarkets(ctx, ids) : new Map<string, MarketView>();
  return new Map(prompts.map(({ id, market_id }) => [id, { market: markets.get(market_id ?? '') ?? null }]));
}

const OPEN_MARKETS = statement<{ id: string; name: string }>(
  'names-of-open-markets',
  `select id, name
   from market
   where account_id = $1 and project_id = $2 and archived_at is null
   order by created_at, id`,
);

/** The ids of a project's unarchived markets, by name in small letters. */
export async function openMarketsByName(
  db: DatabaseSession,
  { accountId, projectId }: { accountId: string; projectId: string },
): Promise<Map<string, string>> {
  const found = await db.rows(OPEN_MARKETS, [accountId, projectId]);
  return new Map(found.map(({ id, name }) => [name.toLowerCase(), id]));
}

function toMarketView(row: MarketRow): MarketView {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    country: row.country,
    language: row.language,
    region: row.region,
    city: row.city,
    promptCount: row.prompt_count,
    archivedAt: row.archived_at === null ? null : toTimestamp(row.archived_at),
    createdAt: toTimestamp(row.created_at),
  };
}
