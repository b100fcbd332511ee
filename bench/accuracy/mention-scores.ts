import { f1Of, type ScoredRow, type Share } from './scored.js';

export interface MentionScores {
  precision: Share;
  recall: Share;
  f1: number;
  /** Rows in which label and analysis agree on whether the subject is named. */
  accuracy: Share;
  /** Of the rows whose subject is named by label, those counted exactly. */
  exactCounts: Share;
}

/** How well the analysis finds which subjects are named, and how often. */
export function scoreMentions(rows: readonly ScoredRow[]): MentionScores {
  const found = rows.filter(isFound);
  const expected = rows.filter(({ label }) => label.mentioned);
  const hits = found.filter(({ label }) => label.mentioned).length;
  const agreed = rows.filter((row) => row.label.mentioned === isFound(row)).length;
  const exact = expected.filter(({ label, facts }) => label.mention_count === facts.mentionCount).length;
  return {
    precision: { part: hits, whole: found.length },
    recall: { part: hits, whole: expected.length },
    f1: f1Of(hits, found.length, expected.length),
    accuracy: { part: agreed, whole: rows.length },
    exactCounts: { part: exact, whole: expected.length },
  };
}

function isFound({ facts }: ScoredRow): boolean {
  return facts.mentionCount > 0;
}
