import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { bindQuestions, isBound, ofQuestions } from '../segments/chosen-questions.js';
import { type LabelledQuestion, labelledQuestions, type ProjectQuestions } from '../segments/labelled-questions.js';
import {
  addedUp,
  type ComparedPlaces,
  comparePlaces,
  type PeriodCounts,
  type Places,
  placesIn,
} from './brand-places.js';
import { type ChangeVerdict, type ComparedCell, compareCells, periodBefore } from './comparison.js';
import { type EvenScore, evenScoreOf } from './even-score.js';
import { INTENT, joinWordings, WORDINGS } from './intents.js';
import { filteredQueryInput, IN_SCOPE, type MetricQuery, SCOPE } from './metric-query.js';
import { compareSegments, type SegmentCell, type SegmentDifference } from './segment-difference.js';
import { type Confidence, clusteredWilson, percent, sum, totalOf } from './shares.js';

/** What prompts are grouped by. */
export const SEGMENT_KINDS = [
  'tag',
  'category',
  'stage',
  'persona',
  'market',
  'country',
  'language',
  'branded',
] as const;
type SegmentKind = (typeof SEGMENT_KINDS)[number];

/** Segments of one list. */
export const SEGMENTS_MAX = 50;

const firstFault = `must be a whole number from 1 to ${SEGMENTS_MAX}`;

export const segmentsInput = filteredQueryInput.extend({
  by: z.enum(SEGMENT_KINDS, `must be one of ${SEGMENT_KINDS.join(', ')}`),
  first: z.int(firstFault).min(1, firstFault).max(SEGMENTS_MAX, firstFault).default(SEGMENTS_MAX),
});

/** Which segments of which answers; the period before doubles the days that are read. */
export interface SegmentsQuery extends MetricQuery {
  by: SegmentKind;
  first: number;
  withPrevious: boolean;
}

/** The score of the period of equal length before, and whether the brand moved. */
export interface PreviousOfSegment {
  score: number;
  change: number;
  verdict: ChangeVerdict;
  /** Where the brand was in them, and what of it moved. */
  places: Pick<ComparedPlaces, 'before' | 'change'>;
}

/** The answers to the prompts that have one label in common. */
export interface SegmentView {
  /** The label, a stage in capitals, a market's id; empty where there is none. */
  key: string;
  /** Unarchived prompts. */
  promptCount: number;
  /** Intents with responses: all wordings of one are one. */
  intentCount: number;
  responseCount: number;
  brandMentionCount: number;
  score: number;
  /** How sure the score is; null without responses. */
  adjustedConfidence: Confidence | null;
  /** Null below two cells. */
  even: EvenScore | null;
  /** Where the brand is in them. */
  places: Places;
  /** Null where it is not wanted. */
  previous: PreviousOfSegment | null;
}

/** The segments of a project: those with most responses first, then by key; the one without a label last. */
export interface Segments {
  list: SegmentView[];
  /** Whether the brand is named more often in one than in another; null where there is none of either key. */
  differ: (key: string, otherKey: string) => SegmentDifference | null;
  /** What a market is called, by its id. */
  marketNames: ReadonlyMap<string, string>;
}

/**
 * A question, its intent, the platform, the responses and those that name the brand, in the period and before; and of
 * each of the two the responses whose places are known, those that name the brand and have a known place, those in
 * their first third, those that name it first, those that rank it, and the sum of these ranks.
 */
type CellTuple = [string, string, Platform, number, number, number, number, ...PlaceTuple, ...PlaceTuple];
type PlaceTuple = [number, number, number, number, number, number];

/** Sums by question and platform on the days $3 to $4, those from $5 on apart from those before. */
const SEGMENT_CELLS = statement<{ project_id: string; cells: CellTuple[] | null }>(
  'cells-of-segments',
  `with ${SCOPE}, ${WORDINGS}
   select x.project_id, (
     select json_agg(json_build_array(encode(c.question_hash, 'hex'), encode(${INTENT}, 'hex'), c.platform, c.responses,
       c.naming, c.both_responses - c.responses, c.both_naming - c.naming, c.known, c.placed, c.early, c.first,
       c.ranked, c.rank_sum, c.known_before, c.placed_before, c.early_before, c.first_before, c.ranked_before,
       c.rank_sum_before) order by c.question_hash, c.platform)
     from (
       select r.platform, r.question_hash, sum(r.response_count)::int as both_responses,
         sum(r.brand_mention_count)::int as both_naming,
         coalesce(sum(r.response_count) filter (where r.bucket_date >= $5), 0)::int as responses,
         coalesce(sum(r.brand_mention_count) filter (where r.bucket_date >= $5), 0)::int as naming,
         ${placeSums('>=', '')},
         ${placeSums('<', '_before')}
       from daily_question_response r
       where ${IN_SCOPE} and ($6::text[] is null or r.platform = any ($6::text[])) and ${ofQuestions(7)}
       group by r.platform, r.question_hash
     ) c
     ${joinWordings('x.project_id')}
   ) as cells
   from scope x`,
);

