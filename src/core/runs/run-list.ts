import type { z } from 'zod';
import { rows } from '../../database/rows.js';
import { PLATFORMS } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access.js';
import type { Context } from '../context.js';
import { uuid } from '../fields.input.js';
import { type Period, toPeriod } from '../metrics/period.input.js';
import type { PagePosition } from '../pages.js';
import { parse } from '../parse.js';
import { earliestLastRun } from './monitoring.js';
import { runsInput } from './run.input.js';
import { COUNT_RUNS, COUNT_RUNS_OF_PROMPT, LAST_RUNS, RUNS, RUNS_BY_KEY, RUNS_OF_PROMPT } from './run.statements.js';
import { type PaidRunView, type RunRow, type RunView, toPaidRunView, toRunView } from './run.view.js';
import { parseRunId, type RunKey } from './run-id.js';

/** Which runs of a period; all of them by default. An id that names no prompt of the project finds none. */
export type RunFilter = Pick<z.output<typeof runsInput>, 'state' | 'platform' | 'platforms' | 'promptId'>;

export interface RunPage {
  first: number;
  /** The run that the page begins after: when it was planned, and its id. */
  after: PagePosition | null;
}

export interface Runs<View> {
  entries: View[];
  hasMore: boolean;
}

/**
 * A page of the runs planned on the days of a period, for each of the account's projects, archived ones included: the
 * last planned first, then by key, which keeps the runs of a prompt together.
 * @throws ServiceError VALIDATION_ERROR where `after` holds no run's id.
 */
export async function runsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  page: RunFilter & RunPage,
): Promise<Map<string, Runs<RunView>>> {
  return pagesOf(ctx, projectIds, period, page, toRunView);
}

/** Runs of the operator's list that are read at a time. */
const LIST_STEP = 1_000;

/**
 * All runs of a period of one project, in the same order, with what each cost: for the operator.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function listPaidRuns(ctx: Context, projectId: unknown, input: unknown): Promise<PaidRunView[]> {
  const id = parse(uuid, projectId, 'projectId');
  const { from, to, ...filter } = parse(runsInput, input);
  const period = toPeriod(ctx, { from, to });
  const runs: PaidRunView[] = [];
  for (let after: PagePosition | null = null; ; ) {
    const pages: Map<string, Runs<PaidRunView>> = await pagesOf(
      ctx,
      [id],
      period,
      { ...filter, first: LIST_STEP, after },
      toPaidRunView,
    );
    const page = await getOrThrow(ctx, pages, id);
    runs.push(...page.entries);
    const last = page.entries.at(-1);
    if (!page.hasMore || !last) return runs;
    after = { at: last.plannedAt, id: last.id };
  }
}

/** How many runs of a period each of the account's projects has, on all pages together. */
export async function countRunsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  filter: RunFilter,
): Promise<Map<string, number>> {
  const statement = filter.promptId === undefined ? COUNT_RUNS : COUNT_RUNS_OF_PROMPT;
  const found = await rows(ctx.em, statement, chosen(ctx, projectIds, period, filter));
  return new Map(found.map(({ owner_id, total }) => [owner_id, total]));
}

/**
 * The last planned run of each prompt on each platform, in the platforms' order, of the last {@link LAST_RUN_DAYS}
 * days. A prompt of another account is not in the map.
 */
export async function lastRunsOfPrompts(ctx: Context, promptIds: readonly string[]): Promise<Map<string, RunView[]>> {
  const values = [ctx.caller.accountId, promptIds, PLATFORMS, earliestLastRun(ctx)];
  const lists = new Map<string, RunView[]>();
  for (const row of await rows(ctx.em, LAST_RUNS, values)) {
    const list = lists.get(row.owner_id) ?? [];
    lists.set(row.owner_id, list);
    if (row.prompt_id !== null) list.push(toRunView(row));
  }
  return lists;
}

/** The account's runs with these keys, in the keys' order; a key without a run is left out. */
export async function findRuns({ em, caller }: Context, keys: readonly RunKey[]): Promise<RunView[]> {
  const [promptIds, platforms] = [keys.map(({ promptId }) => promptId), keys.map(({ platform }) => platform)];
  const [days, occasions] = [keys.map(({ periodDate }) => periodDate), keys.map(({ occasion }) => occasion)];
  return (await rows(em, RUNS_BY_KEY, [caller.accountId, promptIds, platforms, days, occasions])).map(toRunView);
}

async function pagesOf<View>(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  { first, after, ...filter }: RunFilter & RunPage,
  toView: (row: RunRow) => View,
): Promise<Map<string, Runs<View>>> {
  const values = [...chosen(ctx, projectIds, period, filter), ...placeOf(after), first + 1];
  const statement = filter.promptId === undefined ? RUNS : RUNS_OF_PROMPT;
  const pages = new Map<string, Runs<View>>();
  for (const row of await rows(ctx.em, statement, values)) {
    const page = pages.get(row.owner_id) ?? { entries: [], hasMore: false };
    pages.set(row.owner_id, page);
    if (row.prompt_id === null) continue;
    if (page.entries.length === first) page.hasMore = true;
    else page.entries.push(toView(row));
  }
  return pages;
}

function chosen(
  { caller }: Context,
  projectIds: readonly string[],
  { from, to }: Period,
  { state, platform, platforms, promptId }: RunFilter,
): unknown[] {
  const named = platforms ?? (platform === undefined ? null : [platform]);
  const chosen = named?.filter((one) => platform === undefined || one === platform) ?? null;
  return [caller.accountId, projectIds, from, to, state ?? null, chosen, promptId ?? null];
}

function placeOf(after: PagePosition | null): unknown[] {
  if (after === null) return [null, null, null, null, null];
  const { promptId, platform, periodDate, occasion } = parseRunId(after.id, 'after');
  return [after.at, promptId, platform, periodDate, occasion];
}
