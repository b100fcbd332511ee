import { isDictionaryWord } from '../language/ordinary-words.js';
import type { Mention } from '../names/name-mentions.js';
import { pattern } from '../pattern.js';
import type { Entry } from '../reading/entries.js';
import { isUnknownHead } from '../reading/heads.js';
import { namesAt } from '../reading/ranges.js';
import type { Outline, Segment } from '../reading/segments.js';
import { MASK, type VisibleText } from '../reading/visible-units.js';
import { inPassing, standingOf } from './passing.js';
import { drawbacksIn, polarityOf } from './polarity.js';
import { CONS, NO_TITLE, PROS, type Side, sideAsked, type Under, underTitle } from './title-sides.js';
import type { Polarity } from './word-weights.js';

/** What one passage says for and against the subject. */
export interface Statement extends Polarity {
  /** Visible offsets. */
  start: number;
  end: number;
  /** It is nothing but the place in a list of recommendations. */
  isListing?: true;
}

/** What an answer about one subject was asked, and where it names others. */
export interface TopicOfAnswer {
  question: string;
  namesOther: (start: number, end: number) => boolean;
}

/** What an entry of a list of recommendations is worth before a word is said of it. */
export const BEING_LISTED = 2;

/** What was asked, with the tracked names in it. */
export interface AskedQuestion {
  text: string;
  mentions: readonly Mention[];
}

/** The subjects that an answer as a whole is about, and what it was asked about them. */
interface Topic {
  /** Places in the list of subjects: several where they share the name. */
  owners: readonly number[];
  /** The question, or the title that asks one; '' where there is none. */
  question: string;
}

/** A question or a title that asks for others too is about no single one. */
const OF_SEVERAL = new RegExp(
  pattern`
    \b(?:alternativ\p{L}*|vs|versus|competitors?|rivals?|compar\p{L}+|instead of|similar to|than|best|top \d+|which|or
    |oder|ou|beste\p{L}*|mejor\p{L}*|meilleur\p{L}*|miglior\p{L}*|melhor\p{L}*|como alternativa)\b
  `,
  'iu',
);
/** A title that names the subject later is about something else. */
const LONGEST_LEAD = 20;
/** A first sentence is the title of so short a text alone: longer ones go on to other matters. */
const LONGEST_PASSAGE = 500;

/**
 * The subjects that the whole answer is about: its question, or its own first line, names them and no others, and it
 * heads no options with other names. Null where it is about several, or that does not show.
 */
export function topicOf(
  visible: VisibleText,
  outline: Outline,
  entries: readonly Entry[],
  mentions: readonly Mention[],
  question: AskedQuestion | null,
): Topic | null {
  if (mentions.length === 0) return null;
  if (question && OF_SEVERAL.test(question.text)) return null;
  const asked = question ? ownersOf(question.mentions) : null;
  const topic = asked ? { owners: asked, question: question?.text ?? '' } : topicOfTitle(visible, outline, mentions);
  return topic && !listsOthers(visible, outline, entries, mentions, topic) ? topic : null;
}

/** The subjects that every one of the names may mean; null where they mean different ones, or there are none. */
function ownersOf(mentions: readonly Mention[]): readonly number[] | null {
  const [first, ...others] = mentions;
  const owners = first?.form.owners.filter((owner) => others.every(({ form }) => form.owners.includes(owner))) ?? [];
  return owners.length > 0 ? owners : null;
}

function topicOfTitle(visible: VisibleText, { segments }: Outline, mentions: readonly Mention[]): Topic | null {
  const [title] = segments;
  const first = mentions[0];
  if (!title || !first || first.start - title.start > LONGEST_LEAD || first.start >= title.end) return null;
  const written = visible.text.slice(title.start, title.end);
  const question = /\?\W*$/.test(written) ? written : '';
  const isTitle = title.kind === 'heading' || question !== '';
  if (OF_SEVERAL.test(written) || !(isTitle || opensPassage(visible, title, first))) return null;
  const owners = ownersOf(mentions.filter(({ start }) => start < title.end));
  return owners && { owners, question };
}