/** The sums of a {@link PlaceTuple} on the days that compare so with $5, as far as they are known. */
function placeSums(compares: '>=' | '<', suffix: string): string {
  const sumOf = (count: string, name: string, known = count) =>
    `coalesce(sum(r.${count}) filter (where r.bucket_date ${compares} $5 and r.${known} is not null), 0)::int
           as ${name}${suffix}`;
  return [
    sumOf('response_count', 'known', 'brand_first_count'),
    sumOf('brand_mention_count', 'placed', 'brand_early_count'),
    sumOf('brand_early_count', 'early'),
    sumOf('brand_first_count', 'first'),
    sumOf('brand_ranked_count', 'ranked'),
    sumOf('brand_rank_sum', 'rank_sum'),
  ].join(',\n         ');
}

/** The segments of each project that the account holds, archived ones included, by project. */
export async function segmentsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { by, first, withPrevious, ...query }: SegmentsQuery,
): Promise<Map<string, Segments>> {
  const { period, platforms } = query;
  const days = { from: withPrevious ? periodBefore(period).from : period.from, to: period.to };
  const [known, bound] = await Promise.all([
    labelledQuestions(ctx, projectIds, days, by === 'branded'),
    bindQuestions(ctx, projectIds, days, query),
  ]);
  const values = [ctx.caller.accountId, projectIds, days.from, days.to, period.from, platforms ?? null, ...bound];
  const segments = new Map<string, Segments>();
  for (const { project_id, cells } of await ctx.db.rows(SEGMENT_CELLS, values)) {
    const keysOf = await labelling(known.get(project_id), by);
    const prompts = (known.get(project_id)?.questions ?? []).filter(
      (question) => !question.isArchived && isBound(bound, project_id)(question),
    );
    const textKeys = new Map(known.get(project_id)?.questions.map(({ hash, textKey }) => [hash, textKey]));
    const found = toSegments({ cells: cells ?? [], textKeys, prompts, keysOf, first, withPrevious });
    segments.set(project_id, { ...found, marketNames: marketNamesOf(known.get(project_id)) });
  }
  return segments;
}

/** The keys of a question's segments, by its hash; one or more. */
type KeysOf = (hash: string) => readonly string[];

/** What a question without a label, or of no prompt, has. */
const NONE = [''];

async function labelling(project: ProjectQuestions | undefined, by: SegmentKind): Promise<KeysOf> {
  if (by === 'branded') {
    const naming = project ? await project.naming() : new Set<string>();
    return (hash) => [String(naming.has(hash))];
  }
  const labels = new Map(project?.questions.map((question) => [question.hash, labelsOf(question, by)]));
  return (hash) => labels.get(hash) ?? NONE;
}

function labelsOf(question: LabelledQuestion, by: Exclude<SegmentKind, 'branded'>): readonly string[] {
  switch (by) {
    case 'tag':
      return question.tags.length > 0 ? [...new Set(question.tags)] : NONE;
    case 'category':
      return [question.category ?? ''];
    case 'stage':
      return [question.stage?.toUpperCase() ?? ''];
    case 'persona':
      return [question.persona ?? ''];
    case 'market':
      return [question.marketId ?? ''];
    case 'country':
      return [question.country];
    case 'language':
      return [question.language ?? ''];
  }
}

/** A cell of a segment, with the sums of the period before. */
interface Cell extends SegmentCell {
  previousResponses: number;
  previousNaming: number;
  places: PeriodCounts;
  previousPlaces: PeriodCounts;
}

interface Found {
  cells: readonly CellTuple[];
  /** By the hash of a question: what its text has in common with the same one in another market. */
  textKeys: ReadonlyMap<string, string>;
  /** Questions of unarchived prompts. */
  prompts: readonly LabelledQuestion[];
  keysOf: KeysOf;
  first: number;
  withPrevious: boolean;
}

