import type { Platform } from '../../api/vocabulary.ts';
import type { Cell, Prompt } from './overview.document.ts';

/** A prompt on every platform. */
export interface MatrixRow {
  id: string;
  text: string;
  isBranded: boolean;
  cells: ReadonlyMap<Platform, Cell>;
  /** Naming answers and answers of all cells. */
  naming: number;
  answers: number;
}

/** What no prompt of today asked: texts that were edited, prompts that were archived, imported answers. */
const OTHERS = 'Questions that no prompt asks now';

/** A row for each prompt with answers, and one for the other questions; the least named first. */
export function matrixRows(cells: readonly Cell[], prompts: readonly Prompt[]): MatrixRow[] {
  const known = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  const byPrompt = Map.groupBy(cells, ({ promptId }) => (promptId !== null && known.has(promptId) ? promptId : ''));
  const rows = [...byPrompt].map(([id, own]) => rowOf(id, known.get(id), own));
  return rows.toSorted((one, other) => shareOf(one) - shareOf(other) || one.text.localeCompare(other.text));
}

function rowOf(id: string, prompt: Prompt | undefined, own: readonly Cell[]): MatrixRow {
  return {
    id,
    text: prompt?.promptText ?? OTHERS,
    isBranded: prompt?.isBranded === true,
    cells: new Map(own.map((cell) => [cell.platform, cell])),
    naming: own.reduce((sum, { brandMentionCount }) => sum + brandMentionCount, 0),
    answers: own.reduce((sum, { responseCount }) => sum + responseCount, 0),
  };
}

/** 0 to 1. Every row has answers: a cell without any is not sent. */
export function shareOf({ naming, answers }: MatrixRow): number {
  return naming / answers;
}
