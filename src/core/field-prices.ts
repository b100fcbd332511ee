import { PLATFORMS } from '../entities/vocabulary.js';
import { RIVALS_MAX } from './metrics/brand-trends.js';
import { daysInQuestion } from './metrics/metric-query.js';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX, skippedBy } from './pages.js';
import { PROMPTS_MAX, ROWS_PER_POINT } from './plans.js';
import { BULK_MAX } from './prompts/prompt.schema.js';
import { SEARCH_TERMS_MAX } from './search-terms/search-term-file.js';

/**
 * What a field costs, in points: one for each REST call that it replaces, and more where it is more work than one call.
 * Ten points are one request of the tier. A resolver refuses a size or a day out of bounds; here it counts as the
 * largest, so that it never lowers a price.
 */
interface Priced {
  args: Readonly<Record<string, unknown>>;
  childComplexity: number;
  /** What a price depends on besides the operation. */
  context?: Partial<PriceContext> | undefined;
}

/** The last UTC day of a period that names none. */
export interface PriceContext {
  today: string;
}

/** A field that replaces one REST call. */
export function oneCall({ childComplexity }: Priced): number {
  return 1 + childComplexity;
}

/** A field that takes the work of two REST calls. */
export function twoCalls({ childComplexity }: Priced): number {
  return 2 + childComplexity;
}

/**
 * A page of suggested prompts: of search terms a point more for each fifty, whose words are compared with those of
 * prompts, and four more where each of a project's search terms is matched against its names.
 */
export function pageOfSuggestions({ args, childComplexity }: Priced): number {
  const size = sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const calls = args['origin'] === 'topic' ? 2 : 2 + Math.ceil(size / ENTRIES_AT_ONCE);
  return calls + (isSent(args['branded']) ? 4 : 0) + belowPrompts(size, childComplexity);
}

/** Pairs of prompts that are alike: two calls, and what is asked of their prompts. */
export function listOfPairs({ args, childComplexity }: Priced): number {
  return 2 + belowPrompts(sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX), childComplexity);
}

const POINTS_PER_WRITE = 5;

/** Lines of a file of search terms that are read and stored for one point. */
const LINES_PER_POINT = 125;

/** A file of search terms: a write, and a point for each 125 of its lines. */
export function writeOfSearchTerms({ args, childComplexity }: Priced): number {
  const csv = (args['input'] as { csv?: unknown } | undefined)?.csv;
  const lines = typeof csv === 'string' ? csv.split('\n', SEARCH_TERMS_MAX).length : SEARCH_TERMS_MAX;
  return POINTS_PER_WRITE + Math.ceil(lines / LINES_PER_POINT) + childComplexity;
}

/** A mutation: a transaction with its locks takes the time of five reads. */
export function oneWrite({ childComplexity }: Priced): number {
  return POINTS_PER_WRITE + childComplexity;
}

/** A list that is one call, and multiplies the price of the fields below it by its size. */
export function pageOfCalls({ args, childComplexity }: Priced): number {
  return 1 + sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX) * childComplexity;
}

/** Rows before a page are read all the same. */
export const SKIPPED_PER_POINT = 5_000;

/** A list ordered by sums or days: as any page, and one point for each 5,000 entries before it. */
export function pageByOffset(priced: Priced): number {
  return pageOfCalls(priced) + skipping(skippedBy(priced.args['after']));
}

/** A flat table: one point for each hundred of `limit`, and for each 5,000 rows before them. */
export function rowsByHundred({ args }: Priced): number {
  const { limit, offset } = args;
  const skipped = typeof offset === 'number' && offset > 0 ? offset : 0;
  return Math.ceil(sizeOf(limit, ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX) / ROWS_PER_POINT) + skipping(skipped);
}

function skipping(entries: number): number {
  return Math.floor(entries / SKIPPED_PER_POINT);
}

/** A score: a point more where prompts are chosen, or those that name the brand separated, as they are read first. */
export function visibilityOfQuestions({ args, childComplexity }: Priced): number {
  return (isSent(args['branded']) || isSent(args['where']) ? 2 : 1) + childComplexity;
}

