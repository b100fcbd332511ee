import type { Range } from './ranges.js';
import { MARK, type VisibleText } from './visible-text.types.js';

const PARENTHESES = /\(([^()\n\u001E\u001F]{2,200})\)/g;
const SOURCE_HEADING =
  /^\W{0,6}(?:sources?|references?|citations?|footnotes|quellen|sources cited|works cited)\W{0,4}$/i;

/**
 * Links alone in parentheses (`([Dentaly.org][2])`) and the lists under a heading such as `Sources`: labels of sources,
 * no sentences.
 */
export function citationLabels(visible: VisibleText): Range[] {
  return [...parenthesised(visible), ...sourceLists(visible)];
}

function parenthesised({ text, marks, links }: VisibleText): Range[] {
  if (links.length === 0) return [];
  const ranges: Range[] = [];
  for (const match of text.matchAll(PARENTHESES)) {
    if (isAllLinks(text, marks, match.index + 1, match.index + match[0].length - 1))
      ranges.push([match.index, match.index + match[0].length]);
  }
  return ranges;
}

function isAllLinks(text: string, marks: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const isLink = ((marks[at] ?? 0) & MARK.link) !== 0;
    if (!isLink && !/[\s,;|•·]/.test(text.charAt(at))) return false;
  }
  return true;
}

function sourceLists({ text, blocks, links }: VisibleText): Range[] {
  const ranges: Range[] = [];
  let from = -1;
  for (const block of blocks) {
    const isSourceHeading =
      block.kind !== 'item' && block.end - block.start < 30 && SOURCE_HEADING.test(text.slice(block.start, block.end));
    if (isSourceHeading) from = block.start;
    else if (from >= 0 && block.kind === 'heading') {
      ranges.push([from, block.start]);
      from = -1;
    }
  }
  if (from >= 0) ranges.push([from, text.length]);
  return links.length === 0 ? [] : ranges;
}
