import type { Entry } from '../reading/entries.js';
import type { Outline } from '../reading/outline.types.js';
import type { Reading } from '../reading/reading.types.js';

const RECOMMENDS =
  /\b(?:best|top|recommend\w*|picks?|favou?rites?|great|excellent|solid|strong|good|popular|reputable|leading|highly|worth|contenders?|standouts?|winners?|suggest\w*|consider|choices?|well-regarded|ideal|award|must-have|finest)\b/i;
/** Titles of lists that show what to look for, to compare or to leave. */
const DESCRIBES =
  /\b(?:factors|tips|things to|what to (?:look|consider)|how to|checklist|avoid|not recommended|warnings?|sources?|where to buy|comparison|criteria)\b/i;
/** How far up the title and the lead of a list are looked for. */
const MOST_SEGMENTS = 40;

/** Whether an entry stands in a list that the answer gives as its picks: by the nearest title above it, or by how the answer leads into it. */
export function isRecommendationList(reading: Reading, outline: Outline, entry: Entry): boolean {
  const { segments } = outline;
  const own = segments[entry.first];
  for (let at = entry.first - 1, seen = 0; at >= 0 && seen < MOST_SEGMENTS; at--, seen++) {
    const segment = segments[at];
    if (!segment || !own || !leads(segment, own)) continue;
    const written = reading.text.slice(segment.start, Math.min(segment.end, segment.start + 300));
    if (DESCRIBES.test(written) && segment.kind === 'heading') return false;
    if (RECOMMENDS.test(written)) return true;
  }
  return false;
}

/** A heading above the entry's level, or a lead such as `Here are some picks:`. */
function leads(segment: Outline['segments'][number], own: Outline['segments'][number]): boolean {
  if (segment.kind === 'heading') return segment.level < own.level || own.kind !== 'heading';
  return segment.kind === 'text';
}
