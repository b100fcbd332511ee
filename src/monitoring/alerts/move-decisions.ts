import { daysBetween } from '../../core/time.js';
import type { AlertDirection, AlertSensitivity } from '../../entities/vocabulary.js';
import type { LostPrompt } from './lost-prompts.js';
import { type Scan, type ScanWindow, scanWithin } from './scan.js';

/**
 * What a daily check opens: pure, so that the simulation decides by the same rules (docs/alerts.md, "States").
 */

/** Evidence from which a series is told, and on how many checks running. */
const BARS: Readonly<Record<AlertSensitivity, { evidence: number; checks: number }>> = {
  eager: { evidence: 10, checks: 1 },
  standard: { evidence: 10, checks: 2 },
  cautious: { evidence: 30, checks: 2 },
};

/** A tone is told from 10 points on, as few answers are read as positive for a reason. */
const TONE_POINTS_MIN = 10;
/** By how much who leads must lead now, as a share. */
const LEAD_MIN = 0.03;
/** Days within which series that move the same way are one alert. */
const TOGETHER_DAYS = 7;

/** What a series is of. */
export type SeriesKind = 'brand' | 'platform' | 'competitor' | 'rival' | 'voice' | 'tone' | 'lost';

/** A series that is watched, by its key: the same on each check. */
export interface Series {
  key: string;
  kind: SeriesKind;
  /** The competitor that it is of. */
  competitorId: string | null;
}

export interface ScannedSeries extends Series {
  scan: Scan;
}

/** What is kept of a series between two checks. */
export interface SeriesState {
  /** Checks running with enough evidence in `direction`. */
  held: number;
  direction: AlertDirection | null;
  /** A UTC day: windows that reach back beyond it do not count, as what they show was told. */
  since: string | null;
}

/** An alert that is open or acknowledged. */
export interface StandingAlert {
  id: string;
  series: Series;
  direction: AlertDirection;
  /** From -1 to 1. */
  change: number;
  openedOn: string;
  /** Keys of the series that are parts of it. */
  parts: readonly string[];
}

/** A series that moved. */
export interface Move {
  series: Series;
  direction: AlertDirection;
  evidence: number;
  /** The window that shows it best. Null for lost prompts. */
  window: ScanWindow | null;
  lost: readonly LostPrompt[];
}

export interface Decisions {
  /**
   * New alerts, each with its parts. `widens`: alerts of parts that were opened within the week; the first becomes this
   * one, the others end with it.
   */
  opened: readonly { lead: Move; parts: readonly Move[]; widens: readonly string[] }[];
  /** Parts that join an alert that stands. */
  joined: readonly { alertId: string; part: Move }[];
  /** Of each series of this check, by key. */
  states: ReadonlyMap<string, SeriesState>;
}

export interface CheckInput {
  /** The UTC day of the check. */
  today: string;
  series: readonly ScannedSeries[];
  /** Prompts lost now that no alert has told. */
  lost: readonly LostPrompt[];
  states: ReadonlyMap<string, SeriesState>;
  standing: readonly StandingAlert[];
  sensitivity: AlertSensitivity;
  /** In points. */
  minPoints: number;
}

/** Decides what a check opens, and what it keeps of each series. */
export function decide(input: CheckInput): Decisions {
  const states = new Map<string, SeriesState>();
  const silent = new Set(input.standing.flatMap(({ series, parts }) => [series.key, ...parts]));
  const moves: Move[] = [];
  for (const series of input.series) {
    const before = input.states.get(series.key) ?? { held: 0, direction: null, since: null };
    const counted = countedScan(series.scan, before.since, input.today);
    const state = nextState(before, counted, BARS[input.sensitivity].evidence);
    states.set(series.key, state);
    if (silent.has(series.key) || !isTold(series, counted, state, input)) continue;
    const { direction, strongest, evidence } = counted;
    if (direction && strongest) moves.push({ series, direction, evidence, window: strongest, lost: [] });
  }
  if (input.lost.length > 0) moves.push(lostMove(input));
  return { ...grouped(moves, input), states };
}

/** Prompts that are found lost on one day are one series. */
function lostMove({ lost, today }: CheckInput): Move {
  const series: Series = { key: `lost:${today}`, kind: 'lost', competitorId: null };
  return { series, direction: 'down', evidence: 0, window: null, lost };
}

