import { parse } from 'tldts';
import { pattern } from '../pattern.js';
import { CASE, CLASS, caseOf, classOf, foldText, foldUnit } from './characters.js';
import type { Range } from './ranges.js';
import { isWordSeam } from './word-seams.js';

const COUNT = /\+\d{1,2}/g;
const MOST_WORDS = 5;
const LONGEST_LABEL = 60;
const SHORTEST_SENTENCE = 20;
const CONNECTORS = new Set(['and', 'of', 'the', '&', 'for', 'in', 'on', 'de', 'a']);

/**
 * The labels of sources glued to the words they support: with the count of further ones (`Edmunds+3Reddit+1`), or alone
 * after a sentence, at the end of a line or run into the next one (`… in tests. WIRED`). Alone, a label counts as a
 * source where the answer cites that source; without a list of citations only the end of a line can show it.
 */
export function sourceChips(text: string, sources: ReadonlySet<string>): Range[] {
  const counted = countedChips(text, sources);
  return [
    ...counted,
    ...lineEndChips(text, sources),
    ...(sources.size > 0 ? midTextChips(text, sources, counted.length > 0) : []),
  ];
}

function countedChips(text: string, sources: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  let floor = 0;
  for (const match of text.matchAll(COUNT)) {
    const at = match.index;
    const end = countEnd(text, at + match[0].length);
    const start = isLabelEnd(text, at) && end > 0 ? labelStart(text, at, floor, sources) : at;
    if (start >= at) continue;
    ranges.push([start, end]);
    floor = end;
  }
  return ranges;
}

/** `+24KOne` is a count of 2 and a `4K`; a number that goes on as a price or a unit is no count. */
function countEnd(text: string, end: number): number {
  const next = text.charAt(end);
  if (/[A-Z]/.test(next) && /\d\d$/.test(text.slice(end - 2, end)) && /^[KGMX]/.test(next)) return end - 1;
  if (/^(?:[a-z]{1,2}[A-Z]|[a-z0-9-]+\.[a-z])/.test(text.slice(end, end + 30))) return end;
  return /[\d.,%a-z]/.test(next) && !/[.,](?:\s|$)/.test(text.slice(end, end + 2)) ? 0 : end;
}

function isLabelEnd(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1);
  return (
    classOf(last) === CLASS.letter ||
    (at > 1 && "+?!)’'".includes(text.charAt(at - 1)) && classOf(text.charCodeAt(at - 2)) === CLASS.letter)
  );
}

/**
 * Where the label before `end` begins. The longest that names a cited source wins; else it goes back to the nearest
 * word that no label holds, or to the seam where it was glued on.
 */
function labelStart(text: string, end: number, floor: number, sources: ReadonlySet<string>): number {
  let best = -1;
  let widest = end;
  for (const { begin, word } of labelWords(text, end, floor)) {
    if (!isConnector(word)) widest = begin;
    if (sources.has(sourceKey(text.slice(begin, end)))) best = begin;
  }
  return best >= 0 ? best : widest;
}

/** The words that a label may consist of, from the last to the first. */
function* labelWords(text: string, end: number, floor: number): Generator<{ begin: number; word: string }> {
  let start = end;
  for (let words = 0; words < MOST_WORDS && start > floor; words++) {
    const from = wordStart(text, start, floor);
    const seam = seamIn(text, from, start);
    const begin = seam ?? from;
    const word = text.slice(begin, start).trim();
    if (!isLabelWord(word)) return;
    yield { begin, word };
    if (seam !== null || !isBehindWord(text, from)) return;
    start = from - 1;
  }
}

/** One space and no stop part it from the word before. */
function isBehindWord(text: string, at: number): boolean {
  return text.charAt(at - 1) === ' ' && !/[.!?:;,)”"’(]/.test(text.charAt(at - 2));
}

function wordStart(text: string, end: number, floor: number): number {
  let start = end;
  while (start > floor && end - start < LONGEST_LABEL && !/[\s\u001E\u001F,;:(“"”)|]/.test(text.charAt(start - 1)))
    start--;
  return start;
}

/** The last place in the word where a lost break glued another word before it: `charges.Reddit`, `costsReddit`. */
function seamIn(text: string, from: number, end: number): number | null {
  for (let at = end - 1; at > from; at--) {
    if (caseOf(text.charCodeAt(at)) !== CASE.upper) continue;
    const isAfterStop = /[.!?)%]/.test(text.charAt(at - 1)) && !isDomainDot(text, at);
    if (isAfterStop || isWordSeam(text, at)) return at;
  }
  return null;
}

function isDomainDot(text: string, at: number): boolean {
  return text.charAt(at - 1) === '.' && caseOf(text.charCodeAt(at - 2)) === CASE.upper;
}

function isLabelWord(word: string): boolean {
  if (word === '' || isConnector(word)) return word !== '';
  return (
    caseOf(word.charCodeAt(0)) === CASE.upper ||
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(word) ||
    /^[a-z]{1,2}[A-Z]/.test(word) ||
    /^\d+[A-Za-z]/.test(word)
  );
}

function isConnector(word: string): boolean {
  return CONNECTORS.has(word);
}

const LAST_OF_LINE = new RegExp(
  pattern`
    [.!?)”"’%] ([\p{Lu}\d][^.!?\n\u001E\u001F]{1,40}[\p{L}\d?!]|(?:[a-z0-9-]+\.)+[a-z]{2,8})
    (?=\s*(?:[\n\u001E\u001F]|$))
  `,
  'gu',
);

/** `… of its class. WIRED` at the end of a line: nothing but a label is after the sentence. */
function lineEndChips(text: string, sources: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  for (const match of text.matchAll(LAST_OF_LINE)) {
    const label = match[1] ?? '';
    const start = match.index + 2;
    const words = label.split(' ');
    const isKnown = sources.has(sourceKey(label));
    if (!followsSentence(text, match.index)) continue;
    const isLabel = words.length <= 3 && words.every(isLabelWord) && match[0].charAt(0) !== ')';
    if (isKnown || (isLabel && sources.size === 0)) ranges.push([start, start + label.length]);
  }
  return ranges;
}

/** A line that says something before the label; `1. Name` is an entry of a list. */
function followsSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - SHORTEST_SENTENCE), at);
  return before.length === SHORTEST_SENTENCE && !/[\n\u001E\u001F]/.test(before) && /\p{Ll}/u.test(before);
}

