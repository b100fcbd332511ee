import { isOrdinaryWord } from '../language/ordinary-words.js';
import type { TextLanguage } from '../language/text-language.js';
import { CASE, CLASS, caseOf, classOf } from '../reading/characters.js';
import { isCapitalSeam, pieceBefore } from '../reading/word-seams.js';
import type { NameForm } from './name-forms.js';

/** Where other names found in the text begin and end: a name may be glued to another one. */
interface NameEdges {
  starts: ReadonlySet<number>;
  ends: ReadonlySet<number>;
  /**
   * Whether a place is in a glued row, for those asked about: names that begin alike ask of one place again and
   * again.
   */
  gluedRows: Map<number, boolean>;
}

/** Particles of place and manner may have one of topic behind them: `에서는`, `에도`. */
const KOREAN_PARTICLE =
  /(?:은|는|이|가|을|를|의|와|과|도|만|이나|나|이라|라|이며|이고|랑|이랑|(?:에|에서|에게|으로|로|보다|처럼|까지|부터)(?:는|도|만|의)?)(?![\uAC00-\uD7A3])/y;
const PRICE = /\d{1,3}(?:[.,]\d{3})*[.,]\d{2}(?!\d)/y;

/**
 * Whether a name can begin at `at`: after no letter, after another script, or at a seam that a lost line break left.
 */
export function canStart(
  text: string,
  at: number,
  edges: NameEdges,
  isGlued: () => boolean,
  isOrdinary = false,
): boolean {
  const before = text.charCodeAt(at - 1);
  const first = text.charCodeAt(at);
  if (at === 0 || isScriptEdge(before, first)) return true;
  if (edges.ends.has(at) && isJunction(before, first)) return true;
  if (!isCapitalOrDigit(first)) return false;
  if (classOf(before) === CLASS.digit) return caseOf(first) === CASE.upper && isGlued();
  if (caseOf(before) !== CASE.lower) return false;
  return standsInGluedRow(text, at, edges) || isAfterGluedWord(text, at, isGlued, isOrdinary);
}

function isCapitalOrDigit(unit: number): boolean {
  const isEither = caseOf(unit) === CASE.upper || classOf(unit) === CLASS.digit;
  return isEither && classOf(unit) <= CLASS.digit;
}

function isAfterGluedWord(text: string, at: number, isGlued: () => boolean, isOrdinary: boolean): boolean {
  const piece = pieceBefore(text, at);
  if (!isGluedWord(piece)) return false;
  return caseOf(piece.charCodeAt(0)) === CASE.lower || (!isOrdinary && isGlued());
}

function isGluedWord(piece: string): boolean {
  return piece.length >= 3 && isOrdinaryWord(piece.toLowerCase());
}

/**
 * Whether a name can end before `at`; the counterpart of `canStart`, with the particles that Korean writes on a name.
 */
export function canEnd(text: string, at: number, edges: NameEdges): boolean {
  const last = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (at >= text.length || isScriptEdge(last, after)) return true;
  if (edges.starts.has(at) && isJunction(last, after)) return true;
  if (classOf(after) === CLASS.hangul) return matches(KOREAN_PARTICLE, text, at);
  if (classOf(after) === CLASS.digit) return matches(PRICE, text, at);
  return isCapitalSeam(text, at) && standsInGluedRow(text, at, edges);
}

function standsInGluedRow(text: string, at: number, { gluedRows }: NameEdges): boolean {
  const known = gluedRows.get(at);
  if (known !== undefined) return known;
  const isInRow = isInGluedRow(text, at);
  gluedRows.set(at, isInRow);
  return isInRow;
}

