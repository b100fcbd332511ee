import { decide } from '../rule-table.js';
import { NEAR, STANDING_RULES } from './standing.rules.js';
import type { Standing } from './standing.types.js';

/**
 * Reads the words around a name: a comparison points at one of its sides, a recommendation or a warning at what follows
 * it, and who reports praise is not praised by it.
 */
export function standingOf(before: string, after: string): Standing {
  return decide(STANDING_RULES, { before, near: before.slice(-NEAR), after });
}
