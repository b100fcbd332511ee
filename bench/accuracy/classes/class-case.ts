/** A case of one class: a text of which it is known what the analysis should find. */
export interface ClassCase {
  /** What the cases that are counted together have in common. */
  title: string;
  /** Cases of one key are on one side of the split into a tuning and a held-back part. */
  key: string;
  expected: string;
  found: string;
  text: string;
}

export function isRight({ expected, found }: ClassCase): boolean {
  return expected === found;
}
