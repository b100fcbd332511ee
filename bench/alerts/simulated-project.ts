import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { WEEKS, type WeeklyCell } from '../../src/monitoring/alerts/scan.js';
import { type Chance, drawNormal, drawShare } from '../uncertainty/answers.js';

/** What is asked: prompts of each cadence, all on four platforms. */
export interface AlertDesign {
  name: string;
  weekly: number;
  daily: number;
}

/** How much moves by itself, in shares; standard deviations. */
export interface Nature {
  /** Of a prompt, over four weeks. */
  walk: number;
  /** Of a platform's day, which resembles the day before by {@link DAY_LIKENESS}. */
  days: number;
  /** Of a weekday. */
  weekdays: number;
  /** Chance that a cell's answer repeats its last one. */
  sticking: number;
  /** Of a name's level, over four weeks. */
  drift: number;
}

export const CALM: Nature = { walk: 0.07, days: 0.02, weekdays: 0.01, sticking: 0.1, drift: 0 };
export const ROUGH: Nature = { walk: 0.14, days: 0.04, weekdays: 0.02, sticking: 0.2, drift: 0.03 };

/** What is planted from a day on. */
export interface Planted {
  /** Days after the beginning of the 90 that are scanned. */
  day: number;
  /** Taken from the brand's mean share, where it is named in proportion. */
  fall?: number;
  /** On the first platform alone. */
  isOnOnePlatform?: boolean;
  /** Taken from the share of positive answers. */
  toneFall?: number;
  /** The first prompt, which named the brand in so many, names it no more. */
  lostPromptFrom?: number;
}

/** Days that are scanned, after {@link WARM_UP} days with answers. */
export const SCANNED = 90;
export const WARM_UP = 70;
const DAYS = WARM_UP + SCANNED;

const BRAND_SHARE = 0.4;
const RIVAL_SHARE = 0.3;
/** The brand and its competitors. */
export const NAMES = 6;
const LIKENESS = 0.5;
const DAY_LIKENESS = 0.7;
const POSITIVE_SHARE = 0.5;
const TONE_LIKENESS = 0.3;
/** Of the answers that name the brand, those whose tone was read. */
const TONE_READ = 0.8;

/** Counts of a cell, summed from the first day on: entry `d` holds the days before day `d`. */
type Sums = Float64Array;

interface SimulatedCell {
  prompt: number;
  platform: number;
  answers: Sums;
  /** Answers that name each name. */
  naming: readonly Sums[];
  read: Sums;
  positive: Sums;
}

/** A project's answers of all days, drawn once, and what was true of them. */
export interface SimulatedProject {
  cells: readonly SimulatedCell[];
  /** The mean share of a name over all cells on a day. */
  truth(name: number, day: number, platform?: number): number;
  /** The share of a prompt's answers that name the brand. */
  promptTruth(prompt: number, day: number): number;
  toneTruth(day: number): number;
}

/** Draws a project: prompts are clusters of cells, names rise and fall as their nature says. */
export function drawProject(
  design: AlertDesign,
  nature: Nature,
  planted: Planted | null,
  chance: Chance,
): SimulatedProject {
  const prompts = design.weekly + design.daily;
  const shares = drawPromptShares(prompts, nature, planted, chance);
  const noise = drawDays(nature, chance);
  const tones = Array.from({ length: prompts }, () => drawShare(POSITIVE_SHARE, TONE_LIKENESS, chance));
  const isPast = (day: number) => planted !== null && day >= WARM_UP + planted.day;
  const shareOf = (name: number, prompt: number, platform: number, day: number): number => {
    const own = shares[name]?.[prompt]?.[day] ?? 0;
    if (name !== 0 || !isPast(day) || !planted) return own;
    if (planted.lostPromptFrom !== undefined && prompt === 0) return 0;
    const isHit = planted.fall !== undefined && (!planted.isOnOnePlatform || platform === 0);
    return isHit ? own * (1 - (planted.fall ?? 0) / BRAND_SHARE) : own;
  };
  const toneOf = (prompt: number, day: number) =>
    (tones[prompt] ?? 0) * (isPast(day) ? 1 - (planted?.toneFall ?? 0) / POSITIVE_SHARE : 1);
  const cells: SimulatedCell[] = [];
  for (let prompt = 0; prompt < prompts; prompt++) {
    for (let platform = 0; platform < PLATFORMS.length; platform++) {
      const slot = prompt < design.daily ? null : Math.floor(7 * chance());
      cells.push(
        drawCell({ prompt, platform, slot }, nature, chance, {
          named: (name, day) => shareOf(name, prompt, platform, day) + noise(name, platform, day),
          positive: (day) => toneOf(prompt, day),
        }),
      );
    }
  }
  const range = Array.from({ length: prompts }, (_, prompt) => prompt);
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value, 0) / values.length;
  return {
    cells,
    truth: (name, day, platform) =>
      platform === undefined
        ? mean(PLATFORMS.map((_, at) => mean(range.map((prompt) => shareOf(name, prompt, at, day)))))
        : mean(range.map((prompt) => shareOf(name, prompt, platform, day))),
    promptTruth: (prompt, day) => mean(PLATFORMS.map((_, at) => shareOf(0, prompt, at, day))),
    toneTruth: (day) => mean(range.map((prompt) => toneOf(prompt, day))),
  };
}