const SENTENCE_BEFORE_CHIP = /([.!?)”"’]) (?=\p{Lu}|\d|[a-z0-9-]{1,30}\.[a-z])/gu;
const BEFORE_CHIP = /([.!?)”"’])? (?=\p{Lu}|\d|[a-z0-9-]{1,30}\.[a-z])/gu;

/**
 * Labels of cited sources run into what follows, or between two sentences. After a sentence any new one shows
 * the cut; after plain words only a seam or the end of the line does, in a text that carries counted chips too, and
 * never where a word leads to the name (`praised by WIRED`).
 */
function midTextChips(text: string, sources: ReadonlySet<string>, carriesChips: boolean): Range[] {
  const ranges: Range[] = [];
  for (const match of text.matchAll(carriesChips ? BEFORE_CHIP : SENTENCE_BEFORE_CHIP)) {
    const start = match.index + match[0].length;
    const isAfterSentence = match[1] !== undefined;
    const end = longestSource(text, start, sources);
    if (end <= start) continue;
    const isChip = isAfterSentence ? isCutOff(text, end, carriesChips) : isChipAfterWords(text, start, end);
    if (isChip) ranges.push([start, end]);
  }
  return ranges;
}

function isChipAfterWords(text: string, start: number, end: number): boolean {
  return isGluedOn(text, end) && !LEADS_ON.test(text.slice(Math.max(0, start - 20), start));
}

const LEADS_ON = new RegExp(
  pattern`
    (?:^|[^\p{Ll}])(?:by|from|per|at|in|on|to|like|as|with|of|and|or|the|for|via|see|says|than|is|are|vs\.?|&|,|:|;
    |–|—|-|/)\s$
  `,
  'u',
);

/** Run into a capital, a digit or the end of the line, without a space. */
function isGluedOn(text: string, end: number): boolean {
  const next = text.charCodeAt(end);
  return Number.isNaN(next) || next <= 0x1f || classOf(next) === CLASS.digit || caseOf(next) === CASE.upper;
}

/** The end of the longest run of words from `start` that names a cited source; the key grows unit by unit. */
function longestSource(text: string, start: number, sources: ReadonlySet<string>): number {
  let best = start;
  let key = '';
  for (let at = start; at < Math.min(text.length, start + 40); at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) break;
    const isLetter = classOf(unit) !== CLASS.other;
    if (isLetter) key += String.fromCharCode(foldUnit(unit));
    const isEdge = isLetter && isLabelEdge(text.charCodeAt(at + 1));
    if (isEdge && sources.has(key)) best = at + 1;
  }
  return best;
}

function isLabelEdge(next: number): boolean {
  return classOf(next) === CLASS.other || classOf(next) === CLASS.digit || caseOf(next) === CASE.upper;
}

/**
 * After the label another sentence begins: glued to it, by a word that opens sentences, or, in a text that carries
 * counted chips or where the label is a host, by any capital. Elsewhere `… of its class. Dell UltraSharp 27` begins
 * with a maker whose site is cited too.
 */
function isCutOff(text: string, end: number, carriesChips: boolean): boolean {
  const at = /[?!+]/.test(text.charAt(end)) ? end + 1 : end;
  if (isGluedOn(text, at) || text.charAt(at) === ')') return true;
  const isLabel = carriesChips || /\.\p{Ll}{2,6}$/u.test(text.slice(Math.max(0, end - 8), end));
  const next = text.slice(at, at + 12);
  return isLabel ? /^ \p{Lu}/u.test(next) : SENTENCE_OPENING.test(next);
}

const SENTENCE_OPENING = new RegExp(pattern`
    ^ (?:The|A|An|It|Its|If|So|For|In|On|At|As|You|Your|This|That|These|Those|They|There|We|I|But|And|Or|While|With
    |When|However|Also|Both|To|From|Some|Many|Most|Overall|Given|What|Why|How)\b
  `);

/**
 * The names by which an answer may label its sources, folded: the host, the domain and the domain without its suffix.
 */
export function sourceNamesOf(urls: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const url of urls) {
    const { hostname, domain, domainWithoutSuffix } = parse(url);
    for (const name of [hostname, hostname?.replace(/^www\./, ''), domain, domainWithoutSuffix]) {
      if (name && name.length > 1) names.add(name);
    }
  }
  return new Set([...names].map(sourceKey));
}

/** A label and a host as they are compared: letters and digits only, so that `Tom's Guide` is `tomsguide`. */
export function sourceKey(label: string): string {
  if (PLAIN.test(label)) return label.toLowerCase().replace(/[^a-z\d]+/g, '');
  return foldText(label).replace(/[^\p{L}\p{N}]/gu, '');
}

/** Of ASCII alone, which takes a fourth of the time. */
const PLAIN = /^[ -~]*$/;
