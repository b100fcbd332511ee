import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { getOrThrow } from '../access/access.js';
import { bindProjects, type Context } from '../context.js';
import { parse, uuid } from '../input.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { type PromptFilter, promptFilter } from '../prompt-filters/prompt-filter.js';
import { IN_SCOPE, type Period, periodInput, SCOPE, toPeriod } from './metric-query.js';

export const sentimentInput = z.object(periodInput);

/** The same of the answers to some prompts, which v1's REST does not know. */
export const filteredSentimentInput = sentimentInput.extend({ where: promptFilter.optional() });

/** Accepted responses that name the brand, by their class; `total` is the sum (specification, section 4.9). */
export const sentimentView = z
  .object({
    positive: z.int(),
    neutral: z.int(),
    negative: z.int(),
    mixed: z.int(),
    total: z.int(),
  })
  .meta({ id: 'Sentiment' });

type SentimentView = z.output<typeof sentimentView>;

/** `noRule` are those of the neutral ones whose language has no rules; REST's fields are fixed without it. */
export interface SentimentCounts extends SentimentView {
  noRule: number;
}

type SentimentRow = Omit<SentimentView, 'total'> & { no_rule: number; project_id: string };

const SENTIMENT = statement<SentimentRow>(
  'sentiment-of-projects',
  `with ${SCOPE}
   select x.project_id, coalesce(sum(r.positive), 0)::int as positive, coalesce(sum(r.neutral), 0)::int as neutral,
     coalesce(sum(r.negative), 0)::int as negative, coalesce(sum(r.mixed), 0)::int as mixed,
     coalesce(sum(r.no_rule), 0)::int as no_rule
   from scope x
   left join daily_response r on ${IN_SCOPE}
   group by x.project_id`,
);

/** Of the answers to some questions, one by one: the rollup knows of no question. */
const SENTIMENT_OF_QUESTIONS = statement<SentimentRow>(
  'sentiment-of-questions',
  `with ${SCOPE}
   select x.project_id, count(*) filter (where r.sentiment = 'positive')::int as positive,
     count(*) filter (where r.sentiment = 'neutral')::int as neutral,
     count(*) filter (where r.sentiment = 'negative')::int as negative,
     count(*) filter (where r.sentiment = 'mixed')::int as mixed,
     count(*) filter (where r.sentiment_source = 'no_rule')::int as no_rule
   from scope x
   left join answer_reading r on ${IN_SCOPE} and ${ofQuestions(5)}
   group by x.project_id`,
);

interface SentimentQuery {
  period: Period;
  where?: PromptFilter | undefined;
}

/** Sentiment toward the brand of each project that the account holds, archived ones included, by project. */
export async function sentimentOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, where }: SentimentQuery,
): Promise<Map<string, SentimentCounts>> {
  const values = [...bindProjects(ctx, projectIds), period.from, period.to];
  const found =
    where === undefined
      ? await ctx.db.rows(SENTIMENT, values)
      : await ctx.db.rows(SENTIMENT_OF_QUESTIONS, [
          ...values,
          ...(await bindQuestions(ctx, projectIds, period, { where })),
        ]);
  return new Map(
    found.map(({ project_id, no_rule: noRule, ...classes }) => {
      const { positive, neutral, negative, mixed } = classes;
      return [project_id, { ...classes, noRule, total: positive + neutral + negative + mixed }];
    }),
  );
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getSentiment(ctx: Context, projectId: unknown, input: unknown): Promise<SentimentView> {
  const id = parse(uuid, projectId, 'projectId');
  const period = toPeriod(ctx, parse(sentimentInput, input));
  const { noRule: _noRule, ...view } = await getOrThrow(ctx, await sentimentOfProjects(ctx, [id], { period }), id);
  return view;
}
