import { once } from 'node:events';
import type { Response } from 'express';
import type { Cell } from '../core/exports/file-kind.js';

/** Tells spreadsheets that a file is in UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The place before a character that begins a formula: in a cell, in a line of it, and behind a semicolon or tab, since
 * a spreadsheet may be set to end cells there. Blanks, unseen characters and quotes between do not count, and the forms
 * of a character that programs take for one are alike (U+FF1D for `=`). The first check is the cheap one: a text of a
 * megabyte takes 20 to 60 ms, and 0.4 s where each line begins with a formula.
 */
const FORMULA =
  /(?=[=＝﹦⁼₌⩵⩶+＋﹢⁺₊﬩\-－﹣−⁻₋@＠﹫])(?<=(?:^|[;\t\n\v\f\r\u0085\u2028\u2029])[;"\s\p{Cc}\p{Cf}\p{DI}]*)|^(?=[\t\r])/gu;

const QUOTED = /[",\r\n]/;
/** Characters that are handed to the connection at once. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes a file row by row, and asks for the next page once its reader has taken the one before: what is held is a page
 * and what the connection buffers, however long the file is.
 * @throws the signal's reason once it aborts, and what the pages throw.
 */
export async function sendRows(
  res: Response,
  columns: readonly string[],
  pages: AsyncIterable<Cell[][]>,
  signal: AbortSignal,
): Promise<void> {
  let pending = BYTE_ORDER_MARK + csvRow(columns);
  for await (const page of pages) {
    for (const row of page) {
      pending += csvRow(row);
      if (pending.length < CHUNK_LENGTH) continue;
      await write(res, pending, signal);
      pending = '';
    }
  }
  signal.throwIfAborted();
  res.end(pending);
}

async function write(res: Response, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!res.write(text)) await once(res, 'drain', { signal });
}

/**
 * One row by RFC 4180, its line end included. Before what a spreadsheet would take for a formula it writes `'`; numbers
 * are ours and stay numbers. No text holds NUL, at which some readers end a file.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replaceAll('\0', '').replace(FORMULA, "'");
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
