import type { Subject } from '../facts.types.js';
import type { Outline } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-text.js';
import type { Mentions } from './mentions.types.js';
import { judgeOrdinaryNames } from './namesakes.js';
import { createOccurrenceFinder } from './occurrence-finder.js';

/**
 * Compiles the names of all subjects into one search and returns it. The search reads a text once, however many names
 * there are, keeps whole words, takes the longest name at each place, and judges names that are ordinary words by what
 * is around them.
 */
export function createMentionFinder(
  subjects: readonly Subject[],
): (visible: VisibleText, outline: Outline) => Mentions {
  const findOccurrences = createOccurrenceFinder(subjects);
  return (visible, outline) => {
    const { kept, dropped } = findOccurrences(visible);
    const judged = judgeOrdinaryNames({ visible, outline, subjects }, kept);
    return { ...judged, rejected: [...dropped, ...judged.rejected] };
  };
}
