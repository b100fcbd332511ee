import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { bindQuestions, ofQuestions } from '../prompt-filters/chosen-questions.js';
import { type ChangeVerdict, compareCells, periodBefore } from './comparison.js';
import { INTENT, joinWordings, WORDINGS } from './intents.js';
import { compareRanks, type MeanRank, meanRank } from './mean-rank.js';
import { IN_SCOPE, type MetricQuery, SCOPE } from './metric-query.js';
import { type Confidence, clusteredWilson, percent, sum } from './shares.js';

/** Where a name is in the answers of a period. */
export interface Places {
  /** Accepted responses that name it before every other of the brand and the competitors that were looked for. */
  firstNamed: PlaceShare;
  /** Responses that name it in the first third of their text, of those that name it. */
  prominent: PlaceShare;
  rank: MeanRank;
}

/** A share of responses by where a name is in them. */
export interface PlaceShare {
  count: number;
  /** Percent; null where there are no responses that it is of. */
  percent: number | null;
  /** Its interval, as answers to one question are alike; null with `percent`. */
  confidence: Confidence | null;
}

/** A name's places in a period and the one before, and whether each of the three moved. */
export interface ComparedPlaces {
  now: Places;
  before: Places;
  /** `rank` moved up where it is nearer to the top. */
  change: { firstNamed: ChangeVerdict; prominent: ChangeVerdict; rank: ChangeVerdict };
}

/**
 * Counts of a cell and a name in one period: responses that name it and whose place is known, those among them in the
 * first third, those that name it first, those that rank it, and the sum of these ranks.
 */
type Counts = [number, number, number, number, number];

/** A cell's place, whether it is of the period itself, its intent's number, its platform, and its responses. */
type CellSums = [number, boolean, number, Platform, number];
/** A cell's place, whether it is of the period itself, and the counts of a name in it. */
type NamedSums = [number, boolean, ...Counts];

type PlaceRow = { project_id: string } & (
  | { subject_id: null; cells: CellSums[] | null; named: null }
  | { subject_id: string; cells: null; named: NamedSums[] | null }
);

/**
 * One row a project with its cells, question × platform, and one for the brand and each competitor that its analysis
 * looked for, with the cells that name it; as JSON, and by the cells' places, as the standings of brands are. Sums are
 * grouped by period: a filter on each for both periods took a half more. Days of which it is not known where names are
 * count nowhere.
 */
const PLACES = statement<PlaceRow>(
  'places-of-brands',
  `with ${SCOPE}, ${WORDINGS},
   counted as materialized (
     select x.project_id, c.*,
       dense_rank() over (partition by x.project_id order by c.question_hash, c.platform) as place,
       dense_rank() over (partition by x.project_id order by ${INTENT}) as question
     from scope x
     cross join lateral (
       select null::uuid as subject_id, r.platform, r.question_hash, r.bucket_date >= $5 as is_now,
         coalesce(sum(r.response_count) filter (where r.brand_first_count is not null), 0)::int as responses,
         ${countsOf('brand_mention_count', 'brand_')}
       from daily_question_response r
       where ${IN_SCOPE} and ($6::text[] is null or r.platform = any ($6::text[])) and ${ofQuestions(7)}
       group by r.platform, r.question_hash, r.bucket_date >= $5
       union all
       select r.subject_id, r.platform, r.question_hash, r.bucket_date >= $5, 0, ${countsOf('response_count', '')}
       from daily_question_mention r
       where ${IN_SCOPE} and ($6::text[] is null or r.platform = any ($6::text[])) and ${ofQuestions(7)}
       group by r.subject_id, r.platform, r.question_hash, r.bucket_date >= $5
     ) c
     ${joinWordings('x.project_id')}
   ),
   named as materialized (
     select c.project_id, coalesce(c.subject_id, c.project_id) as subject_id, json_agg(
       json_build_array(c.place, c.is_now, c.placed, c.early, c.first, c.ranked, c.rank_sum)
     ) as sums
     from counted c
     where c.placed > 0 or c.first > 0 or c.ranked > 0
     group by c.project_id, coalesce(c.subject_id, c.project_id)
   )
   select x.project_id, null::uuid as subject_id, (
     select json_agg(json_build_array(c.place, c.is_now, c.question, c.platform, c.responses) order by c.place)
     from counted c
     where c.project_id = x.project_id and c.subject_id is null
   ) as cells, null::json as named
   from scope x
   union all
   select x.project_id, s.id, null, n.sums
   from scope x
   join analysis a on a.account_id = $1 and a.id = x.analysis_id
   cross join lateral (
     select x.project_id as id
     union all
     select (o.value ->> 'id')::uuid
     from jsonb_array_elements(a.subjects -> 'competitors') o
   ) s
   left join named n on n.project_id = x.project_id and n.subject_id = s.id`,
);

/** Sums of a rollup `r` for {@link PeriodCounts}, but its responses. @param prefix what the columns begin with. */
function countsOf(naming: string, prefix: string): string {
  return `coalesce(sum(r.${naming}) filter (where r.${prefix}early_count is not null), 0)::int as placed,
         coalesce(sum(r.${prefix}early_count), 0)::int as early, coalesce(sum(r.${prefix}first_count), 0)::int as first,
         coalesce(sum(r.${prefix}ranked_count), 0)::int as ranked,
         coalesce(sum(r.${prefix}rank_sum), 0)::int as rank_sum`;
}

