import { type Logger, pino } from 'pino';
import { loggedError } from './logged-error.js';

/** Lines are written in blocks, at least this often: one write a line was 7 % of the processor time of a small read. */
const OUTPUT = { dest: 1, sync: false, minLength: 4_096, periodicFlush: 100 } as const;

/**
 * The service's log: JSON lines on standard output, secrets cut out wherever an object carries them,
 * and tenants' data out of errors. What is not
 * written yet is written when the process exits; `kill -9` loses a tenth of a second of lines.
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: loggedError },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.authorization',
        '*.headers.authorization',
        '*.apiKey',
        '*.api_key',
        '*.password',
        '*.passwordHash',
        '*.keyHash',
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, pino.destination(OUTPUT));
}
