import type { DemoPage } from '../demo.types.js';

/** A part of an answer; an answer is its passages in sequence. */
export interface Passage {
  text: string;
  /** True where a platform would put a source behind the text. */
  isClaim: boolean;
  pages: DemoPage[];
}

/**
 * The last paragraph of every sample. It names no company, platform or quality, so that the analysis finds the same in
 * an answer with it as without.
 */
export const SAMPLE_LABEL =
  '_Sample answer: this text was generated for the demonstration and comes from no platform._';

export function claim(text: string): Passage {
  return { text, isClaim: true, pages: [] };
}

export function frame(text: string): Passage {
  return { text, isClaim: false, pages: [] };
}

/**
 * Puts the pages behind the claims in turn, and starts over where there are more pages than claims. A company's own
 * page goes behind the first claim that names it, and nowhere where none does.
 */
export function cite(passages: readonly Passage[], pages: readonly DemoPage[]): Passage[] {
  const claims = passages.filter(({ isClaim }) => isClaim);
  const placed = pages.map((page, index) => ({ page, claim: claimFor(page, index, claims) }));
  return passages.map((passage) => ({
    ...passage,
    pages: placed.filter(({ claim }) => claim === passage).map(({ page }) => page),
  }));
}

function claimFor({ owner }: DemoPage, index: number, claims: readonly Passage[]): Passage | undefined {
  return owner === undefined ? claims[index % claims.length] : claims.find(({ text }) => text.includes(owner));
}
