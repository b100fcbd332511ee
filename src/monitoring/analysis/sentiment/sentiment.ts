import type { Sentiment } from '../../../entities/vocabulary.js';
import type { Mention } from '../names/mentions.types.js';
import type { Entry } from '../reading/entries.js';
import type { Outline, Segment } from '../reading/outline.types.js';
import { MASK, type Reading } from '../reading/reading.types.js';
import { segmentIndexAt } from '../reading/segment-at.js';
import { standingOf } from './comparisons.js';
import { drawbacksIn, polarityOf } from './polarity.js';
import { isRecommendationList } from './recommendation-lists.js';

/** A class and the visible range of the passage that decided it. */
export interface Judgement {
  sentiment: Sentiment;
  start: number;
  end: number;
}

interface Statement {
  start: number;
  end: number;
  praise: number;
  criticism: number;
  /** It is nothing but the place in a list of recommendations. */
  isListing?: true;
}

/** From here on a sum of weights says something clearly. */
const CLEAR = 2;
/** One passage can repeat itself; it does not outweigh the others. */
const MOST_OF_ONE = 6;
const FAR_MORE = 4;
/** From here on criticism outweighs that the subject is listed at all. */
const GRAVE = 4;
/** What an entry of a list of recommendations is worth before a word is said of it. */
const BEING_LISTED = 2;
const REFERENCE = /^(?:It|It['’]s|Its|They|Their|That said|However, (?:it|they))\b/;
const MOST_REFERENCES = 3;
const CONS = /^\W{0,4}(?:cons?|drawbacks?|downsides?|weaknesses|limitations?|caveats?|potential downsides?)\b/i;
const PROS = /^\W{0,4}(?:pros?|strengths?|advantages?|why|highlights?|best for|benefits)\b/i;

/**
 * What the answer says of one subject (decision "sentiment"), from the passages about it: the entries that it heads and the sentences that
 * name it. Being an entry of a list of recommendations is praise; what an entry names as its drawbacks is criticism, price and missing extras
 * left out. Praise and criticism that are both clear make `mixed`.
 */
export function judgeSubject(
  reading: Reading,
  outline: Outline,
  entries: readonly Entry[],
  mentions: readonly Mention[],
): Judgement | null {
  const first = mentions[0];
  if (!first) return null;
  const statements: Statement[] = [];
  const seen = new Set<number>();
  for (const mention of mentions) addStatements(statements, seen, reading, outline, entries, mention);
  const praise = statements.reduce((sum, statement) => sum + Math.min(statement.praise, MOST_OF_ONE), 0);
  const criticism = statements.reduce((sum, statement) => sum + Math.min(statement.criticism, MOST_OF_ONE), 0);
  const listed = statements.some(({ isListing }) => isListing) ? BEING_LISTED : 0;
  const sentiment = classOf(praise, criticism, listed);
  const decisive = decisiveOf(statements, sentiment) ?? passageAround(outline, first);
  return { sentiment, start: decisive.start, end: decisive.end };
}

function classOf(praise: number, criticism: number, listed: number): Sentiment {
  if (criticism < CLEAR) return praise >= CLEAR ? 'positive' : 'neutral';
  if (praise < CLEAR || (criticism >= GRAVE && praise - listed < CLEAR)) return 'negative';
  return criticism > praise * FAR_MORE ? 'negative' : 'mixed';
}

/** The passage that weighs most on the side that decided; for `mixed` the criticism, which is what sets it off from `positive`. */
function decisiveOf(statements: readonly Statement[], sentiment: Sentiment): Statement | undefined {
  if (sentiment === 'neutral') return undefined;
  const side = sentiment === 'positive' ? 'praise' : 'criticism';
  const said = statements.filter((statement) => statement.end > statement.start);
  return said.toSorted((a, b) => b[side] - a[side] || a.start - b.start)[0];
}

function passageAround(outline: Outline, mention: Mention): { start: number; end: number } {
  return outline.segments[segmentIndexAt(outline, mention.start)] ?? mention;
}

function addStatements(
  statements: Statement[],
  seen: Set<number>,
  reading: Reading,
  outline: Outline,
  entries: readonly Entry[],
  mention: Mention,
): void {
  const index = segmentIndexAt(outline, mention.start);
  const segment = outline.segments[index];
  if (!segment) return;
  const entry = entryAt(entries, index);
  if (entry && mention.start < segment.headEnd && !isAside(reading, segment, mention))
    addEntry(statements, seen, reading, outline, entry, mention);
  else if (!seen.has(index)) {
    seen.add(index);
    statements.push(sentenceAbout(reading, segment, mention));
    addReferences(statements, seen, reading, outline, index);
  }
}

/** `Eero Pro 6E (Amazon)`: the owner in parentheses is not the option. */
function isAside(reading: Reading, segment: Segment, mention: Mention): boolean {
  const before = reading.text.slice(segment.start, mention.start);
  return before.lastIndexOf('(') > before.lastIndexOf(')');
}

/** The entry that begins with the segment; entries ascend, so it is found by halving. */
function entryAt(entries: readonly Entry[], index: number): Entry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.first ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return entries[low]?.first === index ? entries[low] : undefined;
}

function addEntry(
  statements: Statement[],
  seen: Set<number>,
  reading: Reading,
  outline: Outline,
  entry: Entry,
  mention: Mention,
): void {
  if (seen.has(entry.first)) return;
  const head = outline.segments[entry.first];
  if (head && !entry.isNested && isRecommendationList(reading, outline, entry)) {
    statements.push({ start: head.start, end: head.end, praise: BEING_LISTED, criticism: 0, isListing: true });
  }
  const names = otherNamesIn(reading, head, mention);
  let side: 'pros' | 'cons' | null = null;
  let level = 0;
  for (let index = entry.first; index <= entry.last; index++) {
    const segment = outline.segments[index];
    if (!segment || seen.has(index)) continue;
    seen.add(index);
    const isHead = index === entry.first && segment.kind !== 'heading';
    const said = textOf(reading, isHead ? segment.headEnd : segment.start, segment.end);
    if (CONS.test(said) || PROS.test(said)) [side, level] = [CONS.test(said) ? 'cons' : 'pros', segment.level];
    else if (segment.opensLine && segment.level <= level) side = null;
    if (isOfAnother(said, names) && index > entry.first) continue;
    statements.push({ start: segment.start, end: segment.end, ...entryPolarity(said, side) });
  }
}

/** The capitalised words of a head that several names share, less those of the subject itself. */
function otherNamesIn(reading: Reading, head: Segment | undefined, own: Mention): ReadonlySet<string> {
  const written = head ? textOf(reading, head.start, head.headEnd) : '';
  if (!head || !/\p{L}\s?[/,]\s?\p{Lu}/u.test(written)) return new Set();
  const subject = textOf(reading, own.start, own.end);
  return new Set((written.match(NAME_WORD) ?? []).filter((word) => !subject.includes(word)));
}

const NAME_WORD = /[\p{Lu}\d][\p{L}\d]{2,}/gu;

/** `A/B — good, but A had a leak.`: a sentence that opens with another name of the head is said of that one. */
function isOfAnother(said: string, names: ReadonlySet<string>): boolean {
  const first = names.size > 0 ? /^\W{0,3}([\p{Lu}\d][\p{L}\d]{2,})/u.exec(said)?.[1] : undefined;
  return first !== undefined && names.has(first);
}

/** What stands under drawbacks is no praise, and what stands under advantages is some, whatever its words. */
function entryPolarity(written: string, side: 'pros' | 'cons' | null): { praise: number; criticism: number } {
  const said = written.replace(CONS, '').replace(PROS, '');
  if (side === 'cons') return { praise: 0, criticism: drawbacksIn(said) };
  const polarity = polarityOf(said);
  const isAdvantage = side === 'pros' && /\p{L}/u.test(said);
  return isAdvantage ? { ...polarity, praise: Math.max(polarity.praise, 1) } : polarity;
}

/** Sentences that go on about the subject without its name. */
function addReferences(
  statements: Statement[],
  seen: Set<number>,
  reading: Reading,
  outline: Outline,
  index: number,
): void {
  for (let next = index + 1; next <= index + MOST_REFERENCES; next++) {
    const segment = outline.segments[next];
    if (!segment || seen.has(next) || segment.kind === 'heading') return;
    const written = textOf(reading, segment.start, segment.end);
    if (!REFERENCE.test(written)) return;
    seen.add(next);
    statements.push({ start: segment.start, end: segment.end, ...inPassing(written) });
  }
}

/** A sentence that names the subject in passing: what it says, turned by how it compares. */
function sentenceAbout(reading: Reading, segment: Segment, mention: Mention): Statement {
  const before = textOf(reading, segment.start, mention.start);
  const after = textOf(reading, mention.end, segment.end);
  const range = { start: segment.start, end: segment.end };
  switch (standingOf(before, after)) {
    case 'preferred':
    case 'recommended':
      return { ...range, praise: 3, criticism: 0 };
    case 'considered':
      return { ...range, praise: 2, criticism: polarityOf(after).criticism };
    case 'warned against':
      return { ...range, praise: 0, criticism: 3 };
    case 'passed over':
    case 'measure':
    case 'speaker':
    case 'condition':
      return { ...range, praise: 0, criticism: 0 };
    case 'none':
      return { ...range, ...inPassing(`${opinionBefore(before)} ${after}`) };
    case 'example':
      return { ...range, ...inPassing(after.replace(OF_THE_WHOLE, '')) };
  }
}

/** `platforms like Sonos, which helped …`: said of the whole clause, not of its example. */
const OF_THE_WHOLE = /(?:,\s(?:which|who|helping|allowing|making|leading)|\sto)\s.*$/s;

/** Somebody's feeling that leads to the name: `we are happy with …`, `a problem with …`. */
function opinionBefore(before: string): string {
  return OPINION.exec(before)?.[0] ?? '';
}

const OPINION =
  /\b(?:(?:love|loves|loved|like|likes|enjoy|enjoyed|prefer|hate|hates|hated|dislike|regret|impressed|happy|pleased|satisfied|thrilled|disappointed|unhappy|frustrated|fed up|problems?|issues?|trouble|complaints?)(?: (?:with|by|about|of|at))?)[^,;:.]{0,30}$/i;

/** Words far from a name in a report speak of other things too: the stronger side counts, unless the sentence itself turns. */
function inPassing(after: string): { praise: number; criticism: number } {
  const polarity = polarityOf(after);
  if (/\b(?:but|however|though|although|while)\b/i.test(after)) return polarity;
  return polarity.praise > polarity.criticism ? { ...polarity, criticism: 0 } : { ...polarity, praise: 0 };
}

function textOf(reading: Reading, start: number, end: number): string {
  return reading.text.slice(start, end).replaceAll(MASK, ' ');
}