/** Whether it is the first sentence of a short text, and the name is what it is about. */
function opensPassage(visible: VisibleText, title: Segment, first: Mention): boolean {
  return title.kind === 'text' && visible.text.length <= LONGEST_PASSAGE && isSubject(visible, title, first);
}

/** Whether the sentence is about the name: what a publisher says, or what another is measured by, is not. */
function isSubject({ text }: VisibleText, { start, end }: Segment, mention: Mention): boolean {
  const standing = standingOf(text.slice(start, mention.start), text.slice(mention.end, end));
  return standing === 'none' || standing === 'preferred' || standing === 'recommended';
}

/** Whether options are headed by other names, tracked or not. */
function listsOthers(
  { text }: VisibleText,
  { segments }: Outline,
  entries: readonly Entry[],
  mentions: readonly Mention[],
  topic: Topic,
): boolean {
  const isOwn = ({ form }: Mention): boolean => isOfTopic(topic, form.owners);
  const ownAt = namesAt(mentions.filter(isOwn));
  const othersAt = namesAt(mentions.filter((mention) => !isOwn(mention)));
  return entries.some(({ first }) => {
    const head = segments[first];
    if (!head) return false;
    return othersAt(head.start, head.headEnd) || (!ownAt(head.start, head.headEnd) && isUnknownHead(text, head));
  });
}

/** Whether a name of these owners means the topic. */
export function isOfTopic(topic: Topic, owners: readonly number[]): boolean {
  return topic.owners.some((owner) => owners.includes(owner));
}

const FIRST_WORD = /^[^\p{L}\p{N}]*(\p{Lu}[\p{L}\p{N}]+)/u;

/** Whether a sentence or an item opens with a capitalised word that is none of the language: a name of its own. */
function opensWithOther(said: string): boolean {
  const word = FIRST_WORD.exec(said.slice(0, 60))?.[1];
  return word !== undefined && !isDictionaryWord(word.toLowerCase());
}

const ASKS_FOR_GOOD = new RegExp(
  pattern`
    \b(?:worth|good|safe|legit|reliable|trustworthy|trust(?:ed)?|recommend\w*|great|ok|okay|quality|buy|decent
    |should (?:i|we|you)|would you)\b
  `,
  'i',
);
/** Here a `yes` is criticism. */
const ASKS_FOR_BAD =
  /\b(?:scam|rip-?off|dangerous|unsafe|overpriced|overrated|a waste|fake|toxic|bad|a fraud|harmful)\b/i;
const LEAD_IN = pattern`
  ^\W*(?:(?:for|if|in) [^,.;]{2,40},\s)?(?:the short answer(?: is|:)\s)?
`;
const YES = pattern`
  ${LEAD_IN}(?:(?:generally|overall|mostly|in short|for most people),? yes|yes|absolutely|definitely|certainly
  |without (?:a )?doubt|i would(?= ?[.,;:!—–])|wholeheartedly)\b
`;
const NO = pattern`
  ${LEAD_IN}(?:(?:sadly|unfortunately|overall|generally),? no\b|no\b(?=[,.:;!—–])|not really|hardly|absolutely not
  |probably not|i would(?: not|n['’]t))
`;
const AFFIRMS = new RegExp(YES, 'i');
const DENIES = new RegExp(NO, 'i');

/**
 * How the answer's words answer whether the subject is any good: `yes` also where it is denied that it is bad. Null
 * where that was not asked or is left open.
 */
function verdictOn(question: string, said: string): 'yes' | 'no' | null {
  const isBad = ASKS_FOR_BAD.test(question);
  if (!isBad && !ASKS_FOR_GOOD.test(question)) return null;
  if (DENIES.test(said)) return isBad ? 'yes' : 'no';
  if (AFFIRMS.test(said)) return isBad ? 'no' : 'yes';
  return null;
}

