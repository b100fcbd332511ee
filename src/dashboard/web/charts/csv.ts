/** A column of a figure's rows: as its table shows them, and as its file holds them. */
export interface Column<Row> {
  head: string;
  /** Null where nothing is known, which is no zero. */
  cell: (row: Row) => string | number | null;
  isNumber?: boolean;
}

/** Cells that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** The rows as CSV (RFC 4180), with a line of heads. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const heads = columns.map(({ head }) => fieldOf(head));
  const lines = [heads, ...rows.map((row) => columns.map(({ cell }) => fieldOf(cell(row))))];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
