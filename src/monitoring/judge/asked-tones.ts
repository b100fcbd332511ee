import type { ToneClass } from '../../analysis/analyser.js';
import type { JudgeAsk } from '../../entities/vocabulary.js';
import { type ErrorCounts, MEASURED } from './error-counts.js';

/** Measured: at least 85 of 100 wrong ones are asked about, read by rates of other files (docs/metrics.md). */
export const OFTEN_FROM = 0.1;

const UNSURE: ReadonlySet<ToneClass> = new Set([
  'unread',
  'neutral silent',
  'neutral faint',
  'mixed weak',
  'foreign neutral',
  'foreign mixed weak',
]);

/** Whether the judge is asked about a tone of this class; null, where the brand is not named, is none. */
export function isAsked(ask: JudgeAsk, toneClass: ToneClass | null, counts: ErrorCounts = MEASURED): boolean {
  if (toneClass === null) return false;
  if (ask === 'every' || UNSURE.has(toneClass)) return true;
  return ask === 'often' && errorRate(toneClass, counts) > OFTEN_FROM;
}

/** As if so many further answers of each class had been labelled, of which the share of all classes is wrong. */
const PRIOR = 4;

/** How often the rules are wrong in answers of a class, from 0 to 1: near the rate of all where few were labelled. */
export function errorRate(toneClass: ToneClass, counts: ErrorCounts): number {
  let [allWrong, all] = [0, 0];
  for (const [wrong, of] of Object.values(counts)) [allWrong, all] = [allWrong + wrong, all + of];
  const [wrong, of] = counts[toneClass];
  return all === 0 ? 1 : (wrong + (PRIOR * allWrong) / all) / (of + PRIOR);
}