/** Prompts by platforms: a point more where prompts are chosen. */
export function cellsOfQuestions(priced: Priced): number {
  return oneCall(priced) + (isSent(priced.args['where']) ? 1 : 0);
}

/** Segments: one pass over the questions, and as much again for the period before, however often it is selected. */
export function segmentsOfQuestions({ childComplexity }: Priced): number {
  const { calls, counts, copies } = belowPage(childComplexity);
  return POINTS_PER_PASS * (counts > 0 ? 2 : 1) + calls + copies;
}

const POINTS_PER_PASS = 2;

/** The period before of each segment: paid for once by the list. */
export function previousOfEach(): number {
  return COUNT;
}

/** A comparison of each segment of a list with another: a point each time that it is selected. */
export function differenceOfEach(): number {
  return COPY;
}

/**
 * Tone: a point more for each ten days where prompts are chosen, as their responses are read one by one. Its shares,
 * one or all, whatever the period: the responses of two periods are read one by one, at most 180 days of them.
 */
export function toneOfQuestions(priced: Priced): number {
  const { calls, counts } = belowPage(priced.childComplexity);
  const shares = counts > 0 ? TWO_PERIODS / DAYS_PER_POINT : 0;
  return 1 + calls + shares + ofFacts(priced, DAYS_PER_POINT);
}

/** A share of a tone, or the shares by platform: paid for once by the tone, as one statement serves all. */
export function toneShareOfEach(): number {
  return COUNT;
}

const TWO_PERIODS = 180;

/** What a filter costs where the responses to its prompts are read one by one: a point for so many days. */
function ofFacts({ args, context }: Priced, daysPerPoint: number): number {
  return isSent(args['where']) ? Math.ceil(daysInQuestion(args, context?.today) / daysPerPoint) : 0;
}

/** A trend: part of the score that it belongs to, a call of its own where days are pooled. */
export function pooledDays({ args, childComplexity }: Priced): number {
  return (args['over'] === 1 ? 0 : 1) + childComplexity;
}

const DAYS_PER_POINT = 10;

/** Runs of a period that are counted: a point more for each ten days, and where prompts are chosen. */
export function countedDays({ args, childComplexity, context }: Priced): number {
  const chosen = isSent(args['where']) ? 1 : 0;
  return 1 + chosen + Math.ceil(daysInQuestion(args, context?.today) / DAYS_PER_POINT) + childComplexity;
}

/** Days of which it is summed for a point where answers name each. */
const DAYS_OF_PLACES_PER_POINT = 8;

/**
 * Names of answers: a point for each ten days where all names that were found are read, or the answers to one prompt;
 * as much again where they are compared by question, and where prompts are chosen; and for each eight days where it is
 * asked where answers name them. However many fields ask for it, one statement serves them.
 */
export function brandsOfAnswers(priced: Priced): number {
  const { args, childComplexity, context } = priced;
  const { calls, counts, copies } = belowPage(childComplexity);
  const isIndexed = args['tracked'] === true && !isSent(args['promptId']);
  const passes = (isIndexed ? 0 : 1) + (copies > 0 ? 1 : 0);
  const days = daysInQuestion(args, context?.today);
  const places = counts > 0 ? Math.ceil(days / DAYS_OF_PLACES_PER_POINT) : 0;
  return 1 + calls + passes * Math.ceil(days / DAYS_PER_POINT) + places + ofFacts(priced, DAYS_PER_POINT);
}

/** Competitors that are drawn beside the brand for one point: each has a series of its own. */
const SERIES_PER_POINT = 2;

/**
 * Trends of names: one call, a point more for each two competitors, and one for each ten days where prompts are chosen.
 */
export function trendsOfNames(priced: Priced): number {
  const { args, childComplexity } = priced;
  const ids = args['competitorIds'];
  const series = sizeOf(Array.isArray(ids) && ids.length > 0 ? ids.length : undefined, 0, RIVALS_MAX);
  return 1 + Math.ceil(series / SERIES_PER_POINT) + childComplexity + ofFacts(priced, DAYS_PER_POINT);
}

