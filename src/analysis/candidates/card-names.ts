import type { Outline } from '../reading/outline.types.js';
import type { VisibleText } from '../reading/visible-text.types.js';
import { brandIn, type FoundName } from './brand-names.js';

/**
 * A product's title and its price behind it, as cards of shops have them: `Acme One 2899,00 $•`, `Acme One Pro
 * Set$399.99`.
 */
const CARD = /^([\p{Lu}\d][^$€£•.!?:]{5,110}?)(?:\s?[$€£]\d|(?:\d{1,3}[.,])?\d{1,3}[.,]\d{2}\s?[$€£])/u;

/** The makers of products on cards: the first words of their titles. */
export function cardNames(visible: VisibleText, outline: Outline): FoundName[] {
  const found: FoundName[] = [];
  if (!/[$€£]/.test(visible.text)) return found;
  for (const { start, end, opensLine } of outline.segments) {
    if (!opensLine && end - start > 160) continue;
    const title = CARD.exec(visible.text.slice(start, Math.min(end, start + 140)))?.[1];
    if (!title || title.split(' ').length < 2) continue;
    const name = brandIn(title, visible.text, false, true);
    if (name) found.push({ name, start });
  }
  return found;
}
