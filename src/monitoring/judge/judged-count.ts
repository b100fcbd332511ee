/** Answers that a judge was to decide: those that it decided, and those that fell back to the rules, if in part. */
export interface JudgedCount {
  model: number;
  rulesFallback: number;
  /** Of the latter, those that the judge was not asked about because its bound of the day is reached. */
  withheld: number;
}

export const NONE_JUDGED: JudgedCount = { model: 0, rulesFallback: 0, withheld: 0 };

export function sumOf(one: JudgedCount, other: JudgedCount): JudgedCount {
  return {
    model: one.model + other.model,
    rulesFallback: one.rulesFallback + other.rulesFallback,
    withheld: one.withheld + other.withheld,
  };
}
