import { statement } from '../../database/rows.js';
import { bindPrompts } from '../access/project-limit.js';
import { SELECTED_AND_WANTED } from '../analysis-state/wanted-names.js';
import { type Context, seesProject } from '../context.js';
import { namingBrand, type ProjectNames } from './brand-matcher.js';

const PROMPT_NAMES = statement<{ project_id: string; subjects: ProjectNames; prompts: { id: string; text: string }[] }>(
  'names-of-prompts',
  `select p.id as project_id, w.subjects, t.prompts
   ${SELECTED_AND_WANTED}
   cross join lateral (
     select json_agg(json_build_object('id', q.id, 'text', q.prompt_text)) as prompts
     from prompt q
     where q.account_id = $1 and q.project_id = p.id and q.id = any ($2::uuid[])
   ) t
   where p.account_id = $1 and t.prompts is not null and p.id in (
     select q.project_id
     from prompt q
     where q.account_id = $1 and q.id = any ($2::uuid[])
   )`,
);

/**
 * Whether each prompt that the account holds names its project's brand, by prompt; archived ones included.
 * @throws Unavailable as {@link namingBrand}.
 */
export async function brandingOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
): Promise<Map<string, { isBranded: boolean }>> {
  const found = await ctx.db.rows(PROMPT_NAMES, await bindPrompts(ctx, promptIds));
  const branding = new Map<string, { isBranded: boolean }>();
  for (const { subjects, prompts } of found) {
    const naming = new Set(await namingBrand(ctx.db, subjects, prompts));
    for (const prompt of prompts) branding.set(prompt.id, { isBranded: naming.has(prompt) });
  }
  return branding;
}

const NAMES_OF_PROJECTS = statement<{ subjects: ProjectNames }>(
  'names-of-projects',
  `select w.subjects
   ${SELECTED_AND_WANTED}
   where p.account_id = $1 and p.id = $2`,
);

/**
 * Those of texts, which no prompt need have, that name a project's brand.
 * @throws Unavailable as {@link namingBrand}.
 */
export async function brandedTexts(ctx: Context, projectId: string, texts: readonly string[]): Promise<Set<string>> {
  const [project] = await ctx.db.rows(NAMES_OF_PROJECTS, [ctx.caller.accountId, projectId]);
  if (!project || !seesProject(ctx.caller, projectId)) return new Set();
  const naming = await namingBrand(
    ctx.db,
    project.subjects,
    texts.map((text) => ({ text })),
  );
  return new Set(naming.map(({ text }) => text));
}