/** The scan without windows that reach back beyond what was told. */
function countedScan(scan: Scan, since: string | null, today: string): Scan {
  return since === null ? scan : scanWithin(scan, daysBetween(since, today));
}

function nextState(before: SeriesState, scan: Scan, bar: number): SeriesState {
  if (scan.direction === null || scan.evidence < bar) return { ...before, held: 0, direction: null };
  const held = before.direction === scan.direction ? before.held + 1 : 1;
  return { ...before, held, direction: scan.direction };
}

function isTold(series: Series, scan: Scan, state: SeriesState, input: CheckInput): boolean {
  const { strongest } = scan;
  if (!strongest || state.held < BARS[input.sensitivity].checks) return false;
  const points = series.kind === 'tone' ? Math.max(TONE_POINTS_MIN, input.minPoints) : input.minPoints;
  if (100 * Math.abs(strongest.change) < points) return false;
  if (series.kind !== 'rival') return true;
  return Math.abs(strongest.now) >= LEAD_MIN && strongest.now * strongest.before <= 0;
}

/** Widest first: a part is never wider than what it is a part of. */
const WIDTHS: Readonly<Record<SeriesKind, number>> = {
  ...{ brand: 0, competitor: 1, voice: 2, rival: 3, platform: 4, tone: 5, lost: 6 },
};

/** Makes series that moved the same way one alert, led by the widest. */
function grouped(
  moves: readonly Move[],
  { standing, today, series }: CheckInput,
): Pick<Decisions, 'opened' | 'joined'> {
  const opened: { lead: Move; parts: Move[]; widens: string[] }[] = [];
  const joined: { alertId: string; part: Move }[] = [];
  const taken = new Set<string>();
  const isRecent = ({ openedOn }: StandingAlert) => daysBetween(openedOn, today) <= TOGETHER_DAYS;
  for (const move of [...moves].sort((one, other) => WIDTHS[one.series.kind] - WIDTHS[other.series.kind])) {
    const beside = opened.find(({ lead }) => isPartOf(move, lead));
    const earlier = standing.find(
      (alert) => !taken.has(alert.id) && isPartOf(move, alert) && (isRecent(alert) || isNoMore(move, alert, series)),
    );
    if (beside) beside.parts.push(move);
    else if (earlier) joined.push({ alertId: earlier.id, part: move });
    else {
      const narrower = standing.filter((alert) => !taken.has(alert.id) && isRecent(alert) && isPartOf(alert, move));
      const widens = narrower.map(({ id }) => id);
      for (const id of widens) taken.add(id);
      opened.push({ lead: move, parts: [], widens });
    }
  }
  return { opened, joined };
}

type Moving = Pick<Move, 'series' | 'direction'>;

/** Whether one series that moved tells a part of what another one tells. */
function isPartOf(part: Moving, whole: Moving): boolean {
  const isSameWay = part.direction === whole.direction;
  const kind = whole.series.kind;
  switch (part.series.kind) {
    case 'platform':
    case 'voice':
      return kind === 'brand' && isSameWay;
    case 'lost':
      return kind === 'brand' && whole.direction === 'down';
    case 'rival':
      // It counts the competitor less the brand.
      if (kind === 'brand' || kind === 'voice') return !isSameWay;
      return kind === 'competitor' && isSameWay && part.series.competitorId === whole.series.competitorId;
    case 'brand':
    case 'competitor':
    case 'tone':
      return false;
  }
}

/**
 * Whether a part moved by no more than the whole has by now, as far as the answers can tell: an alert that came early
 * tells a part of the change. A lost prompt cannot have lost more.
 */
function isNoMore({ series, window }: Move, alert: StandingAlert, scanned: readonly ScannedSeries[]): boolean {
  if (window === null) return series.kind === 'lost';
  const whole = scanned.find(({ key }) => key === alert.series.key)?.scan;
  const change = whole?.windows.find(({ days }) => days === window.days)?.change ?? alert.change;
  // A rival's lead counts the brand the other way round.
  const turned = series.kind === 'rival' && alert.series.kind !== 'competitor' ? -change : change;
  return window.interval.low <= turned && turned <= window.interval.high;
}