/** What compares names by question: it reports to its list, which knows the days. */
export function standingOfEach(): number {
  return COPY;
}

/** Where names are in answers: it reports to its list alike. */
export function placeOfEach(): number {
  return COUNT;
}

/**
 * Fields of responses report their cost to their page in the fraction of a price: the page knows the size and the days.
 * An operation has at most 500 fields, so neither count overflows into the other, nor into the points.
 */
const COPY = 2 ** -20;
const COUNT = 2 ** -10;
const ENTRIES_PER_POINT = 10;

/** What is below a page: the points of each entry, and how often counts and long values are selected. */
function belowPage(childComplexity: number): { calls: number; counts: number; copies: number } {
  const calls = Math.floor(childComplexity);
  const counts = Math.floor((childComplexity - calls) / COUNT);
  return { calls, counts, copies: (childComplexity - calls - counts * COUNT) / COPY };
}

/** Long values of each response of a page: one point for each ten of `first`, each time that they are selected. */
export function copyOfEach(): number {
  return COPY;
}

/** The count of a list of responses, whose price depends on the list's own filter. */
export function countOfList(): number {
  return COUNT;
}

const LOOKUPS_PER_POINT = 25;

/**
 * A lookup for each entry of a page: one point for each 25 of `first`, however often it is selected; nothing for a page
 * of the usual size.
 */
export function lookupOfEach(): number {
  return COPY;
}

/**
 * A page of responses: as any page, and its long values. Its count costs a point for each ten days where the list is
 * filtered by the content of answers. So does the page where no index leads to its entries: where both filters by id
 * are set, and where it is asked what was found in answers. Words cost a point more for each
 * two days, a cited domain as much again, as all citations are read.
 */
export function pageOfResponses({ args, childComplexity, context }: Priced): number {
  const { calls, counts, copies } = belowPage(childComplexity);
  const size = sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const days = daysInQuestion(args, context?.today);
  const isSifted = SIFTING.some((name) => isSent(args[name]));
  const filters = [args['mentioning'], args['promptId']].filter(isSent).length;
  const searches = (counts > 0 && (isSifted || filters > 0) ? 1 : 0) + (isSifted || filters > 1 ? 1 : 0);
  const citing = isSent(args['citing']) ? Math.ceil(days / DAYS_PER_POINT) : 0;
  const passes = isSent(args['search']) ? 1 + (counts > 0 ? 1 : 0) : 0;
  const searching =
    searches * (Math.ceil(days / DAYS_PER_POINT) + citing) + passes * Math.ceil(days / DAYS_OF_TEXT_PER_POINT);
  return 1 + size * calls + copies * Math.ceil(size / ENTRIES_PER_POINT) + searching;
}

/**
 * Arguments that ask what was found in an answer, or which question it is to, so that all answers of the period are
 * looked at.
 */
const SIFTING = ['named', 'sentiments', 'citing', 'search', 'where'];

/** Texts are read where words are looked for in them. */
const DAYS_OF_TEXT_PER_POINT = 2;

/** One response: long values are a point each. */
export function oneResponse({ childComplexity }: Priced): number {
  const { calls, copies } = belowPage(childComplexity);
  return 1 + calls + copies;
}

/** A mutation of one response: long values are a point each, as where it is read. */
export function writeOfResponse({ childComplexity }: Priced): number {
  const { calls, copies } = belowPage(childComplexity);
  return POINTS_PER_WRITE + calls + copies;
}

/**
 * A page of runs: as any page, and the long values of their responses. Its count is a point for each ten days, and so
 * is the page itself where it is narrowed by a state, a platform or labels of prompts, which no index leads to; neither
 * is where it is of one prompt.
 */
