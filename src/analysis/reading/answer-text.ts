import type { AnswerText } from '../answer-facts.js';
import { languageOnce } from '../language/text-language.js';
import { pattern } from '../pattern.js';
import { CASE, caseOf } from './characters.js';
import { readMarkdown } from './markdown-reader.js';
import type { Range } from './ranges.js';
import { sourceChips, sourceNamesOf } from './source-chips.js';
import { BLOCK_END, CELL_END, MARK, MASK, type VisibleText } from './visible-units.js';

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

const PRICE_AND_DOT = /(?:[$€£¥]\s?\d[\d.,]{0,12}|\d[\d.,]{0,12}\s?(?:[$€£¥]|USD|EUR))\s?•\s?/g;
const LONGEST_LABEL = 60;

/**
 * The shop beside the price of a product card (`599,00 $•Kraft Music + weitere`). The label ends with the count of
 * further shops in any language, or at the title of the next card glued to it.
 */
function merchantLabels(text: string): Range[] {
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

/**
 * Words of the pages that answers are copied from: they frame every answer alike and state nothing.
 * Where such a frame runs on to the end of the text, all from its first words on is chrome.
 */
const CLOSING_FRAME = new RegExp(
  pattern`
    AI responses may include mistakes\.? ?Learn more|AI Overviews? (?:are|is) experimental
    |Thank you ?Your feedback helps Google improve|(?:ChatGPT|Gemini|Claude|Perplexity) can make mistakes\b
  `,
);
const PHRASES = new RegExp(
  pattern`
    Your feedback helps Google improve\.?|See our Privacy Policy\.?|Share more feedback|Report a problem
    |To save your searches, update your settings|Dive deeper in AI Mode|Show (?:more|all)(?=$|\n|\u001E|[\p{Lu}\d])
    |See more(?=$|\n|\u001E|[\p{Lu}\d])
  `,
  'gu',
);
/** A frame is near the end; the same words in the middle of an answer are part of it. */
const LONGEST_FRAME = 600;

function pageChrome(text: string): Range[] {
  const tail = Math.max(0, text.length - LONGEST_FRAME);
  const start = text.slice(tail).search(CLOSING_FRAME);
  const ranges: Range[] = start >= 0 ? [[tail + start, text.length]] : [];
  for (const match of text.matchAll(PHRASES)) ranges.push([match.index, match.index + match[0].length]);
  return ranges;
}

const PARENTHESES = /\(([^()\n\u001E\u001F]{2,200})\)/g;
const SOURCE_HEADING =
  /^\W{0,6}(?:sources?|references?|citations?|footnotes|quellen|sources cited|works cited)\W{0,4}$/i;

/**
 * Links alone in parentheses (`([Dentaly.org][2])`) and the lists under a heading such as `Sources`: labels of sources,
 * no sentences.
 */
function citationLabels(visible: VisibleText): Range[] {
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
