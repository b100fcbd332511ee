import type { Platform, SentimentClass } from './api/gql.ts';
import { type Filters, readFilters } from './filters.ts';

/** Tones as the address and the page name them, in the order in which they are always shown. */
export const TONES = [
  { word: 'positive', id: 'POSITIVE', name: 'Positive' },
  { word: 'mixed', id: 'MIXED', name: 'Mixed' },
  { word: 'neutral', id: 'NEUTRAL', name: 'Neutral' },
  { word: 'negative', id: 'NEGATIVE', name: 'Negative' },
] as const satisfies readonly { word: string; id: SentimentClass; name: string }[];

export type ToneWord = (typeof TONES)[number]['word'];

/** What the list of answers is narrowed to, besides period and platforms. Each absent: not narrowed by it. */
export interface AnswerFilters extends Filters {
  /** The id of a prompt of the project. */
  prompt?: string | undefined;
  /** Whether the brand is named. */
  named?: 'yes' | 'no' | undefined;
  /** The id of a competitor or of a suggested name, or the project's own for its brand. */
  mentioning?: string | undefined;
  /** In the order of {@link TONES}. */
  tones?: ToneWord[] | undefined;
  /** A cited domain. */
  citing?: string | undefined;
  /** Words of the answer, as written. */
  search?: string | undefined;
  /** The answer that is read: its UTC day and id, as `2026-11-22.<id>`. */
  answer?: string | undefined;
}

/** What a number narrows the list of answers to, beside the page's own period and platforms. */
export interface Narrowed extends Omit<AnswerFilters, 'window' | 'platforms'> {
  /** Only answers of this platform, or of all; those of the page's own filter otherwise. */
  platform?: Platform | 'ALL';
}

/** Undefined for what is absent or unknown, as {@link readFilters} has it. */
export function readAnswerFilters(search: Record<string, unknown>): AnswerFilters {
  const named = textOf(search['named']);
  const tones = Array.isArray(search['tones']) ? search['tones'] : String(search['tones'] ?? '').split(',');
  const known = TONES.map(({ word }) => word).filter((word) => tones.includes(word));
  return {
    ...readFilters(search),
    prompt: textOf(search['prompt']),
    named: named === 'yes' || named === 'no' ? named : undefined,
    mentioning: textOf(search['mentioning']),
    tones: known.length > 0 && known.length < TONES.length ? known : undefined,
    citing: textOf(search['citing']),
    search: textOf(search['search']),
    answer: textOf(search['answer']),
  };
}

/** A word of the address; undefined for none. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}
