import { createHash } from 'node:crypto';
import type { Span } from '../analysis/analyser.js';
import type { Question } from './judge.types.js';

/** More writings of one name than this tell a model nothing new. */
const WRITINGS_MAX = 10;

/**
 * The question about a subject that an answer names at `spans`. The writings are those that stand in the answer: an alias
 * that it does not use changes no question, so adding one costs no new verdicts.
 */
export function questionOf(subject: string, text: string, spans: readonly Span[]): Question {
  const writings = new Set(spans.map(([start, end]) => text.slice(start, end).toWellFormed()));
  writings.delete(subject);
  return { subject, writings: [...writings].sort().slice(0, WRITINGS_MAX), text };
}

/** What a verdict is kept under, in hex: everything that it depends on. */
export function verdictKey(judgeId: string, { subject, writings, text }: Question): string {
  return createHash('sha256')
    .update(JSON.stringify([judgeId, subject, writings, text]))
    .digest('hex');
}
