import type { Response } from 'express';
import type { Cell } from '../core/exports/file-kind.js';
import { type RowsToSend, sendText } from './written-rows.js';

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

/** The file as CSV: names of the columns first, then a line for each row. @throws as {@link sendText}. */
export function sendCsv(res: Response, rows: RowsToSend): Promise<void> {
  const head = BYTE_ORDER_MARK + csvRow(rows.columns.map(({ name }) => name));
  return sendText(res, rows, head, csvRow);
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
