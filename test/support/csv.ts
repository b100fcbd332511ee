/**
 * Reads a file by RFC 4180, and nothing that is not: each row ends with CRLF, a quote stands at the ends of a quoted
 * cell or twice within it, and no other cell holds a comma, a quote or a line end.
 * @throws Error at the first character that does not fit.
 */
export function readCsv(text: string): string[][] {
  const found: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    row.push(cell);
    if (text[end] === ',') at = end + 1;
    else if (text.startsWith('\r\n', end)) {
      found.push(row);
      row = [];
      at = end + 2;
    } else throw new Error(`no end of a cell at ${end}: ${JSON.stringify(text.slice(end, end + 20))}`);
  }
  if (row.length > 0) throw new Error('the last row has no end');
  return found;
}

/**
 * The cells of all rows as a spreadsheet finds them that is set to any separator: a quote opens a cell only at its
 * beginning, what follows the closing one belongs to the cell too, and any line end ends a row.
 */
export function readAsSpreadsheet(text: string, separator: string, knowsQuotes = true): string[] {
  const cells: string[] = [];
  let cell = '';
  let at = 0;
  while (at < text.length) {
    if (knowsQuotes && cell === '' && text[at] === '"') {
      const quoted = /"(?:[^"]|"")*"?/y;
      quoted.lastIndex = at;
      const [found = ''] = quoted.exec(text) ?? [];
      cell = found.replace(/^"|"$/g, '').replaceAll('""', '"');
      at += found.length;
    }
    const next = text[at] ?? '\n';
    at += 1;
    if (next !== separator && next !== '\r' && next !== '\n') {
      cell += next;
      continue;
    }
    cells.push(cell);
    cell = '';
  }
  return cells;
}

/** The rows below the header, each by its names; the byte order mark comes first. */
export function readTable(text: string): Record<string, string>[] {
  if (!text.startsWith('\uFEFF')) throw new Error('no byte order mark');
  const [header = [], ...rows] = readCsv(text.slice(1));
  return rows.map((row) => {
    if (row.length !== header.length) throw new Error(`a row of ${row.length} cells below ${header.length} names`);
    return Object.fromEntries(header.map((name, column) => [name, row[column] ?? '']));
  });
}

function readQuoted(text: string, start: number): { cell: string; end: number } {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw new Error(`a quote without an end at ${start}`);
  return { cell: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}

function readPlain(text: string, start: number): { cell: string; end: number } {
  const cell = /[^",\r\n]*/y;
  cell.lastIndex = start;
  const [found = ''] = cell.exec(text) ?? [];
  return { cell: found, end: start + found.length };
}
