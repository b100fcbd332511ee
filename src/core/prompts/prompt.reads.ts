import { statement } from '../../database/rows.js';
import type { Frequency, Platform, Stage } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/access.js';
import { bindProjects, type Context, refuseVisitor, seenRows } from '../context.js';
import { parse, uuid } from '../input.js';
import { entriesByOwner, listsByOwner, type OwnedRow, type PagePosition } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { toTimestamp } from '../time.js';
import type { PromptBrief, PromptListFilter, PromptView } from './prompt.schema.js';

/**
 * The prompts of one project (specification, section 4.3).
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function listPrompts(ctx: Context, projectId: unknown): Promise<PromptView[]> {
  const id = parse(uuid, projectId, 'projectId');
  const prompts = (await promptsOfProjects(ctx, [id])).get(id);
  if (!prompts) throw await notFoundOrForbidden(ctx, 'project', id);
  return prompts;
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getPrompt(ctx: Context, promptId: unknown): Promise<PromptView> {
  const id = parse(uuid, promptId, 'promptId');
  const prompt = (await findPrompts(ctx, [id])).get(id);
  if (!prompt) throw await notFoundOrForbidden(ctx, 'prompt', id);
  return prompt;
}

interface PromptBriefRow {
  id: string;
  prompt_text: string;
  is_active: boolean;
  created_at: string;
}

interface PromptRow extends PromptBriefRow {
  project_id: string;
  platforms: Platform[];
  monitoring_frequency: Frequency;
  category: string | null;
  tags: string[];
  stage: Stage | null;
  persona: string | null;
  wording_of: string | null;
  updated_at: string;
}

const PROMPT_COLUMNS = `q.id, q.project_id, q.prompt_text, q.platforms, q.monitoring_frequency, q.category,
  q.tags, q.stage, q.persona, q.wording_of, q.is_active, q.created_at, q.updated_at`;

const FIND_PROMPTS = statement<PromptRow>(
  'find-prompts',
  `select ${PROMPT_COLUMNS}
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id and p.archived_at is null
   where q.account_id = $1 and q.id = any ($2::uuid[]) and q.archived_at is null`,
);

/** Those of the account's unarchived prompts, below unarchived projects, that `ids` name, by id. */
export async function findPrompts(ctx: Context, ids: readonly string[]): Promise<Map<string, PromptView>> {
  refuseVisitor(ctx.caller);
  const found = await ctx.db.rows(FIND_PROMPTS, [ctx.caller.accountId, ids]);
  return new Map(seenRows(ctx.caller, found).map((row) => [row.id, toPromptView(row)]));
}

const PROMPTS_OF_PROJECTS = statement<OwnedRow<PromptRow>>('prompts-of-projects', ofProjects(PROMPT_COLUMNS));

/** Unarchived prompts, oldest first, by project; a project that the account does not hold is not in the map. */
export async function promptsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, PromptView[]>> {
  return listsByOwner(await ctx.db.rows(PROMPTS_OF_PROJECTS, bindProjects(ctx, projectIds)), toPromptView);
}

const PROMPT_BRIEFS_OF_PROJECTS = statement<OwnedRow<PromptBriefRow>>(
  'prompt-briefs-of-projects',
  ofProjects('q.id, q.prompt_text, q.is_active, q.created_at'),
);

/** The same lists in brief. */
export async function promptBriefsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, PromptBrief[]>> {
  return listsByOwner(await ctx.db.rows(PROMPT_BRIEFS_OF_PROJECTS, bindProjects(ctx, projectIds)), toPromptBrief);
}

/** Which part of the list; the total costs a count of its own. */
interface PromptPlace {
  first: number;
  after: PagePosition | null;
  isCounted: boolean;
}

interface PromptPageQuery {
  filter: PromptListFilter;
  place: PromptPlace;
}

/** `total` is of the whole list, 0 unless it was to be counted. */
interface PromptPage {
  entries: PromptView[];
  hasMore: boolean;
  total: number;
}

type PageRow = { total: number } & OwnedRow<PromptRow>;

/** By the questions that $10 to $12 bind. */
const IS_CHOSEN = ofQuestions(10, { project: 'q.project_id', hash: 'q.text_hash' });

const WANTED = `q.account_id = $1 and q.project_id = p.id and q.archived_at is null
       and ($3::text is null or q.prompt_text ilike $3) and ($4::text is null or $4 = any (q.tags))
       and ($5::boolean is null or q.is_active = $5) and ${IS_CHOSEN}`;

const PROMPTS_FROM_OLDEST = statement<PageRow>('prompts-from-oldest', pageOf('>', "'-infinity'", 'asc'));

const PROMPTS_FROM_NEWEST = statement<PageRow>('prompts-from-newest', pageOf('<', "'infinity'", 'desc'));

/**
 * A page of the unarchived prompts of each project that a filter leaves, by when they were created, then by id: read
 * along an index from `after` on, so that no more is loaded than the page, however long the list. A project that the
 * account does not hold is not in the map.
 */
