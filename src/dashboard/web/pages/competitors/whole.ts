import type { ComparedProject } from './competitors.document.ts';

/** Answers of the last 90 days; null where they could not be read. */
export function answersOf({ whole }: ComparedProject): number | null {
  return whole?.byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0) ?? null;
}
