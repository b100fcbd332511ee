import { isHeld } from '../../database/advisory-lock.js';
import { rows, statement } from '../../database/rows.js';
import { only } from '../access/only.js';
import type { Context } from '../context.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { toTimestamp } from '../timestamp.js';
import { isSetAside } from './set-aside.js';
import { looksForOthers, SELECTED_AND_WANTED } from './wanted-names.js';

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
  /** The judge of the sentiment that readers see (platform, model, version of the instructions); null: the rules. */
  sentimentJudge: string | null;
  /** Answers with the rules' sentiment because the judge's bound of the day was reached; null where there are none. */
  unjudgedAnswers: number | null;
  /** When a worker asks the judge about them: a midnight UTC. Null where there are none. */
  judgeResumesAt: string | null;
}

interface StateRow {
  project_id: string;
  analysis_id: string | null;
  judge: string | null;
  judge_withheld: number | null;
  judge_resumes_at: string | null;
  is_outdated: boolean;
  is_set_aside: boolean;
  running_id: string | null;
  answers_read: number | null;
  answers_total: number | null;
  started_at: string | null;
}

/**
 * Costs the same for a million answers as for one: a single row of the selected analysis's rollups shows whether there
 * are any. Another analysis is running if an open transaction holds its lock; nothing holds that of a former analysis,
 * or of one that a crash left behind. Without another analysis no locks are read.
 */
const PROJECT_ANALYSES = statement<StateRow>(
  'analyses-of-projects',
  `select p.id as project_id, a.id as analysis_id, a.judge, a.judge_withheld,
     ((a.judge_withheld_on + 1)::timestamp at time zone 'UTC')::text as judge_resumes_at,
     r.has_readings is not null and ${looksForOthers('a')} as is_outdated,
     coalesce(${isSetAside('t')} and not ${isHeld('reanalysis', 'p.id')}, false) as is_set_aside,
     n.id as running_id, n.answers_read, n.answers_total, n.created_at::text as started_at
   ${SELECTED_AND_WANTED}
   left join lateral (
     select true as has_readings
     from daily_response d
     where d.account_id = a.account_id and d.project_id = p.id and d.analysis_id = a.id
     limit 1
   ) r on true
   left join analysis_attempt t on t.account_id = p.account_id and t.project_id = p.id
   left join lateral (
     select b.id, b.answers_read, b.answers_total, b.created_at
     from analysis b
     where b.account_id = p.account_id and b.project_id = p.id and b.id is distinct from s.analysis_id
       and ${isHeld('making', 'b.id')}
     order by b.created_at desc, b.id
     limit 1
   ) n on true
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** The analysis of each project that the account holds, archived ones included, by project. */
export async function analysesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, ProjectAnalysisView>> {
  const found = await rows(ctx.em, PROJECT_ANALYSES, [ctx.caller.accountId, projectIds]);
  return new Map(found.map((row) => [row.project_id, toView(row)]));
}

/**
 * The analysis of one project, archived or not.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function getProjectAnalysis(ctx: Context, projectId: unknown): Promise<ProjectAnalysisView> {
  const id = parse(uuid, projectId, 'projectId');
  return only(ctx, await analysesOfProjects(ctx, [id]), id);
}

function toView(row: StateRow): ProjectAnalysisView {
  const {
    analysis_id: analysisId,
    judge: sentimentJudge,
    answers_read: answersRead,
    answers_total: answersTotal,
  } = row;
  return {
    analysisId,
    state: stateOf(row),
    answersRead,
    answersTotal,
    startedAt: row.started_at === null ? null : toTimestamp(row.started_at),
    sentimentJudge,
    unjudgedAnswers: row.judge_withheld || null,
    judgeResumesAt: row.judge_resumes_at === null ? null : toTimestamp(row.judge_resumes_at),
  };
}

function stateOf({ running_id, is_outdated, is_set_aside }: StateRow): AnalysisState {
  if (running_id !== null) return 'running';
  if (is_set_aside) return 'set_aside';
  return is_outdated ? 'outdated' : 'current';
}
