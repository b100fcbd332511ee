import type { Mention } from '../../names/name-mentions.js';
import { pattern } from '../../pattern.js';
import type { Entry } from '../../reading/entries.js';
import { type Outline, type Segment, segmentIndexAt } from '../../reading/segments.js';
import { MASK, type VisibleText } from '../../reading/visible-units.js';
import { BEING_LISTED, type Statement, type TopicOfAnswer } from '../topic.js';
import type { Polarity } from '../word-weights.js';
import type { Lexicon, WordRole } from './lexicons.js';

/** What the passages about a subject are looked for in. */
interface ForeignAnswer {
  visible: VisibleText;
  outline: Outline;
  entries: readonly Entry[];
  lexicon: Lexicon;
  /** Whether a tracked name, of this subject or another, begins in the range. */
  namesAt: (start: number, end: number) => boolean;
}

/** How far up the title or the lead of a list is looked for. */
const MOST_SEGMENTS = 40;
const LONGEST_LEAD = 300;

/**
 * The passages about a subject in a language that has a lexicon: the entries that it heads, the clauses of the
 * sentences that name it, and in an answer about it alone the rest.
 */
export function passagesAbout(
  answer: ForeignAnswer,
  mentions: readonly Mention[],
  topic: TopicOfAnswer | null,
): Statement[] {
  const { outline } = answer;
  const own = new Set(mentions.map(({ start }) => start));
  const { listings, indexes } = indexesOf(answer, mentions);
  if (topic) for (const index of outline.segments.keys()) indexes.add(index);
  const said = [...indexes].flatMap((index) => {
    const segment = outline.segments[index];
    if (!segment) return [];
    return [{ start: segment.start, end: segment.end, ...weighSegment(answer, segment, own) }];
  });
  return [...listings, ...said];
}

/** The segments that are about the subject, by index, and its places in lists of recommendations. */
function indexesOf(answer: ForeignAnswer, mentions: readonly Mention[]) {
  const { outline, entries } = answer;
  const entryAt = new Map(entries.map((entry) => [entry.first, entry] as const));
  const indexes = new Set<number>();
  const listings: Statement[] = [];
  for (const mention of mentions) {
    const index = segmentIndexAt(outline, mention.start);
    const segment = outline.segments[index];
    const entry = segment && mention.start < segment.headEnd ? entryAt.get(index) : undefined;
    if (entry && !indexes.has(index) && isRecommended(answer, index)) listings.push(listing(segment));
    for (let at = index; at <= (entry?.last ?? index); at++) indexes.add(at);
  }
  return { listings, indexes };
}

function listing(segment: Segment | undefined): Statement {
  const { start, end } = segment ?? { start: 0, end: 0 };
  return { start, end, praise: BEING_LISTED, criticism: 0, isListing: true };
}

/** Whether the nearest title or lead above the entry announces recommendations. */
function isRecommended({ visible, outline, lexicon }: ForeignAnswer, index: number): boolean {
  const own = outline.segments[index];
  for (let at = index - 1; at >= 0 && at > index - MOST_SEGMENTS; at--) {
    const segment = outline.segments[at];
    if (!segment || !own || !(segment.kind === 'text' || isTitleAbove(segment, own))) continue;
    const written = visible.text.slice(segment.start, Math.min(segment.end, segment.start + LONGEST_LEAD));
    if (lexicon.announces(wordsOf(written))) return true;
    if (segment.kind === 'heading') return false;
  }
  return false;
}

function isTitleAbove(segment: Segment, own: Segment): boolean {
  return segment.kind === 'heading' && (segment.level < own.level || own.kind !== 'heading');
}

/** Where a clause ends: at a mark, or before a word that sets the next against it. */
const CLAUSE = new RegExp(
  pattern`
    [,;:.!?()–—]\s|\s(?=(?:aber|jedoch|während|mais|tandis|pero|mientras|mas|porém|enquanto|ma|però|mentre|maar
    |terwijl)\s)
  `,
  'giu',
);
/** What is compared with is behind such a word. */
const MEASURED = new RegExp(
  pattern`
    \s(?:als|dan|(?<!mientras |tandis |enquanto |alors )que|comme|como|come)\s
    (?:der |die |das |le |la |el |o |a |il |de |het )?$
  `,
  'iu',
);

/** Weighs the clauses from one that names the subject to one that names another. */
function weighSegment(answer: ForeignAnswer, { start, end }: Segment, own: ReadonlySet<number>) {
  const written = answer.visible.text.slice(start, end).replaceAll(MASK, ' ');
  if (/\?\W*$/.test(written)) return { praise: 0, criticism: 0 };
  const total = { praise: 0, criticism: 0 };
  let isOwn = true;
  for (const [from, to] of clausesIn(written)) {
    const names = namesIn(answer, start + from, start + to, own, written.slice(0, to), start);
    if (names !== 'none') isOwn = names === 'own';
    if (!isOwn) continue;
    const { praise, criticism } = weighClause(written.slice(from, to), answer.lexicon);
    total.praise += praise;
    total.criticism += criticism;
  }
  return total;
}

