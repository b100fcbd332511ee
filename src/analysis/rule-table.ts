/**
 * An ordered table of rules: the first row whose test holds decides. A row that opens a table of its own decides by
 * that table; where none of its rows holds, the next row of the outer table is tried.
 */
export type RuleTable<Asked, Verdict> = readonly RuleRow<Asked, Verdict>[];

type RuleRow<Asked, Verdict> = Rule<Asked, Verdict> | InnerTable<Asked, Verdict>;

/** A row that decides. */
export interface Rule<Asked, Verdict> {
  name: string;
  /** A text of which this very row decides; a test asks it. */
  example: RuleExample;
  test: (asked: Asked) => boolean;
  verdict: Verdict;
}

/** A row that leaves the decision to further rows. */
interface InnerTable<Asked, Verdict> {
  name: string;
  test: (asked: Asked) => boolean;
  rules: RuleTable<Asked, Verdict>;
}

/**
 * What the rule is about, a name or a clause, is between `‹` and `›`, once. A name is registered as it is written
 * there, has no alias and is the only one, unless the example says otherwise.
 */
export type RuleExample =
  | string
  | { text: string; name?: string; aliases?: readonly string[]; website?: string; rivals?: readonly string[] };

/** Holds for everything: the last row of a table that always decides. */
export const always = (): boolean => true;

/** The row that decides; null where no row holds. */
export function ruleFor<Asked, Verdict>(table: RuleTable<Asked, Verdict>, asked: Asked): Rule<Asked, Verdict> | null {
  for (const row of table) {
    if (!row.test(asked)) continue;
    if ('verdict' in row) return row;
    const inner = ruleFor(row.rules, asked);
    if (inner) return inner;
  }
  return null;
}

/** The verdict of a table whose last row always holds. */
export function decide<Asked, Verdict>(table: RuleTable<Asked, Verdict>, asked: Asked): Verdict {
  const rule = ruleFor(table, asked);
  if (!rule) throw new Error('a table of rules has no row that decides; its last row must always hold');
  return rule.verdict;
}

/** A way to tell what came of a thing: the example is a clause that this row, and none before it, holds for. */
export interface OutcomeRow {
  name: string;
  example: string;
  /** Source of a pattern for clauses in lower case with straight apostrophes. */
  pattern: string;
}
