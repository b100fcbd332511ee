import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform, RUN_STATES, type RunReason, type RunState } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access/access.js';
import { bindPrompts } from '../access/project-limit.js';
import { bindProjects, type Context, seenRows } from '../context.js';
import { parse, platform, platforms, uuid } from '../input.js';
import { type Period, periodInput, toPeriod } from '../metrics/metric-query.js';
import { entriesByOwner, type PagePosition } from '../pages.js';
import { bindQuestions, ofPrompts } from '../prompt-filters/chosen-questions.js';
import { promptFilter } from '../prompt-filters/prompt-filter.js';
import { toTimestamp } from '../time.js';
import { earliestLastRun } from './monitoring.js';
import { isRequested, parseRunId, type RunKey, repeatOf, toRunId } from './run-id.js';

/** The arguments of a project's `runs` besides its page: the days on which runs were planned, and which runs. */
export const runsInput = z.object({
  from: periodInput.from,
  to: periodInput.to,
  state: z.enum(RUN_STATES, `must be one of ${RUN_STATES.join(', ')}`).optional(),
  platform: platform.optional(),
  platforms: platforms.optional(),
  promptId: uuid.optional(),
  where: promptFilter.optional(),
});

/** What caused a run: the schedule or a request. */
export const RUN_TRIGGERS = ['scheduled', 'requested'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** One asking of one prompt on one platform. */
export interface RunView {
  id: string;
  projectId: string;
  promptId: string;
  platform: Platform;
  trigger: RunTrigger;
  /** First day of its period, or the day of the request, `YYYY-MM-DD`. */
  periodDate: string;
  /** Which of the week's repeats it is, from 1; 1 of a daily prompt, null of a requested run. */
  repeat: number | null;
  state: RunState;
  /** Why it is in its state, or waits for its next attempt; null where all went as planned. */
  reason: RunReason | null;
  /** A sentence that a user may see. */
  message: string | null;
  /** Attempts that may have been paid for. */
  attempts: number;
  plannedAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** The next attempt is not before this instant; null unless queued. */
  nextAttemptAt: string | null;
  /** As the platform named it; null before an answer. */
  model: string | null;
  /** The retained answer; null unless accepted. */
  answer: { id: string; bucketDate: string } | null;
}

/** As the operator sees it: with the price of all attempts together, in US dollars. */
export interface PaidRunView extends RunView {
  costUsd: number;
}

interface RunRow {
  project_id: string;
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
  state: RunState;
  reason: RunReason | null;
  message: string | null;
  attempts: number;
  planned_at: string;
  started_at: string | null;
  finished_at: string | null;
  not_before: string;
  model: string | null;
  answer_id: string | null;
  bucket_date: string | null;
  cost_microusd: number;
}

/** The columns of a {@link RunRow}, of a run `r`. */
const RUN_COLUMNS = `r.project_id, r.prompt_id, r.platform, r.period_date, r.occasion, r.state, r.reason,
  r.message, r.attempts, r.planned_at, r.started_at, r.finished_at, r.not_before, r.model, r.answer_id, r.bucket_date,
  r.cost_microusd::float8 as cost_microusd`;

function toRunView(row: RunRow): RunView {
  const { answer_id: answerId, bucket_date: bucketDate, prompt_id: promptId, platform } = row;
  return {
    id: toRunId({ promptId, platform, periodDate: row.period_date, occasion: row.occasion }),
    projectId: row.project_id,
    promptId,
    platform,
    trigger: isRequested(row.occasion) ? 'requested' : 'scheduled',
    periodDate: row.period_date,
    repeat: repeatOf(row.occasion),
    state: row.state,
    reason: row.reason,
    message: row.message,
    attempts: row.attempts,
    plannedAt: toTimestamp(row.planned_at),
    startedAt: toInstant(row.started_at),
    finishedAt: toInstant(row.finished_at),
    nextAttemptAt: row.state === 'queued' ? toTimestamp(row.not_before) : null,
    model: row.model,
    answer: answerId === null || bucketDate === null ? null : { id: answerId, bucketDate },
  };
}

function toPaidRunView(row: RunRow): PaidRunView {
  return { ...toRunView(row), costUsd: row.cost_microusd / 1_000_000 };
}

function toInstant(text: string | null): string | null {
  return text === null ? null : toTimestamp(text);
}

/** The account's ($1) projects with the ids $2, archived or not: their runs stay. */
const OWNED = `project x
   where x.account_id = $1 and x.id = any ($2::uuid[])`;

/**
 * The runs `r` planned on the days $3 to $4, of a state ($5), some platforms ($6), a prompt ($7) and chosen prompts ($8
 * to $10) where these are not null. A run is planned within its period, a week at most, so other partitions are not
 * read.
 */
const CHOSEN = `r.account_id = $1 and r.project_id = x.id
       and r.planned_at >= $3::date::timestamp at time zone 'UTC'
       and r.planned_at < ($4::date + 1)::timestamp at time zone 'UTC'
       and r.period_date between $3::date - 6 and $4::date
       and ($5::text is null or r.state = $5)
       and ($6::text[] is null or r.platform = any ($6::text[]))
       and ($7::uuid is null or r.prompt_id = $7) and ${ofPrompts(8, 'r.prompt_id')}`;

const ALL = 'run r';

/**
 * Those of one prompt ($7), read before the rest applies. Otherwise the planner follows the order of the list and reads
 * every run of the period for a prompt that has few: 20 ms in place of 1 in a project of 134,000 runs.
 */
const OF_PROMPT = `(
       select *
       from run
       where account_id = $1 and prompt_id = $7::uuid and period_date between $3::date - 6 and $4::date
       offset 0
     ) r`;

const KEY_OF_RUN = 'r.prompt_id, r.platform, r.period_date, r.occasion';

type PageRow = { owner_id: string } & (RunRow | { prompt_id: null });

type CountRow = { owner_id: string; total: number };

const RUNS = statement<PageRow>('runs-of-projects', pageOf(ALL));

const RUNS_OF_PROMPT = statement<PageRow>('runs-of-prompt', pageOf(OF_PROMPT));

const COUNT_RUNS = statement<CountRow>('count-runs-of-projects', countOf(ALL));

const COUNT_RUNS_OF_PROMPT = statement<CountRow>('count-runs-of-prompt', countOf(OF_PROMPT));

/** Newest first, then by key, after a position ($11 to $15); $16 of each project. */
function pageOf(source: string): string {
  return `select x.id as owner_id, r.*
   from (
     select x.account_id, x.id
     from ${OWNED}
   ) x
   left join lateral (
     select ${RUN_COLUMNS}
     from ${source}
     where ${CHOSEN}
       and r.planned_at <= coalesce($11::timestamptz, 'infinity')
       and ($11::timestamptz is null or r.planned_at < $11
         or (${KEY_OF_RUN}) > ($12::uuid, $13::text, $14::date, $15::smallint))
     order by r.planned_at desc, ${KEY_OF_RUN}
     limit $16
   ) r on true
   order by x.id, r.planned_at desc, ${KEY_OF_RUN}`;
}

function countOf(source: string): string {
  return `select x.id as owner_id, r.total
   from (
     select x.account_id, x.id
     from ${OWNED}
   ) x
   cross join lateral (
     select count(*)::int as total
     from ${source}
     where ${CHOSEN}
   ) r`;
}

/** The runs with some keys: $2 to $5 hold the parts of these. */
const RUNS_BY_KEY = statement<RunRow>(
  'runs-by-key',
  `select ${RUN_COLUMNS}
   from unnest($2::uuid[], $3::text[], $4::date[], $5::smallint[]) with ordinality
     as k (prompt_id, platform, period_date, occasion, place)
   join run r on r.account_id = $1 and r.prompt_id = k.prompt_id and r.platform = k.platform
     and r.period_date = k.period_date and r.occasion = k.occasion
   order by k.place`,
);

type LastRow = { owner_id: string } & (RunRow | { prompt_id: null });

/**
 * The last planned run of each prompt ($2) on each platform ($3), in the platforms' order, of periods from $4 on. Its
 * period date is the newest one or up to six days older: a run of an older period was planned before the newest date.
 */
const LAST_RUNS = statement<LastRow>(
  'last-runs-of-prompts',
  `select q.id as owner_id, r.*
   from prompt q
   left join lateral (
     select l.*, f.place
     from unnest($3::text[]) with ordinality as f (platform, place)
     cross join lateral (
       select n.period_date
       from run n
       where n.account_id = $1 and n.prompt_id = q.id and n.platform = f.platform
         and n.period_date >= $4::date
       order by n.period_date desc
       limit 1
     ) n
     cross join lateral (
       select ${RUN_COLUMNS}
       from run r
       where r.account_id = $1 and r.prompt_id = q.id and r.platform = f.platform
         and r.period_date between n.period_date - 6 and n.period_date
       order by r.planned_at desc, r.period_date desc, r.occasion desc
       limit 1
     ) l
   ) r on true
   where q.account_id = $1 and q.id = any ($2::uuid[])
   order by q.id, r.place`,
);

/** Which runs of a period; all of them by default. An id that names no prompt of the project finds none. */
export type RunFilter = Pick<z.output<typeof runsInput>, 'state' | 'platform' | 'platforms' | 'promptId' | 'where'>;

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
  const found = await ctx.db.rows(statement, await chosen(ctx, projectIds, period, filter));
  return new Map(found.map(({ owner_id, total }) => [owner_id, total]));
}

