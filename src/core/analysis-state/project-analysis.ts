import { heldRows } from '../../database/advisory-lock.js';
import { statement } from '../../database/rows.js';
import { getOrThrow } from '../access/access.js';
import { bindProjects, type Context } from '../context.js';
import { parse, uuid } from '../input.js';
import { toTimestamp } from '../time.js';
import { judgedFrom } from './judge-of-analysis.js';
import { isSetAside, looksForOthers, SELECTED_AND_WANTED } from './wanted-names.js';

/**
 * `current`: readers see the names that the project has now, or there is no answer to analyse again. `outdated`: names,
 * aliases or competitors changed since, and a worker will analyse the answers again (not for an archived project).
 * `running`: a re-analysis is under way while readers see the former analysis. `set_aside`: re-analysis ended the
 * worker's process twice, and no worker tries again until names change or the operator requests it.
 */
export const ANALYSIS_STATES = ['current', 'outdated', 'running', 'set_aside'] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

/** The analysis that a project's readers see, and the progress of the one that will replace it. */
export interface ProjectAnalysisView {
  /** Null before the first answer. */
  analysisId: string | null;
  state: AnalysisState;
  /** Null unless running, as the next two. Counts answers that were there when it began, and those that came since. */
  answersRead: number | null;
  answersTotal: number | null;
  startedAt: string | null;
  /** The judge of names and tone that readers see (platform, model, version of the instructions); null: the rules. */
  sentimentJudge: string | null;
  /** Since when answers are judged by it, where it is not so in all of them; null where it is. */
  judgedFrom: string | null;
  /** Answers left to the rules as the judge's bound of the day was reached, or it was out of reach; null for none. */
  unjudgedAnswers: number | null;
  /** When a worker asks the judge about them: a midnight UTC. Null where there are none. */
  judgeResumesAt: string | null;
}

/** An analysis beside the one that readers see. */
interface OtherAnalysis {
  id: string;
  answers_read: number;
  answers_total: number;
  created_at: string;
}

interface StateRow {
  project_id: string;
  analysis_id: string | null;
  judge: string | null;
  judged_from: string | null;
  judge_withheld: number | null;
  judge_resumes_at: string | null;
  is_outdated: boolean;
  /** Set aside, unless the last attempt is still under way. */
  is_unfinished: boolean;
  /** The newest ten, newest first; null where there are none. */
  others: OtherAnalysis[] | null;
}

/** What the locks show beside a row. */
interface Seen {
  running: OtherAnalysis | undefined;
  isSetAside: boolean;
}

/**
 * Costs the same for a million answers as for one: a single row of the selected analysis's rollups shows whether there
 * are any.
 */
const PROJECT_ANALYSES = statement<StateRow>(
  'analyses-of-projects',
  `select p.id as project_id, a.id as analysis_id, a.judge, ${judgedFrom('s')}::text as judged_from,
     a.judge_withheld,
     case when a.judge_withheld > 0 then ((a.judge_withheld_on + 1)::timestamp at time zone 'UTC')::text end
       as judge_resumes_at,
     r.has_readings is not null and ${looksForOthers('a')} as is_outdated,
     coalesce(${isSetAside('t')}, false) as is_unfinished, n.others
   ${SELECTED_AND_WANTED}
   left join lateral (
     select true as has_readings
     from daily_response d
     where d.account_id = $1 and d.project_id = p.id and d.analysis_id = a.id
     limit 1
   ) r on true
   left join analysis_attempt t on t.account_id = $1 and t.project_id = p.id
   left join lateral (
     select json_agg(
       json_build_object(
         'id', o.id, 'answers_read', o.answers_read, 'answers_total', o.answers_total, 'created_at', o.created_at::text
       )
       order by o.created_at desc, o.id
     ) as others
     from (
       select b.id, b.answers_read, b.answers_total, b.created_at
       from analysis b
       where b.account_id = $1 and b.project_id = p.id and b.id is distinct from s.analysis_id
       order by b.created_at desc, b.id
       limit 10
     ) o
   ) n on true
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** The analysis of each project that the account holds, archived ones included, by project. */
export async function analysesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, ProjectAnalysisView>> {
  const found = await ctx.db.rows(PROJECT_ANALYSES, bindProjects(ctx, projectIds));
  const setAside = await setAsideAmong(ctx, found);
  const making = await heldRows(
    ctx.db,
    'making',
    found.flatMap(({ others }) => others?.map(({ id }) => id) ?? []),
  );
  return new Map(
    found.map((row) => {
      const running = row.others?.find(({ id }) => making.has(id));
      return [row.project_id, toView(row, { running, isSetAside: setAside.has(row.project_id) })];
    }),
  );
}

/**
 * Projects whose last attempt is not under way. The mark of an attempt is deleted before its lock is free, so it is
 * read once more after the locks: an attempt that ended well meanwhile is none.
 */
async function setAsideAmong(ctx: Context, found: readonly StateRow[]): Promise<ReadonlySet<string>> {
  const unfinished = found.filter((row) => row.is_unfinished).map(({ project_id }) => project_id);
  const underWay = await heldRows(ctx.db, 'reanalysis', unfinished);
  const left = unfinished.filter((id) => !underWay.has(id));
  if (left.length === 0) return new Set();
  const again = await ctx.db.rows(PROJECT_ANALYSES, bindProjects(ctx, left));
  return new Set(again.filter((row) => row.is_unfinished).map(({ project_id }) => project_id));
}

/**
 * The analysis of one project, archived or not.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function getProjectAnalysis(ctx: Context, projectId: unknown): Promise<ProjectAnalysisView> {
  const id = parse(uuid, projectId, 'projectId');
  return getOrThrow(ctx, await analysesOfProjects(ctx, [id]), id);
}

function toView(row: StateRow, { running, isSetAside: isAside }: Seen): ProjectAnalysisView {
  return {
    analysisId: row.analysis_id,
    state: stateOf(row, running !== undefined, isAside),
    answersRead: running?.answers_read ?? null,
    answersTotal: running?.answers_total ?? null,
    startedAt: running ? toTimestamp(running.created_at) : null,
    sentimentJudge: row.judge,
    judgedFrom: row.judged_from === null ? null : toTimestamp(row.judged_from),
    unjudgedAnswers: row.judge_withheld || null,
    judgeResumesAt: row.judge_resumes_at === null ? null : toTimestamp(row.judge_resumes_at),
  };
}

function stateOf({ is_outdated }: StateRow, isRunning: boolean, isAside: boolean): AnalysisState {
  if (isRunning) return 'running';
  if (isAside) return 'set_aside';
  return is_outdated ? 'outdated' : 'current';
}
