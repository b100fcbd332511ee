import { type Column, toCsv } from './csv.ts';

/** By its mark, spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const KEPT_MS = 1_000;

/** Saves the rows as a file of that name. */
export function downloadCsv<Row>(name: string, columns: readonly Column<Row>[], rows: readonly Row[]): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, toCsv(columns, rows)], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
