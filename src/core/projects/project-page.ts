import type { Context } from '../context.js';
import type { Page, PagePosition } from '../pages.js';
import { type ProjectBrief, type ProjectView, toProjectBrief, toProjectView } from './project.view.js';
import { BRIEF_PAGES, type PageRow, PROJECT_PAGES, type ProjectPages } from './project-page.statements.js';

/** Which projects: those after a place, archived ones or the others; `total` is 0 unless they are to be counted. */
export interface ProjectPage {
  first: number;
  after: PagePosition | null;
  archived: boolean;
  isCounted: boolean;
}

/** A page of the account's projects, oldest first, then by id; the archived ones alone where `archived` is set. */
export async function pageOfProjects(ctx: Context, page: ProjectPage): Promise<Page<ProjectView>> {
  return readPage(ctx, page, PROJECT_PAGES, (row) => toProjectView(row, ctx.caller.accountId));
}

/** The same page in brief. */
export async function pageOfProjectBriefs(ctx: Context, page: ProjectPage): Promise<Page<ProjectBrief>> {
  return readPage(ctx, page, BRIEF_PAGES, toProjectBrief);
}

async function readPage<Row extends { id: string }, View>(
  ctx: Context,
  page: ProjectPage,
  { active, archived }: ProjectPages<Row>,
  toView: (row: Row) => View,
): Promise<Page<View>> {
  const found = await ctx.db.rows(page.archived ? archived : active, valuesOfPage(ctx, page));
  return toPage(found, page, toView);
}

/** What the statement of a page binds; one entry more than asked for tells whether another page follows. */
export function valuesOfPage(ctx: Context, { first, after, isCounted }: Omit<ProjectPage, 'archived'>): unknown[] {
  return [ctx.caller.accountId, after?.at ?? null, after?.id ?? null, first + 1, isCounted];
}

/** The page that rows of its statement make up. */
export function toPage<Row extends { id: string }, View>(
  found: readonly PageRow<Row>[],
  { first }: Pick<ProjectPage, 'first'>,
  toView: (row: Row) => View,
): Page<View> {
  const views = found.flatMap((row) => (row.id === null ? [] : [toView(row)]));
  return { entries: views.slice(0, first), hasMore: views.length > first, total: found[0]?.total ?? 0 };
}
