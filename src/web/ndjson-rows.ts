import type { Response } from 'express';
import type { Cell, Column } from '../core/exports/file-kind.js';
import { type RowsToSend, sendText } from './written-rows.js';

/**
 * The file as JSON Lines: an object for each row, with all of its columns; numbers and booleans are such, null is an
 * empty cell. Texts are as they are: no spreadsheet opens such a file by itself. @throws as {@link sendText}.
 */
export function sendNdjson(res: Response, rows: RowsToSend): Promise<void> {
  return sendText(res, rows, '', (row) => ndjsonRow(rows.columns, row));
}

function ndjsonRow(columns: readonly Column[], cells: readonly Cell[]): string {
  return `${JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, cells[at] ?? null])))}\n`;
}