export async function promptPagesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { filter: { search, tag, isActive, order, where }, place: { first, after, isCounted } }: PromptPageQuery,
): Promise<Map<string, PromptPage>> {
  const statement = order === 'newest_first' ? PROMPTS_FROM_NEWEST : PROMPTS_FROM_OLDEST;
  const chosen = [search ? patternOf(search) : null, tag ?? null, isActive ?? null];
  const place = [after?.at ?? null, after?.id ?? null, first + 1, isCounted];
  const questions = await bindQuestions(ctx, projectIds, null, { where });
  const found = await ctx.db.rows(statement, [...bindProjects(ctx, projectIds), ...chosen, ...place, ...questions]);
  const totals = new Map(found.map(({ owner_id, total }) => [owner_id, total]));
  const lists = Array.from(listsByOwner(found, toPromptView), ([id, prompts]): [string, PromptPage] => [
    id,
    { entries: prompts.slice(0, first), hasMore: prompts.length > first, total: totals.get(id) ?? 0 },
  ]);
  return new Map(lists);
}

/** Labels of a project that are listed: those of most prompts. */
export const PROMPT_TAGS_MAX = 200;

/** A label, and how many unarchived prompts of the project have it. */
interface PromptTag {
  tag: string;
  promptCount: number;
}

/** The labels of the prompts of each project ($2); a project without labels has one row whose `tag` is null. */
const PROMPT_TAGS = statement<{ owner_id: string; tag: string | null; prompt_count: number }>(
  'tags-of-prompts',
  `select p.id as owner_id, t.tag, t.prompt_count
   from project p
   left join lateral (
     select l.tag, count(*)::int as prompt_count
     from prompt q
     cross join lateral (select distinct tag from unnest(q.tags) as u (tag)) l
     where q.account_id = $1 and q.project_id = p.id and q.archived_at is null
     group by l.tag
     order by prompt_count desc, l.tag
     limit $3
   ) t on true
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by t.prompt_count desc, t.tag`,
);

/** The labels of each project's prompts, those of most prompts first, then by name; `PROMPT_TAGS_MAX` at most. */
export async function promptTagsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, PromptTag[]>> {
  const found = await ctx.db.rows(PROMPT_TAGS, [...bindProjects(ctx, projectIds), PROMPT_TAGS_MAX]);
  return entriesByOwner(
    found,
    ({ owner_id }) => owner_id,
    ({ tag, prompt_count }) => (tag === null ? null : { tag, promptCount: prompt_count }),
  );
}

const COUNT_PROMPTS = statement<{ total: number; daily: number }>(
  'count-prompts',
  `select count(*)::int as total, count(*) filter (where q.monitoring_frequency = 'daily')::int as daily
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id and p.archived_at is null
   where q.account_id = $1 and q.archived_at is null`,
);

/** The caller's unarchived prompts, below unarchived projects, and how many of them are daily, active or not. */
export async function countPrompts({ db, caller }: Context): Promise<{ total: number; daily: number }> {
  const [counted] = await db.rows(COUNT_PROMPTS, [caller.accountId]);
  if (!counted) throw new Error('count-prompts returned no row');
  return counted;
}

function ofProjects(columns: string): string {
  return `select p.id as owner_id, ${columns}
   from project p
   left join prompt q on q.account_id = $1 and q.project_id = p.id and q.archived_at is null
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by q.created_at, q.id`;
}

/** A page begins after $6 and $7, at an end of the list where they are null. */
function pageOf(comparison: '<' | '>', end: string, direction: 'asc' | 'desc'): string {
  return `select p.id as owner_id, t.total, q.*
   from project p
   cross join lateral (
     select case when $9::boolean then (select count(*)::int from prompt q where ${WANTED}) else 0 end as total
   ) t
   left join lateral (
     select ${PROMPT_COLUMNS}
     from prompt q
     where ${WANTED}
       and (q.created_at, q.id) ${comparison}
         (coalesce($6::timestamptz, ${end}), coalesce($7::uuid, '00000000-0000-0000-0000-000000000000'))
     order by q.created_at ${direction}, q.id ${direction}
     limit $8
   ) q on true
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by q.created_at ${direction}, q.id ${direction}`;
}

/** Matches the words as written: what `like` takes for more than a letter is escaped. */
function patternOf(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function toPromptView(row: PromptRow): PromptView {
  return {
    id: row.id,
    projectId: row.project_id,
    promptText: row.prompt_text,
    platforms: row.platforms,
    monitoringFrequency: row.monitoring_frequency,
    category: row.category,
    tags: row.tags,
    stage: row.stage,
    persona: row.persona,
    wordingOfId: row.wording_of,
    isActive: row.is_active,
    createdAt: toTimestamp(row.created_at),
    updatedAt: toTimestamp(row.updated_at),
  };
}

function toPromptBrief(row: PromptBriefRow): PromptBrief {
  return { id: row.id, promptText: row.prompt_text, isActive: row.is_active, createdAt: toTimestamp(row.created_at) };
}
