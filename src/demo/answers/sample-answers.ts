import { daysBefore, toDay } from '../../core/timestamp.js';
import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import type { DemoProject, DemoPrompt } from '../demo.types.js';
import { compose } from './composition.js';
import { FIRST_DAYS_AGO, type Occasion, plotOf } from './plot.js';
import { type Random, randomOf } from './random.js';
import { responseBody, SAMPLE_MODEL, textOf, writtenBy } from './wire.js';

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

const DAY_MS = 86_400_000;
const WEEK = 7;

/** The share of raw lines; the others are plain. */
const RAW_SHARE = 0.6;

/**
 * The sample answers to a project's prompts on all four platforms, for the day of `now` and the 90 before it, oldest
 * day first; none is later than `now`. The same project and `now` return the same lines. An external id names project,
 * day, prompt and platform, so lines made again on the same day are the same answers to the import.
 */
export function* sampleAnswers(project: DemoProject, now: Date): Generator<AnswerLine> {
  for (let daysAgo = FIRST_DAYS_AGO; daysAgo >= 0; daysAgo--) {
    for (const [index, prompt] of project.prompts.entries()) {
      if (!isAskedOn(prompt, daysAgo)) continue;
      for (const platform of PLATFORMS) {
        const day = daysBefore(toDay(now), daysAgo);
        const externalId = `demo-${project.slug}-${day}-${index + 1}-${platform}`;
        yield lineOf(project, { prompt, platform, daysAgo }, externalId, now);
      }
    }
  }
}

function isAskedOn({ frequency, weekOffset }: DemoPrompt, daysAgo: number): boolean {
  return frequency === 'daily' || daysAgo % WEEK === weekOffset;
}

function lineOf(project: DemoProject, occasion: Occasion, externalId: string, now: Date): AnswerLine {
  const { prompt, platform, daysAgo } = occasion;
  const random = randomOf(externalId);
  const plot = plotOf(project, occasion, random);
  const written = writtenBy(platform, compose(project, occasion, plot, random));
  const line = {
    external_id: externalId,
    platform,
    question: prompt.text,
    answered_at: instantOn(daysAgo, now, random).toISOString(),
  };
  if (random.chance(RAW_SHARE)) return { ...line, raw: responseBody(platform, written) };
  return { ...line, model: SAMPLE_MODEL, answer: textOf(written), citations: [...written.pages] };
}

/** Some time of the day, no later than `now`. */
function instantOn(daysAgo: number, now: Date, random: Random): Date {
  const start = Date.parse(`${daysBefore(toDay(now), daysAgo)}T00:00:00Z`);
  const length = Math.min(DAY_MS, now.getTime() - start);
  return new Date(start + Math.floor(random.next() * length));
}
