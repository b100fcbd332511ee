import type { Subject } from '../../src/analysis/analyser.js';

/**
 * The peer: what simple trackers do. One regular expression for each name between word boundaries, ignoring case,
 * counted in the raw text; aliases are further expressions. It finds no citations, sentiment or candidates.
 */
export function createNaiveCounter(subjects: readonly Subject[]): (text: string) => number[] {
  const expressions = subjects.map(({ name, aliases }) =>
    [name, ...aliases].map((word) => new RegExp(`\\b${escaped(word)}\\b`, 'gi')),
  );
  return (text) => expressions.map((ofSubject) => ofSubject.reduce((sum, one) => sum + countOf(text, one), 0));
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function countOf(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}
