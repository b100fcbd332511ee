import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform, type RunReason, type RunState } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { bindScope, type MetricQuery, type Period } from '../metrics/metric-query.js';
import { bindQuestions, ofPrompts } from '../prompt-filters/chosen-questions.js';
import { toTimestamp } from '../time.js';

/** Runs that are in one state for one reason; reasons are those of the closed list, in its words. */
export interface ReasonCountView {
  state: RunState;
  reason: RunReason;
  count: number;
}

/** Runs by what has become of them: `planned` is the sum of the others. */
export interface RunCountsView {
  planned: number;
  /** Queued or running. */
  underWay: number;
  accepted: number;
  failed: number;
  skipped: number;
  /** Of those that have a reason, the most frequent first. */
  reasons: ReasonCountView[];
}

export interface PlatformQualityView extends RunCountsView {
  platform: Platform;
  /** When the last of its runs of the period was accepted; null where none was. */
  lastAnsweredAt: string | null;
}

export interface DayQualityView extends RunCountsView {
  /** The UTC day that the runs were planned on, `YYYY-MM-DD`. */
  date: string;
  platform: Platform;
}

/** What came of the runs of a period: platforms and days with runs alone, platforms in their usual order. */
export interface QualityView {
  window: Period;
  lastAnsweredAt: string | null;
  byPlatform: PlatformQualityView[];
  /** The first day first. */
  byDay: DayQualityView[];
}

interface QualityRow {
  project_id: string;
  platform: Platform | null;
  date: string;
  state: RunState;
  reason: RunReason | null;
  runs: number;
  last_at: string | null;
}

/**
 * Reads the runs of chosen prompts ($6 to $8) that were planned on the days $3 to $4 and no others. A run is planned
 * within its period, a week at most, so other partitions are not read.
 */
const QUALITY = statement<QualityRow>(
  'quality-of-projects',
  `select x.id as project_id, r.platform, r.date::text as date, r.state, r.reason, r.runs, r.last_at
   from project x
   left join lateral (
     select r.platform, (r.planned_at at time zone 'UTC')::date as date, r.state, r.reason,
       count(*)::int as runs, max(r.finished_at) filter (where r.state = 'accepted') as last_at
     from run r
     where r.account_id = $1 and r.project_id = x.id
       and r.planned_at >= $3::date::timestamp at time zone 'UTC'
       and r.planned_at < ($4::date + 1)::timestamp at time zone 'UTC'
       and r.period_date between $3::date - 6 and $4::date
       and ($5::text[] is null or r.platform = any ($5::text[])) and ${ofPrompts(6, 'r.prompt_id')}
     group by 1, 2, 3, 4
   ) r on true
   where x.account_id = $1 and x.id = any ($2::uuid[])
   order by x.id, r.date, r.platform, r.state, r.reason`,
);

/** The quality of each of the account's projects, archived ones included, by project. */
export async function qualityOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  query: MetricQuery,
): Promise<Map<string, QualityView>> {
  const { period } = query;
  const questions = await bindQuestions(ctx, projectIds, period, query);
  const found = await ctx.db.rows(QUALITY, [...bindScope(ctx, projectIds, query), ...questions]);
  const byProject = Map.groupBy(found, ({ project_id }) => project_id);
  return new Map(Array.from(byProject, ([id, ofProject]) => [id, toQuality(ofProject, period)]));
}

function toQuality(found: readonly QualityRow[], window: Period): QualityView {
  const byPlatform = inOrder(found).map(({ platform, ofPlatform }) => ({
    platform,
    ...countsOf(ofPlatform),
    lastAnsweredAt: lastOf(ofPlatform),
  }));
  const days = Map.groupBy(found, ({ date }) => date);
  const byDay = Array.from(days, ([date, ofDay]) =>
    inOrder(ofDay).map(({ platform, ofPlatform }) => ({ date, platform, ...countsOf(ofPlatform) })),
  );
  return { window, lastAnsweredAt: lastOf(found), byPlatform, byDay: byDay.flat() };
}

/** Those with a platform; a project without runs has one row without. */
function inOrder(found: readonly QualityRow[]): { platform: Platform; ofPlatform: QualityRow[] }[] {
  return PLATFORMS.map((platform) => ({
    platform,
    ofPlatform: found.filter((row) => row.platform === platform),
  })).filter(({ ofPlatform }) => ofPlatform.length > 0);
}

function countsOf(found: readonly QualityRow[]): RunCountsView {
  const runsIn = (...states: RunState[]) =>
    found.reduce((sum, { state, runs }) => sum + (states.includes(state) ? runs : 0), 0);
  return {
    planned: found.reduce((sum, { runs }) => sum + runs, 0),
    underWay: runsIn('queued', 'running'),
    accepted: runsIn('accepted'),
    failed: runsIn('failed'),
    skipped: runsIn('skipped'),
    reasons: reasonsOf(found),
  };
}

function reasonsOf(found: readonly QualityRow[]): ReasonCountView[] {
  const counts = new Map<string, ReasonCountView>();
  for (const { state, reason, runs } of found) {
    if (reason === null) continue;
    const key = `${state} ${reason}`;
    counts.set(key, { state, reason, count: (counts.get(key)?.count ?? 0) + runs });
  }
  return [...counts.values()].toSorted(
    (one, other) =>
      other.count - one.count || (`${one.state} ${one.reason}` < `${other.state} ${other.reason}` ? -1 : 1),
  );
}

function lastOf(found: readonly QualityRow[]): string | null {
  const instants = found.flatMap(({ last_at }) => (last_at === null ? [] : [toTimestamp(last_at)]));
  return instants.toSorted().at(-1) ?? null;
}
