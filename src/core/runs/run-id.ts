import { z } from 'zod';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { invalid } from '../errors.js';
import { uuid } from '../input.js';

/**
 * Identifies a run of an account. `occasion` is 0 for the scheduled run of a period or of the first part of a week, 11
 * to 13 for those of the week's further parts, and 1 to 3 for the day's requested ones.
 */
export interface RunKey {
  promptId: string;
  platform: Platform;
  /** First day of the period, or the day of the request, `YYYY-MM-DD`. */
  periodDate: string;
  occasion: number;
}

/** The database knows no year 0. */
const day = z.iso.date().refine((date) => date >= '1970');
const key = z.tuple([
  uuid,
  z.enum(PLATFORMS),
  day,
  z
    .string()
    .regex(/^(?:[0-3]|1[1-3])$/)
    .transform(Number),
]);

/** Whether a person requested a run, by its occasion. */
export function isRequested(occasion: number): boolean {
  return occasion >= 1 && occasion <= 3;
}

/** Which of a week's repeats a scheduled run is, from 1, by its occasion; null of a requested one. */
export function repeatOf(occasion: number): number | null {
  if (isRequested(occasion)) return null;
  return occasion === 0 ? 1 : occasion - 9;
}

/** {@link isRequested} of a run's column, as SQL that an index on requested runs serves. */
export const REQUESTED = 'between 1 and 3';

/** The public id of a run: its key, opaque to callers. */
export function toRunId({ promptId, platform, periodDate, occasion }: RunKey): string {
  return Buffer.from(`${promptId} ${platform} ${periodDate} ${occasion}`).toString('base64url');
}

/**
 * The key that an id encodes, whether there is such a run or not.
 * @param field what the id is called where it was sent.
 * @throws ServiceError VALIDATION_ERROR for anything but a run's id.
 */
export function parseRunId(id: unknown, field = 'runId'): RunKey {
  const found = readRunId(id);
  if (!found) throw invalid([field], "must be a run's id");
  return found;
}

/** Whether a text may be a run's id. */
export function isRunId(id: unknown): boolean {
  return readRunId(id) !== null;
}

function readRunId(id: unknown): RunKey | null {
  const text = typeof id === 'string' ? Buffer.from(id, 'base64url').toString('latin1') : '';
  const { success, data } = key.safeParse(text.split(' '));
  if (!success) return null;
  const [promptId, platform, periodDate, occasion] = data;
  return { promptId, platform, periodDate, occasion };
}
