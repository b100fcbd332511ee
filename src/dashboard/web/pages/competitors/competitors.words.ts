import { count, longDay, percent, plural } from '../../format.ts';

interface Named {
  name: string;
  isBrand: boolean;
  wholeCount: number;
  visibilityScore: number;
  confidence: { low: number; high: number } | null;
}

/** Who is named more often than the brand; only names whose interval stands clear of the brand's. */
export function rivalFinding(rows: readonly Named[], brandName: string): string {
  const brand = rows.find(({ isBrand }) => isBrand);
  const rivals = rows.filter(({ isBrand }) => !isBrand);
  if (!brand || brand.wholeCount === 0) return 'No answer of this period tells who is named.';
  if (rivals.length === 0) return `${brandName} is compared with nobody: no competitor is tracked.`;
  const ahead = rivals.filter((rival) => isClear(rival, brand)).toSorted(byScore);
  if (ahead.length > 0) return `${listOf(ahead)} named more often than ${brandName}.`;
  if (rivals.every((rival) => isClear(brand, rival))) return `${brandName} is named more often than ${allOf(rivals)}.`;
  return `No tracked competitor is clearly named more often than ${brandName}.`;
}

function isClear(upper: Named, lower: Named): boolean {
  return upper.confidence !== null && lower.confidence !== null && upper.confidence.low > lower.confidence.high;
}

function byScore(one: Named, other: Named): number {
  return other.visibilityScore - one.visibilityScore;
}

function listOf([first, second, ...others]: readonly Named[]): string {
  if (!first || !second) return `${first?.name ?? ''} is`;
  if (others.length === 0) return `${first.name} and ${second.name} are`;
  return `${first.name}, ${second.name} and ${plural(others.length, 'other')} are`;
}

function allOf(rivals: readonly Named[]): string {
  return rivals.length === 1 ? (rivals[0]?.name ?? '') : 'every tracked competitor';
}

/** The name that answers have most, of those that nobody tracks. */
export function suggestionFinding(
  candidates: readonly { name: string; responseCount: number }[],
  totalCount: number,
): string {
  const [first] = candidates;
  if (!first) return 'Every name that answers of this period have is tracked or dismissed.';
  const answers = plural(first.responseCount, 'answer');
  if (totalCount === 1) return `One name is not tracked: ${first.name}, in ${answers}.`;
  return `${count(totalCount)} names are not tracked. ${first.name} is in most answers: ${count(first.responseCount)}.`;
}

/** `44% to 52%` */
export const boundsOf = ({ low, high }: { low: number; high: number }) => `${percent(low)} to ${percent(high)}`;

/** `2 Sep to 22 Nov 2026`, or the one day. */
export function seenWords(first: string, last: string): string {
  const [from, to] = [longDay(first), longDay(last)];
  return from === to ? from : `${from} to ${to}`;
}
