import { type Logger, pino } from 'pino';

/** The service's log: JSON lines on standard output, secrets cut out wherever an object carries them. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
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
  });
}
