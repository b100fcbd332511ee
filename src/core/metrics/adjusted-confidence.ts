import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { bindQuestions, ofQuestions } from '../branding/branded-questions.js';
import type { Context } from '../context.js';
import { clusteredWilson, type QuestionCounts } from './clustering.js';
import type { Confidence } from './confidence.js';
import { IN_SCOPE, SCOPE } from './metric-scope.js';
import type { Period } from './period.input.js';

const QUESTION_COUNTS = statement<{ project_id: string; responses: number | null; naming: number | null }>(
  'question-counts-of-projects',
  `with ${SCOPE}
   select x.project_id, c.responses, c.naming
   from scope x
   left join lateral (
     select r.question_hash, sum(r.response_count)::int as responses, sum(r.brand_mention_count)::int as naming
     from daily_question_response r
     where ${IN_SCOPE} and ($5::text[] is null or r.platform = any ($5::text[])) and ${ofQuestions(6)}
     group by r.question_hash
   ) c on true
   order by x.project_id, c.question_hash`,
);

/** The interval of a score, which allows for answers to one question being alike; null without responses. */
export interface AdjustedConfidence {
  confidence: Confidence | null;
}

/**
 * How sure the score of each project that the account holds is, archived ones included, by project (docs/metrics.md,
 * "Uncertainty").
 */
export async function adjustedConfidenceOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
  asked: readonly Platform[] | undefined,
  branded?: boolean,
): Promise<Map<string, AdjustedConfidence>> {
  const bound = await bindQuestions(ctx, projectIds, period, branded);
  const values = [ctx.caller.accountId, projectIds, period.from, period.to, asked ?? null, ...bound];
  const questions = new Map<string, QuestionCounts[]>();
  for (const { project_id, responses, naming } of await rows(ctx.em, QUESTION_COUNTS, values)) {
    const ofProject = questions.get(project_id) ?? [];
    questions.set(project_id, ofProject);
    if (responses !== null && naming !== null) ofProject.push({ responses, naming });
  }
  return new Map(Array.from(questions, ([id, counts]) => [id, { confidence: clusteredWilson(counts) }]));
}
