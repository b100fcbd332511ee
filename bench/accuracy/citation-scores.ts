import type { ScoredAnswer, Share } from './scored.js';

export interface CitationScores {
  /** Of the domains found, those expected. */
  precision: Share;
  /** Of the domains expected, those found. */
  recall: Share;
}

/** How many cited domains match their labels; a domain counts once for each answer. */
export function scoreCitations(answers: readonly ScoredAnswer[]): CitationScores {
  const sum = (countOf: (domains: ScoredAnswer['domains']) => number) =>
    answers.reduce((total, { domains }) => total + countOf(domains), 0);
  const matched = sum(({ expected, found }) => [...expected].filter((domain) => found.has(domain)).length);
  return {
    precision: { part: matched, whole: sum(({ found }) => found.size) },
    recall: { part: matched, whole: sum(({ expected }) => expected.size) },
  };
}
