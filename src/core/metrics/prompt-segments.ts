import { z } from 'zod';
import { type Statement, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { bindQuestions, isBound, ofQuestions } from '../prompt-filters/chosen-questions.js';
import {
  type LabelledQuestion,
  labelledQuestions,
  type ProjectQuestions,
} from '../prompt-filters/labelled-questions.js';
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
import { bindListed, filteredQueryInput, type MetricQuery, ON_DAYS, SCOPE } from './metric-query.js';
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

/** Which parts of segments are wanted: the period before doubles the days that are read, places the sums of each. */
interface SegmentParts {
  withPrevious: boolean;
  withPlaces: boolean;
}

/** Which segments of which answers. */
export interface SegmentsQuery extends MetricQuery, SegmentParts {
  by: SegmentKind;
  first: number;
}

/** The score of the period of equal length before, and whether the brand moved. */
export interface PreviousOfSegment {
  score: number;
  change: number;
  verdict: ChangeVerdict;
  /** Where the brand was in them, and what of it moved; null where places are not wanted. */
  places: Pick<ComparedPlaces, 'before' | 'change'> | null;
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
  /** Where the brand is in them; null where it is not wanted. */
  places: Places | null;
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
 * A question, its intent, the platform, the responses and those that name the brand; where they are wanted, the same
 * two of the period before, and then the places of each of the two.
 */
type CellTuple = [question: string, intent: string, platform: Platform, ...sums: number[]];

/** The rows of a period, and what the names of its sums end in. */
interface SummedPeriod {
  /** Null for all rows. */
  condition: string | null;
  suffix: string;
}

const WHOLE: SummedPeriod = { condition: null, suffix: '' };
const NOW: SummedPeriod = { condition: 'r.bucket_date >= $8', suffix: '' };
const BEFORE: SummedPeriod = { condition: 'r.bucket_date < $8', suffix: '_before' };

type SegmentCells = Statement<{ project_id: string; cells: CellTuple[] | null }>;

const CELLS: SegmentCells = statement('cells-of-segments', segmentCells({ withPrevious: false, withPlaces: false }));
const CELLS_AND_PLACES: SegmentCells = statement(
  'cells-and-places-of-segments',
  segmentCells({ withPrevious: false, withPlaces: true }),
);
const CELLS_AND_PREVIOUS: SegmentCells = statement(
  'cells-and-previous-of-segments',
  segmentCells({ withPrevious: true, withPlaces: false }),
);
const ALL_OF_CELLS: SegmentCells = statement('all-of-segments', segmentCells({ withPrevious: true, withPlaces: true }));

/**
 * Sums by question and platform on the days $3, and no others than are wanted: those of places and of the days before
 * $8 take two thirds of the database's time again, and those of places a half of this process's.
 */
function segmentCells({ withPrevious, withPlaces }: SegmentParts): string {
  const periods = withPrevious ? [NOW, BEFORE] : [WHOLE];
  const sums = [...periods.flatMap(responseSums), ...(withPlaces ? periods.flatMap(placeSums) : [])];
  return `with ${SCOPE}, ${WORDINGS}
   select x.project_id, (
     select json_agg(json_build_array(encode(c.question_hash, 'hex'), encode(${INTENT}, 'hex'), c.platform,
       ${sums.map(({ name }) => `c.${name}`).join(', ')}) order by c.question_hash, c.platform)
     from (
       select r.platform, r.question_hash,
         ${sums.map(({ name, sql }) => `${sql} as ${name}`).join(',\n         ')}
       from daily_question_response r
       where ${ON_DAYS} and ($4::text[] is null or r.platform = any ($4::text[])) and ${ofQuestions(5)}
       group by r.question_hash, r.platform
     ) c
     ${joinWordings('x.project_id')}
   ) as cells
   from scope x`;
}
interface Sum {
  name: string;
  sql: string;
}

function responseSums(period: SummedPeriod): Sum[] {
  return [sumOf(period, 'responses', 'response_count'), sumOf(period, 'naming', 'brand_mention_count')];
}

/**
 * Of the responses whose places are known: their number, those that name the brand, those that name it in their first
 * third, first of all, and in a ranking, and the sum of these ranks.
 */
function placeSums(period: SummedPeriod): Sum[] {
  return [
    sumOf(period, 'known', 'response_count', 'brand_first_count'),
    sumOf(period, 'placed', 'brand_mention_count', 'brand_early_count'),
    sumOf(period, 'early', 'brand_early_count'),
    sumOf(period, 'first', 'brand_first_count'),
    sumOf(period, 'ranked', 'brand_ranked_count'),
    sumOf(period, 'rank_sum', 'brand_rank_sum'),
  ];
}

/** @param known the column without which a row does not count; by default there is none. */
function sumOf({ condition, suffix }: SummedPeriod, name: string, count: string, known?: string): Sum {
  const conditions = [condition, known ? `r.${known} is not null` : null].filter((one) => one !== null);
  const filter = conditions.length === 0 ? '' : ` filter (where ${conditions.join(' and ')})`;
  return { name: `${name}${suffix}`, sql: `coalesce(sum(r.${count})${filter}, 0)::int` };
}

/** The segments of each project that the account holds, archived ones included, by project. */
export async function segmentsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { by, first, withPrevious, withPlaces, ...query }: SegmentsQuery,
): Promise<Map<string, Segments>> {
  const { period } = query;
  const days = { from: withPrevious ? periodBefore(period).from : period.from, to: period.to };
  const [known, bound] = await Promise.all([
    labelledQuestions(ctx, projectIds, days, by === 'branded'),
    bindQuestions(ctx, projectIds, days, query),
  ]);
  const values = [...bindListed(ctx, projectIds, { ...query, period: days }), ...bound];
  if (withPrevious) values.push(period.from);
  const segments = new Map<string, Segments>();
  for (const { project_id, cells } of await ctx.db.rows(cellsOf({ withPrevious, withPlaces }), values)) {
    const keysOf = await labelling(known.get(project_id), by);
    const isChosen = isBound(bound, project_id);
    const prompts = (known.get(project_id)?.questions ?? []).filter(
      (question) => !question.isArchived && isChosen(question),
    );
    const textKeys = new Map(known.get(project_id)?.questions.map(({ hash, textKey }) => [hash, textKey]));
    const found = toSegments({ cells: cells ?? [], textKeys, prompts, keysOf, first, withPrevious, withPlaces });
    segments.set(project_id, { ...found, marketNames: marketNamesOf(known.get(project_id)) });
  }
  return segments;
}

function cellsOf({ withPrevious, withPlaces }: SegmentParts): SegmentCells {
  if (withPrevious) return withPlaces ? ALL_OF_CELLS : CELLS_AND_PREVIOUS;
  return withPlaces ? CELLS_AND_PLACES : CELLS;
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
  /** Zeros where places are not wanted. */
  places: PeriodCounts;
  previousPlaces: PeriodCounts;
}

interface Found extends SegmentParts {
  cells: readonly CellTuple[];
  /** By the hash of a question: what its text has in common with the same one in another market. */
  textKeys: ReadonlyMap<string, string>;
  /** Questions of unarchived prompts. */
  prompts: readonly LabelledQuestion[];
  keysOf: KeysOf;
  first: number;
}

function marketNamesOf(project: ProjectQuestions | undefined): Map<string, string> {
  const named = project?.questions.map(({ marketId, market }): [string, string] => [marketId ?? '', market ?? '']);
  return new Map(named);
}

function toSegments({ cells, textKeys, prompts, keysOf, first, ...parts }: Found): Omit<Segments, 'marketNames'> {
  const ofKeys = new Map<string, Cell[]>();
  for (const cell of cells.map((tuple) => toCell(tuple, textKeys, parts))) {
    for (const key of keysOf(cell.question)) {
      const own = ofKeys.get(key);
      if (own) own.push(cell);
      else ofKeys.set(key, [cell]);
    }
  }
  const promptCounts = new Map<string, number>();
  for (const { hash } of prompts) {
    for (const key of keysOf(hash)) promptCounts.set(key, (promptCounts.get(key) ?? 0) + 1);
  }
  const keys = new Set([...promptCounts.keys(), ...ofKeys.keys()]);
  const views = Array.from(keys, (key) => {
    const own = ofKeys.get(key) ?? [];
    return { key, promptCount: promptCounts.get(key) ?? 0, ...numbersOf(own, parts) };
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

function toCell(tuple: CellTuple, textKeys: Found['textKeys'], { withPrevious }: SegmentParts): Cell {
  const [question, intent, platform, responses = 0, naming = 0, ...more] = tuple;
  const [previousResponses = 0, previousNaming = 0] = withPrevious ? more : [];
  const places = withPrevious ? more.slice(2) : more;
  return {
    ...{ question, intent, pair: textKeys.get(intent) ?? intent, platform, responses, naming },
    ...{ previousResponses, previousNaming },
    places: toCounts(places.slice(0, PLACE_SUMS)),
    previousPlaces: toCounts(places.slice(PLACE_SUMS)),
  };
}

/** Sums of places, of one period. */
const PLACE_SUMS = 6;

function toCounts([responses = 0, placed = 0, early = 0, first = 0, ranked = 0, rankSum = 0]: readonly number[]) {
  return { responses, placed, early, first, ranked, rankSum };
}

function numbersOf(
  cells: readonly Cell[],
  { withPrevious, withPlaces }: SegmentParts,
): Omit<SegmentView, 'key' | 'promptCount'> {
  const answered = cells.filter(({ responses }) => responses > 0);
  const intents = Array.from(Map.groupBy(answered, ({ intent }) => intent).values());
  const clusters = intents.map((own) => ({
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
    places: withPlaces ? placesIn(intents.map((own) => addedUp(own.map(({ places }) => places)))) : null,
    previous: withPrevious ? previousOf(cells, score, withPlaces) : null,
  };
}

function previousOf(cells: readonly Cell[], score: number, withPlaces: boolean): PreviousOfSegment {
  const intents = new Map<string, number>();
  const compared = cells.map(({ intent, ...cell }): Omit<Cell, 'question'> & ComparedCell => {
    const question = intents.get(intent) ?? intents.size;
    intents.set(intent, question);
    return { ...cell, intent, question };
  });
  const before = percent(
    sum(cells.map(({ previousNaming }) => previousNaming)),
    sum(cells.map(({ previousResponses }) => previousResponses)),
  );
  return {
    ...{ score: before, change: score - before, verdict: compareCells(compared).verdict },
    places: withPlaces ? placesMoved(compared) : null,
  };
}

function placesMoved(cells: readonly (Omit<Cell, 'question'> & ComparedCell)[]): PreviousOfSegment['places'] {
  const { before, change } = comparePlaces(
    cells.map(({ question, platform, places, previousPlaces }) => ({
      ...{ question, platform },
      ...{ now: places, before: previousPlaces },
    })),
  );
  return { before, change };
}
