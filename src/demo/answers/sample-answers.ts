import type { Platform } from '../../entities/vocabulary.js';
import type { DemoProject } from '../demo.types.js';
import { compose } from './composition.js';
import { askingsOf, type SampleAsking } from './occasions.js';
import { responseBody, SAMPLE_MODEL, textOf, writtenBy } from './platform-replies.js';
import { plotOf } from './plot.js';
import { randomOf } from './random.js';

/** A line of the import file (operating.md): plain, or raw in the platform's own response format. */
export interface AnswerLine {
  external_id: string;
  platform: Platform;
  question: string;
  answered_at: string;
  model?: string;
  answer?: string;
  citations?: { url: string; title: string }[];
  raw?: Record<string, unknown>;
}

/** The share of raw lines; the others are plain. */
const RAW_SHARE = 0.6;

/**
 * The sample answers of all askings that have one, oldest day first; none is later than `now`. The same project and
 * `now` return the same lines. An external id names project, day, prompt and platform, so lines made again on the same
 * day are the same answers to the import.
 */
export function* sampleAnswers(project: DemoProject, now: Date): Generator<AnswerLine> {
  for (const asking of askingsOf(project, now)) {
    if (asking.fault === null) yield lineOf(project, asking);
  }
}

function lineOf(project: DemoProject, asking: SampleAsking): AnswerLine {
  const { prompt, platform, externalId, seed, endedAt } = asking;
  const random = randomOf(seed);
  const plot = plotOf(project, asking, random);
  const written = writtenBy(platform, compose(project, asking, plot, random));
  const line = {
    external_id: externalId,
    platform,
    question: prompt.text,
    answered_at: endedAt.toISOString(),
  };
  if (random.chance(RAW_SHARE)) return { ...line, raw: responseBody(platform, written) };
  return { ...line, model: SAMPLE_MODEL, answer: textOf(written), citations: [...written.pages] };
}
