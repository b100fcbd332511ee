import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** Beyond these a text is shown as it is written: parsing takes time that grows faster than what is parsed. */
export const MARKDOWN_MAX = 30_000;
const LINES_MAX = 1_200;
const BRACKETS_MAX = 800;
const RUNS_MAX = 2_000;
const NESTING_MAX = 10;

/** Marks of quotations and lists before a line's own text. */
const NESTED = new RegExp(`^[ \\t]*(?:(?:>|[-+*]|\\d{1,9}[.)])[ \\t]*){${NESTING_MAX}}`, 'm');
/** Lines of several quotations or lists within each other: each of their lines is read once for each of these. */
const NESTED_LINE = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){3}/gm;
const NESTED_LINES_MAX = 100;
const INDENTED = new RegExp(`^[ \\t]{${4 * NESTING_MAX}}`, 'm');

/** Without what changes the tree afterwards: the nodes that it makes have no place in the source. */
const MDAST = gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension);

/** @returns the tree of an answer's Markdown; null where it is too long or too nested to be parsed while one waits. */
export function readMarkdown(text: string): Root | null {
  if (!isParsable(text)) return null;
  // A byte order mark would be left out, and every place after it be one too low.
  return fromMarkdown(text.replace(/^\uFEFF/, ' '), { extensions: [gfm()], mdastExtensions: MDAST });
}

function isParsable(text: string): boolean {
  if (text.length > MARKDOWN_MAX || NESTED.test(text) || INDENTED.test(text)) return false;
  if (countOf(text, /\n/g) > LINES_MAX || countOf(text, NESTED_LINE) > NESTED_LINES_MAX) return false;
  return countOf(text, /[[\]]/g) <= BRACKETS_MAX && countOf(text, /[*_~`<&|]+/g) <= RUNS_MAX;
}

function countOf(text: string, found: RegExp): number {
  return text.match(found)?.length ?? 0;
}
