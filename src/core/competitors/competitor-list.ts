import type { Context } from '../context.js';
import { listsByOwner } from '../pages.js';
import { daysBefore, toDay } from '../timestamp.js';
import {
  COMPETITOR_BRIEFS_OF_PROJECTS,
  COMPETITORS_OF_PROJECTS,
  PLAIN_COMPETITORS_OF_PROJECTS,
} from './competitor.statements.js';
import {
  type CompetitorBrief,
  type CompetitorView,
  type ListedCompetitorView,
  toCompetitorBrief,
  toCompetitorView,
  toListedCompetitorView,
} from './competitor.view.js';

/** Days before today that `visibility_score` and `market_share` look back on (decisions, "Metrics"). */
const RECENT_DAYS = 30;

/**
 * Competitors with their aggregates, oldest first, by project; a project the account does not hold is not in the map.
 */
export async function competitorsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, ListedCompetitorView[]>> {
  const today = toDay(ctx.clock.now());
  const values = [ctx.caller.accountId, projectIds, daysBefore(today, RECENT_DAYS), today];
  return listsByOwner(await ctx.db.rows(COMPETITORS_OF_PROJECTS, values), toListedCompetitorView);
}

/** The same lists without the aggregates, which are most of the cost. */
export async function plainCompetitorsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, CompetitorView[]>> {
  const values = [ctx.caller.accountId, projectIds];
  return listsByOwner(await ctx.db.rows(PLAIN_COMPETITORS_OF_PROJECTS, values), toCompetitorView);
}

/** The same lists in brief. */
export async function competitorBriefsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, CompetitorBrief[]>> {
  const values = [ctx.caller.accountId, projectIds];
  return listsByOwner(await ctx.db.rows(COMPETITOR_BRIEFS_OF_PROJECTS, values), toCompetitorBrief);
}
