import { setImmediate as turn } from 'node:timers/promises';
import { beyondJsonBounds, JSON_DEPTH_MAX } from '../../json-bounds.js';

/** A line of an import file: its number from 1, and its text or what is wrong with it. */
export type Line = { number: number; text: string } | { number: number; fault: string };

/** UTF-8 bytes of one line; a longer one is skipped without being held in memory. */
export const LINE_MAX_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** Lines, and their bytes, that are read without a turn of the process's other work: some milliseconds of it. */
const SLICE = { lines: 50, bytes: 256 * 1024 };

/**
 * Splits a stream into lines, however its pieces are cut; holds one line at most. `\r\n` ends a line too, a byte order
 * mark is dropped, the last line needs no end. Blank lines are counted but not returned. A line that is too long, or is
 * not UTF-8, is returned as a fault. Other work of the process has its turn between slices, as pieces may hold
 * thousands of short lines.
 */
export async function* readLines(source: AsyncIterable<string | Uint8Array>): AsyncGenerator<Line> {
  const line = new OpenLine();
  let number = 1;
  let slice = { lines: 0, bytes: 0 };
  for await (const piece of source) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : viewOf(piece);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      line.add(bytes.subarray(start, end));
      yield* toLine(number, line.close());
      number += 1;
      slice = { lines: slice.lines + 1, bytes: slice.bytes + end - start };
      start = end + 1;
      if (slice.lines < SLICE.lines && slice.bytes < SLICE.bytes) continue;
      slice = { lines: 0, bytes: 0 };
      await turn();
    }
    line.add(bytes.subarray(start));
  }
  yield* toLine(number, line.close());
}

/** Shares the memory: a file's pieces are not copied. */
function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The bytes of a line so far; null once they are too many. */
class OpenLine {
  private pieces: Uint8Array[] = [];
  private length = 0;

  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > LINE_MAX_BYTES) this.pieces = [];
    else if (bytes.length > 0) this.pieces.push(bytes);
  }

  close(): Uint8Array | null {
    const whole = this.length > LINE_MAX_BYTES ? null : Buffer.concat(this.pieces);
    this.pieces = [];
    this.length = 0;
    return whole;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function* toLine(number: number, bytes: Uint8Array | null): Generator<Line> {
  if (bytes === null) {
    yield { number, fault: `the line is longer than ${LINE_MAX_BYTES} bytes` };
    return;
  }
  if (beyondJsonBounds(bytes)) {
    yield { number, fault: `the line is nested deeper than ${JSON_DEPTH_MAX} levels` };
    return;
  }
  const text = decode(bytes);
  if (text === null) yield { number, fault: 'the line is not UTF-8' };
  else if (text.trim() !== '') yield { number, text: number === 1 ? text.replace(/^\ufeff/, '') : text };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
