import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import type { SearchTermSource } from '../../entities/vocabulary.js';
import { invalid } from '../errors.js';
import { promptTextHash } from '../prompts/prompt-duplicates.js';

/** What one file may hold. */
export const SEARCH_TERM_FILE_BYTES_MAX = 500_000;
export const SEARCH_TERMS_MAX = 5_000;
/** Code points of a term. */
const TERM_MAX = 200;
/** Faulty lines that an upload names; it counts all. */
export const FAULTY_LINES_MAX = 100;

/** What people typed into a search engine before it showed them the customer's site, in the days of a file. */
export interface SearchTerm {
  term: string;
  hash: Buffer;
  clicks: number;
  /** How often the site was shown for it; of an AI performance report, how often it was cited. */
  impressions: number;
  /** Where the site stood on average, from 1; null where the file does not say. */
  position: number | null;
}

/** A line that holds no term; lines are counted from 1, the heading's. */
export interface FaultyLine {
  line: number;
  message: string;
}

/** What a file holds: its terms in their order, and the lines that are none, the first {@link FAULTY_LINES_MAX}. */
export interface SearchTermFile {
  terms: SearchTerm[];
  rejected: number;
  errors: FaultyLine[];
}

/** Where the numbers of a file stand, by column from 0; null where it has none. */
interface Columns {
  count: number;
  term: number;
  clicks: number | null;
  impressions: number;
  position: number | null;
}

/**
 * Reads what Google Search Console exports as `Queries.csv` (five columns in this order, whatever the language of their
 * heading: term, clicks, impressions, click-through rate, position), or what Bing Webmaster Tools exports of keywords
 * or of grounding queries (columns by their English heading). Separated by commas, semicolons or tabs, with or without
 * a byte order mark.
 * @throws ServiceError VALIDATION_ERROR, with the line, for what is no such file as a whole: then nothing of it counts.
 */
export function readSearchTermFile(source: SearchTermSource, csv: string): SearchTermFile {
  if (Buffer.byteLength(csv) > SEARCH_TERM_FILE_BYTES_MAX) {
    throw refused(`must be at most ${SEARCH_TERM_FILE_BYTES_MAX} bytes`);
  }
  const noText = NO_TEXT.exec(csv);
  if (noText) throw refused(`line ${csv.slice(0, noText.index).split('\n').length}: must be text, as a CSV file is`);
  const [heading, ...lines] = rowsOf(csv);
  if (!heading) throw refused('line 1: must be a heading; the file is empty');
  if (lines.length > SEARCH_TERMS_MAX) {
    throw refused(
      `line ${lines[SEARCH_TERMS_MAX]?.line}: must not follow, as a file has at most ${SEARCH_TERMS_MAX} terms`,
    );
  }
  const columns = source === 'google' ? googleColumns(heading.cells) : bingColumns(heading.cells);
  return collect(lines, columns);
}

/** A control character other than white space, or what no UTF-8 made: a picture or a spreadsheet has them. */
const NO_TEXT = /[^\P{Cc}\t\r\n]|\uFFFD/u;

function refused(message: string) {
  return invalid(['csv'], message);
}

interface Row {
  /** Its last line. */
  line: number;
  cells: string[];
}

