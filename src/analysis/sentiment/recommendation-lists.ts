import { pattern } from '../pattern.js';
import type { Entry } from '../reading/entries.js';
import type { Outline, Segment } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-units.js';

const RECOMMENDS = new RegExp(
  pattern`
    \b(?:best|top|recommend\w*|picks?|favou?rites?|great|excellent|solid|strong|good|popular|reputable|leading
    |highly|worth|contenders?|standouts?|winners?|suggest\w*|consider|choices?|well-regarded|ideal|award|must-have
    |finest|options?|alternatives?|here are (?:some|a few|several|\d+))\b
  `,
  'i',
);
/** Titles of lists that show what to look for, to compare or to leave. */
const DESCRIBES = new RegExp(
  pattern`
    \b(?:factors|tips|things to|what to (?:look|consider)|how to|checklist|avoid|not recommended|warnings?|sources?
    |where to buy|comparison|compare[ds]?|criteria|sold (?:at|by|in)|available (?:at|from|in))\b
  `,
  'i',
);
/** How far up the title and the lead of a list are looked for. */
const MOST_SEGMENTS = 40;

/** Leads to lists of shops, sources and other things that are found beside what is picked: `You can find it at:`. */
const ENUMERATES = new RegExp(
  pattern`
    (?:\b(?:find|buy|order|get|purchase|see|sold|available|stocked|offered|carried|bought|found) (?:\p{Ll}+ ){0,4}?
    (?:at|from|by|in|on|through|via|here)
    |\b(?:reviews?|tests?|data|information) (?:from|by|of)|\bbased on|\baccording to|\b(?:compatible|works?|integrates?
    |integration|partners?) with|\b(?:owned|made|used|run) by
    |\b(?:sources?|references?|links|further reading|retailers?|stores|shops|sellers?|owners?|partners))\W*:\W*$
  `,
  'iu',
);

/** Titles of lists of what to keep away from. */
const WARNS = new RegExp(
  pattern`
    (?<!\bhow to )\b(?:avoid|avoiding|(?:be|to be) (?:wary|cautious|careful)|with caution
    |(?:not|less|no longer) recommended|(?:do not|don['’]t) recommend|steer clear|stay away)\b
  `,
  'i',
);

export type Listing = 'recommended' | 'warned against' | 'described';

/** A question for what to take: its answer's lists are of picks, unless they say otherwise. */
const ASKS_FOR_PICKS = new RegExp(
  pattern`
    \b(?:best|top|recommend\w*|suggest\w*|favou?rites?|should (?:i|we|an?|my|our|you)|looking for|alternatives?
    |help me (?:find|choose|pick|decide)|worth (?:buying|it|trying)|ideal|i (?:need|want) an?)\b
  `,
  'i',
);

/** Whether the question asks for what to take. */
export function asksForPicks(question: string | null | undefined): boolean {
  return question ? ASKS_FOR_PICKS.test(question) : false;
}

/** Marks that an entry opens with, for what to take and what to leave. */
const TAKE = /^\W*(?:✅|👍|🏆|🥇|⭐)/u;
const LEAVE = /^\W*(?:❌|🚫|👎|⛔)/u;

/**
 * What the list that an entry is in is given as: by the mark that it opens with, the nearest title above it, how the
 * answer leads into it, or what was asked.
 */
export function listingOf(visible: VisibleText, outline: Outline, entry: Entry, isAskedForPicks: boolean): Listing {
  const { segments } = outline;
  const own = segments[entry.first];
  const opening = own ? visible.text.slice(own.start, own.end) : '';
  if (LEAVE.test(opening)) return 'warned against';
  if (TAKE.test(opening)) return 'recommended';
  const announced = own
    ? announcedAbove(visible, segments.slice(Math.max(0, entry.first - MOST_SEGMENTS), entry.first), own)
    : null;
  return announced ?? (isAskedForPicks ? 'recommended' : 'described');
}

/**
 * What the nearest title, lead or sentence above says of the list; null where none does. A sentence, which may be about
 * the entry before, is outdone by a title of things to avoid.
 */
function announcedAbove(visible: VisibleText, above: readonly Segment[], own: Segment): Listing | null {
  let said: Listing | null = null;
  for (const segment of above.toReversed()) {
    const isTitle = segment.kind === 'heading';
    if (!leads(segment, own) || (said !== null && !isTitle)) continue;
    const written = visible.text.slice(segment.start, Math.min(segment.end, segment.start + 300));
    const listing = listingUnder(written, isTitle);
    if (said !== null) return listing === 'warned against' ? listing : said;
    if (listing !== null && (isTitle || isLead(written))) return listing;
    said = listing;
  }
  return said;
}

/** The kind of list that the title or the lead announces; null where it does not say. */
function listingUnder(written: string, isHeading: boolean): Listing | null {
  if ((isHeading || isLead(written)) && WARNS.test(written)) return 'warned against';
  if (isHeading ? DESCRIBES.test(written) : isLead(written) && ENUMERATES.test(written)) return 'described';
  return RECOMMENDS.test(written) ? 'recommended' : null;
}

/** `What to avoid:` ends in the colon that announces a list. */
function isLead(written: string): boolean {
  return /:\W{0,3}$/.test(written) && written.length < 100;
}

/** A heading above the entry's level, or a lead such as `Here are some picks:`. */
function leads(segment: Segment, own: Segment): boolean {
  if (segment.kind === 'heading') return segment.level < own.level || own.kind !== 'heading';
  return segment.kind === 'text';
}
