import type { Outline } from '../reading/segments.js';
import type { VisibleText } from '../reading/visible-text.js';
import { brandIn, type FoundName } from './brand-names.js';

/**
 * A product's title and its price behind it, as cards of shops have them: `Acme One 2899,00 $•`, `Acme One Pro
 * Set$399.99`.
 */
const CARD = /^([\p{Lu}\d][^$€£•.!?:]{5,110}?)(?:\s?[$€£]\d|(?:\d{1,3}[.,])?\d{1,3}[.,]\d{2}\s?[$€£])/u;

const CURRENCY = /[$€£]/;

/** The makers of products on cards: the first words of their titles. */
export function cardNames(visible: VisibleText, outline: Outline): FoundName[] {
  const found: FoundName[] = [];
  if (!CURRENCY.test(visible.text)) return found;
  for (const { start, end, opensLine } of outline.segments) {
    if (!opensLine && end - start > 160) continue;
    const title = titleIn(visible.text.slice(start, Math.min(end, start + 140)));
    const name = title === null ? null : brandIn(title, visible.text, false, true);
    if (name) found.push({ name, start });
  }
  return found;
}

/** A title of two words and more. */
function titleIn(written: string): string | null {
  const title = CURRENCY.test(written) ? CARD.exec(written)?.[1] : undefined;
  return title?.includes(' ') ? title : null;
}
