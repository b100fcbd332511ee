import { z } from 'zod';
import type { Context } from '../context.js';
import { flag, requiredText, TAG_MAX } from '../fields.input.js';
import { entriesByOwner, listsByOwner, type PagePosition } from '../pages.js';
import { FIND_PROMPTS, PROMPT_BRIEFS_OF_PROJECTS, PROMPTS_OF_PROJECTS } from './prompt.statements.js';
import { type PromptBrief, type PromptView, toPromptBrief, toPromptView } from './prompt.view.js';
import { PROMPT_TAGS, PROMPTS_FROM_NEWEST, PROMPTS_FROM_OLDEST } from './prompt-page.statements.js';

/** Unarchived prompts, oldest first, by project; a project that the account does not hold is not in the map. */
export async function promptsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, PromptView[]>> {
  return listsByOwner(await ctx.db.rows(PROMPTS_OF_PROJECTS, [ctx.caller.accountId, projectIds]), toPromptView);
}

/** The same lists in brief. */
export async function promptBriefsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, PromptBrief[]>> {
  return listsByOwner(await ctx.db.rows(PROMPT_BRIEFS_OF_PROJECTS, [ctx.caller.accountId, projectIds]), toPromptBrief);
}

/** Those of the account's unarchived prompts, below unarchived projects, that `ids` name, by id. */
export async function findPrompts(ctx: Context, ids: readonly string[]): Promise<Map<string, PromptView>> {
  const found = await ctx.db.rows(FIND_PROMPTS, [ctx.caller.accountId, ids]);
  return new Map(found.map((row) => [row.id, toPromptView(row)]));
}

export const PROMPT_ORDERS = ['oldest_first', 'newest_first'] as const;

const SEARCH_MAX = 200;

/** Labels of a project that are listed: those of most prompts. */
export const PROMPT_TAGS_MAX = 200;

/** Which prompts of a project; absent ones narrow nothing. `search` is part of the text, in any letter case. */
export const promptFilterInput = z.object({
  search: requiredText(SEARCH_MAX).nullish(),
  tag: requiredText(TAG_MAX).nullish(),
  isActive: flag.nullish(),
  order: z.enum(PROMPT_ORDERS, `must be one of ${PROMPT_ORDERS.join(', ')}`).nullish(),
});

export type PromptFilter = z.output<typeof promptFilterInput>;

/** Which part of the list; the total costs a count of its own. */
interface PromptPlace {
  first: number;
  after: PagePosition | null;
  isCounted: boolean;
}

interface PromptPageQuery {
  filter: PromptFilter;
  place: PromptPlace;
}

/** `total` is of the whole list, 0 unless it was to be counted. */
interface PromptPage {
  entries: PromptView[];
  hasMore: boolean;
  total: number;
}

/**
 * A page of the unarchived prompts of each project that a filter leaves, by when they were created, then by id: read
 * along an index from `after` on, so that no more is loaded than the page, however long the list. A project that the
 * account does not hold is not in the map.
 */
export async function promptPagesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { filter: { search, tag, isActive, order }, place: { first, after, isCounted } }: PromptPageQuery,
): Promise<Map<string, PromptPage>> {
  const statement = order === 'newest_first' ? PROMPTS_FROM_NEWEST : PROMPTS_FROM_OLDEST;
  const chosen = [search ? patternOf(search) : null, tag ?? null, isActive ?? null];
  const place = [after?.at ?? null, after?.id ?? null, first + 1, isCounted];
  const found = await ctx.db.rows(statement, [ctx.caller.accountId, projectIds, ...chosen, ...place]);
  const totals = new Map(found.map(({ owner_id, total }) => [owner_id, total]));
  const lists = Array.from(listsByOwner(found, toPromptView), ([id, prompts]): [string, PromptPage] => [
    id,
    { entries: prompts.slice(0, first), hasMore: prompts.length > first, total: totals.get(id) ?? 0 },
  ]);
  return new Map(lists);
}

/** Matches the words as written: what `like` takes for more than a letter is escaped. */
function patternOf(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A label, and how many unarchived prompts of the project have it. */
interface PromptTag {
  tag: string;
  promptCount: number;
}

/** The labels of each project's prompts, those of most prompts first, then by name; `PROMPT_TAGS_MAX` at most. */
export async function promptTagsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, PromptTag[]>> {
  const found = await ctx.db.rows(PROMPT_TAGS, [ctx.caller.accountId, projectIds, PROMPT_TAGS_MAX]);
  return entriesByOwner(
    found,
    ({ owner_id }) => owner_id,
    ({ tag, prompt_count }) => (tag === null ? null : { tag, promptCount: prompt_count }),
  );
}
