import { once } from 'node:events';
import type { Response } from 'express';
import type { Cell, Column } from '../core/exports/file-kind.js';

/** A file's rows on their way to its reader. */
export interface RowsToSend {
  columns: readonly Column[];
  pages: AsyncIterable<Cell[][]>;
  /** Aborts where the file may not be ended any more. */
  signal: AbortSignal;
}

/** Characters that are handed to the connection at once. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes a file of text row by row, and asks for the next page once its reader has taken the one before: what is held
 * is a page and what the connection buffers, however long the file is.
 * @param head what comes before the first row.
 * @throws the signal's reason once it aborts, and what the pages throw.
 */
export async function sendText(
  res: Response,
  { pages, signal }: RowsToSend,
  head: string,
  textOf: (row: readonly Cell[]) => string,
): Promise<void> {
  let pending = head;
  for await (const page of pages) {
    for (const row of page) {
      pending += textOf(row);
      if (pending.length < CHUNK_LENGTH) continue;
      await write(res, pending, signal);
      pending = '';
    }
  }
  signal.throwIfAborted();
  res.end(pending);
}

/** Hands a part to the connection, and waits until its reader has room for the next. */
export async function write(res: Response, part: string | Uint8Array, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!res.write(part)) await once(res, 'drain', { signal });
}
