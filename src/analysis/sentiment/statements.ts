import { isDictionaryWord } from '../language/ordinary-words.js';
import type { Mention } from '../names/name-mentions.js';
import { pattern } from '../pattern.js';
import type { Entry } from '../reading/entries.js';
import { lowerBound } from '../reading/ranges.js';
import { type Outline, type Segment, segmentIndexAt } from '../reading/segments.js';
import { BLOCK_END, MASK, type VisibleText } from '../reading/visible-units.js';
import { inPassing, polarityToward, standingOf } from './passing.js';
import { polarityOf } from './polarity.js';
import { type Listing, listingOf } from './recommendation-lists.js';
import { isKind, isPublisher } from './standing-patterns.js';
import { CONS, NO_TITLE, PROS, type Side, type Under, underTitle } from './title-sides.js';
import {
  ASKS,
  BEING_LISTED,
  entryPolarity,
  OF_OTHERS,
  restAbout,
  type Statement,
  type TopicOfAnswer,
} from './topic.js';

/** What an entry of a list of things to avoid is blamed for before a word is said of it. */
const WARNED = 4;
const REFERENCE = new RegExp(
  pattern`
    ^(?:Both (?:are|have|of|make|offer|work|come)|It|It['’]s|Its|They|Their|That said
    |However, (?:it|its|they|their))\b
  `,
  'i',
);
const MOST_REFERENCES = 3;
/** So far from its start a name is no longer what the sentence is about. */
const LONGEST_LEAD = 20;

/** The text with its sentences and the options that it lists. */
interface AnswerInEntries {
  visible: VisibleText;
  outline: Outline;
  entries: readonly Entry[];
  /** Whether the question asks for what to take. */
  isAskedForPicks: boolean;
}

/**
 * The passages about a subject in reading order of its mentions: the entries that it heads, and the sentences that name
 * it or go on about it.
 */
export function statementsAbout(
  { visible, outline, entries, isAskedForPicks }: AnswerInEntries,
  mentions: readonly Mention[],
  topic: TopicOfAnswer | null,
): Statement[] {
  const gathering: Gathering = { visible, outline, isAskedForPicks, statements: [], seen: new Set() };
  for (const mention of mentions) addMention(gathering, entries, mention);
  return topic
    ? [...gathering.statements, ...restAbout(visible, outline, topic, gathering.seen)]
    : gathering.statements;
}

function addMention(gathering: Gathering, entries: readonly Entry[], mention: Mention): void {
  const { visible, outline, seen } = gathering;
  const index = segmentIndexAt(outline, mention.start);
  const segment = outline.segments[index];
  if (!segment) return;
  const entry = mention.start < segment.headEnd ? entryAt(entries, index) : undefined;
  if (entry && isOption(visible, segment, mention)) addEntry(gathering, entry, mention);
  else if (!seen.has(index)) addSentence(gathering, segment, index, mention);
}

/** The row of a table that it opens, or its sentence and those that go on about it. */
function addSentence(gathering: Gathering, segment: Segment, index: number, mention: Mention): void {
  if (addRow(gathering, index, mention)) return;
  gathering.seen.add(index);
  gathering.statements.push(sentenceAbout(gathering.visible, segment, mention));
  if (mention.start - segment.start <= LONGEST_LEAD || goesOnAboutBoth(gathering, index))
    addReferences(gathering, index, mention);
}

/** `Acme and Globex are sold here; both are reliable`: said of either, wherever its name is. */
function goesOnAboutBoth({ visible, outline }: Gathering, index: number): boolean {
  const next = outline.segments[index + 1];
  return next !== undefined && /^Both\s/i.test(textOf(visible, next.start, next.end));
}

interface Gathering {
  visible: VisibleText;
  outline: Outline;
  isAskedForPicks: boolean;
  statements: Statement[];
  /** The segments that are spoken for. */
  seen: Set<number>;
}

/**
 * `Films of the A24-type`, `Problems with Sonos`, `InStyle's picks`, `Eero Pro 6E (Amazon)` name no option, `Other apps
 * (Sonos, Bose)` does.
 */
function isOption(visible: VisibleText, segment: Segment, mention: Mention): boolean {
  const before = visible.text.slice(segment.start, mention.start);
  const after = visible.text.slice(mention.end, segment.end);
  if (OF_A_MATTER.test(before) || isKind(after) || isPublisher(after) || PRAISES.test(after)) return false;
  const open = before.lastIndexOf('(');
  if (open <= before.lastIndexOf(')')) return true;
  return /[,/]/.test(before.slice(open)) || /^[^)]{0,30}[,/]/.test(after);
}

