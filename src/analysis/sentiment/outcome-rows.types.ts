/** A way to tell what came of a thing: the example is a clause that this row, and none before it, holds for. */
export interface OutcomeRow {
  name: string;
  example: string;
  /** Source of a pattern for clauses in lower case with straight apostrophes. */
  pattern: string;
}