export function pageOfRuns({ args, childComplexity, context }: Priced): number {
  const { calls, counts, copies } = belowPage(childComplexity);
  const size = sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const isNarrowed = ['state', 'platform', 'platforms', 'where'].some((name) => isSent(args[name]));
  const searches = isSent(args['promptId']) ? 0 : (counts > 0 ? 1 : 0) + (isNarrowed ? 1 : 0);
  const searching = searches > 0 ? searches * Math.ceil(daysInQuestion(args, context?.today) / DAYS_PER_POINT) : 0;
  return 1 + size * calls + copies * Math.ceil(size / ENTRIES_PER_POINT) + searching;
}

const USUAL_DAYS = 31;

/** Days of which it is summed for a point what the responses that cite each source name. */
const DAYS_OF_NAMES_PER_POINT = 12;
/** Pages are many more than domains. */
const DAYS_OF_PAGES_PER_POINT = 8;
/** Of the citations of chosen prompts, read one by one. */
const DAYS_OF_CITED_PER_POINT = 2;

const FURTHER_DAYS_PER_POINT = 20;

/** What the responses of a list's period name: paid for once by the list, however often it is selected. */
export function namesOfList(): number {
  return COUNT;
}

/**
 * A page of cited domains, for which all domains of the period are counted: as any page, a point for each twenty days
 * beyond the usual thirty-one, and what the most cited pages of its domains cost. A point more where domains are chosen
 * by whose they are, one for each twelve days where it matters what responses name, and one for each two where prompts
 * are chosen.
 */
export function pageOfCitations(priced: Priced): number {
  const { args, childComplexity, context } = priced;
  const { calls, counts, copies } = belowPage(childComplexity);
  const size = sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const days = daysInQuestion(args, context?.today);
  const further = Math.ceil(Math.max(0, days - USUAL_DAYS) / FURTHER_DAYS_PER_POINT);
  const lookups = copies > 0 && size > PAGE_SIZE_DEFAULT ? Math.ceil(size / LOOKUPS_PER_POINT) : 0;
  const hasGaps = args['gaps'] === true;
  const owned = hasGaps || isSent(args['ownership']) ? 1 : 0;
  const names = hasGaps || counts > 0 ? Math.ceil(days / DAYS_OF_NAMES_PER_POINT) : 0;
  return 1 + size * calls + further + lookups + owned + names + ofFacts(priced, DAYS_OF_CITED_PER_POINT);
}

/**
 * A page of cited pages, for which all pages of the period are summed: a point more for each eight days, and for each
 * two where prompts are chosen.
 */
export function pageOfCitedPages(priced: Priced): number {
  const owned = priced.args['gaps'] === true ? 1 : 0;
  const names = Math.ceil(daysInQuestion(priced.args, priced.context?.today) / DAYS_OF_PAGES_PER_POINT);
  return pageOfCalls(priced) + owned + names + ofFacts(priced, DAYS_OF_CITED_PER_POINT);
}

/** Queries of all answers are grouped by their text, beside what these name. */
const DAYS_OF_SEARCHES_PER_POINT = 2;

/**
 * A page of what platforms searched for: as any page by offset, a point more for each two days, and one where prompts
 * are chosen.
 */
export function pageOfSearches(priced: Priced): number {
  const chosen = isSent(priced.args['where']) ? 1 : 0;
  return (
    pageByOffset(priced) +
    chosen +
    Math.ceil(daysInQuestion(priced.args, priced.context?.today) / DAYS_OF_SEARCHES_PER_POINT)
  );
}

/**
 * A page of names that were found, for which all of the period are summed: a point more for each ten days, and one
 * for each 25 of `first` where a sentence of each is looked up.
 */
export function pageOfNames(priced: Priced): number {
  const { args, childComplexity, context } = priced;
  const calls = Math.floor(childComplexity);
  const size = sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  const lookups = childComplexity > calls ? Math.ceil(size / LOOKUPS_PER_POINT) : 0;
  const days = Math.ceil(daysInQuestion(args, context?.today) / DAYS_PER_POINT);
  return pageByOffset({ ...priced, childComplexity: calls }) + lookups + days;
}

/** Entries of a list that a field is read for at once, for one point. */
const ENTRIES_AT_ONCE = 50;

