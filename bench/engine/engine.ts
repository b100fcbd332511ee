import { ALERTS_CHECK } from './alerts-check.js';
import { CLAIMING } from './claiming.js';
import { type EnginePart, measurePart } from './engine-part.js';
import { FAIRNESS } from './fairness.js';
import { IDLE } from './idle.js';
import { LIVE_ANSWER } from './live-answer.js';
import { LONG_ANSWERS } from './long-answers.js';
import { FINDING_DUE, PLANNING } from './planning.js';

/** In the order they are measured. */
const PARTS: readonly EnginePart[] = [
  LIVE_ANSWER,
  FINDING_DUE,
  PLANNING,
  CLAIMING,
  FAIRNESS,
  IDLE,
  LONG_ANSWERS,
  ALERTS_CHECK,
];

/**
 * Measures the parts of the engine one after the other, or the one that is named, and prints each as soon as it is
 * known.
 * @throws Error for a name that no part has; the process then exits 2.
 */
export async function measureEngine(only: string | undefined): Promise<void> {
  const parts = PARTS.filter(({ name }) => only === undefined || name === only);
  if (parts.length === 0) {
    process.exitCode = 2;
    throw new Error(`--only must be ${PARTS.map(({ name }) => name).join(', ')}, not ${only}`);
  }
  for (const part of parts) await measurePart(part);
}