function marketNamesOf(project: ProjectQuestions | undefined): Map<string, string> {
  const named = project?.questions.map(({ marketId, market }): [string, string] => [marketId ?? '', market ?? '']);
  return new Map(named);
}

function toSegments({ cells, textKeys, prompts, keysOf, first, withPrevious }: Found): Omit<Segments, 'marketNames'> {
  const ofKeys = new Map<string, Cell[]>();
  for (const cell of cells.map((tuple) => toCell(tuple, textKeys))) {
    for (const key of keysOf(cell.question)) ofKeys.set(key, [...(ofKeys.get(key) ?? []), cell]);
  }
  const promptCounts = new Map<string, number>();
  for (const { hash } of prompts) {
    for (const key of keysOf(hash)) promptCounts.set(key, (promptCounts.get(key) ?? 0) + 1);
  }
  const keys = new Set([...promptCounts.keys(), ...ofKeys.keys()]);
  const views = Array.from(keys, (key) => {
    const own = ofKeys.get(key) ?? [];
    return { key, promptCount: promptCounts.get(key) ?? 0, ...numbersOf(own, withPrevious) };
  });
  return {
    list: views.filter(isTold).toSorted(inOrder).slice(0, first),
    differ: (key, otherKey) => {
      const [one, other] = [ofKeys.get(key), ofKeys.get(otherKey)];
      return one && other ? compareSegments(one, other) : null;
    },
  };
}

/** Questions without a prompt that had responses in the period before alone are no segment. */
function isTold({ promptCount, responseCount }: SegmentView): boolean {
  return promptCount > 0 || responseCount > 0;
}

function inOrder(one: SegmentView, other: SegmentView): number {
  const isLast = Number(one.key === '') - Number(other.key === '');
  return isLast || other.responseCount - one.responseCount || (one.key < other.key ? -1 : 1);
}

function toCell(tuple: CellTuple, textKeys: Found['textKeys']): Cell {
  const [question, intent, platform, responses, naming, before, namingBefore, ...sums] = tuple;
  const pair = textKeys.get(intent) ?? intent;
  const [known, placed, early, first, ranked, rankSum, ...sumsBefore] = sums;
  return {
    ...{ question, intent, pair, platform, responses, naming, previousResponses: before, previousNaming: namingBefore },
    places: toCounts([known, placed, early, first, ranked, rankSum]),
    previousPlaces: toCounts(sumsBefore),
  };
}

function toCounts([responses, placed, early, first, ranked, rankSum]: PlaceTuple): PeriodCounts {
  return { responses, placed, early, first, ranked, rankSum };
}

function numbersOf(cells: readonly Cell[], withPrevious: boolean): Omit<SegmentView, 'key' | 'promptCount'> {
  const answered = cells.filter(({ responses }) => responses > 0);
  const clusters = Array.from(Map.groupBy(answered, ({ intent }) => intent).values(), (own) => ({
    cells: own.length,
    shares: sum(own.map(({ naming, responses }) => naming / responses)),
    ...totalOf(own),
  }));
  const { responses, naming } = totalOf(answered);
  const score = percent(naming, responses);
  return {
    intentCount: clusters.length,
    responseCount: responses,
    brandMentionCount: naming,
    score,
    adjustedConfidence: clusteredWilson(clusters),
    even: evenScoreOf(clusters),
    places: placesIn(
      Array.from(Map.groupBy(answered, ({ intent }) => intent).values(), (own) =>
        addedUp(own.map(({ places }) => places)),
      ),
    ),
    previous: withPrevious ? previousOf(cells, score) : null,
  };
}

function previousOf(cells: readonly Cell[], score: number): PreviousOfSegment {
  const intents = new Map<string, number>();
  const compared = cells.map(({ intent, ...cell }): Omit<Cell, 'question'> & ComparedCell => {
    const question = intents.get(intent) ?? intents.size;
    intents.set(intent, question);
    return { ...cell, intent, question };
  });
  const { before: placesBefore, change } = comparePlaces(
    compared.map(({ question, platform, places, previousPlaces }) => ({
      ...{ question, platform },
      ...{ now: places, before: previousPlaces },
    })),
  );
  const before = percent(
    sum(cells.map(({ previousNaming }) => previousNaming)),
    sum(cells.map(({ previousResponses }) => previousResponses)),
  );
  return {
    ...{ score: before, change: score - before, verdict: compareCells(compared).verdict },
    places: { before: placesBefore, change },
  };
}
