import { statement } from '../../database/rows.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import type { PromptFilter } from '../prompt-filters/prompt-filter.js';
import { type ChangeVerdict, compareCells, periodBefore } from './comparison.js';
import { INTENT, joinWordings, WORDINGS } from './intents.js';
import { IN_SCOPE, type Period, SCOPE } from './metric-query.js';
import { type Confidence, clusteredWilson, percent, sum } from './shares.js';

/** The share of one tone among the responses that name the brand, and whether it moved. */
export interface ToneShare {
  /** Whole percent; null where no response names the brand. */
  percent: number | null;
  /** As answers to one question are alike; null with `percent`. */
  confidence: Confidence | null;
  /** Of the period of equal length that ends the day before. */
  previousPercent: number | null;
  /** Judged as that of visibility, by the questions and platforms that name the brand in both periods. */
  verdict: ChangeVerdict;
}

export interface ToneShares {
  positive: ToneShare;
  negative: ToneShare;
  /** Those that name the brand in the period or the one before, in the order of the vocabulary. */
  byPlatform: readonly PlatformTones[];
}

/** The shares of one platform: its responses of the period that name the brand, and those that praise and criticise. */
export interface PlatformTones {
  platform: Platform;
  total: number;
  positive: number;
  negative: number;
  positiveShare: ToneShare;
  negativeShare: ToneShare;
}

/** An intent's number, a platform, and the responses that name the brand, praise it and criticise it: now, before. */
type CellTuple = [number, Platform, number, number, number, number, number, number];

const counted = (condition: string) => `count(*) filter (where ${condition})::int`;

/** Responses of both periods that name the brand, by cell; $5 is the first day of the period itself. */
const TONES = statement<{ project_id: string; cells: CellTuple[] | null }>(
  'tones-by-cell-of-projects',
  `with ${SCOPE}, ${WORDINGS}
   select x.project_id, (
     select json_agg(json_build_array(d.intent, d.platform, d.named, d.positive, d.negative, d.named_before,
       d.positive_before, d.negative_before))
     from (
       select dense_rank() over (order by ${INTENT})::int as intent, c.*
       from (
         select r.question_hash, r.platform,
           ${counted('r.bucket_date >= $5')} as named,
           ${counted("r.bucket_date >= $5 and r.sentiment = 'positive'")} as positive,
           ${counted("r.bucket_date >= $5 and r.sentiment = 'negative'")} as negative,
           ${counted('r.bucket_date < $5')} as named_before,
           ${counted("r.bucket_date < $5 and r.sentiment = 'positive'")} as positive_before,
           ${counted("r.bucket_date < $5 and r.sentiment = 'negative'")} as negative_before
         from answer_reading r
         where ${IN_SCOPE} and r.sentiment is not null and ${ofQuestions(6)}
         group by r.question_hash, r.platform
       ) c
       ${joinWordings('x.project_id')}
     ) d
   ) as cells
   from scope x`,
);

interface ToneQuery {
  period: Period;
  where?: PromptFilter | undefined;
}

/** How sure the shares of praise and of criticism are, by project, and whether each moved from the period before. */
export async function toneSharesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, where }: ToneQuery,
): Promise<Map<string, ToneShares>> {
  const days = { from: periodBefore(period).from, to: period.to };
  const bound = [...bindProjects(ctx, projectIds), days.from, days.to, period.from];
  const questions = await bindQuestions(ctx, projectIds, days, { where });
  const found = await ctx.db.rows(TONES, [...bound, ...questions]);
  return new Map(found.map(({ project_id, cells }) => [project_id, toneSharesOf(cells ?? [])]));
}

/** The shares of cells, question × platform, of all platforms together and of each by itself. */
export function toneSharesOf(cells: readonly CellTuple[]): ToneShares {
  const own = Map.groupBy(cells, ([, platform]) => platform);
  return {
    ...sharesOf(cells),
    byPlatform: PLATFORMS.flatMap((platform) => {
      const found = own.get(platform);
      return found ? [tonesOf(platform, found)] : [];
    }),
  };
}

function tonesOf(platform: Platform, cells: readonly CellTuple[]): PlatformTones {
  const { positive, negative } = sharesOf(cells);
  return {
    platform,
    total: sum(cells.map(([, , named]) => named)),
    positive: sum(cells.map(([, , , praising]) => praising)),
    negative: sum(cells.map(([, , , , criticising]) => criticising)),
    positiveShare: positive,
    negativeShare: negative,
  };
}

function sharesOf(cells: readonly CellTuple[]): Pick<ToneShares, 'positive' | 'negative'> {
  return {
    positive: shareOf(
      cells.map(([question, platform, named, positive, , namedBefore, positiveBefore]) => ({
        ...{ question, platform, responses: named, naming: positive },
        ...{ previousResponses: namedBefore, previousNaming: positiveBefore },
      })),
    ),
    negative: shareOf(
      cells.map(([question, platform, named, , negative, namedBefore, , negativeBefore]) => ({
        ...{ question, platform, responses: named, naming: negative },
        ...{ previousResponses: namedBefore, previousNaming: negativeBefore },
      })),
    ),
  };
}

function shareOf(cells: Parameters<typeof compareCells>[0]): ToneShare {
  const byQuestion = Array.from(Map.groupBy(cells, ({ question }) => question).values(), (own) => ({
    responses: sum(own.map(({ responses }) => responses)),
    naming: sum(own.map(({ naming }) => naming)),
  }));
  return {
    percent: percentOf(cells.map(({ responses, naming }) => [naming, responses])),
    confidence: clusteredWilson(byQuestion),
    previousPercent: percentOf(cells.map((cell) => [cell.previousNaming, cell.previousResponses])),
    verdict: compareCells(cells).verdict,
  };
}

function percentOf(counts: readonly (readonly [part: number, whole: number])[]): number | null {
  const whole = sum(counts.map(([, each]) => each));
  return whole === 0 ? null : percent(sum(counts.map(([each]) => each)), whole);
}
