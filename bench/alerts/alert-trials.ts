import { daysBefore } from '../../src/core/time.js';
import { randomOf } from '../../src/demo/answers/random.js';
import { type AlertSensitivity, PLATFORMS } from '../../src/entities/vocabulary.js';
import { lostPrompts } from '../../src/monitoring/alerts/lost-prompts.js';
import {
  decide,
  type Move,
  type ScannedSeries,
  type SeriesKind,
  type SeriesState,
  type StandingAlert,
} from '../../src/monitoring/alerts/move-decisions.js';
import { DAYS_READ, type ScanWindow, scanSeries, type WeeklyCell } from '../../src/monitoring/alerts/scan.js';
import {
  type AlertDesign,
  drawProject,
  NAMES,
  type Nature,
  type Planted,
  SCANNED,
  type SimulatedProject,
  WARM_UP,
  weeklyCell,
} from './simulated-project.js';

/** How the truth must have moved in some window, as a share, for an alert to be no false one. */
const TRUE_CHANGE_MIN = 0.025;
const ALERT_DAYS = 28;
const DAY_ZERO = '2026-01-01';

/** What was opened, in days after the scanned ones began. */
interface Opened {
  day: number;
  move: Move;
  parts: readonly Move[];
  isFalse: boolean;
}

const SERIES_KINDS = ['brand', 'platform', 'competitor', 'rival', 'voice', 'tone', 'lost'] as const;

interface Trial {
  seed: string;
  planted?: Planted | null;
  sensitivity?: AlertSensitivity;
  /** All by default. */
  kinds?: readonly SeriesKind[];
}

/** Every alert of one simulated project in {@link SCANNED} days. */
export function runProject(
  design: AlertDesign,
  nature: Nature,
  { seed, planted = null, sensitivity = 'standard', kinds = SERIES_KINDS }: Trial,
): Opened[] {
  const project = drawProject(design, nature, planted, randomOf(seed).next);
  const opened: Opened[] = [];
  let states: ReadonlyMap<string, SeriesState> = new Map();
  let standing: StandingAlert[] = [];
  const lostUntil = new Map<number, number>();
  for (let day = WARM_UP; day < WARM_UP + SCANNED; day++) {
    const today = daysBefore(DAY_ZERO, -day);
    const brand = project.cells.map((cell) => weeklyCell(cell, day, cell.answers, cell.naming[0] ?? cell.answers));
    const lost = (kinds.includes('lost') ? lostPrompts(brand) : []).filter(
      ({ intent }) => (lostUntil.get(intent) ?? 0) <= day,
    );
    const series = scannedSeries(project, brand, day, new Set(kinds));
    const found = decide({ today, series, lost, states, standing, sensitivity, minPoints: 5 });
    states = found.states;
    for (const { intent } of lost) lostUntil.set(intent, day + ALERT_DAYS);
    const isDue = (alert: StandingAlert) => alert.openedOn <= daysBefore(today, ALERT_DAYS);
    for (const alert of standing.filter(isDue)) states = settled(states, alert);
    standing = standing.filter((alert) => !isDue(alert));
    for (const { alertId, part } of found.joined) {
      standing = standing.map((alert) =>
        alert.id === alertId ? { ...alert, parts: [...alert.parts, part.series.key] } : alert,
      );
    }
    for (const { lead, parts, widens } of found.opened) {
      standing = standing.filter(({ id }) => !widens.includes(id));
      const { series: own, direction, window } = lead;
      const keys = parts.map((part) => part.series.key);
      const change = window?.change ?? 0;
      const id = `${day} ${own.key}`;
      if (own.kind !== 'lost') standing.push({ id, series: own, direction, change, openedOn: today, parts: keys });
      opened.push({ day: day - WARM_UP, move: lead, parts, isFalse: isFalse(project, lead, day) });
    }
  }
  return opened;
}

function settled(states: ReadonlyMap<string, SeriesState>, alert: StandingAlert): Map<string, SeriesState> {
  const after = new Map(states);
  for (const key of [alert.series.key, ...alert.parts]) {
    after.set(key, { held: 0, direction: null, since: alert.openedOn });
  }
  return after;
}

/** The series that are watched by default. */
function scannedSeries(
  { cells }: SimulatedProject,
  brand: readonly WeeklyCell[],
  day: number,
  kinds: ReadonlySet<SeriesKind>,
): ScannedSeries[] {
  const days = Array.from({ length: DAYS_READ }, () => true);
  const series: ScannedSeries[] = [];
  const add = (kind: SeriesKind, name: string, of: () => readonly WeeklyCell[]) => {
    if (!kinds.has(kind)) return;
    series.push({ key: `${kind}:${name}`, kind, competitorId: name || null, scan: scanSeries(of(), days) });
  };
  const named = (name: number) =>
    cells.map((cell) => weeklyCell(cell, day, cell.answers, cell.naming[name] ?? cell.answers));
  add('brand', '', () => brand);
  for (const [at, platform] of PLATFORMS.entries()) {
    add('platform', platform, () => brand.filter((_, cell) => cells[cell]?.platform === at));
  }
  if (kinds.has('competitor') || kinds.has('rival') || kinds.has('voice')) {
    const competitors = Array.from({ length: NAMES - 1 }, (_, at) => named(at + 1));
    for (const [at, own] of competitors.entries()) {
      add('competitor', String(at + 1), () => own);
      add('rival', String(at + 1), () => own.map((cell, of) => combined(cell, brand[of], -1)));
    }
    add('voice', '', () =>
      brand.map((cell, of) => ({
        ...cell,
        answers: competitors.reduce((all, own) => plus(all, own[of]?.sums ?? [], 1), cell.sums),
      })),
    );
  }
  add('tone', '', () => cells.map((cell) => weeklyCell(cell, day, cell.read, cell.positive)));
  return series;
}

