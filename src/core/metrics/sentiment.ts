import { z } from 'zod';
import { rows, statement } from '../../database/rows.js';
import { only } from '../access/only.js';
import type { Context } from '../context.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { IN_SCOPE, SCOPE } from './metric-scope.js';
import { type Period, periodInput, toPeriod } from './period.input.js';

export const sentimentInput = z.object(periodInput);

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

export type SentimentView = z.output<typeof sentimentView>;

const SENTIMENT = statement<Omit<SentimentView, 'total'> & { project_id: string }>(
  'sentiment-of-projects',
  `with ${SCOPE}
   select x.project_id, coalesce(sum(r.positive), 0)::int as positive, coalesce(sum(r.neutral), 0)::int as neutral,
     coalesce(sum(r.negative), 0)::int as negative, coalesce(sum(r.mixed), 0)::int as mixed
   from scope x
   left join daily_response r on ${IN_SCOPE}
   group by x.project_id`,
);

/** Sentiment toward the brand of each project that the account holds, archived ones included, by project. */
export async function sentimentOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
): Promise<Map<string, SentimentView>> {
  const found = await rows(ctx.em, SENTIMENT, [ctx.caller.accountId, projectIds, period.from, period.to]);
  return new Map(
    found.map(({ project_id, positive, neutral, negative, mixed }) => [
      project_id,
      { positive, neutral, negative, mixed, total: positive + neutral + negative + mixed },
    ]),
  );
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getSentiment(ctx: Context, projectId: unknown, input: unknown): Promise<SentimentView> {
  const id = parse(uuid, projectId, 'projectId');
  const period = toPeriod(ctx, parse(sentimentInput, input));
  return only(ctx, await sentimentOfProjects(ctx, [id], period), id);
}