const LONGEST_ROW = 120;
const FEWEST_SEAMS = 3;
const SEAM = /[\p{Ll}'’]\p{Ll}(?=\p{Lu}\p{Ll}{2})/u;
const SEAMS = new RegExp(SEAM, 'gu');

/**
 * `BuyTargetWalmartPhilips`: no word has so many capitals inside, so a list lost the breaks between its lines. A name
 * of several words parts such a row, `AmazonBest BuyTargetWalmart`: seams in words beside one with two count, too.
 */
export function isInGluedRow(text: string, at: number): boolean {
  if (!SEAM.test(text.slice(Math.max(0, at - LONGEST_ROW), at + LONGEST_ROW))) return false;
  const start = rowEdge(text, at, -1);
  const row = text.slice(start, rowEdge(text, at, 1)).split(' ');
  let word = 0;
  for (let end = start + (row[0]?.length ?? 0); end < at; end += 1 + (row[word]?.length ?? 0)) word++;
  const seams = row.map(seamsOf);
  const own = seams[word] ?? 0;
  if (own >= FEWEST_SEAMS || own === 0) return own > 0;
  const first = seams.lastIndexOf(0, word) + 1;
  const last = seams.indexOf(0, word);
  const glued = seams.slice(first, last < 0 ? undefined : last);
  return Math.max(...glued) >= 2 && glued.reduce((sum, each) => sum + each, 0) >= FEWEST_SEAMS;
}

/** Where letters and single spaces end before or behind `at`, or where it is far enough. */
function rowEdge(text: string, at: number, step: 1 | -1): number {
  const unit = (place: number): string => text.charAt(step < 0 ? place - 1 : place);
  let edge = at;
  while (Math.abs(edge - at) < LONGEST_ROW) {
    const isWithin = /[\p{L}'’]/u.test(unit(edge)) || (unit(edge) === ' ' && /\p{L}/u.test(unit(edge + step)));
    if (!isWithin) break;
    edge += step;
  }
  return edge;
}

function seamsOf(word: string): number {
  return (word.match(SEAMS) ?? []).length;
}

/** Scripts without spaces show no edges inside themselves; katakana and hangul words do. */
function isScriptEdge(left: number, right: number): boolean {
  const [before, after] = [classOf(left), classOf(right)];
  if (before === CLASS.other || after === CLASS.other) return true;
  const isLatinRun = before <= CLASS.digit && after <= CLASS.digit;
  if (isLatinRun) return false;
  if (before !== after) return true;
  return before === CLASS.han || before === CLASS.hiragana || before === CLASS.unspaced;
}

/**
 * Where the kind of letter changes, which separates two names: `Columbia|686`, `686|evo`, `REI.com|Amazon`.
 */
function isJunction(left: number, right: number): boolean {
  if (classOf(left) !== classOf(right)) return true;
  return caseOf(left) !== CASE.upper && caseOf(right) === CASE.upper;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** What names end in by the grammar of a language, of three letters at most: `Lidls`, `Nokialla`, `Сбербанка`. */
const ENDINGS: Readonly<Partial<Record<TextLanguage, RegExp>>> = {
  de: ending('s'),
  nl: ending('s'),
  sv: ending('s'),
  da: ending('s'),
  nb: ending('s'),
  pl: ending('a|u|em|owi|ie|y|om|ami|ach|ów|ę|ą'),
  cs: ending('a|u|y|em|ou|ě|e|ům|ů'),
  fi: ending('n|a|ä|an|än|en|in|on|lla|llä|ssa|ssä|sta|stä|lle|lta|ltä|ksi'),
  ru: ending('а|у|ом|е|ы|и|ов|ой|ю|я|ем|ам|ах|ами'),
  uk: ending('а|у|ом|і|и|ів|ою|ю|я|ем|ам|ах|ові'),
};
/** A shorter name with an ending may be another word. */
const FEWEST_LETTERS = 4;

/** Particles that Hebrew and Arabic write on the word that follows: `לוולט`, `بنون`. */
const PARTICLES = /(?:^|[^\p{L}])(?:[ובלמהכש]{1,2}|[وف]?(?:ال|لل|[بلك](?:ال)?)|[وف])$/u;
const PARTICLE_SCRIPT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const LONGEST_PARTICLE = 5;

/**
 * Where the word ends whose beginning a name is, its ending being one of the text's language; null where it is none.
 * Only of coined names: an ordinary word with an ending is a plural or another word.
 */
export function endWithEnding(text: string, form: NameForm, end: number, language: () => TextLanguage | null) {
  if (form.isInDictionary || form.kind !== 'name' || form.folded.length < FEWEST_LETTERS) return null;
  if (classOf(text.charCodeAt(end)) !== CLASS.letter || caseOf(text.charCodeAt(end)) !== CASE.lower) return null;
  const found = language();
  const endings = found && ENDINGS[found];
  if (!endings) return null;
  endings.lastIndex = end;
  return endings.test(text) ? endings.lastIndex : null;
}

/** Whether nothing but a particle of its script is before the name in its word. */
export function isBehindParticle(text: string, start: number): boolean {
  if (!PARTICLE_SCRIPT.test(text.charAt(start))) return false;
  return PARTICLES.test(text.slice(Math.max(0, start - LONGEST_PARTICLE), start));
}

function ending(endings: string): RegExp {
  return new RegExp(`(?:${endings})(?!\\p{L})`, 'uy');
}
