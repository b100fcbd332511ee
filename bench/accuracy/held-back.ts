import { createHash } from 'node:crypto';
import type { ScoredRow } from './scored.js';

/** Splits the rows by a hash of the answer's id: a third is held back, and rules are tuned on the others only. */
export function partByHash(rows: readonly ScoredRow[]): { tuning: ScoredRow[]; heldBack: ScoredRow[] } {
  return {
    tuning: rows.filter((row) => !isHeldBack(row.answer.id)),
    heldBack: rows.filter((row) => isHeldBack(row.answer.id)),
  };
}

/** Whether a case is held back: the same for all cases of a key. */
export function isHeldBack(key: string): boolean {
  return createHash('sha256').update(key).digest().readUInt32BE(0) % 3 === 0;
}
