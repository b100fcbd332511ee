import type { Context } from '../context.js';
import { type Days, type LabelledQuestion, labelledQuestions, type ProjectQuestions } from './labelled-questions.js';
import { type PromptFilter, passes } from './prompt-filter.js';

/** Which questions answers are to: all of them where neither is said; both narrow. */
export interface QuestionChoice {
  where?: PromptFilter | undefined;
  branded?: boolean | undefined;
}

/** Whether some questions are left out, so that sums of whole days do not serve. */
export function isNarrowed({ where, branded }: QuestionChoice): boolean {
  return where !== undefined || branded !== undefined;
}

/** The values of {@link ofQuestions}: whether the questions listed are meant, or all others; null for no condition. */
export type BoundQuestions = [isListed: boolean | null, projectIds: string[], hashes: Buffer[]];

/**
 * The questions of the prompts that a choice leaves, archived ones included, as {@link ofQuestions} binds them. A
 * question that no prompt of the project has, such as an imported one, is left by `branded: false` alone.
 * @param days that the answers are of; null where prompts are chosen, not answers.
 * @throws Unavailable where it takes longer than a request may to find the prompts that name the brand.
 */
export async function bindQuestions(
  ctx: Context,
  projectIds: readonly string[],
  days: Days | null,
  { where, branded }: QuestionChoice,
): Promise<BoundQuestions> {
  const brandings = new Set([branded, where?.branded].filter((one) => one !== undefined));
  if (where === undefined && brandings.size === 0) return [null, [], []];
  if (brandings.size > 1) return [true, [], []];
  const [isBranded] = brandings;
  const isListed = isBranded !== false || namesLabels(where);
  const known = await labelledQuestions(ctx, projectIds, days, isBranded !== undefined);
  const bound: BoundQuestions = [isListed, [], []];
  for (const projectId of projectIds) {
    for (const { hash } of await chosenOf(known.get(projectId), where, isBranded)) {
      bound[1].push(projectId);
      bound[2].push(Buffer.from(hash, 'hex'));
    }
  }
  return bound;
}

/** Tells whether a question of a project is among those that were bound: made once for many of its questions. */
export function isBound([isListed, projectIds, hashes]: BoundQuestions, projectId: string) {
  const listed = new Set(hashes.flatMap((hash, at) => (projectIds[at] === projectId ? [hash.toString('hex')] : [])));
  return ({ hash }: Pick<LabelledQuestion, 'hash'>) => isListed === null || listed.has(hash) === isListed;
}

/** Those that a filter leaves; where it leaves all that do not name the brand, those that do. */
async function chosenOf(
  project: ProjectQuestions | undefined,
  where: PromptFilter | undefined,
  isBranded: boolean | undefined,
): Promise<LabelledQuestion[]> {
  if (!project) return [];
  const labelled = where ? project.questions.filter((question) => passes(question, where)) : project.questions;
  if (isBranded === undefined) return [...labelled];
  const naming = await project.naming();
  const isWanted = isBranded || !namesLabels(where);
  return labelled.filter(({ hash }) => naming.has(hash) === isWanted);
}

/** Whether a filter says more than `branded`. */
function namesLabels(where: PromptFilter | undefined): boolean {
  return Object.keys(where ?? {}).some((field) => field !== 'branded');
}

/**
 * A condition on a row by the prompt that it is of: its values are those of {@link ofQuestions}, bound from $`first`
 * on; the projects are $2.
 * @param prompt the expression of the prompt's id.
 */
export function ofPrompts(first: number, prompt: string): string {
  return `($${first}::boolean is null or ${prompt} in (
       select q.id
       from prompt q
       where q.account_id = $1 and q.project_id = any ($2::uuid[])
         and ${ofQuestions(first, { project: 'q.project_id', hash: 'q.text_hash' })}
     ))`;
}

/** Where a row has its project and its question. */
const OF_ROLLUP = { project: 'r.project_id', hash: 'r.question_hash' };

/** A condition on a row by question, a rollup's `r` unless another is named: its values are bound from $`first` on. */
export function ofQuestions(first: number, { project, hash } = OF_ROLLUP): string {
  const [isListed, projectIds, hashes] = [first, first + 1, first + 2];
  return `($${isListed}::boolean is null or $${isListed} = ((${project}, ${hash}) in (
       select b.project_id, b.question_hash
       from unnest($${projectIds}::uuid[], $${hashes}::bytea[]) as b (project_id, question_hash)
     )))`;
}
