import { percent } from '../../format.ts';

/** So many times the answers of another prompt on a platform: below it, both are asked about equally often. */
const UNEVEN = 2;

interface Cell {
  /** Null for all questions together that no prompt has. */
  promptId: string | null;
  responseCount: number;
}

/** Whether some prompts weigh far more in the score than others; null where that is to be asked. */
export function isUneven(cells: readonly Cell[]): boolean | null {
  const counts = cells.map(({ responseCount }) => responseCount).filter((count) => count > 0);
  if (Math.max(...counts) >= UNEVEN * Math.min(...counts)) return true;
  return cells.some(({ promptId }) => promptId === null) ? null : false;
}

interface Even {
  score: number;
  evenScore: number | null;
  evenConfidence: { low: number; high: number } | null;
}

/**
 * What the score is where each prompt counts the same; null where that is not known, and where all count the same anyway.
 * @param uneven as {@link isUneven} tells it.
 */
export function evenText(visibility: Even | null, uneven: boolean | null): string | null {
  if (!visibility || visibility.evenScore === null || !visibility.evenConfidence) return null;
  const { score, evenScore, evenConfidence } = visibility;
  // Prompts that are asked equally often have the same score either way.
  if (uneven === false || (uneven === null && score === evenScore)) return null;
  const { low, high } = evenConfidence;
  return (
    `Some prompts are asked more often than others, and count more in the ${percent(score)}. With each prompt counting ` +
    `the same on each platform it is ${percent(evenScore)}, between ${percent(low)} and ${percent(high)} with 95% ` +
    'confidence.'
  );
}
