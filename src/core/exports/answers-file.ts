import type { Context } from '../context.js';
import { analysisChanged } from '../reporting/daily-pages.js';
import { daysBefore, toTimestamp } from '../timestamp.js';
import { ANSWERS_AFTER_PLACE, COUNT_EXPORTED_ANSWERS, type ExportedAnswerRow } from './answers.statements.js';
import { type ExportScope, fileOf, listed } from './file-kind.js';

/** Answers of a page, and the bytes of text after which it takes no further one. */
const PAGE_ANSWERS = 100;
const PAGE_BYTES = 1024 * 1024;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The retained answers behind the numbers, newest first, and what the selected analysis saw in each. */
export const ANSWERS_FILE = fileOf(
  { isOfPeriod: true, count: countAnswers, pages: answerPages },
  {
    id: (row) => row.id,
    project_id: (row) => row.projectId,
    prompt_id: (row) => row.prompt_id,
    prompt_text: (row) => row.question,
    platform: (row) => row.platform,
    model: (row) => row.model,
    answered_at: (row) => toTimestamp(row.answered_at),
    is_brand_named: (row) => row.is_brand_named,
    sentiment: (row) => row.sentiment,
    sentiment_source: (row) => (row.sentiment === null ? null : row.sentiment_source),
    evidence: (row) => row.evidence,
    cited_domains: (row) => listed(row.cited_domains ?? []),
    text: (row) => row.text,
  },
);

async function countAnswers(ctx: Context, scope: ExportScope, most: number): Promise<number> {
  const [counted] = await ctx.db.rows(COUNT_EXPORTED_ANSWERS, [...periodOf(ctx, scope), most]);
  return counted?.total ?? 0;
}

/** No connection is held between pages. @throws ServiceError SERVICE_UNAVAILABLE as {@link dailyPages}. */
async function* answerPages(
  ctx: Context,
  scope: ExportScope,
): AsyncGenerator<(ExportedAnswerRow & { projectId: string })[]> {
  const { projectId, analysisId } = scope;
  let after = [`${daysBefore(scope.to, -1)}T00:00:00Z`, NOBODY];
  for (;;) {
    const values = [...periodOf(ctx, scope), analysisId, ...after, PAGE_ANSWERS, PAGE_BYTES];
    const found = await ctx.db.rows(ANSWERS_AFTER_PLACE, values);
    if ((found[0]?.selected_analysis_id ?? null) !== analysisId) throw analysisChanged();
    const page = found.flatMap((row) => (row.id === null ? [] : [{ projectId, ...row }]));
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = [last.answered_at, last.id];
  }
}

function periodOf({ caller }: Context, { projectId, from, to, platforms }: ExportScope): unknown[] {
  return [caller.accountId, projectId, from, to, platforms];
}
