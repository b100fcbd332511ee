import type { Subject } from '../../src/analysis/analyser.js';

const NAMES = [
  'Target',
  'Samsung',
  'Apple',
  'Google',
  'Sony',
  'Amazon',
  'Bitwarden',
  'The North Face',
  'Columbia',
  'Dell',
];

/** Real names first, so that there is something to find, then names of the same build that no answer holds. */
export function subjects(count: number): Subject[] {
  return Array.from({ length: count }, (_, n) => ({ name: NAMES[n] ?? `Brand ${n} Labs`, aliases: [], website: '' }));
}
