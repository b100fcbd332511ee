import { type Column, toCsv } from './csv.ts';

/** By its mark, spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const KEPT_MS = 1_000;

/** Saves the rows as a file of that name. */
export function downloadCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const file = `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
  saveText(file, `${BYTE_ORDER_MARK}${toCsv(columns, rows)}`, 'text/csv');
}

/** Saves a text as a file. */
export function saveText(file: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
