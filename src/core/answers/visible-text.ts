import { readMarkdown } from '../../analysis/reading/markdown-reader.js';
import { BLOCK_END, MASK } from '../../analysis/reading/visible-units.js';

/**
 * What a reader sees of an answer: without marks of markdown, HTML, targets of links and images; blocks are lines.
 * @param beginning at most 64,000 characters are read of it.
 */
export function visibleTextOf(beginning: string): string {
  return readMarkdown(beginning.slice(0, READ_MAX))
    .text.replaceAll(BLOCK_END, '\n')
    .replaceAll(MASK, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const READ_MAX = 64_000;