/**
 * A field of prompts that one statement reads for all entries of a list: one point for each fifty of `first`, each time
 * that it is selected. It passes through fields that are no list, up to the prompt that it is of.
 */
export function onceAList({ childComplexity }: Priced): number {
  return COPY + childComplexity;
}

/** Days of each prompt that are read at once: each time as five such fields, since each has days of its own. */
export function daysOfEach({ childComplexity }: Priced): number {
  return 5 * COPY + childComplexity;
}

/** A list of prompts: as any, and its fields that are read at once; a point more where it is filtered by labels. */
export function pageOfPrompts({ args, childComplexity }: Priced): number {
  const filtered = isSent(args['where']) ? 1 : 0;
  return 1 + filtered + belowPrompts(sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX), childComplexity);
}

/** One prompt: each of its fields that are read at once for lists is a point. */
export function onePrompt({ childComplexity }: Priced): number {
  return 1 + belowPrompts(1, childComplexity);
}

/** Their last runs are counted apart: a point for each ten prompts. */
function belowPrompts(size: number, childComplexity: number): number {
  const { calls, counts, copies } = belowPage(childComplexity);
  return size * calls + counts * Math.ceil(size / ENTRIES_PER_POINT) + copies * Math.ceil(size / ENTRIES_AT_ONCE);
}

/** The wordings of a prompt: at most as many as a plan has prompts. */
export function wordingsOfPrompt({ childComplexity }: Priced): number {
  return 1 + belowPrompts(PROMPTS_MAX, childComplexity);
}

/** A mutation that returns a prompt. */
export function writeOfPrompt(priced: Priced): number {
  return POINTS_PER_WRITE - 1 + onePrompt(priced);
}

/** Prompts that a mutation writes for one point, beside its transaction. */
const WRITTEN_PER_POINT = 10;

/** A mutation of many prompts: a write, a point for each ten, and what is asked of those that it returns. */
export function writeOfPrompts({ args, childComplexity }: Priced): number {
  const sent = args['inputs'] ?? args['ids'];
  const size = sizeOf(Array.isArray(sent) ? sent.length : undefined, BULK_MAX, BULK_MAX);
  return POINTS_PER_WRITE + Math.ceil(size / WRITTEN_PER_POINT) + belowPrompts(size, childComplexity);
}

/** The prompt of a response or run: one statement for all of a page, which pays for it, but not for what is below. */
export function promptOfEntry(priced: Priced): number {
  return onePrompt(priced) - 1;
}

/** The market of a prompt, response or run: one statement for all of a page, which pays for it. */
export function marketOfEntry({ childComplexity }: Priced): number {
  return childComplexity;
}

/** The mutation that requests them: a write, and what is asked of each run. */
export function runsRequested({ childComplexity }: Priced): number {
  return POINTS_PER_WRITE + belowRunsOfPrompt(childComplexity);
}

/**
 * The runs of one prompt, one a platform: a point for each ten prompts of a list, and what is below them is
 * multiplied by the number of platforms.
 */
export function runsOfPrompt({ childComplexity }: Priced): number {
  return COUNT + belowRunsOfPrompt(childComplexity);
}

function belowRunsOfPrompt(childComplexity: number): number {
  const { calls, copies } = belowPage(childComplexity);
  return PLATFORMS.length * calls + copies;
}

/** Entries that a list is asked for, by the argument with its size; null for a field without one. */
export function sizeOfList(args: Readonly<Record<string, unknown>>): number | null {
  if ('first' in args) return sizeOf(args['first'], PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX);
  if ('limit' in args) return sizeOf(args['limit'], ROW_LIMIT_DEFAULT, ROW_LIMIT_MAX);
  return null;
}

/** Whether an argument has a value. */
function isSent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A size as it is priced: the usual one where none is sent, the most where it is out of bounds. */
function sizeOf(asked: unknown, usual: number, most: number): number {
  if (asked === undefined) return usual;
  return typeof asked === 'number' && asked >= 1 && asked <= most ? asked : most;
}
