import type { AnswerText } from '../facts.types.js';
import { languageOnce } from '../language/text-language.js';
import { citationLabels } from './citation-labels.js';
import { readMarkdown } from './markdown-reader.js';
import { merchantLabels } from './merchant-labels.js';
import { pageChrome } from './page-chrome.js';
import type { Range } from './ranges.js';
import { sourceChips } from './source-chips.js';
import { sourceNamesOf } from './source-names.js';
import { BLOCK_END, CELL_END, MASK, type VisibleText } from './visible-text.types.js';

/**
 * Reads an answer as a person would: markup gone, and in the place of source chips, shop labels, citation labels and
 * page chrome as many `MASK` units, so that offsets stay and no name is found in them.
 */
export function readAnswer(answer: AnswerText): VisibleText {
  const visible = readMarkdown(answer.text);
  const urls = [...answer.citations, ...visible.links].map(({ url }) => url);
  const shops = masked(visible.text, [
    ...merchantLabels(visible.text),
    ...pageChrome(visible.text),
    ...citationLabels(visible),
  ]);
  const sources = sourceNamesOf(urls);
  const text = masked(shops, sourceChips(shops, sources));
  return { ...visible, sources, text, language: languageOnce(text) };
}

/** Breaks between blocks and cells stay, because they separate what is on either side. */
function masked(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  let result = '';
  let at = 0;
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    result += text.slice(at, from) + text.slice(from, end).replace(KEPT, MASK);
    at = end;
  }
  return result + text.slice(at);
}

const KEPT = new RegExp(`[^${BLOCK_END}${CELL_END}\n]`, 'gs');
