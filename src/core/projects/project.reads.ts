import { type Statement, statement } from '../../database/rows.js';
import type { Frequency, Platform } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/access.js';
import { isSeen } from '../access/project-limit.js';
import { allowedProjects, bindProjects, type Context, refuseVisitor } from '../context.js';
import { parse, uuid } from '../input.js';
import type { Page, PagePosition } from '../pages.js';
import { toTimestamp } from '../time.js';
import type { ProjectBrief, ProjectView } from './project.schema.js';

/**
 * One project of the account.
 * @throws ServiceError VALIDATION_ERROR for an id that is no UUID, NOT_FOUND, FORBIDDEN.
 */
export async function getProject(ctx: Context, projectId: unknown): Promise<ProjectView> {
  const id = parse(uuid, projectId, 'projectId');
  const project = (await findProjects(ctx, [id])).get(id);
  if (!project) throw await notFoundOrForbidden(ctx, 'project', id);
  return project;
}

export interface ProjectBriefRow {
  id: string;
  name: string;
  brand_name: string;
  website_url: string;
  created_at: string;
}

export interface ProjectRow extends ProjectBriefRow {
  aliases: string[];
  favicon_url: string | null;
  description: string;
  target_country: string;
  main_topic: string;
  platforms: Platform[];
  monitoring_frequency: Frequency;
  repeats: number;
  auto_discover_competitors: boolean;
  is_active: boolean;
  is_paused: boolean;
  updated_at: string;
}

export const PROJECT_COLUMNS = `id, name, brand_name, aliases, website_url, favicon_url, description, target_country,
  main_topic, platforms, monitoring_frequency, repeats, auto_discover_competitors, is_active, is_paused, created_at,
  updated_at`;

const LIST_PROJECTS = statement<ProjectRow>(
  'list-projects',
  `select ${PROJECT_COLUMNS}
   from project
   where account_id = $1 and archived_at is null and ${isSeen('id', 2)}
   order by created_at, id`,
);

/** The account's projects that are not archived, oldest first (specification, section 4.2). */
export async function listProjects(ctx: Context): Promise<ProjectView[]> {
  refuseVisitor(ctx.caller);
  const { accountId } = ctx.caller;
  return (await ctx.db.rows(LIST_PROJECTS, [accountId, allowedProjects(ctx.caller)])).map((row) =>
    toProjectView(row, accountId),
  );
}

const FIND_PROJECTS = statement<ProjectRow>(
  'find-projects',
  `select ${PROJECT_COLUMNS}
   from project
   where account_id = $1 and id = any ($2::uuid[]) and archived_at is null`,
);

/** Those of the account's unarchived projects that `ids` name, by id; absent ones are not in the map. */
export async function findProjects(ctx: Context, ids: readonly string[]): Promise<Map<string, ProjectView>> {
  const { accountId } = ctx.caller;
  const found = await ctx.db.rows(FIND_PROJECTS, bindProjects(ctx, ids));
  return new Map(found.map((row) => [row.id, toProjectView(row, accountId)]));
}

/** Which projects: those after a place, archived ones or the others; `total` is 0 unless they are to be counted. */
export interface ProjectPage {
  first: number;
  after: PagePosition | null;
  archived: boolean;
  isCounted: boolean;
}

/** An entry, and beside it how many the whole list has; alone where the page is empty. */
export type PageRow<Row> = { total: number } & (Row | { id: null });

/** A page of unarchived projects, and one of archived ones. Both bind {@link pageWhere}'s values. */
interface ProjectPages<Row> {
  active: Statement<PageRow<Row>>;
  archived: Statement<PageRow<Row>>;
}

const PROJECT_PAGES: ProjectPages<ProjectRow> = {
  active: statement('page-of-projects', pageWhere('archived_at is null', PROJECT_COLUMNS)),
  archived: statement('page-of-archived-projects', pageWhere('archived_at is not null', PROJECT_COLUMNS)),
};

/** A page of the account's projects, oldest first, then by id; the archived ones alone where `archived` is set. */
export async function pageOfProjects(ctx: Context, page: ProjectPage): Promise<Page<ProjectView>> {
  return readPage(ctx, page, PROJECT_PAGES, (row) => toProjectView(row, ctx.caller.accountId));
}

export const BRIEF_COLUMNS = 'id, name, brand_name, website_url, created_at';

const BRIEF_PAGES: ProjectPages<ProjectBriefRow> = {
  active: statement('page-of-project-briefs', pageWhere('archived_at is null', BRIEF_COLUMNS)),
  archived: statement('page-of-archived-project-briefs', pageWhere('archived_at is not null', BRIEF_COLUMNS)),
};

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

/**
 * Binds the account, the instant and id after which the page begins, or nulls, how many entries it has, whether those
 * of the whole list are counted, which is a sixth of the database's time for a page in brief, and the projects that the
 * caller sees, or null.
 */
export function pageWhere(condition: string, columns: string): string {
  return `select t.total, p.*
   from (
     select count(*)::int as total
     from project
     where account_id = $1 and ${condition} and $5::boolean and ${isSeen('id', 6)}
   ) t
   left join lateral (
     select ${columns}
     from project
     where account_id = $1 and ${condition} and ${isSeen('id', 6)}
       and ($2::timestamptz is null or (created_at, id) > ($2, $3::uuid))
     order by created_at, id
     limit $4
   ) p on true
   order by p.created_at, p.id`;
}

/** What the statement of a page binds; one entry more than asked for tells whether another page follows. */
export function valuesOfPage(ctx: Context, { first, after, isCounted }: Omit<ProjectPage, 'archived'>): unknown[] {
  refuseVisitor(ctx.caller);
  const { caller } = ctx;
  return [caller.accountId, after?.at ?? null, after?.id ?? null, first + 1, isCounted, allowedProjects(caller)];
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

/** @param accountId whose project it is: statements compare with it, and do not read it again. */
export function toProjectView(row: ProjectRow, accountId: string): ProjectView {
  return {
    id: row.id,
    accountId,
    name: row.name,
    brandName: row.brand_name,
    websiteUrl: row.website_url,
    faviconUrl: row.favicon_url,
    description: row.description,
    targetCountry: row.target_country,
    mainTopic: row.main_topic,
    settings: {
      platforms: row.platforms,
      monitoringFrequency: row.monitoring_frequency,
      autoDiscoverCompetitors: row.auto_discover_competitors,
    },
    isActive: row.is_active,
    isPaused: row.is_paused,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
    aliases: row.aliases,
    repeats: row.repeats,
  };
}

export function toProjectBrief(row: ProjectBriefRow): ProjectBrief {
  return {
    id: row.id,
    name: row.name,
    brandName: row.brand_name,
    websiteUrl: row.website_url,
    createdAt: toTimestamp(row.created_at),
  };
}