function* clausesIn(written: string): Generator<[from: number, to: number]> {
  let from = 0;
  for (const { index, 0: mark } of written.matchAll(CLAUSE)) {
    yield [from, index];
    from = index + mark.length;
  }
  yield [from, written.length];
}

/** Whose clause it is: the subject's where it names it, unless another is compared with it. */
function namesIn(
  { namesAt }: ForeignAnswer,
  from: number,
  to: number,
  own: ReadonlySet<number>,
  upTo: string,
  start: number,
): 'own' | 'other' | 'none' {
  for (let at = from; at < to; at++) {
    if (own.has(at)) return MEASURED.test(upTo.slice(0, at - start)) ? 'other' : 'own';
  }
  return namesAt(from, to) ? 'other' : 'none';
}

const WORD = /[\p{L}\p{N}€][\p{L}\p{N}'’-]*/gu;
/** Parts of a word before an apostrophe are words of their own: `l'assistenza`, `n'arrivent`. */
const ELIDED = /^(?:[cdjlmnst]|qu|dell|all|nell|sull|un)['’](?=\p{L})/u;
/** Words after which a negation still reaches. */
const REACH = 4;
const LONGEST_PHRASE = 4;
/** A word longer than this is none of a language. */
const LONGEST_WORD = 40;
/** Negations that stand behind what they deny. */
const BEHIND = new Set(['nicht', 'pas', 'niet', 'jamais']);
/** A negation reaches no further than such a word. */
const JOINS = new Set(['und', 'et', 'y', 'e', 'ed', 'en']);
const WEIGHT = { word: 2, advice: 3, warning: 4, denied: 1 } as const;

/** The words of a text in lower case. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return words.map((word) => word.replace(ELIDED, '').replaceAll('’', "'").slice(0, LONGEST_WORD));
}

/** A word or phrase of the lexicon in a clause. */
interface Found {
  role: WordRole;
  at: number;
  length: number;
}

/** What a clause says for and against its subject, by the lexicon of its language. */
function weighClause(clause: string, lexicon: Lexicon): Polarity {
  const words = wordsOf(clause);
  const found = foundIn(words, lexicon);
  const denying = found.filter(({ role }) => role === 'negation').map(({ at }) => at);
  const total = { praise: 0, criticism: 0 };
  for (const [place, each] of found.entries()) {
    const isDenied = denying.some((at) => denies(at, each, words));
    addFound(total, each, isDenied, isOverdone(found[place - 1], each));
  }
  return total;
}

/** The longest phrase at each place counts, and its words are spoken for. */
function foundIn(words: readonly string[], lexicon: Lexicon): Found[] {
  const found: Found[] = [];
  let at = 0;
  while (at < words.length) {
    const phrase = phraseAt(words, at, lexicon);
    if (phrase) found.push(phrase);
    at += phrase?.length ?? 1;
  }
  return found;
}

function phraseAt(words: readonly string[], at: number, lexicon: Lexicon): Found | null {
  for (let length = Math.min(LONGEST_PHRASE, words.length - at); length >= 1; length--) {
    const role = lexicon.roleOf(words.slice(at, at + length).join('_'));
    if (role && (length === 1 || !isStemOfFirst(words, at, lexicon, role))) return { role, at, length };
  }
  return null;
}

/** A stem that the first word alone has must not swallow the words after it. */
function isStemOfFirst(words: readonly string[], at: number, lexicon: Lexicon, role: WordRole): boolean {
  return lexicon.roleOf(words[at] ?? '') === role;
}

/** `no es buena`, `überzeugt nicht`, `empfehlen wir nicht`. */
function denies(negation: number, { at, length }: Found, words: readonly string[]): boolean {
  if (negation < at) return at - negation <= REACH && !words.slice(negation, at).some((word) => JOINS.has(word));
  const isLast = negation === words.length - 1;
  return BEHIND.has(words[negation] ?? '') && (isLast || negation === at + length);
}

/** `trop chère`, `zu leise`: too much of what is good, or too dear. */
function isOverdone(before: Found | undefined, { at }: Found): boolean {
  return before?.role === 'excess' && before.at + before.length === at;
}

function addFound(total: Polarity, { role }: Found, isDenied: boolean, isOverdone: boolean): void {
  const isFault = role === 'criticism' || (isOverdone && (role === 'praise' || role === 'money'));
  if (isFault) addFault(total, isDenied);
  else if (role === 'warns') total.criticism += WEIGHT.warning;
  else if (role === 'advises') addMerit(total, isDenied, WEIGHT.advice, WEIGHT.warning);
  else if (role === 'praise') addMerit(total, isDenied, WEIGHT.word, WEIGHT.word);
}

/** Praise or an advice that is denied is criticism. */
function addMerit(total: Polarity, isDenied: boolean, said: number, denied: number): void {
  if (isDenied) total.criticism += denied;
  else total.praise += said;
}

/** A fault that is denied is faint praise. */
function addFault(total: Polarity, isDenied: boolean): void {
  if (isDenied) total.praise += WEIGHT.denied;
  else total.criticism += WEIGHT.word;
}