/** What follows such a line is said of other options. */
export const OF_OTHERS = new RegExp(
  pattern`
    ^\W{0,6}(?:(?:other |some )?alternatives?|other|others|honou?rable mentions?|runners?-up|comparison
    |key (?:factors|considerations|criteria|features to)|what to (?:watch|look|check|consider|know)
    |how to (?:choose|pick|decide)|when (?:comparing|choosing)|things to|tips?\b)\b
  `,
  'i',
);
/** A question is put to the reader and says nothing of the option. */
export const ASKS = /$(?<=\?\W*)/;

/** What an answer to the question weighs at least. */
const VERDICT = 5;

/**
 * The passages of an answer about one subject that do not name it, to where the answer turns to other options; those of
 * the segments `seen`, by index, are known already. In reading order.
 */
export function restAbout(
  visible: VisibleText,
  outline: Outline,
  topic: TopicOfAnswer,
  seen: ReadonlySet<number>,
): Statement[] {
  const statements: Statement[] = [];
  const asked = sideAsked(topic.question);
  let under: Under = NO_TITLE;
  for (const [index, segment] of outline.segments.entries()) {
    const said = visible.text.slice(segment.start, segment.end).replaceAll(MASK, ' ');
    if (segment.opensLine && OF_OTHERS.test(said)) break;
    under = underOf(under, outline.segments[index - 1], segment, said);
    if (seen.has(index) || isOfOthers(topic, segment, said)) continue;
    const verdict = statements.length === 0 ? verdictOn(topic.question, said) : null;
    const polarity = weighedWith(verdict, restPolarity(said, sideOf(under, segment, asked)));
    statements.push({ start: segment.start, end: segment.end, ...polarity });
  }
  return statements;
}

/** An item below no title of its own is one of what the question asks for. */
function sideOf({ side, title }: Under, { kind }: Segment, asked: Side): Side {
  return title === null && kind === 'item' ? asked : side;
}

function isOfOthers({ namesOther }: TopicOfAnswer, { start, end }: Segment, said: string): boolean {
  return ASKS.test(said) || namesOther(start, end) || opensWithOther(said);
}

function underOf(under: Under, before: Segment | undefined, segment: Segment, said: string): Under {
  return endsList(before, segment) ? NO_TITLE : underTitle(under, segment, said);
}

/** A paragraph after a list is no longer under the list's title. */
function endsList(before: Segment | undefined, { kind, opensLine }: Segment): boolean {
  return kind === 'text' && opensLine && before?.kind === 'item';
}

function weighedWith(verdict: 'yes' | 'no' | null, { praise, criticism }: Polarity): Polarity {
  if (verdict === 'yes') return { praise: Math.max(praise, VERDICT), criticism };
  return verdict === 'no' ? { praise, criticism: Math.max(criticism, VERDICT) } : { praise, criticism };
}

/** Below a title such as `Cons` as in an entry; else as a sentence in passing. */
function restPolarity(said: string, side: Side): Polarity {
  return side === null ? inPassing(said) : entryPolarity(said, side);
}

/** What is under drawbacks is no praise, and what is under advantages is some, whatever its words. */
export function entryPolarity(written: string, side: Side): Polarity {
  const said = written.replace(CONS, '').replace(PROS, '');
  if (side === 'cons')
    return { praise: 0, criticism: Math.floor(drawbacksIn(said) / (CALLED_MINOR.test(said) ? 2 : 1)) };
  const polarity = polarityOf(said);
  const isAdvantage = side === 'pros' && /\p{L}/u.test(said);
  return isAdvantage ? { ...polarity, praise: Math.max(polarity.praise, 2) } : polarity;
}

/** `Potential downsides (minor): …`, behind the title. */
const CALLED_MINOR = /^\s?\((?:minor|small|slight|tiny)\)/i;
