import type { Cell } from '../core/exports/file-kind.js';

/** Tells spreadsheets that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/**
 * One row by RFC 4180, its line end included. A text that a spreadsheet would take for a formula begins with `'`;
 * numbers are ours and stay numbers. No text holds NUL, at which some readers end a file.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = cell.replaceAll('\0', '');
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