/**
 * The last planned run of each prompt on each platform, in the platforms' order, of the last {@link LAST_RUN_DAYS}
 * days. A prompt of another account is not in the map.
 */
export async function lastRunsOfPrompts(ctx: Context, promptIds: readonly string[]): Promise<Map<string, RunView[]>> {
  const values = [...(await bindPrompts(ctx, promptIds)), PLATFORMS, earliestLastRun(ctx)];
  return entriesByOwner(
    await ctx.db.rows(LAST_RUNS, values),
    ({ owner_id }) => owner_id,
    (row) => (row.prompt_id === null ? null : toRunView(row)),
  );
}

/** The account's runs with these keys, in the keys' order; a key without a run is left out. */
export async function findRuns({ db, caller }: Context, keys: readonly RunKey[]): Promise<RunView[]> {
  const [promptIds, platforms] = [keys.map(({ promptId }) => promptId), keys.map(({ platform }) => platform)];
  const [days, occasions] = [keys.map(({ periodDate }) => periodDate), keys.map(({ occasion }) => occasion)];
  const found = await db.rows(RUNS_BY_KEY, [caller.accountId, promptIds, platforms, days, occasions]);
  return seenRows(caller, found).map(toRunView);
}

async function pagesOf<View>(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  { first, after, ...filter }: RunFilter & RunPage,
  toView: (row: RunRow) => View,
): Promise<Map<string, Runs<View>>> {
  const values = [...(await chosen(ctx, projectIds, period, filter)), ...placeOf(after), first + 1];
  const statement = filter.promptId === undefined ? RUNS : RUNS_OF_PROMPT;
  const pages = new Map<string, Runs<View>>();
  for (const row of await ctx.db.rows(statement, values)) {
    const page = pages.get(row.owner_id) ?? { entries: [], hasMore: false };
    pages.set(row.owner_id, page);
    if (row.prompt_id === null) continue;
    if (page.entries.length === first) page.hasMore = true;
    else page.entries.push(toView(row));
  }
  return pages;
}

async function chosen(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  { state, platform, platforms, promptId, where }: RunFilter,
): Promise<unknown[]> {
  const named = platforms ?? (platform === undefined ? null : [platform]);
  const chosen = named?.filter((one) => platform === undefined || one === platform) ?? null;
  const questions = await bindQuestions(ctx, projectIds, period, { where });
  const { from, to } = period;
  return [...bindProjects(ctx, projectIds), from, to, state ?? null, chosen, promptId ?? null, ...questions];
}

function placeOf(after: PagePosition | null): unknown[] {
  if (after === null) return [null, null, null, null, null];
  const { promptId, platform, periodDate, occasion } = parseRunId(after.id, 'after');
  return [after.at, promptId, platform, periodDate, occasion];
}
