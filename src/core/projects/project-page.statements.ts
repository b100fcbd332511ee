import { type Statement, statement } from '../../database/rows.js';
import { PROJECT_COLUMNS } from './project.statements.js';
import type { ProjectBriefRow, ProjectRow } from './project.view.js';

/** An entry, and beside it how many the whole list has; alone where the page is empty. */
export type PageRow<Row> = { total: number } & (Row | { id: null });

/** A page of unarchived projects, and one of archived ones. Both bind {@link pageWhere}'s values. */
export interface ProjectPages<Row> {
  active: Statement<PageRow<Row>>;
  archived: Statement<PageRow<Row>>;
}

export const PROJECT_PAGES: ProjectPages<ProjectRow> = {
  active: statement('page-of-projects', pageWhere('archived_at is null', PROJECT_COLUMNS)),
  archived: statement('page-of-archived-projects', pageWhere('archived_at is not null', PROJECT_COLUMNS)),
};

export const BRIEF_COLUMNS = 'id, name, brand_name, website_url, created_at';

export const BRIEF_PAGES: ProjectPages<ProjectBriefRow> = {
  active: statement('page-of-project-briefs', pageWhere('archived_at is null', BRIEF_COLUMNS)),
  archived: statement('page-of-archived-project-briefs', pageWhere('archived_at is not null', BRIEF_COLUMNS)),
};

/**
 * Binds the account, the instant and id after which the page begins, or nulls, how many entries it has, and whether
 * those of the whole list are counted, which is a sixth of the database's time for a page in brief.
 */
export function pageWhere(condition: string, columns: string): string {
  return `select t.total, p.*
   from (
     select count(*)::int as total
     from project
     where account_id = $1 and ${condition} and $5::boolean
   ) t
   left join lateral (
     select ${columns}
     from project
     where account_id = $1 and ${condition} and ($2::timestamptz is null or (created_at, id) > ($2, $3::uuid))
     order by created_at, id
     limit $4
   ) p on true
   order by p.created_at, p.id`;
}