/** A cell whose sums have those of another one added so many times. */
function combined(cell: WeeklyCell, other: WeeklyCell | undefined, times: number): WeeklyCell {
  return { ...cell, sums: plus(cell.sums, other?.sums ?? [], times) };
}

function plus(weeks: readonly number[], others: readonly number[], times: number): readonly number[] {
  return weeks.map((count, week) => count + times * (others[week] ?? 0));
}

/** Whether the truth moved that way by less than {@link TRUE_CHANGE_MIN} in every window. */
function isFalse(project: SimulatedProject, move: Move, day: number): boolean {
  if (move.series.kind === 'lost') {
    return move.lost.every(({ intent, days }) => {
      const truth = (at: number) => project.promptTruth(intent, at);
      return meanOf(truth, day - DAYS_READ, day - days) - meanOf(truth, day - days, day) < TRUE_CHANGE_MIN;
    });
  }
  const sign = move.direction === 'up' ? 1 : -1;
  return ([7, 14, 28] as const).every((days) => sign * trueChange(project, move, days, day) < TRUE_CHANGE_MIN);
}

function trueChange(project: SimulatedProject, { series }: Move, days: ScanWindow['days'], day: number): number {
  const truth = (at: number): number => {
    const name = Number(series.competitorId ?? 0);
    switch (series.kind) {
      case 'platform':
        return project.truth(
          0,
          at,
          PLATFORMS.findIndex((platform) => series.key.endsWith(platform)),
        );
      case 'rival':
        return project.truth(name, at) - project.truth(0, at);
      case 'voice': {
        const all = Array.from({ length: NAMES }, (_, of) => project.truth(of, at));
        return project.truth(0, at) / all.reduce((total, share) => total + share, 0);
      }
      case 'tone':
        return project.toneTruth(at);
      default:
        return project.truth(name, at);
    }
  };
  return meanOf(truth, day - days, day) - meanOf(truth, day - days - 28, day - days);
}

function meanOf(truth: (day: number) => number, from: number, to: number): number {
  let total = 0;
  for (let day = Math.max(0, from); day < to; day++) total += truth(day);
  return total / (to - Math.max(0, from));
}

/** False alarms a project and quarter, of all kinds and by the kind of series that led them. */
export interface FalseAlarms {
  all: number;
  byKind: Record<string, number>;
}

/** Runs so many projects in which nothing is planted. */
export function falseAlarms(
  design: AlertDesign,
  nature: Nature,
  projects: number,
  sensitivity: AlertSensitivity = 'standard',
): FalseAlarms {
  const byKind: Record<string, number> = {};
  let all = 0;
  for (let at = 0; at < projects; at++) {
    const seed = JSON.stringify([design, nature, at]);
    for (const { move, isFalse: isWrong } of runProject(design, nature, { seed, sensitivity })) {
      if (!isWrong) continue;
      all += 1;
      byKind[move.series.kind] = (byKind[move.series.kind] ?? 0) + 1;
    }
  }
  for (const kind of Object.keys(byKind)) byKind[kind] = (byKind[kind] ?? 0) / projects;
  return { all: all / projects, byKind };
}

/** How soon something planted is told: days, sorted; what is not told within 60 days is missing. */
export interface Delays {
  projects: number;
  days: readonly number[];
}

/** What counts as told of what was planted. */
export type Wanted = 'brand' | 'platform' | 'voice' | 'rival' | 'tone' | 'lost';

/** Runs so many projects with something planted, and says after how many days `wanted` moved down. */
export function delays(
  design: AlertDesign,
  nature: Nature,
  planted: Planted,
  { wanted, projects, sensitivity }: { wanted: Wanted; projects: number; sensitivity?: AlertSensitivity },
): Delays {
  const days: number[] = [];
  for (let at = 0; at < projects; at++) {
    const seed = JSON.stringify([design, nature, planted, at]);
    const kinds: readonly SeriesKind[] = wanted === 'lost' ? ['lost'] : ['brand', wanted];
    const found = runProject(design, nature, { seed, planted, kinds, ...(sensitivity && { sensitivity }) });
    const first = found
      .filter(({ day }) => day > planted.day)
      .find(({ move, parts }) => [move, ...parts].some((one) => isWanted(one, wanted)));
    if (first) days.push(first.day - planted.day);
  }
  return { projects, days: days.sort((one, other) => one - other) };
}

function isWanted({ series, direction, lost }: Move, wanted: Wanted): boolean {
  if (series.kind !== wanted) return false;
  switch (wanted) {
    case 'platform':
      return series.key === `platform:${PLATFORMS[0]}` && direction === 'down';
    case 'lost':
      return lost.some(({ intent }) => intent === 0);
    case 'rival':
      return direction === 'up';
    default:
      return direction === 'down';
  }
}

/** Share of the projects told within so many days, in percent. */
export function toldWithin({ projects, days }: Delays, within: number): number {
  return (100 * days.filter((day) => day <= within).length) / projects;
}

/** The days within which such a share of the projects was told; null where fewer were. */
export function daysUntil({ projects, days }: Delays, share: number): number | null {
  return days[Math.ceil(share * projects) - 1] ?? null;
}
