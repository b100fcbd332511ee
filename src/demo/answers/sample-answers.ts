import type { Platform } from '../../entities/vocabulary.js';
import type { DemoProject } from '../demo.types.js';
import { compose } from './composition.js';
import { askingsOf, type SampleAsking } from './occasions.js';
import { responseBody, SAMPLE_MODEL, textOf, writtenBy } from './platform-replies.js';
import { type Plot, plotOf } from './plot.js';
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
  searches?: string[];
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
  const searches = searchesOf(project, asking, plot);
  const written = writtenBy(platform, compose(project, asking, plot, random), searches);
  const line = {
    external_id: externalId,
    platform,
    question: prompt.text,
    answered_at: endedAt.toISOString(),
  };
  if (random.chance(RAW_SHARE)) return { ...line, raw: responseBody(platform, written) };
  return { ...line, model: SAMPLE_MODEL, answer: textOf(written), citations: [...written.pages], searches };
}

/** How often it was searched for the best-selling brands: what is found there names rivals, the brand hardly. */
const LEADERS_SHARE = { withBrand: 0.05, withoutBrand: 0.4 };
const REVIEWS_SHARE = 0.3;

/** What the platform searched for, by a chance of its own, so that the answers stay as they are: one to three. */
function searchesOf(project: DemoProject, { prompt, seed }: SampleAsking, { companies, tone }: Plot): string[] {
  const random = randomOf(`${seed} searches`);
  const { mainTopic: topic } = project;
  const [leader] = companies;
  const isLeaders = random.chance(tone === null ? LEADERS_SHARE.withoutBrand : LEADERS_SHARE.withBrand);
  return [
    random.pick([`best ${topic} ${prompt.focus}`, `best ${topic} ${prompt.focus}`, `${topic} ${prompt.focus} test`]),
    ...(isLeaders ? [`best-selling ${topic} brands`] : []),
    ...(leader && random.chance(REVIEWS_SHARE) ? [`${leader.name} ${topic} review`] : []),
  ];
}
