import { availableParallelism, cpus } from 'node:os';
import type { Contestant, ContestResult } from './contest.js';
import type { Measurement } from './load.js';
import type { Stage } from './stage.js';
import { median, quantile } from './statistics.js';

/** The machine and versions of the figures. */
export async function printEnvironment({ database, options }: Stage): Promise<void> {
  const { accounts, rounds, seconds } = options;
  console.log(`${machineOf()}, PostgreSQL ${await database.version()}`);
  console.log('load, servers and database on this machine; 16 connections, one request at a time on each');
  console.log(`${rounds} interleaved rounds of ${seconds} s; ${accounts} accounts\n`);
}

/** Cores, their model and the version of Node. */
export function machineOf(): string {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  return `${cores}, Node ${process.version}`;
}

/** A column of ratios: of the throughput of one contestant to that of another, by name. */
export interface Comparison {
  head: string;
  of: string;
  to: string;
}

/** The ratios are medians of the ratios within a round, so that a slow moment counts for all. */
export function printRatios(title: string, results: readonly ContestResult[], columns: readonly Comparison[]): void {
  console.log(`${title} (in brackets: lowest and highest round)`);
  printTable(
    ['', ...columns.map(({ head }) => head)],
    results.map(({ question, rounds }) => [question, ...columns.map((column) => ratioCell(rounds, column))]),
  );
}

function ratioCell(rounds: ContestResult['rounds'], { of, to }: Comparison): string {
  const ratios = ratiosOf(rounds, { of, to });
  return of === to ? median(ratios).toFixed(2) : spreadCell(ratios);
}

/** The ratio of two throughputs in each round. */
export function ratiosOf(rounds: ContestResult['rounds'], { of, to }: Pick<Comparison, 'of' | 'to'>): number[] {
  const base = rounds.get(to) ?? [];
  return (rounds.get(of) ?? []).map(({ perSecond }, round) => perSecond / (base[round]?.perSecond ?? 0));
}

/** The median, with the lowest and the highest in brackets. */
export function spreadCell(ratios: readonly number[]): string {
  return `${median(ratios).toFixed(2)} (${quantile(ratios, 0).toFixed(2)}–${quantile(ratios, 1).toFixed(2)})`;
}

/** Medians of the rounds for each contestant; the statements of a request where they were counted. */
export function printMedians(title: string, results: readonly ContestResult[]): void {
  console.log(`${title}: medians of the rounds`);
  const lines = results.flatMap(({ question, contestants, rounds }) =>
    contestants.map((contestant) => ({ question, contestant, measured: rounds.get(contestant.name) ?? [] })),
  );
  const isCounted = lines.some(({ contestant }) => contestant.statements !== undefined);
  printTable(
    [
      ...['', 'variant', 'requests/s', 'p99 ms', 'server CPU ms', 'database CPU ms'],
      ...(isCounted ? ['statements'] : []),
    ],
    lines.map(({ question, contestant, measured }) => [
      question,
      nameOf(contestant),
      ...figures(measured),
      ...(isCounted ? [contestant.statements?.toFixed(0) ?? '–'] : []),
    ]),
  );
}

function nameOf({ name, form }: Contestant): string {
  return form === undefined ? name : `${name}, ${form}`;
}

function figures(rounds: readonly Measurement[]): string[] {
  const middle = (of: (round: Measurement) => number | undefined, decimals: number) => {
    const values = rounds.map(of).filter((value) => value !== undefined);
    return values.length === 0 ? '–' : median(values).toFixed(decimals);
  };
  return [
    middle(({ perSecond }) => perSecond, 0),
    middle(({ p99Ms }) => p99Ms, 1),
    middle(({ serverCpuMs }) => serverCpuMs, 3),
    middle(({ databaseCpuMs }) => databaseCpuMs, 3),
  ];
}

export function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  for (const row of [heads, ...rows]) console.log(line(row));
  console.log('');
}