/** `Wirecutter calls the Halvero the best`: who judges others is no option. */
const PRAISES = new RegExp(
  pattern`
    ^\W{0,4}\s(?:also )?(?:calls?|called|praises?|praised|names?|named|ranks?|rates?|rated|picked|recommends?|found
    |warns?) (?:the |a |an |its )?\p{Lu}
  `,
  'u',
);
const OF_A_MATTER = /\s(?:of|with|for|on|about|in|to|than|like)\s(?:the\s)?$/i;

/** The entry that begins with the segment; entries ascend. */
function entryAt(entries: readonly Entry[], index: number): Entry | undefined {
  const entry = entries[lowerBound(entries.length, (at) => (entries[at]?.first ?? 0) < index)];
  return entry?.first === index ? entry : undefined;
}

function addEntry(gathering: Gathering, entry: Entry, mention: Mention): void {
  const { visible, outline, statements, seen } = gathering;
  const head = outline.segments[entry.first];
  if (!head || seen.has(entry.first)) return;
  if (!entry.isNested) addListing(statements, head, listingOf(visible, outline, entry, gathering.isAskedForPicks));
  const names = otherNamesIn(textOf(visible, head.start, head.headEnd), textOf(visible, mention.start, mention.end));
  const own = loadedName(textOf(visible, mention.start, mention.end));
  let under: Under = NO_TITLE;
  for (const segment of unseenOf(gathering, entry)) {
    const isFirst = segment === head;
    const written = textOf(visible, saidFrom(segment, isFirst), segment.end);
    const said = withoutOthers(withoutName(written, own), names);
    if (endsForOthers(isFirst, segment, said)) break;
    under = underTitle(under, segment, said);
    if (!isFirst && (saysNothing(said, names) || warnsOfAnother(said, textOf(visible, mention.start, mention.end))))
      continue;
    const side = isFirst ? under.side : (columnSide(outline, segment) ?? under.side);
    statements.push({ start: segment.start, end: segment.end, ...entryPolarity(said, side) });
  }
}

/** The side of a cell whose column is called `Pros`, `Best for` or `Cons`; null for any other. */
function columnSide(outline: Outline, segment: Segment): Side {
  if (segment.kind !== 'row' || segment.column === 0) return null;
  const head = outline.leadOf(segment).columnHead ?? '';
  if (CONS.test(head)) return 'cons';
  return PROS.test(head) ? 'pros' : null;
}

/** The segments of the entry that are not spoken for; each is once it is handed out. */
function* unseenOf({ outline, seen }: Gathering, { first, last }: Entry): Generator<Segment> {
  for (let index = first; index <= last; index++) {
    const segment = outline.segments[index];
    if (!segment || seen.has(index)) continue;
    seen.add(index);
    yield segment;
  }
}

function withoutName(written: string, name: string | null): string {
  return name === null ? written : written.replaceAll(name, 'It');
}

function endsForOthers(isFirst: boolean, { opensLine }: Segment, said: string): boolean {
  return !isFirst && opensLine && OF_OTHERS.test(said);
}

function saysNothing(said: string, names: ReadonlySet<string>): boolean {
  return isOfAnother(said, names) || ASKS.test(said);
}

/** `I'd skip Acme's version`, in the entry of another name. */
function warnsOfAnother(said: string, own: string): boolean {
  return WARNS_OF.test(said) && !said.includes(own);
}

const WARNS_OF = /\b(?:skip|avoid|pass on|steer clear of|stay away from)\s(?:the\s)?(?!It\b)\p{Lu}\p{L}/u;

/** The first segment is read behind its head, but a heading whole. */
function saidFrom({ kind, start, headEnd }: Segment, isFirst: boolean): number {
  return isFirst && kind !== 'heading' ? headEnd : start;
}

/**
 * A name that itself seems to praise, to criticise or to turn (`Best Buy`, `Everything But Water`) must not be weighed;
 * null for others.
 */
function loadedName(name: string): string | null {
  let isLoaded = loaded.get(name);
  if (isLoaded === undefined) {
    const { praise, criticism } = polarityOf(name);
    isLoaded = praise > 0 || criticism > 0 || /\bbut\b/i.test(name);
    remember(name, isLoaded);
  }
  return isLoaded ? name : null;
}

