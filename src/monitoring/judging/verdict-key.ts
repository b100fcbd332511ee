import { createHash } from 'node:crypto';
import type { Span } from '../../analysis/analyser.js';
import type { JudgeQuestion } from './judge.types.js';

/** Further spellings of one name are no help to a model. */
const NAMES_MAX = 10;

/**
 * The question about a subject that an answer names at `spans`. It holds the names as the answer writes them and no
 * others, so that a new name or alias that is not found in the answer changes, and costs, nothing.
 */
export function questionOf(text: string, spans: readonly Span[]): JudgeQuestion {
  const names = new Set(spans.map(([start, end]) => text.slice(start, end).toWellFormed()));
  return { names: [...names].sort().slice(0, NAMES_MAX), text };
}

/** The key that a verdict is saved under, in hex: a hash of everything that it depends on. */
export function verdictKey(judgeId: string, { names, text }: JudgeQuestion): string {
  return createHash('sha256')
    .update(JSON.stringify([judgeId, names, text]))
    .digest('hex');
}
