import { isDictionaryWord, isOrdinaryWord } from '../language/ordinary-words.js';
import { pattern } from '../pattern.js';
import type { Outline, Segment } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-units.js';
import { hasGluedWords, hasInnerSeam } from '../reading/word-seams.js';
import { brandIn, type FoundName } from './brand-names.js';

/** Capitalised words and numbers, with the `&` inside a name; none begins at a space or with three small letters. */
const NAME = new RegExp(
  pattern`
    (?![a-z]{3}|\s)(?:\p{Lu}|\p{Ll}{1,2}\p{Lu}|\d{1,4}\p{Lu})[\p{L}\p{N}'’.&-]*
    (?:\s(?:&\s)?(?:\p{Lu}[\p{L}\p{N}'’.&-]*|\d{1,3}(?![\p{L}\d%])))*
  `,
  'gu',
);
/** A cheap look before the exact one: a capital or a digit after what is between names. */
const MAY_HOLD_A_ROW = /(?:[,&]\s|\/\s?|\s(?:and|or)\s)(?:and\s|or\s)?[A-Za-z]?[A-Z\d\u00C0-\u00DE\u0391-\u042F]/;
const BETWEEN = /^(?:,\s(?:and\s|or\s)?|\s(?:and|or|&)\s|\/|\s\/\s)$/;
/** Rows of sources, of people and of technical kinds name no brands of the category. */
const OF_OTHERS = new RegExp(
  pattern`
    \b(?:sources?|reviews?|reviewers?|publications?|outlets|magazines?|according to|starring|stars|directed by
    |featuring|cast|connectivity|ports?|supports?|technolog\w+|formats?)\b[^.;]{0,60}$
  `,
  'i',
);
const FEWEST = 2;
const LONGEST_SEGMENT = 600;
const ACRONYM = /^[\p{Lu}\d-]{1,5}$/u;

/** Names that are in rows with others, `A, B and C`; a row needs two names that are no ordinary words. */
export function enumeratedNames(visible: VisibleText, outline: Outline): FoundName[] {
  let glued: boolean | null = null;
  const isGlued = (): boolean => (glued ??= hasGluedWords(visible.text));
  return outline.segments.flatMap((segment) => namesInRows(visible.text, segment, isGlued));
}

function namesInRows(text: string, { kind, start, end }: Segment, isGlued: () => boolean): FoundName[] {
  if (kind === 'heading' || end - start > LONGEST_SEGMENT) return [];
  const written = text.slice(start, end);
  if (!MAY_HOLD_A_ROW.test(written)) return [];
  return rowsOf(written, start).flatMap((row) => {
    const names = row.filter(({ name }) => isName(name) && !(hasInnerSeam(name) && isGlued()));
    const before = written.slice(0, (row[0]?.start ?? start) - start);
    return isRowOfNames(row, names) && !OF_OTHERS.test(before) ? brandsIn(names, text) : [];
  });
}

function isRowOfNames(row: readonly FoundName[], names: readonly FoundName[]): boolean {
  return names.length >= FEWEST && names.length >= row.length / 2 && !arePersons(row);
}

function brandsIn(names: readonly FoundName[], text: string): FoundName[] {
  return names.flatMap(({ name, start }) => {
    const brand = brandIn(name, text, false);
    return brand ? [{ name: brand, start }] : [];
  });
}

function rowsOf(written: string, offset: number): FoundName[][] {
  const rows: RegExpExecArray[][] = [];
  let row: RegExpExecArray[] = [];
  let end = -1;
  for (const match of written.matchAll(NAME)) {
    const isNext = end >= 0 && match.index - end <= 7 && BETWEEN.test(written.slice(end, match.index));
    if (!isNext) {
      rows.push(row);
      row = [];
    }
    end = match.index + match[0].length;
    row.push(match);
  }
  const foundIn = (matched: RegExpExecArray): FoundName => {
    const behind = matched.index + matched[0].length;
    return { name: nameOf(matched[0], written.slice(behind, behind + 5)), start: offset + matched.index };
  };
  return [...rows, row].filter(({ length }) => length >= FEWEST).map((matches) => matches.map(foundIn));
}

/** `Kohl's, Macy's` are names; before a word that is owned the ending is none of the name's. */
function nameOf(matched: string, next: string): string {
  return matched.replace(/^ (?!(?:and|or|&) )/.test(next) ? /['’]s$|[.&'’-]+$/ : /[.&'’-]+$/, '');
}

/**
 * Three and more of two plain words each that no dictionary has, `Ada Lovelace`: makers are rarely called so in a row.
 */
function arePersons(row: readonly FoundName[]): boolean {
  const persons = row.filter(({ name }) => {
    const words = name.split(' ');
    return (
      words.length === 2 && words.every((word) => /^\p{Lu}\p{Ll}+$/u.test(word) && !isOrdinaryWord(word.toLowerCase()))
    );
  });
  return row.length >= 3 && persons.length >= row.length * 0.6;
}

function isName(name: string): boolean {
  const words = name.split(' ');
  if (ACRONYM.test(name) || words.length > 3) return false;
  return words.some(
    (word) =>
      !isDictionaryWord(word.toLowerCase().replace(/['’]s$/, '')) &&
      !/^\d+(?!\p{Lu}\p{Ll}{3})/u.test(word) &&
      !word.includes('-'),
  );
}
