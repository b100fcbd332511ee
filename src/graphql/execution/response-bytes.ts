import { RESPONSE_BYTES_MAX } from '../../core/responses/response.service.js';
import { Refusal } from '../gate/refusal.js';

/** Bytes of one response: an operation may repeat what it selects thirty times over. */
const BYTES_MAX = RESPONSE_BYTES_MAX;

/** The most bytes that one unit of a string's length takes. */
const BYTES_PER_UNIT = 3;

export function responseTooLong(): Refusal {
  const mib = BYTES_MAX / 1024 / 1024;
  const message = `The response would be larger than ${mib} MiB: request fewer entries or fewer fields`;
  return new Refusal(400, 'ANSWER_TOO_LONG', message);
}

/**
 * Whether a value as JSON may be within the bound, estimated without writing it; one that may fit is measured later.
 */
export function mayFit(value: unknown): boolean {
  return roomAfter(value, BYTES_MAX) >= 0;
}

/** Whether a written response is beyond the bound. One that is far below it is not measured. */
export function isTooLong(body: string): boolean {
  return body.length * BYTES_PER_UNIT > BYTES_MAX && Buffer.byteLength(body) > BYTES_MAX;
}

/**
 * The rest of `room` after a value was written, estimated too high: names of fields and escapes are not counted. It
 * stops once none is left.
 */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 1;
  return Array.isArray(value) ? roomAfterItems(value, room) : roomAfterFields(value, room);
}

function roomAfterItems(items: readonly unknown[], room: number): number {
  let left = room;
  for (const item of items) {
    if (left < 0) return left;
    left = roomAfter(item, left - 1);
  }
  return left;
}

/** What execution made has no inherited fields. A list of the values takes four times as long for a nested response. */
function roomAfterFields(fields: object, room: number): number {
  let left = room;
  for (const name in fields) {
    if (left < 0) return left;
    left = roomAfter(fields[name as keyof typeof fields], left - 1);
  }
  return left;
}
