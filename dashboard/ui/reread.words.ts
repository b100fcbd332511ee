import { count } from '../format.ts';

interface Whole {
  byPlatform: readonly { responseCount: number }[];
}

/**
 * What a change of names brings about, to be said beforehand.
 * @param whole the answers of the last 90 days; null where they could not be read.
 */
export function rereadWords(whole: Whole | null): string {
  const answers = whole?.byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0) ?? 0;
  const which = answers === 0 ? '' : `, including ${count(answers)} of the last 90 days,`;
  return `All answers of this project${which} will be re-analysed. Until then, numbers use the old names.`;
}
