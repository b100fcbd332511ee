import { type Statement, statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import { bindScope, type MetricQuery } from '../metrics/metric-query.js';
import {
  sumsAsJson,
  type VisibilityCuts,
  type VisibilityQuery,
  type VisibilityScore,
  type VisibilitySums,
  visibilityOfSums,
} from '../metrics/visibility.js';
import type { Page } from '../pages.js';
import {
  BRIEF_COLUMNS,
  type PageRow,
  PROJECT_COLUMNS,
  type ProjectBriefRow,
  type ProjectPage,
  type ProjectRow,
  pageWhere,
  toPage,
  toProjectBrief,
  toProjectView,
  valuesOfPage,
} from './project.reads.js';
import type { ProjectBrief, ProjectView } from './project.schema.js';

/** An unarchived project with its sums; null where days are wanted and there are none. */
interface ScoredProjectRow extends ProjectRow {
  sums: VisibilitySums[] | null;
}

type Row = ScoredProjectRow;
const SCORED = statement<Row>('scored-projects', scoredBy({ platforms: false, days: false }));
const BY_PLATFORM = statement<Row>('scored-projects-by-platform', scoredBy({ platforms: true, days: false }));
const BY_DAY = statement<Row>('scored-projects-by-day', scoredBy({ platforms: false, days: true }));
const BY_BOTH = statement<Row>('scored-projects-by-platform-and-day', scoredBy({ platforms: true, days: true }));

/**
 * The statement for the breakdowns wanted. Binds account, projects, the first and the last day, and the platforms asked
 * for, or null.
 */
function scoredProjectsCut({ platforms, days }: VisibilityCuts): Statement<Row> {
  if (platforms) return days ? BY_BOTH : BY_PLATFORM;
  return days ? BY_DAY : SCORED;
}

/** A project in brief with its sums, as {@link ScoredProjectRow}. */
interface ScoredBriefRow extends ProjectBriefRow {
  sums: VisibilitySums[] | null;
}

type ScoredPageRow = PageRow<ScoredBriefRow>;

const PAGE_SCORED = statement<ScoredPageRow>(
  'page-of-scored-projects',
  pageScoredBy({ platforms: false, days: false }),
);
const PAGE_BY_DAY = statement<ScoredPageRow>(
  'page-of-scored-projects-by-day',
  pageScoredBy({ platforms: false, days: true }),
);

/**
 * The statement for a page of unarchived projects, with days or without; platforms are not among its breakdowns. Binds
 * what a page binds, then the first and the last day, and the platforms asked for, or null.
 */
function scoredPageCut({ days }: Pick<VisibilityCuts, 'days'>): Statement<ScoredPageRow> {
  return days ? PAGE_BY_DAY : PAGE_SCORED;
}

function pageScoredBy(cuts: VisibilityCuts): string {
  return `select p.*, c.sums
   from (
     ${pageWhere('archived_at is null', BRIEF_COLUMNS)}
   ) p
   left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
   cross join lateral (
     ${sumsAsJson(cuts, 7)}
   ) c
   order by p.created_at, p.id`;
}

function scoredBy(cuts: VisibilityCuts): string {
  return `select p.*, c.sums
   from (
     select ${PROJECT_COLUMNS}
     from project
     where account_id = $1 and id = any ($2::uuid[]) and archived_at is null
   ) p
   left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
   cross join lateral (
     ${sumsAsJson(cuts, 3)}
   ) c`;
}

/** A project and its visibility. */
interface ScoredProject {
  project: ProjectView;
  visibility: VisibilityScore;
}

/** A project in brief and its visibility, without platforms. */
interface ScoredBrief {
  project: ProjectBrief;
  visibility: VisibilityScore;
}

/** Of all prompts together: `branded` is not asked here. */
export type ScoredQuery = Required<Pick<VisibilityQuery, 'breakdowns'>> & MetricQuery;

/**
 * Those of the account's unarchived projects that `projectIds` name, each with its visibility, by project; absent ones
 * are not in the map. One statement returns what `findProjects` and `visibilityOfProjects` return in two.
 */
export async function findScoredProjects(
  ctx: Context,
  projectIds: readonly string[],
  query: ScoredQuery,
): Promise<Map<string, ScoredProject>> {
  const { period, platforms: asked, breakdowns: cuts } = query;
  const found = await ctx.db.rows(scoredProjectsCut(cuts), bindScope(ctx, projectIds, query));
  return new Map(
    found.map((row) => {
      const platforms = cuts.platforms ? (asked ?? row.platforms) : [];
      const visibility = visibilityOfSums(row.id, period, platforms, row.sums ?? []);
      return [row.id, { project: toProjectView(row, ctx.caller.accountId), visibility }];
    }),
  );
}

/**
 * A page of the account's unarchived projects in brief, each with its visibility. One statement returns what
 * `pageOfProjectBriefs` and `visibilityOfProjects` return in two.
 */
export async function pageOfScoredProjects(
  ctx: Context,
  page: Omit<ProjectPage, 'archived'>,
  { period, platforms, breakdowns }: ScoredQuery,
): Promise<Page<ScoredBrief>> {
  const values = [...valuesOfPage(ctx, page), period.from, period.to, platforms ?? null];
  const found = await ctx.db.rows(scoredPageCut(breakdowns), values);
  return toPage(found, page, (row: ScoredBriefRow) => ({
    project: toProjectBrief(row),
    visibility: visibilityOfSums(row.id, period, [], row.sums ?? []),
  }));
}
