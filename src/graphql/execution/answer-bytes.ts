import { RESPONSE_BYTES_MAX } from '../../core/responses/response.service.js';
import { Refusal } from '../gate/refusal.js';

/** Bytes of one answer: an operation may copy what it selects thirty times over. */
export const ANSWER_BYTES_MAX = RESPONSE_BYTES_MAX;

export function answerTooLong(): Refusal {
  const mib = ANSWER_BYTES_MAX / 1024 / 1024;
  const message = `The answer would be longer than ${mib} MiB: ask for fewer entries, or for fewer of their fields`;
  return new Refusal(400, 'ANSWER_TOO_LONG', message);
}

/**
 * Whether a value as JSON may be within the bound, told without writing it; what it lets pass is still to be measured.
 */
export function mayFit(value: unknown): boolean {
  return roomAfter(value, ANSWER_BYTES_MAX) >= 0;
}

/**
 * What is left of `room` once a value was written: at most, as the names of fields and what is escaped are not counted.
 * No more is read once none is left.
 */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 1;
  let left = room;
  for (const below of Array.isArray(value) ? value : Object.values(value)) {
    if (left < 0) return left;
    left = roomAfter(below, left - 1);
  }
  return left;
}
