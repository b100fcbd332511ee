import { CASE, caseOf } from './characters.js';
import type { Range } from './ranges.js';

const PRICE_AND_DOT = /(?:[$€£¥]\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:[$€£¥]|USD|EUR))\s?•\s?/g;
const LONGEST_LABEL = 60;

/**
 * The shop beside the price of a product card (`599,00 $•Kraft Music + weitere`). The label ends with the count of
 * further shops in any language, or at the title of the next card glued to it.
 */
export function merchantLabels(text: string): Range[] {
  const ranges: Range[] = [];
  for (const match of text.matchAll(PRICE_AND_DOT)) {
    const start = match.index + match[0].length;
    ranges.push([start, labelEnd(text, start)]);
  }
  return ranges;
}

function labelEnd(text: string, start: number): number {
  const rest = text.slice(start, start + LONGEST_LABEL);
  const line = rest.search(/[\n\u001E\u001F]/);
  const label = line < 0 ? rest : rest.slice(0, line);
  const more = /\s\+\s(?:\d{1,3}\s)?\p{Ll}{2,12}/u.exec(label);
  if (more && !/\d[.,]\d\d/.test(label.slice(0, more.index))) return start + more.index + more[0].length;
  for (let at = 1; at < label.length; at++) {
    if (caseOf(label.charCodeAt(at)) === CASE.upper && caseOf(label.charCodeAt(at - 1)) === CASE.lower)
      return start + at;
  }
  return start + label.length;
}
