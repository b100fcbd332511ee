import { createHash } from 'node:crypto';
import type { Span } from '../../analysis/analyser.js';
import type { JudgeQuestion } from './judge.types.js';

/** More writings of one name than this tell a model nothing new. */
const NAMES_MAX = 10;

/**
 * The question about a subject that an answer names at `spans`. It holds the names as the answer writes them and no
 * others, so that a new name or alias of the subject changes, and costs, nothing where it changes nothing that is
 * found.
 */
export function questionOf(text: string, spans: readonly Span[]): JudgeQuestion {
  const names = new Set(spans.map(([start, end]) => text.slice(start, end).toWellFormed()));
  return { names: [...names].sort().slice(0, NAMES_MAX), text };
}

/** What a verdict is kept under, in hex: everything that it depends on. */
export function verdictKey(judgeId: string, { names, text }: JudgeQuestion): string {
  return createHash('sha256')
    .update(JSON.stringify([judgeId, names, text]))
    .digest('hex');
}