/** Shares by name, prompt and day: a prompt walks by itself, and so does a name over all prompts. */
function drawPromptShares(prompts: number, nature: Nature, planted: Planted | null, chance: Chance) {
  return Array.from({ length: NAMES }, (_, name) => {
    const drift = nature.drift > 0 ? drawWalk(nature.drift, chance) : new Float64Array(DAYS);
    return Array.from({ length: prompts }, (_unused, prompt) => {
      const lost = name === 0 && prompt === 0 ? planted?.lostPromptFrom : undefined;
      if (lost !== undefined) return new Float64Array(DAYS).fill(lost);
      const start = drawShare(name === 0 ? BRAND_SHARE : RIVAL_SHARE, LIKENESS, chance);
      return drawWalk(nature.walk, chance, start).map((share, day) => bounded(share + (drift[day] ?? 0)));
    });
  });
}

/** A walk by so much in four weeks: from a share on, it stays within 0 and 1. */
function drawWalk(inFourWeeks: number, chance: Chance, start?: number): Float64Array {
  const days = new Float64Array(DAYS);
  let own = start ?? 0;
  for (let day = 0; day < DAYS; day++) {
    own += (inFourWeeks / Math.sqrt(28)) * drawNormal(chance);
    if (start !== undefined) own = bounded(own);
    days[day] = own;
  }
  return days;
}

/** What a platform's day and the weekday add to a name's share. */
function drawDays(nature: Nature, chance: Chance): (name: number, platform: number, day: number) => number {
  const weekdays = Array.from({ length: NAMES }, () =>
    Array.from({ length: 7 }, () => nature.weekdays * drawNormal(chance)),
  );
  const days = Array.from({ length: NAMES }, () =>
    PLATFORMS.map(() => {
      const own = new Float64Array(DAYS);
      const fresh = nature.days * Math.sqrt(1 - DAY_LIKENESS ** 2);
      own[0] = nature.days * drawNormal(chance);
      for (let day = 1; day < DAYS; day++) {
        own[day] = DAY_LIKENESS * (own[day - 1] ?? 0) + fresh * drawNormal(chance);
      }
      return own;
    }),
  );
  return (name, platform, day) => (days[name]?.[platform]?.[day] ?? 0) + (weekdays[name]?.[day % 7] ?? 0);
}

/** Every answer of a cell; `slot` is its weekday, null where it is asked each day. */
function drawCell(
  { prompt, platform, slot }: { prompt: number; platform: number; slot: number | null },
  nature: Nature,
  chance: Chance,
  truth: { named(name: number, day: number): number; positive(day: number): number },
): SimulatedCell {
  const sums = () => new Float64Array(DAYS + 1);
  const cell = {
    ...{ prompt, platform, answers: sums(), read: sums(), positive: sums() },
    naming: Array.from({ length: NAMES }, sums),
  };
  const last = Array.from({ length: NAMES }, () => -1);
  let isAsked = false;
  const add = (to: Sums, day: number, value: boolean) => {
    to[day + 1] = (to[day] ?? 0) + Number(value);
  };
  for (let day = 0; day < DAYS; day++) {
    const asks = slot === null || day % 7 === slot;
    const sticks = asks && isAsked && chance() < nature.sticking;
    for (const [name, naming] of cell.naming.entries()) {
      // A prompt that is lost, or a brand that fell, is not named again for having been named.
      const share = truth.named(name, day);
      if (asks && !(sticks && share > 0)) last[name] = Number(chance() < share);
      add(naming, day, asks && last[name] === 1);
    }
    const isRead = asks && last[0] === 1 && chance() < TONE_READ;
    add(cell.answers, day, asks);
    add(cell.read, day, isRead);
    add(cell.positive, day, isRead && chance() < truth.positive(day));
    isAsked ||= asks;
  }
  return cell;
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** Nine weeks of some sums to the day before `day`, the newest first. */
export function weeksOf(sums: Sums, day: number): number[] {
  const weeks = new Array<number>(WEEKS);
  for (let week = 0; week < WEEKS; week++) {
    weeks[week] = (sums[Math.max(0, day - 7 * week)] ?? 0) - (sums[Math.max(0, day - 7 * (week + 1))] ?? 0);
  }
  return weeks;
}

/** A cell of a series. */
export function weeklyCell(cell: SimulatedCell, day: number, answers: Sums, sums: Sums): WeeklyCell {
  return { intent: cell.prompt, answers: weeksOf(answers, day), sums: weeksOf(sums, day) };
}
