import type { Context } from '../context.js';
import { listsByOwner } from '../pages.js';
import { FIND_PROMPTS, PROMPT_BRIEFS_OF_PROJECTS, PROMPTS_OF_PROJECTS } from './prompt.statements.js';
import { type PromptBrief, type PromptView, toPromptBrief, toPromptView } from './prompt.view.js';

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
