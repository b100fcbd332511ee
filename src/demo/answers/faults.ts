import type { DemoProject, SampleFault } from '../demo.types.js';
import type { Occasion } from './plot.js';
import { randomOf } from './random.js';

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

/** Why an asking has no answer: an outage of its platform, the pause of the project, or chance; mostly null. */
export function faultOf(project: DemoProject, occasion: Occasion, seed: string): SampleFault | null {
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
