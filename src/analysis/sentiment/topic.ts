import { isDictionaryWord } from '../language/ordinary-words.js';
import type { Mention } from '../names/mentions.js';
import { pattern } from '../pattern.js';
import type { Entry } from '../reading/entries.js';
import { isUnknownHead } from '../reading/heads.js';
import { namesAt } from '../reading/ranges.js';
import type { Outline, Segment } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-text.js';
import { standingOf } from './comparisons.js';

/** What was asked, with the tracked names in it. */
export interface AskedQuestion {
  text: string;
  mentions: readonly Mention[];
}

/** The subjects that an answer as a whole is about, and what it was asked about them. */
export interface Topic {
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
export function opensWithOther(said: string): boolean {
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
export function verdictOn(question: string, said: string): 'yes' | 'no' | null {
  const isBad = ASKS_FOR_BAD.test(question);
  if (!isBad && !ASKS_FOR_GOOD.test(question)) return null;
  if (DENIES.test(said)) return isBad ? 'yes' : 'no';
  if (AFFIRMS.test(said)) return isBad ? 'no' : 'yes';
  return null;
}