/**
 * Where the brand, and each competitor that the selected analysis looked for, is in the answers of a period and of the
 * one before, by project and by subject: the project's id is the brand's (docs/metrics.md, "Place in the answer"). One
 * statement over rollups, whose cost grows with questions, platforms, days and the competitors that answers name.
 */
export async function placesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { period, platforms, ...choice }: MetricQuery,
): Promise<Map<string, Map<string, ComparedPlaces>>> {
  const days = { from: periodBefore(period).from, to: period.to };
  const bound = [days.from, days.to, period.from, platforms ?? null];
  const questions = await bindQuestions(ctx, projectIds, days, choice);
  const found = await ctx.db.rows(PLACES, [...bindProjects(ctx, projectIds), ...bound, ...questions]);
  return new Map(
    Array.from(
      Map.groupBy(found, ({ project_id }) => project_id),
      ([id, ofProject]) => [id, placesOf(ofProject)],
    ),
  );
}

function placesOf(found: readonly PlaceRow[]): Map<string, ComparedPlaces> {
  const cells = cellsOf(found.find(({ subject_id }) => subject_id === null)?.cells ?? []);
  const places = new Map<string, ComparedPlaces>();
  for (const { subject_id, named } of found) {
    if (subject_id !== null) places.set(subject_id, comparePlaces(countedIn(cells, named ?? [])));
  }
  return places;
}

/** Responses of one period, and where a name is in them. */
export interface PeriodCounts {
  responses: number;
  placed: number;
  early: number;
  first: number;
  ranked: number;
  rankSum: number;
}

/** A question on a platform, with the counts of a name in its answers; wordings of one intent have one question. */
export interface PlaceCell {
  question: number;
  platform: Platform;
  now: PeriodCounts;
  before: PeriodCounts;
}

const UNNAMED = { responses: 0, placed: 0, early: 0, first: 0, ranked: 0, rankSum: 0 };

/** The cells without a name, by their places. */
function cellsOf(sums: readonly CellSums[]): Map<number, PlaceCell> {
  const cells = new Map<number, PlaceCell>();
  for (const [place, isNow, question, platform, responses] of sums) {
    const cell = cells.get(place) ?? { question, platform, now: UNNAMED, before: UNNAMED };
    cells.set(place, { ...cell, [isNow ? 'now' : 'before']: { ...UNNAMED, responses } });
  }
  return cells;
}

function countedIn(cells: ReadonlyMap<number, PlaceCell>, named: readonly NamedSums[]): PlaceCell[] {
  const counted = new Map(cells);
  for (const [place, isNow, placed, early, first, ranked, rankSum] of named) {
    const cell = counted.get(place);
    if (!cell) continue;
    const period = isNow ? 'now' : 'before';
    const { responses } = cell[period];
    counted.set(place, { ...cell, [period]: { responses, placed, early, first, ranked, rankSum } });
  }
  return [...counted.values()];
}

/** Where a name is in the answers of both periods, and what of it moved. */
export function comparePlaces(cells: readonly PlaceCell[]): ComparedPlaces {
  const byQuestion = Array.from(Map.groupBy(cells, ({ question }) => question).values());
  return {
    now: placesIn(byQuestion.map((own) => addedUp(own.map(({ now }) => now)))),
    before: placesIn(byQuestion.map((own) => addedUp(own.map(({ before }) => before)))),
    change: {
      firstNamed: moved(cells, 'responses', 'first'),
      prominent: moved(cells, 'placed', 'early'),
      rank: compareRanks(
        cells.map(({ question, now, before }) => ({
          question,
          responses: now.ranked,
          sum: now.rankSum,
          previousResponses: before.ranked,
          previousSum: before.rankSum,
        })),
      ),
    },
  };
}

function moved(cells: readonly PlaceCell[], whole: keyof PeriodCounts, part: keyof PeriodCounts): ChangeVerdict {
  return compareCells(
    cells.map(({ question, platform, now, before }) => ({
      ...{ question, platform, responses: now[whole], naming: now[part] },
      ...{ previousResponses: before[whole], previousNaming: before[part] },
    })),
  ).verdict;
}

/** Of the counts of each intent. */
export function placesIn(questions: readonly PeriodCounts[]): Places {
  return {
    firstNamed: shareOf(questions, 'responses', 'first'),
    prominent: shareOf(questions, 'placed', 'early'),
    rank: meanRank(questions.map(({ ranked, rankSum }) => ({ responses: ranked, sum: rankSum }))),
  };
}

function shareOf(questions: readonly PeriodCounts[], whole: keyof PeriodCounts, part: keyof PeriodCounts): PlaceShare {
  const counts = questions.map((question) => ({ responses: question[whole], naming: question[part] }));
  const count = sum(counts.map(({ naming }) => naming));
  const responses = sum(counts.map((question) => question.responses));
  const share = responses === 0 ? null : percent(count, responses);
  return { count, percent: share, confidence: clusteredWilson(counts) };
}

/** Counts of several cells together, such as those of one intent. */
export function addedUp(counts: readonly PeriodCounts[]): PeriodCounts {
  const sumOf = (name: keyof PeriodCounts) => sum(counts.map((each) => each[name]));
  return {
    responses: sumOf('responses'),
    placed: sumOf('placed'),
    early: sumOf('early'),
    first: sumOf('first'),
    ranked: sumOf('ranked'),
    rankSum: sumOf('rankSum'),
  };
}
