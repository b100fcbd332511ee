import { readPageAddress } from '../../src/analysis/citations/page-address.js';
import type { AnalysedRow } from './gold.js';

/** How many pages of the answers' own lists come out, and how many come out in all; each answer counts once. */
export function scoreCitations(rows: readonly AnalysedRow[]): { matched: number; found: number; expected: number } {
  const total = { matched: 0, found: 0, expected: 0 };
  for (const [gold, [first]] of Map.groupBy(rows, (row) => row.gold)) {
    const expected = new Set(gold.answer.citations.map(({ url }) => hostOf(url)).filter((host) => host !== null));
    const found = new Set((first?.facts.citations ?? []).map(({ url }) => readPageAddress(url)?.domain));
    total.expected += expected.size;
    total.found += found.size;
    total.matched += [...expected].filter((host) => found.has(host)).length;
  }
  return total;
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;
}
