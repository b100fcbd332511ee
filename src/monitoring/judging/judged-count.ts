/** Sentiments that a judge was to give: those that it gave, and those that fell back to the rules. */
export interface JudgedCount {
  model: number;
  rulesFallback: number;
}

export const NONE_JUDGED: JudgedCount = { model: 0, rulesFallback: 0 };

export function sumOf(one: JudgedCount, other: JudgedCount): JudgedCount {
  return { model: one.model + other.model, rulesFallback: one.rulesFallback + other.rulesFallback };
}
