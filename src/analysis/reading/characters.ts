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

function fillTables(): void {
  for (let unit = 0; unit < UNITS; unit++) {
    const plain = classOfBlock(unit);
    if (plain !== null) {
      FOLDED[unit] = unit;
      CLASSES[unit] = plain;
      continue;
    }
    const character = String.fromCharCode(unit);
    FOLDED[unit] = foldCharacter(character);
    CLASSES[unit] = classOfCharacter(character);
    CASES[unit] = caseOfCharacter(character);
  }
}

/** The class of a surrogate, or of a unit in the large blocks that need no look at each; null for others. */
function classOfBlock(unit: number): number | null {
  if (unit >= 0xd800 && unit <= 0xdfff) return CLASS.other;
  if (unit >= 0xac00 && unit <= 0xd7a3) return CLASS.hangul;
  return unit >= 0x3400 && unit <= 0x9fff ? CLASS.han : null;
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

function classOfCharacter(character: string): number {
  if (/\p{Script=Han}/u.test(character)) return CLASS.han;
  if (/\p{Script=Hiragana}/u.test(character)) return CLASS.hiragana;
  if (/[\p{Script=Katakana}\u30FC\uFF70]/u.test(character)) return CLASS.katakana;
  if (/\p{Script=Hangul}/u.test(character)) return CLASS.hangul;
  if (/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(character)) return CLASS.unspaced;
  if (/[\p{L}\p{M}]/u.test(character)) return CLASS.letter;
  return /\p{N}/u.test(character) ? CLASS.digit : CLASS.other;
}

function caseOfCharacter(character: string): number {
  if (/[\p{Lu}\p{Lt}]/u.test(character)) return CASE.upper;
  return /\p{Ll}/u.test(character) ? CASE.lower : CASE.none;
}
