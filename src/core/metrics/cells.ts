import { z } from 'zod';
import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { platforms } from '../fields.input.js';
import { IN_SCOPE, type Period, periodInput, SCOPE } from './metric-query.js';
import { percent } from './shares.js';

/** What cells are asked by: the days and the platforms. */
export const cellsInput = z.object({ ...periodInput, platforms: platforms.optional() });

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
     case when $6::boolean then left(q.prompt_text, ${CELL_TEXT_MAX}) end as prompt_text,
     sum(c.responses)::int as responses, sum(c.naming)::int as naming
   from scope x
   left join lateral (
     select r.platform, r.question_hash, sum(r.response_count) as responses, sum(r.brand_mention_count) as naming
     from daily_question_response r
     where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[]))
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
  period: Period,
  asked: readonly Platform[] | undefined,
  withTexts = false,
): Promise<Map<string, CellView[]>> {
  const values = [ctx.caller.accountId, projectIds, period.from, period.to, asked ?? null, withTexts];
  const cells = new Map<string, CellView[]>();
  for (const row of await rows(ctx.em, CELLS, values)) {
    const ofProject = cells.get(row.project_id) ?? [];
    cells.set(row.project_id, ofProject);
    if (row.platform === null) continue;
    ofProject.push({
      promptId: row.prompt_id,
      promptText: row.prompt_text,
      platform: row.platform,
      responseCount: row.responses,
      brandMentionCount: row.naming,
      visibilityScore: percent(row.naming, row.responses),
    });
  }
  return cells;
}
