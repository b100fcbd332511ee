import { daysBefore, toDay } from '../../core/time.js';
import { PLATFORMS } from '../../entities/vocabulary.js';
import type { DemoProject, DemoPrompt, SampleFault } from '../demo.types.js';
import type { Occasion } from './plot.js';
import { randomOf } from './random.js';

/** One asking of a prompt on a platform, answered or not. */
export interface SampleAsking extends Occasion {
  /** Names project, day, prompt and platform. */
  externalId: string;
  /** What chance goes by: days before today, not dates, so that the demo tells the same story on every day. */
  seed: string;
  /** When the answer came, or when there was none: on its day, no later than now. */
  endedAt: Date;
  /** Null where there is an answer. */
  fault: SampleFault | null;
}

const DAY_MS = 86_400_000;
const WEEK = 7;

/** What goes wrong now and then, each with its probability. */
const RARE: readonly (SampleFault & { probability: number })[] = [
  {
    probability: 0.006,
    state: 'failed',
    reason: 'refused',
    message: 'The platform declined to answer: it does not compare products in this category.',
    attempts: 1,
  },
  {
    probability: 0.005,
    state: 'failed',
    reason: 'timed_out',
    message: 'The platform did not answer in time.',
    attempts: 3,
  },
  {
    probability: 0.003,
    state: 'failed',
    reason: 'empty',
    message: 'The answer holds no text.',
    attempts: 2,
  },
];

/** The runs of the last day that were still waiting when the project was paused. */
const PAUSED: SampleFault = { state: 'skipped', reason: 'paused', message: null, attempts: 0 };

/**
 * Every asking of a project's prompts on all four platforms, from its first sample day to the day of `now`, oldest day
 * first. The same project and `now` return the same askings.
 */
export function* askingsOf(project: DemoProject, now: Date): Generator<SampleAsking> {
  for (let daysAgo = project.firstDaysAgo; daysAgo >= 0; daysAgo--) {
    for (const [index, prompt] of project.prompts.entries()) {
      if (!isAskedOn(prompt, daysAgo)) continue;
      for (const platform of PLATFORMS) {
        const day = daysBefore(toDay(now), daysAgo);
        const externalId = `demo-${project.slug}-${day}-${index + 1}-${platform}`;
        const seed = `${project.slug} ${daysAgo} ${index + 1} ${platform}`;
        const occasion = { prompt, platform, daysAgo };
        const fault = faultOf(project, occasion, seed);
        yield { ...occasion, externalId, seed, endedAt: instantOn(day, now, seed), fault };
      }
    }
  }
}

function isAskedOn({ frequency, weekOffset, addedDaysAgo }: DemoPrompt, daysAgo: number): boolean {
  if (addedDaysAgo !== undefined && daysAgo > addedDaysAgo) return false;
  return frequency === 'daily' || daysAgo % WEEK === weekOffset;
}

/** Some time of the day, no later than `now`. */
function instantOn(day: string, now: Date, seed: string): Date {
  const start = Date.parse(`${day}T00:00:00Z`);
  const length = Math.min(DAY_MS, now.getTime() - start);
  return new Date(start + Math.floor(randomOf(`${seed} at`).next() * length));
}

/** Why an asking has no answer: an outage of its platform, the pause of the project, or chance; mostly null. */
function faultOf(project: DemoProject, occasion: Occasion, seed: string): SampleFault | null {
  const { platform, daysAgo, prompt } = occasion;
  const outage = project.story.outages.find(
    (one) => one.platform === platform && daysAgo <= one.firstDaysAgo && daysAgo >= one.lastDaysAgo,
  );
  if (outage) return outage.fault;
  if (daysAgo === 0 && prompt === project.prompts.findLast(({ weekOffset }) => weekOffset === 0)) return PAUSED;
  let point = randomOf(`${seed} fault`).next();
  for (const { probability, ...fault } of RARE) {
    point -= probability;
    if (point < 0) return fault;
  }
  return null;
}
