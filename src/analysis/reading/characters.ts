/**
 * What each UTF-16 unit is to a reader of names: tables of 64 Ki entries, filled once, so that the scans over an answer
 * are array reads. Surrogates map to themselves: a name of astral characters is compared unit by unit.
 */

/** A unit that a reader does not see, or an accent over the letter before it. */
export const IGNORED = 0;
/** Space or hyphen: inside a name the three writings joined, spaced and hyphenated are one. */
export const SEPARATOR = 1;

export const CLASS = {
  other: 0,
  letter: 1,
  digit: 2,
  han: 3,
  hiragana: 4,
  katakana: 5,
  hangul: 6,
  unspaced: 7,
} as const;
export const CASE = { none: 0, upper: 1, lower: 2 } as const;

const UNITS = 0x10000;
const FOLDED = new Uint16Array(UNITS);
const CLASSES = new Uint8Array(UNITS);
const CASES = new Uint8Array(UNITS);

/** Letters that Unicode does not decompose, though their stroke is an accent to the eye. */
const STROKED: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' };
const SPACE_OR_HYPHEN = /[\s\p{Zs}\u2010-\u2014\u2212\uFE63\uFF0D-]/u;
/** Marks of other scripts are letters of their words, such as the vowels of Devanagari. */
const UNSEEN = /[\p{Cf}\p{Cc}]|\p{Script=Inherited}/u;
const ACCENTED_SCRIPT = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;
const APOSTROPHE = /[\u2018\u2019\u02BC\u2032\u00B4\u0060\uFF07]/u;

/** Units that {@link foldCharacter} may change; all others fold to themselves. */
const FOLDED_ELSEWHERE = [
  SPACE_OR_HYPHEN,
  UNSEEN,
  APOSTROPHE,
  ACCENTED_SCRIPT,
  /[\p{Changes_When_NFKC_Casefolded}\p{Changes_When_Lowercased}]/u,
];

/** Of two classes that hold a unit the later one counts. The blocks of Han and Hangul hold unassigned units too. */
const CLASSES_OF: readonly (readonly [pattern: RegExp, itsClass: number])[] = [
  [/\p{N}/u, CLASS.digit],
  [/[\p{L}\p{M}]/u, CLASS.letter],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, CLASS.unspaced],
  [/[\p{Script=Hangul}\uAC00-\uD7A3]/u, CLASS.hangul],
  [/[\p{Script=Katakana}\u30FC\uFF70]/u, CLASS.katakana],
  [/\p{Script=Hiragana}/u, CLASS.hiragana],
  [/[\p{Script=Han}\u3400-\u9FFF]/u, CLASS.han],
];
const CASES_OF: typeof CLASSES_OF = [
  [/\p{Ll}/u, CASE.lower],
  [/[\p{Lu}\p{Lt}]/u, CASE.upper],
];

fillTables();

/** The unit as names are compared: lower case, no accent, IGNORED or SEPARATOR for what does not count. */
export function foldUnit(unit: number): number {
  return FOLDED[unit] ?? IGNORED;
}

export function classOf(unit: number): number {
  return CLASSES[unit] ?? CLASS.other;
}

export function caseOf(unit: number): number {
  return CASES[unit] ?? CASE.none;
}

/** The whole text folded, without what does not count. */
export function foldText(text: string): string {
  let folded = '';
  for (let index = 0; index < text.length; index++) {
    const unit = foldUnit(text.charCodeAt(index));
    if (unit > SEPARATOR) folded += String.fromCharCode(unit);
  }
  return folded;
}

/** By runs of units that are alike: unit by unit it took twice as long, in each process and thread. */
function fillTables(): void {
  const units = allUnits();
  for (const [pattern, itsClass] of CLASSES_OF) fillRuns(CLASSES, runsOf(units, [pattern]), itsClass);
  for (const [pattern, itsCase] of CASES_OF) fillRuns(CASES, runsOf(units, [pattern]), itsCase);
  for (let unit = 0; unit < UNITS; unit++) FOLDED[unit] = unit;
  for (const [start, end] of runsOf(units, FOLDED_ELSEWHERE)) {
    for (let unit = start; unit < end; unit++) FOLDED[unit] = foldCharacter(String.fromCharCode(unit));
  }
}

/** Each unit at its own place; in that of a surrogate one for private use, which is as plain. */
function allUnits(): string {
  const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
  const units = Uint16Array.from({ length: UNITS }, (_, unit) => (isSurrogate(unit) ? 0xe000 : unit));
  return Buffer.from(units.buffer).toString('utf16le');
}

/** Where units of the patterns follow each other: from the first to before `end`. */
function* runsOf(units: string, patterns: readonly RegExp[]): Generator<[start: number, end: number]> {
  const run = new RegExp(`(?:${patterns.map(({ source }) => source).join('|')})+`, 'gu');
  for (const { 0: found, index } of units.matchAll(run)) yield [index, index + found.length];
}

function fillRuns(table: Uint8Array, runs: Iterable<[start: number, end: number]>, value: number): void {
  for (const [start, end] of runs) table.fill(value, start, end);
}

function foldCharacter(character: string): number {
  if (character === '\u00AD' || character === '\u200B') return IGNORED;
  if (SPACE_OR_HYPHEN.test(character)) return SEPARATOR;
  if (UNSEEN.test(character)) return IGNORED;
  if (APOSTROPHE.test(character)) return 0x27;
  const compatible = character.normalize('NFKC');
  const lower = (compatible.length === 1 ? compatible : character).toLowerCase();
  const bare = ACCENTED_SCRIPT.test(lower) ? lower.normalize('NFD') : lower;
  return (STROKED[bare] ?? bare).charCodeAt(0);
}
