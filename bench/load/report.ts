import { printTable } from '../shared/report.js';
import type { LoadOptions, LoadResult } from './load.js';
import type { Window } from './recorder.js';

const AIM_P99_MS = 100;
const AIM_ATTACKED_P99_MS = 250;

export function printLoadHead({ minutes, accounts, requestsPerSecond }: LoadOptions): void {
  console.log(`${minutes} minutes, ${accounts} accounts, ${requestsPerSecond} requests a second, 8 % of them writes`);
  console.log('a line each 30 s; latencies in ms from the instant a request was due\n');
}

export function printWindow(window: Window): void {
  const { isAttacked, failures, residentMb, databaseConnections } = window;
  const figures = [
    `reads ${window.reads} p50 ${window.readP50Ms.toFixed(1)} p99 ${window.readP99Ms.toFixed(1)}`,
    `writes ${window.writes} p50 ${window.writeP50Ms.toFixed(1)} p99 ${window.writeP99Ms.toFixed(1)}`,
    `5xx ${failures}`,
    `${residentMb} MB`,
    `${databaseConnections} connections`,
  ];
  console.log(`  ${isAttacked ? 'attacked' : 'calm    '}  ${figures.join('   ')}`);
}

/** @returns whether no honest account met a failure; figures above an aim are printed, and are no failure. */
export function printLoad({ windows, unexpected, hostileStatuses }: LoadResult): boolean {
  console.log('');
  const halves = [windows.filter(({ isAttacked }) => !isAttacked), windows.filter(({ isAttacked }) => isAttacked)];
  const rows = halves.map((half, at) => [
    at === 0 ? 'calm' : 'attacked',
    worst(half, 'readP50Ms'),
    worst(half, 'readP99Ms'),
    String(at === 0 ? AIM_P99_MS : AIM_ATTACKED_P99_MS),
    worst(half, 'writeP50Ms'),
    worst(half, 'writeP99Ms'),
    String(half.reduce((sum, { failures }) => sum + failures, 0)),
    worst(half, 'residentMb'),
    worst(half, 'databaseConnections'),
  ]);
  const heads = [
    'worst window of',
    'read p50',
    'read p99',
    'aim',
    'write p50',
    'write p99',
    '5xx',
    'MB',
    'connections',
  ];
  printTable(heads, rows);
  printCounts('responses of 400 and above to honest accounts', unexpected);
  printCounts('responses to the hostile ones', hostileStatuses);
  return windows.every(({ failures }) => failures === 0);
}

function worst(windows: readonly Window[], figure: Exclude<keyof Window, 'isAttacked'>): string {
  return Math.max(0, ...windows.map((window) => window[figure])).toFixed(figure.endsWith('Ms') ? 1 : 0);
}

function printCounts(title: string, counts: ReadonlyMap<string, number>): void {
  console.log(`${title}:`);
  for (const [response, count] of counts) console.log(`  ${count} × ${response}`);
  if (counts.size === 0) console.log('  none');
  console.log('');
}
