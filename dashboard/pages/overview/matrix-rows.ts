import type { Platform } from '../../api/vocabulary.ts';
import type { Cell } from './overview.document.ts';

/** A prompt on every platform. */
export interface MatrixRow {
  /** Null for the other questions. */
  promptId: string | null;
  text: string;
  isBranded: boolean;
  cells: ReadonlyMap<Platform, Cell>;
  /** Naming answers and answers of all cells. */
  naming: number;
  answers: number;
}

/** What no prompt of today asked: texts that were edited, prompts that were archived, imported answers. */
const OTHERS = 'Questions no longer asked';

/** A row for each prompt with answers, and one for the other questions; the least named first. */
export function matrixRows(cells: readonly Cell[]): MatrixRow[] {
  const rows = Array.from(Map.groupBy(cells, ({ promptId }) => promptId).values(), rowOf);
  return rows.toSorted((one, other) => shareOf(one) - shareOf(other) || one.text.localeCompare(other.text, 'en'));
}

function rowOf(own: readonly Cell[]): MatrixRow {
  const [first] = own;
  return {
    promptId: first?.promptId ?? null,
    text: first?.promptText ?? OTHERS,
    isBranded: first?.isBranded === true,
    cells: new Map(own.map((cell) => [cell.platform, cell])),
    naming: own.reduce((sum, { brandMentionCount }) => sum + brandMentionCount, 0),
    answers: own.reduce((sum, { responseCount }) => sum + responseCount, 0),
  };
}

/** 0 to 1. Every row has answers: a cell without any is not sent. */
export function shareOf({ naming, answers }: MatrixRow): number {
  return naming / answers;
}
