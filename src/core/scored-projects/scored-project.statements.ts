import { type Statement, statement } from '../../database/rows.js';
import { sumsAsJson, type VisibilityCuts, type VisibilitySums } from '../metrics/visibility.statements.js';
import { PROJECT_COLUMNS } from '../projects/project.statements.js';
import type { ProjectBriefRow, ProjectRow } from '../projects/project.view.js';
import { BRIEF_COLUMNS, type PageRow, pageWhere } from '../projects/project-page.statements.js';

/** An unarchived project with its sums; null where days are wanted and there are none. */
export interface ScoredProjectRow extends ProjectRow {
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
export function scoredProjectsCut({ platforms, days }: VisibilityCuts): Statement<Row> {
  if (platforms) return days ? BY_BOTH : BY_PLATFORM;
  return days ? BY_DAY : SCORED;
}

/** A project in brief with its sums, as {@link ScoredProjectRow}. */
export interface ScoredBriefRow extends ProjectBriefRow {
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
export function scoredPageCut({ days }: Pick<VisibilityCuts, 'days'>): Statement<ScoredPageRow> {
  return days ? PAGE_BY_DAY : PAGE_SCORED;
}

function pageScoredBy(cuts: VisibilityCuts): string {
  return `select p.*, c.sums
   from (
     ${pageWhere('archived_at is null', BRIEF_COLUMNS)}
   ) p
   left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
   cross join lateral (
     ${sumsAsJson(cuts, 6)}
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
