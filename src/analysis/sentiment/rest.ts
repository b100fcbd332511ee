import { pattern } from '../pattern.js';
import type { Outline, Segment } from '../reading/segments.js';
import { MASK, type VisibleText } from '../reading/visible-text.js';
import { inPassing } from './passing.js';
import { drawbacksIn, polarityOf } from './polarity.js';
import type { Polarity } from './polarity.types.js';
import type { Statement, TopicOfAnswer } from './statement.types.js';
import { CONS, NO_TITLE, PROS, type Side, sideAsked, type Under, underTitle } from './title-sides.js';
import { opensWithOther, verdictOn } from './topic.js';

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
  if (side === 'cons') return { praise: 0, criticism: drawbacksIn(said) };
  const polarity = polarityOf(said);
  const isAdvantage = side === 'pros' && /\p{L}/u.test(said);
  return isAdvantage ? { ...polarity, praise: Math.max(polarity.praise, 2) } : polarity;
}
