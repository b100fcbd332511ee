import type { Sentiment } from '../../entities/vocabulary.js';
import type { Mention } from '../names/name-mentions.js';
import type { Entry } from '../reading/entries.js';
import { type Outline, segmentIndexAt } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-units.js';
import { passagesAbout } from './languages/foreign-passages.js';
import { hasRulesFor, type Lexicon } from './languages/lexicons.js';
import { statementsAbout } from './statements.js';
import { type ToneClass, toneClassOf } from './tone-class.js';
import { BEING_LISTED, type Statement, type TopicOfAnswer } from './topic.js';

/** A class and the visible range of the passage that decided it. */
interface Judgement {
  sentiment: Sentiment;
  start: number;
  end: number;
  /** As {@link SubjectFacts}' `isToneCovered`. */
  isCovered: boolean;
  /** What it rests on. */
  toneClass: ToneClass;
}

/** An answer as it was read; `lexicon` is null for English and for languages that have none. */
export interface ReadAnswer {
  visible: VisibleText;
  outline: Outline;
  entries: readonly Entry[];
  lexicon: Lexicon | null;
  /** Whether rules exist for the language of the answer. */
  isCovered: () => boolean;
  /** Whether the question asks for what to take: then lists of options are picks. */
  isAskedForPicks: boolean;
  /** Whether a tracked name begins in the range of visible offsets. */
  namesAt: (start: number, end: number) => boolean;
}

/** From here on a sum of weights says something clearly. */
const CLEAR = 2;
/** One passage can repeat itself; it does not outweigh the others. */
const MOST_OF_ONE = 6;
const FAR_MORE = 3;
/** From here on criticism outweighs that the subject is listed at all. */
const GRAVE = 3;

/**
 * What the answer says of one subject (decision "sentiment"), from the passages about it: the entries that it heads and
 * the sentences that name it. Being an entry of a list of recommendations is praise; what an entry names as its
 * drawbacks is criticism, price and missing extras left out. Praise and criticism that are both clear make `mixed`.
 */
export function judgeSubject(
  answer: ReadAnswer,
  mentions: readonly Mention[],
  topic: TopicOfAnswer | null,
): Judgement | null {
  const first = mentions[0];
  if (!first) return null;
  const { outline } = answer;
  const statements = statementsOf(answer, mentions, topic);
  const praise = statements.reduce((sum, statement) => sum + Math.min(statement.praise, MOST_OF_ONE), 0);
  const criticism = statements.reduce((sum, statement) => sum + Math.min(statement.criticism, MOST_OF_ONE), 0);
  const listed = statements.some(({ isListing }) => isListing) ? BEING_LISTED : 0;
  const sentiment = classOf(praise, criticism, listed);
  const decisive = decisiveOf(statements, sentiment);
  const found = {
    isForeign: answer.lexicon !== null,
    praise: praise - listed,
    criticism,
    praisingPassages: statements.filter((one) => one.praise > 0 && !one.isListing).length,
  };
  if (!decisive || !isReadable(answer, decisive)) {
    const left = { sentiment: 'neutral' as const, isCovered: answer.isCovered() };
    return { ...rangeOf(passageAround(outline, first)), ...left, toneClass: toneClassOf({ ...left, ...found }) };
  }
  const judged = { sentiment, isCovered: true };
  return { ...rangeOf(decisive), ...judged, toneClass: toneClassOf({ ...judged, ...found }) };
}

function rangeOf({ start, end }: { start: number; end: number }) {
  return { start, end };
}

/** In an answer of another language a word may look English; there the passage must be English itself. */
function isReadable({ visible, isCovered }: ReadAnswer, { start, end }: Statement): boolean {
  return isCovered() || hasRulesFor(visible.text.slice(start, end));
}

/** Where the lexicon of its language has nothing to say, the rules for English read the text, as any other. */
function statementsOf(
  { lexicon, ...answer }: ReadAnswer,
  mentions: readonly Mention[],
  topic: TopicOfAnswer | null,
): readonly Statement[] {
  const said = lexicon ? passagesAbout({ ...answer, lexicon }, mentions, topic) : [];
  if (said.some(({ praise, criticism }) => praise + criticism > 0)) return said;
  return statementsAbout(answer, mentions, topic);
}

function classOf(praise: number, criticism: number, listed: number): Sentiment {
  if (criticism < CLEAR) return praise >= CLEAR ? 'positive' : 'neutral';
  if (praise < CLEAR || (criticism >= GRAVE && praise - listed < CLEAR)) return 'negative';
  return criticism > praise * FAR_MORE ? 'negative' : 'mixed';
}

/**
 * The passage that weighs most on the side that decided; for `mixed` the criticism, which is what sets it off from
 * `positive`.
 */
function decisiveOf(statements: readonly Statement[], sentiment: Sentiment): Statement | undefined {
  if (sentiment === 'neutral') return undefined;
  const side = sentiment === 'positive' ? 'praise' : 'criticism';
  const said = statements.filter((statement) => statement.end > statement.start);
  return said.toSorted((a, b) => b[side] - a[side] || a.start - b.start)[0];
}

function passageAround(outline: Outline, mention: Mention): { start: number; end: number } {
  return outline.segments[segmentIndexAt(outline, mention.start)] ?? mention;
}
