import { once } from 'node:events';
import type { Response } from 'express';
import type { Cell } from '../core/exports/file-kind.js';
import { BYTE_ORDER_MARK, csvRow } from './csv.js';

/** Characters that are handed to the connection at once. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes a file row by row, and asks for the next page once its reader has taken the one before: what is held is a page
 * and what the connection buffers, however long the file is.
 * @throws the signal's reason once it aborts, and what the pages throw.
 */
export async function sendRows(
  res: Response,
  columns: readonly string[],
  pages: AsyncIterable<Cell[][]>,
  signal: AbortSignal,
): Promise<void> {
  let pending = BYTE_ORDER_MARK + csvRow(columns);
  for await (const page of pages) {
    for (const row of page) {
      pending += csvRow(row);
      if (pending.length < CHUNK_LENGTH) continue;
      await write(res, pending, signal);
      pending = '';
    }
  }
  signal.throwIfAborted();
  res.end(pending);
}

async function write(res: Response, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!res.write(text)) await once(res, 'drain', { signal });
}
