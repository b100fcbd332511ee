import { sampleOf } from '../../analysis/reading/sample.js';
import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import type { Period } from '../metrics/period.input.js';
import { toTimestamp } from '../timestamp.js';
import { SAMPLES, type SampleRow } from './suggestion.statements.js';

/**
 * Characters of an answer that are read for a sample; a name that first stands behind them has none. Answers have a few
 * thousand.
 */
const SAMPLED_CHARACTERS = 20_000;

/** A sentence that names a suggested competitor, as a reader sees it. */
export interface CandidateSample {
  text: string;
  /** Where the name stands in the text, in UTF-16 units, as `end`. */
  start: number;
  end: number;
  responseId: string;
  platform: Platform;
  answeredAt: string;
}

/**
 * For each of the candidates that the account holds, the sentence of the newest retained answer of the period that
 * names it; null where none is retained.
 */
export async function samplesOfCandidates(
  ctx: Context,
  candidateIds: readonly string[],
  { from, to }: Period,
  platforms: readonly Platform[] | undefined,
): Promise<Map<string, { sample: CandidateSample | null }>> {
  const values = [ctx.caller.accountId, candidateIds, from, to, platforms ?? null, SAMPLED_CHARACTERS];
  const found = await rows(ctx.em, SAMPLES, values);
  return new Map(found.map((row) => [row.id, { sample: toSample(row) }]));
}

function toSample({ answer_id, platform, answered_at, place, text }: SampleRow): CandidateSample | null {
  if (answer_id === null || text === null) return null;
  const sample = sampleOf(text, place);
  return sample && { ...sample, responseId: answer_id, platform, answeredAt: toTimestamp(answered_at) };
}
