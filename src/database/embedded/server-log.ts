import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, readIfPresent } from './home.js';

const MAX_LOG_BYTES = 1_000_000;
const LOG_TAIL_LINES = 15;

export function logFile({ folder }: Home): string {
  return join(folder, 'postgres.log');
}

/** Keeps two files of about a megabyte; a server that still writes into the renamed one may go on. */
export function rotateLog(home: Home): void {
  const file = logFile(home);
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  try {
    if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // another start was quicker
  }
}

/** The last lines of the server's log, as the end of an error message. */
export function tailOfLog(home: Home): string {
  const file = logFile(home);
  const lines = readIfPresent(file).trimEnd().split('\n').slice(-LOG_TAIL_LINES);
  return ` The end of ${file}:\n${lines.join('\n')}`;
}