/** Names as answers write them, and whether they are loaded: the same few come with each answer of a project. */
const loaded = new Map<string, boolean>();
const LOADED_MAX = 2_000;
const LOADED_NAME_MAX = 100;

/** As a copy: a slice of an answer would keep the whole answer in memory. */
function remember(name: string, isLoaded: boolean): void {
  if (name.length > LOADED_NAME_MAX || !name.isWellFormed()) return;
  if (loaded.size === LOADED_MAX) loaded.clear();
  loaded.set(Buffer.from(name).toString(), isLoaded);
}

function addListing(statements: Statement[], { start, end }: Segment, listing: Listing): void {
  if (listing === 'recommended') statements.push({ start, end, praise: BEING_LISTED, criticism: 0, isListing: true });
  else if (listing === 'warned against') statements.push({ start, end, praise: 0, criticism: WARNED });
}

/** A row of a table that was run together is an entry like another; false where the name opens none. */
function addRow(gathering: Gathering, first: number, mention: Mention): boolean {
  const { visible, outline } = gathering;
  const head = outline.segments[first];
  if (!head || !opensRow(textOf(visible, head.start, mention.start))) return false;
  if (standingOf('', textOf(visible, mention.end, head.end)) === 'speaker') return false;
  const last = lastOfGluedRow(visible, outline, first, mention.end);
  if (last === null) return false;
  addEntry(gathering, { first, last, level: head.level, isNested: false }, mention);
  return true;
}

function sentenceAbout(visible: VisibleText, { start, end }: Segment, mention: Mention): Statement {
  const before = textOf(visible, start, mention.start);
  const after = textOf(visible, mention.end, end);
  if (ASKS.test(after) || CONS.test(before)) return { start, end, praise: 0, criticism: 0 };
  return { start, end, ...polarityToward(before, after) };
}

/** Sentences that go on about the subject without its name. */
function addReferences({ visible, outline, statements, seen }: Gathering, index: number, mention: Mention): void {
  for (let next = index + 1; next <= index + MOST_REFERENCES; next++) {
    const segment = outline.segments[next];
    if (!segment || seen.has(next) || segment.kind === 'heading') return;
    const written = textOf(visible, segment.start, segment.end);
    if (!REFERENCE.test(written) || (next === index + 1 && isSpeaker(visible, outline, index, mention))) return;
    seen.add(next);
    statements.push({ start: segment.start, end: segment.end, ...inPassing(written) });
  }
}

/** What a publisher goes on to say is said of others. */
function isSpeaker(visible: VisibleText, outline: Outline, index: number, mention: Mention): boolean {
  const end = outline.segments[index]?.end ?? mention.end;
  return standingOf('', textOf(visible, mention.end, end)) === 'speaker';
}

function textOf(visible: VisibleText, start: number, end: number): string {
  return visible.text.slice(start, end).replaceAll(MASK, ' ');
}

/** The capitalised words of a head that several names share, less those of the subject itself. */
function otherNamesIn(written: string, subject: string): ReadonlySet<string> {
  if (!/\p{L}\s?[/,]\s?\p{Lu}/u.test(written)) return new Set();
  return new Set((written.match(NAME_WORD) ?? []).filter((word) => !subject.includes(word)));
}

const NAME_WORD = /[\p{Lu}\d][\p{L}\d]{2,}/gu;

/** `A/B — good, but A had a leak, and B …`: a clause that opens with another name of the head is said of that one. */
function withoutOthers(said: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return said;
  return said.replace(CLAUSE_OF_NAME, (clause: string, name: string) => (names.has(name) ? ' ' : clause));
}

