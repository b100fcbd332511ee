import { setImmediate as turn } from 'node:timers/promises';
import type { Response } from 'express';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Cell, Column, ColumnType } from '../core/exports/file-kind.js';
import { type RowsToSend, write } from './written-rows.js';

/** Rows of a group: what is held of a file at once, and read at once by who reads it. */
const GROUP_ROWS = 5_000;

/** Characters of text after which a group takes no further row, as answers may be long. */
const GROUP_LENGTH = 1024 * 1024;

const DAY_MS = 86_400_000;

/** How each type is stored. Timestamps are milliseconds in UTC. */
const STORED: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  date: { type: 'INT32', converted_type: 'DATE' },
  timestamp: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  integer: { type: 'INT32' },
  double: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
};

/**
 * The file as Parquet, in groups of 5,000 rows, fewer where their texts are long. The process does other work between
 * groups. The list of groups, without which no program reads the file, comes last: one that broke off cannot be read,
 * and none is read that is short of rows. @throws as `sendText`.
 */
export async function sendParquet(res: Response, { columns, pages, signal }: RowsToSend): Promise<void> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: 'brand-visibility-monitor' });
  for await (const group of groupsOf(pages)) {
    await file.write({ columnData: columnsOf(columns, group), rowGroupSize: group.length });
    await write(res, taken(bytes), signal);
    await turn();
  }
  signal.throwIfAborted();
  await file.finish();
  res.end(taken(bytes));
}

async function* groupsOf(pages: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  let group: Cell[][] = [];
  let length = 0;
  for await (const page of pages) {
    for (const row of page) {
      group.push(row);
      for (const cell of row) if (typeof cell === 'string') length += cell.length;
      if (group.length < GROUP_ROWS && length < GROUP_LENGTH) continue;
      yield group;
      group = [];
      length = 0;
    }
  }
  if (group.length > 0) yield group;
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...STORED[type] })),
  ];
}

function columnsOf(columns: readonly Column[], rows: readonly Cell[][]) {
  return columns.map(({ name, type }, at) => ({ name, data: rows.map((row) => stored(type, row[at] ?? null)) }));
}

function stored(type: ColumnType, cell: Cell): Cell | bigint {
  if (typeof cell !== 'string') return cell;
  if (type === 'date') return Date.parse(`${cell}T00:00:00Z`) / DAY_MS;
  return type === 'timestamp' ? BigInt(Date.parse(cell)) : cell;
}

/** The bytes that were written since the last time; the writer goes on where it was in the file. */
function taken(bytes: ByteWriter): Uint8Array {
  const part = Uint8Array.from(bytes.getBytes());
  bytes.index = 0;
  return part;
}
