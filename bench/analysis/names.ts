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

/** Real names first, so that some are found, then similar names that no answer holds. */
export function subjects(count: number): Subject[] {
  return Array.from({ length: count }, (_, n) => ({ name: NAMES[n] ?? `Brand ${n} Labs`, aliases: [], website: '' }));
}