const CLAUSE_OF_NAME =
  /[,;(—]\s?(?:(?:but|and|though|although|while|in|for)\s){0,2}([\p{Lu}\d][\p{L}\d]{2,})(?:['’]s)?\s[^,;.)]*/gu;

/** `A/B — good, but A had a leak.`: a sentence that opens with another name of the head is said of that one. */
function isOfAnother(said: string, names: ReadonlySet<string>): boolean {
  const first = names.size > 0 ? /^\W{0,3}([\p{Lu}\d][\p{L}\d]{2,})/u.exec(said)?.[1] : undefined;
  return first !== undefined && names.has(first);
}

const MOST_CELLS = 6;
const NAME_WORDS = /^\W{0,3}(\p{Lu}[\p{L}\p{N}'’&-]*)(?:[\s\u2011-](\S{1,20}))?/u;
/** The first cell of a row ends where a word runs into the next cell's: `Sonos ArcMassive sound`, `HD-450Some say`. */
const CELL_SEAM = /^[^.;:]{2,70}?[\p{L}\d)”"+](\p{Lu}\p{Ll}+)(?=\s\p{Ll}|\s[\d~$€£])/u;

/**
 * The last segment, by index, of the row of a table that begins with the segment: copies of a page run its cells
 * together. Null where the segment begins no such row. `nameEnd` is where the name that opens it ends.
 */
function lastOfGluedRow(visible: VisibleText, outline: Outline, index: number, nameEnd: number): number | null {
  const segment = outline.segments[index];
  if (!segment?.opensLine || !isGluedOn(visible, segment) || !holdsSeam(visible, segment, nameEnd)) return null;
  let last = index;
  for (let next = index + 1; next <= index + MOST_CELLS; next++) {
    const cell = outline.segments[next];
    if (!cell || !isCellOf(visible, segment, cell)) break;
    last = next;
  }
  return last;
}

/** A cell is glued on or goes on in the line, and opens with no name as the next row does. */
function isCellOf(visible: VisibleText, { kind, level }: Segment, cell: Segment): boolean {
  if (cell.kind !== kind || cell.level !== level) return false;
  return isGluedOn(visible, cell) ? !opensWithName(visible, cell) : !cell.opensLine;
}

/** Nothing is between it and what came before. */
function isGluedOn({ text }: VisibleText, { start }: Segment): boolean {
  const before = text.charAt(start - 1);
  return before === MASK || (before !== BLOCK_END && before.trim() !== '');
}

function holdsSeam({ text }: VisibleText, { start, end }: Segment, nameEnd: number): boolean {
  const written = text.slice(start, Math.min(end, start + 160));
  const seam = CELL_SEAM.exec(written);
  const word = seam?.[1]?.toLowerCase() ?? '';
  return seam !== null && start + seam[0].length >= nameEnd && word.length > 0 && isDictionaryWord(word);
}

/** The next row: a capitalised word that is none of the language, or two capitalised words or a number in a row. */
function opensWithName({ text }: VisibleText, { start, end }: Segment): boolean {
  const [, first = '', second = ''] = NAME_WORDS.exec(text.slice(start, Math.min(end, start + 60))) ?? [];
  if (first === '') return false;
  return !isDictionaryWord(first.toLowerCase()) || /^[\p{Lu}\d]/u.test(second);
}

/**
 * Where the reading of a row can stand; several at once, as the `and` that joins two names may also be a part of one.
 */
const AT = { start: 1, name: 2, space: 4, a: 8, an: 16, joined: 32 } as const;

/**
 * Whether the text is nothing but names that lead to another one of their row, or empty: `Hyundai / `, `Acme, Bolt and
 * `. Reads all ways to part it at once, in linear time: as a pattern, `1and1and1and…` took time that doubled with each
 * `and`.
 */
function opensRow(before: string): boolean {
  let places: number = AT.start;
  for (const character of before) {
    places = placesAfter(character, places);
    if (places === 0) return false;
  }
  return (places & (AT.start | AT.joined)) !== 0;
}

/** Where a character leads from a place; all steps that hold are taken at once. */
const STEPS: readonly { from: number; character: RegExp; to: number }[] = [
  { from: AT.start | AT.joined, character: /[\p{Lu}\d]/u, to: AT.name },
  { from: AT.name, character: /[\p{L}\d-]/u, to: AT.name },
  { from: AT.name, character: /\s/, to: AT.space },
  { from: AT.joined, character: /\s/, to: AT.start },
  { from: AT.name | AT.space, character: /[/,&+]/, to: AT.joined },
  { from: AT.name | AT.space, character: /a/, to: AT.a },
  { from: AT.a, character: /n/, to: AT.an },
  { from: AT.an, character: /d/, to: AT.joined },
];

function placesAfter(character: string, places: number): number {
  let next = 0;
  for (const { from, character: pattern, to } of STEPS) {
    if ((places & from) !== 0 && pattern.test(character)) next |= to;
  }
  return next;
}
