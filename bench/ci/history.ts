import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from '../shared/statistics.js';

/** The ratios of one run, by what they compare; beside what they may be compared with later. */
export interface HistoryEntry {
  /** The commit's id, with `-dirty` where files differed from it. */
  commit: string;
  /** The instant of the run, ISO 8601. */
  date: string;
  /** Cores, their model, and the versions of Node and PostgreSQL. */
  machine: string;
  /** Processes that wanted a core in the last minute, before the run. */
  load: number;
  /** Whether these were more than there are cores: all ratios are lower then. */
  isBusy: boolean;
  ratios: Readonly<Record<string, number>>;
}

/** A ratio beside the median of the last runs on such a machine; null where there is none. */
export interface Change {
  name: string;
  now: number;
  before: number | null;
}

const COMPARED = 10;
/** A fall by more than this share of the median is told. */
export const FALL = 0.15;

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const FILE = join(PROJECT, 'bench', 'history.jsonl');

/** All entries, oldest first. @throws Error for a line that is no JSON. */
export function readHistory(): HistoryEntry[] {
  if (!existsSync(FILE)) return [];
  const lines = readFileSync(FILE, 'utf8').split('\n');
  // Written by `appendHistory` alone.
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as HistoryEntry);
}

export function appendHistory(entry: HistoryEntry): void {
  appendFileSync(FILE, `${JSON.stringify(entry)}\n`);
}

/** The checked-out commit; `unknown` outside a git repository. */
export function commitId(): string {
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    return execFileSync('git', words, { cwd: PROJECT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

/** Each ratio of an entry beside the median of the last ten runs before it on such a machine, as busy or as quiet. */
export function changesSince(history: readonly HistoryEntry[], { machine, isBusy, ratios }: HistoryEntry): Change[] {
  const alike = history.filter((entry) => entry.machine === machine && entry.isBusy === isBusy).slice(-COMPARED);
  return Object.entries(ratios).map(([name, now]) => {
    const before = alike.flatMap((entry) => entry.ratios[name] ?? []);
    return { name, now, before: before.length === 0 ? null : median(before) };
  });
}

export function hasFallen({ now, before }: Change): boolean {
  return before !== null && now < before * (1 - FALL);
}