/** Rows that are not empty. */
function rowsOf(csv: string): Row[] {
  const lines: number[] = [];
  try {
    const records = parseCsv(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (record, info) => {
        lines.push(info.lines);
        return record;
      },
    });
    return records.map((cells, at) => ({ line: lines[at] ?? 0, cells: cells.map((cell) => cell.trim()) }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(`line ${Number(error['lines'] ?? 1)}: must be CSV, with each quotation mark closed`);
  }
}

/** Which of the usual separators parts the heading into most columns. */
function delimiterOf(csv: string): string {
  const heading = csv.slice(0, 1_000).split(/\r?\n/, 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: heading.split(delimiter).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).delimiter;
}

function googleColumns(heading: readonly string[]): Columns {
  const isHeading = heading.length === 5 && heading.slice(1).every((cell) => cell !== '' && toNumber(cell) === null);
  if (!isHeading) {
    throw refused('line 1: must be the heading of five columns: query, clicks, impressions, CTR, position');
  }
  return { count: 5, term: 0, clicks: 1, impressions: 2, position: 4 };
}

function bingColumns(heading: readonly string[]): Columns {
  const find = (pattern: RegExp) => {
    const at = heading.findIndex((cell) => pattern.test(cell));
    return at === -1 ? null : at;
  };
  const term = find(/^(?:keywords?|quer(?:y|ies)|search (?:keyword|term|query)|grounding quer(?:y|ies))$/i);
  const impressions = find(/^(?:impressions?|(?:total )?citations?)$/i);
  if (term === null || impressions === null) {
    throw refused('line 1: must be a heading with Keyword or Grounding Query, and Impressions or Citations');
  }
  const position = find(/^(?:avg\.?|average) position$|^position$/i);
  return { count: heading.length, term, clicks: find(/^(?:total )?clicks?$/i), impressions, position };
}

function collect(rows: readonly Row[], columns: Columns): SearchTermFile {
  const terms = new Map<string, SearchTerm>();
  const errors: FaultyLine[] = [];
  for (const { line, cells } of rows) {
    const read = readRow(cells, columns);
    const fault = typeof read === 'string' ? read : isRepeated(read, terms);
    if (fault !== null) errors.push({ line, message: fault });
  }
  return { terms: [...terms.values()], rejected: errors.length, errors: errors.slice(0, FAULTY_LINES_MAX) };
}

/** Keeps a term that is new. */
function isRepeated(read: SearchTerm, terms: Map<string, SearchTerm>): string | null {
  const key = read.hash.toString('hex');
  if (terms.has(key)) return 'the term is in a line before it';
  terms.set(key, read);
  return null;
}

/** A term, or what is wrong with its row. */
function readRow(cells: readonly string[], columns: Columns): SearchTerm | string {
  if (cells.length !== columns.count) return `has ${cells.length} columns, not ${columns.count}`;
  const term = (cells[columns.term] ?? '').replaceAll(/\s+/g, ' ');
  const fault = faultOf(term);
  if (fault !== null) return fault;
  const clicks = columns.clicks === null ? 0 : toCount(cells[columns.clicks]);
  const impressions = toCount(cells[columns.impressions]);
  if (clicks === null) return 'clicks must be a whole number, 0 to 2147483647';
  if (impressions === null) return 'impressions must be a whole number, 0 to 2147483647';
  const position = columns.position === null ? null : toNumber(cells[columns.position] ?? '');
  return { term, hash: promptTextHash(term), clicks, impressions, position };
}

function faultOf(term: string): string | null {
  if (term === '') return 'has no term';
  if (!term.isWellFormed()) return 'the term must not contain a lone surrogate';
  if (Array.from(term).length > TERM_MAX) return `the term must be at most ${TERM_MAX} characters`;
  if (term.startsWith('=')) return 'the term must not be a formula, which begins with =';
  if (/^https?:\/\//i.test(term)) return 'the term must not be an address; export queries, not pages';
  return null;
}

const COUNT_MAX = 2_147_483_647;

/** A whole number, its thousands parted or not; null for anything else. */
function toCount(cell: string | undefined): number | null {
  const digits = /^(?:\d+|\d{1,3}(?:[.,'\s]\d{3})+)$/.test(cell ?? '') ? cell?.replaceAll(/\D/g, '') : undefined;
  const count = digits === undefined ? Number.NaN : Number(digits);
  return count <= COUNT_MAX ? count : null;
}

/** A number with a decimal point or comma; null for anything else. */
function toNumber(cell: string): number | null {
  return /^\d{1,9}(?:[.,]\d{1,9})?%?$/.test(cell) ? Number.parseFloat(cell.replace(',', '.')) : null;
}
