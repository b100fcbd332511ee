import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { statement } from '../../database/rows.js';
import { Market } from '../../entities/project.entity.js';
import { notFoundOrForbidden } from '../access/access.js';
import { type Context, seenRows, seesProject } from '../context.js';
import { invalid, ServiceError, validationError } from '../errors.js';
import { parse, uuid } from '../input.js';
import { lockAccount } from '../people/accounts.js';
import { PLANS } from '../plans.js';
import { lockOpenProject } from '../projects/project.writes.js';
import { write } from '../writes.js';
import { getMarket } from './market.reads.js';
import { createMarketInput, type MarketView, updateMarketInput } from './market.schema.js';

/** Markets that a project ever has, archived ones included: their questions stay, and so do they. */
export const MARKETS_KEPT_MAX = 300;

/**
 * Creates a market of a project; its place stays for good.
 * @throws ServiceError VALIDATION_ERROR (also for the bounds on markets), NOT_FOUND, FORBIDDEN, CONFLICT for a name
 *   that an unarchived market of the project has.
 */
export async function createMarket(ctx: Context, projectId: unknown, input: unknown): Promise<MarketView> {
  const id = parse(uuid, projectId, 'projectId');
  const { name, country, language = null, region = null, city = null } = parse(createMarketInput, input);
  return write(ctx, async (tx) => {
    await lockOpenProject(tx, id);
    const { tier } = await lockAccount(tx);
    const markets = await namesOf(tx, id, name);
    const { marketCapacity } = PLANS[tier];
    if (markets.filter(({ is_archived }) => !is_archived).length >= marketCapacity) {
      const bound = `Capacity of ${marketCapacity} markets of a project is reached`;
      throw invalid([], `${bound} for the ${tier} subscription tier`);
    }
    if (markets.length >= MARKETS_KEPT_MAX) {
      throw invalid([], `A project has at most ${MARKETS_KEPT_MAX} markets, archived ones included`);
    }
    refuseTaken(markets, name);
    const market = tx.db.em.create(Market, {
      accountId: tx.caller.accountId,
      projectId: id,
      id: randomUUID(),
      name,
      country,
      language,
      region,
      city,
      archivedAt: null,
      createdAt: tx.clock.now(),
    });
    await tx.db.em.flush();
    return getMarket(tx, market.id);
  });
}

/**
 * Changes what a market is called.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT.
 */
export async function updateMarket(ctx: Context, marketId: unknown, input: unknown): Promise<MarketView> {
  const id = parse(uuid, marketId, 'marketId');
  const { name } = parse(updateMarketInput, input);
  return write(ctx, async (tx) => {
    await lockAccount(tx);
    const market = await lock(tx, id);
    refuseTaken(await namesOf(tx, market.projectId, name), name, id);
    tx.db.em.assign(market, { name });
    await tx.db.em.flush();
    return getMarket(tx, id);
  });
}

const COUNT_PROMPTS = statement<{ total: number }>(
  'count-prompts-of-market',
  `select count(*)::int as total
   from prompt
   where account_id = $1 and project_id = $2 and market_id = $3 and archived_at is null`,
);

/**
 * Archives a market; its answers stay, and its name may be used again.
 * @throws ServiceError VALIDATION_ERROR while it has unarchived prompts, NOT_FOUND, FORBIDDEN.
 */
export async function archiveMarket(ctx: Context, marketId: unknown): Promise<MarketView> {
  const id = parse(uuid, marketId, 'marketId');
  return write(ctx, async (tx) => {
    // New prompts wait for the account too.
    await lockAccount(tx);
    const market = await lock(tx, id);
    const [counted] = await tx.db.rows(COUNT_PROMPTS, [tx.caller.accountId, market.projectId, id]);
    const total = counted?.total ?? 0;
    if (total > 0) throw invalid([], `The market has ${total} unarchived prompts: archive them first`);
    tx.db.em.assign(market, { archivedAt: tx.clock.now() });
    await tx.db.em.flush();
    return getMarket(tx, id);
  });
}

interface OpenMarketRow {
  id: string;
  project_id: string;
  name: string;
}

/** Unarchived ones, locked against being archived meanwhile. */
const LOCK_MARKETS = statement<OpenMarketRow>(
  'lock-markets-of-prompts',
  `select id, project_id, name
   from market
   where account_id = $1 and id = any ($2::uuid[]) and archived_at is null
   order by id
   for share`,
);

/**
 * Locks the markets of new prompts of a project against being archived; behind `lockAccount`.
 * @param marketIds of each prompt; null for the project's country.
 * @param placeOf where the caller's input names the prompt.
 * @returns the markets' names, by id.
 * @throws ServiceError VALIDATION_ERROR for another project's market, NOT_FOUND, FORBIDDEN.
 */
export async function lockMarkets(
  tx: Context,
  projectId: string,
  marketIds: readonly (string | null)[],
  placeOf: (at: number) => readonly (string | number)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(marketIds.flatMap((id) => id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await tx.db.rows(LOCK_MARKETS, [tx.caller.accountId, ids]);
  const found = new Map(seenRows(tx.caller, rows).map((row) => [row.id, row]));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw await notFoundOrForbidden(tx, 'market', missing);
  const issues = marketIds.flatMap((id, at) => {
    const isOther = id !== null && found.get(id)?.project_id !== projectId;
    return isOther ? [{ path: [...placeOf(at), 'marketId'], message: 'is a market of another project' }] : [];
  });
  if (issues.length > 0) throw validationError(issues);
  return new Map(Array.from(found.values(), ({ id, name }) => [id, name]));
}

interface MarketName {
  id: string;
  name: string;
  is_archived: boolean;
  /** By the database's rule for letter case, which its index goes by. */
  is_same: boolean;
}

/** The markets of a project, and which of them are called $3. */
const NAMES = statement<MarketName>(
  'names-of-markets',
  `select id, name, archived_at is not null as is_archived, lower(name) = lower($3) as is_same
   from market
   where account_id = $1 and project_id = $2
   order by created_at, id`,
);

/** Behind `lockAccount`. */
function namesOf(tx: Context, projectId: string, name: string): Promise<MarketName[]> {
  return tx.db.rows(NAMES, [tx.caller.accountId, projectId, name]);
}

/** @throws ServiceError CONFLICT where another unarchived market has the name, in whatever letter case. */
function refuseTaken(markets: readonly MarketName[], name: string, ownId?: string): void {
  const isSame = (market: MarketName) => market.is_same || market.name.toLowerCase() === name.toLowerCase();
  if (!markets.some((market) => !market.is_archived && market.id !== ownId && isSame(market))) return;
  const message = 'a market of the project has this name';
  throw new ServiceError('CONFLICT', `name: ${message}`, [{ path: ['name'], message }]);
}

const OPEN_MARKET = statement<{ id: string }>(
  'find-open-market',
  `select m.id
   from market m
   join project p on p.account_id = $1 and p.id = m.project_id and p.archived_at is null
   where m.account_id = $1 and m.id = $2 and m.archived_at is null`,
);

/** An unarchived market of an unarchived project. @throws ServiceError NOT_FOUND, FORBIDDEN. */
async function lock(tx: Context, id: string) {
  const { accountId } = tx.caller;
  const [open] = await tx.db.rows(OPEN_MARKET, [accountId, id]);
  const market =
    open &&
    (await tx.db.em.findOne(Market, { accountId, id, archivedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
  if (!market || !seesProject(tx.caller, market.projectId)) throw await notFoundOrForbidden(tx, 'market', id);
  return market;
}
