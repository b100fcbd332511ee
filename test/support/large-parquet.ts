import { Writable } from 'node:stream';
import type { Response } from 'express';
import type { Cell, Column } from '../../src/core/exports/file-kind.js';
import { sendParquet } from '../../src/web/parquet-rows.js';

/** Sends 100,000 rows of citations, each with a domain of its own, and prints by how many bytes the process grew. */

const COLUMNS: Column[] = [
  { name: 'project_id', type: 'text' },
  { name: 'platform', type: 'text' },
  { name: 'date', type: 'date' },
  { name: 'domain', type: 'text' },
  { name: 'citation_count', type: 'integer' },
];
const ROWS = 100_000;
const PAGE_ROWS = 1_000;

async function* pages(): AsyncGenerator<Cell[][]> {
  for (let first = 0; first < ROWS; first += PAGE_ROWS) {
    most = Math.max(most, process.memoryUsage.rss());
    yield Array.from({ length: PAGE_ROWS }, (_, at) => [
      ...['0192f0c1-2345-7000-8000-000000000000', 'claude', '2026-06-10'],
      `${((first + at) * 2_654_435_761).toString(36)}.${'long-'.repeat(10)}example`,
      at,
    ]);
  }
}

let length = 0;
const before = process.memoryUsage.rss();
/** Not `maxRSS`, which a process has of the one that started it. */
let most = before;
const sink = new Writable({
  write: (chunk, _encoding, done) => {
    length += chunk.length;
    done();
  },
});
// Of a response the writer uses what any stream has.
await sendParquet(sink as Response, { columns: COLUMNS, pages: pages(), signal: AbortSignal.timeout(60_000) });
process.stdout.write(JSON.stringify({ length, grown: most - before }));
