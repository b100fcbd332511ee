/** A column of a figure's rows: as its table shows them, and as its file holds them. */
export interface Column<Row> {
  head: string;
  /** Null where nothing is known, which is no zero. */
  cell: (row: Row) => string | number | null;
  isNumber?: boolean;
}

/**
 * The place before a character that begins a formula: in a cell, in a line of it, and behind a semicolon or tab, since
 * a spreadsheet may be set to end cells there. The service's files have the same rule, and one test reads both.
 */
const FORMULA =
  /(?=[=＝﹦⁼₌⩵⩶+＋﹢⁺₊﬩\-－﹣−⁻₋@＠﹫])(?<=(?:^|[;\t\n\v\f\r\u0085\u2028\u2029])[;"\s\p{Cc}\p{Cf}\p{DI}]*)|^(?=[\t\r])/gu;

/** The rows as CSV (RFC 4180), with a line of heads. Where a spreadsheet would find a formula in a text stands `'`. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const heads = columns.map(({ head }) => fieldOf(head));
  const lines = [heads, ...rows.map((row) => columns.map(({ cell }) => fieldOf(cell(row))))];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll('\0', '').replace(FORMULA, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

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
