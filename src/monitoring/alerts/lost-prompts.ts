import { sum } from '../../core/metrics/shares.js';
import { WEEKS, type WeeklyCell } from './scan.js';

/** Weeks without the name that are looked at, from one to so many. */
const WEEKS_LOST_MAX = 4;
const ANSWERS_MIN = 4;
const ANSWERS_BEFORE_MIN = 12;
/** Share of the answers before that named the brand. */
const SHARE_BEFORE_MIN = 0.4;
/** Answers beyond these add nothing: they are alike. */
const ANSWERS_COUNTED = 16;
const CHANCE_MAX = 0.05;

/** A prompt whose answers named the brand and no longer do. */
export interface LostPrompt {
  intent: number;
  /** 7, 14, 21 or 28: the days in which no answer names the brand. */
  days: number;
  answers: number;
  answersBefore: number;
  namingBefore: number;
  /** How likely it is that none names it where nothing has changed. */
  chance: number;
}

/**
 * The intents that lost the brand, each once, by its shortest span (docs/alerts.md, "A prompt is lost").
 * @param cells of the brand, all platforms.
 */
export function lostPrompts(cells: readonly WeeklyCell[]): LostPrompt[] {
  const byIntent = Map.groupBy(cells, ({ intent }) => intent);
  return Array.from(byIntent, ([intent, own]) => lostIn(intent, weeksOf(own), byIntent.size)).filter(
    (lost) => lost !== null,
  );
}

interface Weeks {
  answers: readonly number[];
  naming: readonly number[];
}

function weeksOf(cells: readonly WeeklyCell[]): Weeks {
  const byWeek = (of: 'answers' | 'sums') =>
    Array.from({ length: WEEKS }, (_, week) => sum(cells.map((cell) => cell[of][week] ?? 0)));
  return { answers: byWeek('answers'), naming: byWeek('sums') };
}

function lostIn(intent: number, { answers, naming }: Weeks, intents: number): LostPrompt | null {
  for (let weeks = 1; weeks <= WEEKS_LOST_MAX; weeks++) {
    if (sum(naming.slice(0, weeks)) > 0) return null;
    const found = {
      answers: sum(answers.slice(0, weeks)),
      answersBefore: sum(answers.slice(weeks)),
      namingBefore: sum(naming.slice(weeks)),
    };
    if (found.answers < ANSWERS_MIN) continue;
    if (found.answersBefore < ANSWERS_BEFORE_MIN) return null;
    if (found.namingBefore < SHARE_BEFORE_MIN * found.answersBefore) continue;
    const chance = chanceOfNone(found);
    if (chance < CHANCE_MAX / intents) return { intent, days: 7 * weeks, ...found, chance };
  }
  return null;
}

/** That none names the brand, if its share is as the answers before make it likely (beta-binomial). */
function chanceOfNone({
  answers,
  answersBefore,
  namingBefore,
}: Omit<LostPrompt, 'intent' | 'days' | 'chance'>): number {
  const [named, others] = [namingBefore + 0.5, answersBefore - namingBefore + 0.5];
  let chance = 1;
  for (let at = 0; at < Math.min(answers, ANSWERS_COUNTED); at++) chance *= (others + at) / (named + others + at);
  return chance;
}
