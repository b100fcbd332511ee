import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { entriesByOwner } from '../pages.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { bindListed, type MetricQuery, ON_DAYS, SCOPE } from './metric-query.js';
import { percent } from './shares.js';

/** Which cells. */
interface CellsQuery extends MetricQuery {
  /** Whether the prompts' texts are wanted beside them. */
  withTexts: boolean;
}

/** Characters of a prompt's text beside its cells: all cells of the largest project then fit into one response. */
export const CELL_TEXT_MAX = 200;

/**
 * The accepted responses of one platform to one prompt, and those among them that name the brand. Questions that no
 * unarchived prompt asks (imported, edited since, archived) are one cell together, without a prompt.
 */
export interface CellView {
  promptId: string | null;
  /** The first {@link CELL_TEXT_MAX} characters of the prompt's text; null where texts are not asked for. */
  promptText: string | null;
  platform: Platform;
  responseCount: number;
  brandMentionCount: number;
  visibilityScore: number;
}

interface CellRow {
  project_id: string;
  prompt_id: string | null;
  prompt_text: string | null;
  platform: Platform | null;
  responses: number;
  naming: number;
}

/**
 * Questions are summed before their prompts are looked up: a project has far fewer of them than days. No more rows than
 * unarchived prompts and one, times platforms.
 */
const CELLS = statement<CellRow>(
  'cells-of-projects',
  `with ${SCOPE}
   select x.project_id, q.id as prompt_id, c.platform,
     case when $8::boolean then left(q.prompt_text, ${CELL_TEXT_MAX}) end as prompt_text,
     sum(c.responses)::int as responses, sum(c.naming)::int as naming
   from scope x
   left join lateral (
     select r.platform, r.question_hash, sum(r.response_count) as responses, sum(r.brand_mention_count) as naming
     from daily_question_response r
     where ${ON_DAYS} and ($4::text[] is null or r.platform = any ($4::text[])) and ${ofQuestions(5)}
     group by r.platform, r.question_hash
   ) c on true
   left join prompt q on q.account_id = $1 and q.project_id = x.project_id
     and q.text_hash = c.question_hash and q.archived_at is null
   group by x.project_id, q.id, q.prompt_text, q.created_at, c.platform
   order by x.project_id, q.created_at, q.id, c.platform`,
);

/**
 * Prompts by platforms of each project that the account holds, archived ones included, by project: cells with responses
 * alone, prompts oldest first. The sums of the cells are those of visibility for the same days and platforms.
 */
export async function cellsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  query: CellsQuery,
): Promise<Map<string, CellView[]>> {
  const questions = await bindQuestions(ctx, projectIds, query.period, query);
  const values = [...bindListed(ctx, projectIds, query), ...questions, query.withTexts];
  const found = await ctx.db.rows(CELLS, values);
  return entriesByOwner(found, ({ project_id }) => project_id, toCell);
}

function toCell({ platform, prompt_id, prompt_text, responses, naming }: CellRow): CellView | null {
  if (platform === null) return null;
  const visibilityScore = percent(naming, responses);
  const counts = { responseCount: responses, brandMentionCount: naming, visibilityScore };
  return { promptId: prompt_id, promptText: prompt_text, platform, ...counts };
}
