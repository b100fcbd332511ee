import { rows, statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import type { Page, PagePosition } from '../page.input.js';
import { PROJECT_COLUMNS } from './project.statements.js';
import { type ProjectRow, type ProjectView, toProjectView } from './project.view.js';

type PageRow = { total: number } & (ProjectRow | { id: null });

const PAGE_OF_PROJECTS = statement<PageRow>('page-of-projects', pageWhere('archived_at is null'));
const PAGE_OF_ARCHIVED = statement<PageRow>('page-of-archived-projects', pageWhere('archived_at is not null'));

/** Which projects: those after a place, archived ones or the others. */
export interface ProjectPage {
  first: number;
  after: PagePosition | null;
  archived: boolean;
}

/** A page of the account's projects, oldest first, then by id; the archived ones alone where `archived` is set. */
export async function pageOfProjects(
  ctx: Context,
  { first, after, archived }: ProjectPage,
): Promise<Page<ProjectView>> {
  const values = [ctx.caller.accountId, after?.at ?? null, after?.id ?? null, first + 1];
  const found = await rows(ctx.em, archived ? PAGE_OF_ARCHIVED : PAGE_OF_PROJECTS, values);
  const views = found.flatMap((row) => (row.id === null ? [] : [toProjectView(row)]));
  return { entries: views.slice(0, first), hasMore: views.length > first, total: found[0]?.total ?? 0 };
}

/** The count is beside each entry, and alone where the page is empty. */
function pageWhere(condition: string): string {
  return `select t.total, p.*
   from (
     select count(*)::int as total
     from project
     where account_id = $1 and ${condition}
   ) t
   left join lateral (
     select ${PROJECT_COLUMNS}
     from project
     where account_id = $1 and ${condition} and ($2::timestamptz is null or (created_at, id) > ($2, $3::uuid))
     order by created_at, id
     limit $4
   ) p on true
   order by p.created_at, p.id`;
}
