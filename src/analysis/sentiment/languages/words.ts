/**
 * Words of judgement in one language, in lower case and separated by white space. A word that ends with `*` means
 * all that begin with it; `_` is a space within a phrase.
 */
export interface JudgingWords {
  praise: string;
  criticism: string;
  /** Words that turn what follows in their clause. */
  negations: string;
  /** Words of excess: what follows is a fault. */
  excess: string;
  /** Words such as `but`, after which what is said is meant. */
  turns: string;
  /** Advice to take something, and advice against it; both weigh more than a word. */
  advises: string;
  warns: string;
  /** Words of a title or lead of a list of recommendations. */
  lists: string;
  /** Words of money: what they are said with is no fault of quality. */
  money: string;
}
