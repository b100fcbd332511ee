import { statement } from '../../database/rows.js';
import { SELECTED_AND_WANTED } from '../analysis-state/wanted-names.js';
import type { Context } from '../context.js';
import { namingBrand, type ProjectNames } from './brand-matcher.js';

/** Texts of the prompts, archived ones included, that have responses on the days $3 to $4, each question once. */
const ASKED_TEXTS = statement<{ project_id: string; subjects: ProjectNames; texts: { text: string; hash: string }[] }>(
  'asked-texts-of-projects',
  `select p.id as project_id, w.subjects, t.texts
   ${SELECTED_AND_WANTED}
   cross join lateral (
     select coalesce(json_agg(json_build_object('text', q.prompt_text, 'hash', encode(q.text_hash, 'hex'))), '[]')
       as texts
     from (
       select distinct on (q.text_hash) q.text_hash, q.prompt_text
       from prompt q
       where q.account_id = $1 and q.project_id = p.id and q.text_hash in (
         select r.question_hash
         from daily_question_response r
         where r.account_id = $1 and r.project_id = p.id and r.analysis_id = s.analysis_id
           and r.bucket_date between $3 and $4
       )
       order by q.text_hash, q.archived_at desc nulls first, q.id
     ) q
   ) t
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/**
 * The questions that name a project's brand, as {@link ofQuestions} binds them: no condition where `branded` is
 * undefined. A question that no prompt of the project has, such as an imported one, counts as not naming the brand.
 * @throws Unavailable as {@link namingBrand}.
 */
export async function bindQuestions(
  ctx: Context,
  projectIds: readonly string[],
  days: { from: string; to: string },
  branded: boolean | undefined,
): Promise<[branded: boolean | null, projectIds: string[], hashes: Buffer[]]> {
  if (branded === undefined) return [null, [], []];
  const found = await ctx.db.rows(ASKED_TEXTS, [ctx.caller.accountId, projectIds, days.from, days.to]);
  const naming: { project_id: string; hash: string }[] = [];
  for (const { project_id, subjects, texts } of found) {
    for (const { hash } of await namingBrand(ctx.db, subjects, texts)) naming.push({ project_id, hash });
  }
  return [branded, naming.map((one) => one.project_id), naming.map(({ hash }) => Buffer.from(hash, 'hex'))];
}

/** A condition on a rollup `r` by question, whose three values are bound from $`first` on. */
export function ofQuestions(first: number): string {
  const [branded, projectIds, hashes] = [first, first + 1, first + 2];
  return `($${branded}::boolean is null or $${branded} = ((r.project_id, r.question_hash) in (
       select b.project_id, b.question_hash
       from unnest($${projectIds}::uuid[], $${hashes}::bytea[]) as b (project_id, question_hash)
     )))`;
}

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
  const found = await ctx.db.rows(PROMPT_NAMES, [ctx.caller.accountId, promptIds]);
  const branding = new Map<string, { isBranded: boolean }>();
  for (const { subjects, prompts } of found) {
    const naming = new Set(await namingBrand(ctx.db, subjects, prompts));
    for (const prompt of prompts) branding.set(prompt.id, { isBranded: naming.has(prompt) });
  }
  return branding;
}
