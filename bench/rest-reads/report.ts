import { availableParallelism, cpus } from 'node:os';
import type { Measurement } from './load.js';
import { type ReadResult, VARIANTS, type Variant } from './reads.js';
import type { ScaleSide } from './scale.js';
import type { Stage } from './stage.js';
import { median, quantile } from './statistics.js';

/** What the figures hold for. */
export async function printEnvironment({ database, options }: Stage): Promise<void> {
  const { accounts, answers, rounds, seconds } = options;
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  console.log(`${cores}, Node ${process.version}, PostgreSQL ${await database.version()}`);
  console.log('load, servers and database on this machine; 16 connections, one request at a time on each');
  console.log(`${rounds} interleaved rounds of ${seconds} s; ${accounts} accounts; ${answers} stored answers\n`);
}

/** The ratios are medians of the rounds' ratios to the bar of the same round, so that a slow moment counts for all. */
export function printReads(results: readonly ReadResult[]): void {
  console.log('REST reads: throughput relative to the bare server (in brackets: lowest and highest round)');
  printTable(
    ['', ...VARIANTS],
    results.map(({ question, rounds }) => [question, ...VARIANTS.map((name) => ratioCell(rounds, name))]),
  );
  console.log('REST reads: medians of the rounds');
  const heads = ['', 'variant', 'requests/s', 'p99 ms', 'server CPU ms', 'database CPU ms'];
  printTable(
    heads,
    results.flatMap(({ question, form, rounds }) =>
      VARIANTS.map((name) => absoluteRow(question, form, name, rounds[name])),
    ),
  );
}

function ratioCell(rounds: ReadResult['rounds'], variant: Variant): string {
  const ratios = rounds[variant].map(({ perSecond }, round) => perSecond / (rounds.bare[round]?.perSecond ?? 0));
  const range = variant === 'bare' ? '' : ` (${quantile(ratios, 0).toFixed(2)}–${quantile(ratios, 1).toFixed(2)})`;
  return `${median(ratios).toFixed(2)}${range}`;
}

function absoluteRow(question: string, form: string, variant: Variant, rounds: readonly Measurement[]): string[] {
  const middle = (of: (round: Measurement) => number | undefined, decimals: number) => {
    const values = rounds.map(of).filter((value) => value !== undefined);
    return values.length === 0 ? '–' : median(values).toFixed(decimals);
  };
  return [
    question,
    variant === 'service' ? variant : `${variant}, ${form === 'json' ? 'JSON in SQL' : 'rows'}`,
    middle(({ perSecond }) => perSecond, 0),
    middle(({ p99Ms }) => p99Ms, 1),
    middle(({ serverCpuMs }) => serverCpuMs, 3),
    middle(({ databaseCpuMs }) => databaseCpuMs, 3),
  ];
}

/** Latency of one request at a time; the ratio is the median over the batches. */
export function printScale(sides: readonly ScaleSide[]): void {
  const [first] = sides;
  const rows = sides.map(({ answers, batchMediansMs, p99Ms }) => {
    const ratios = batchMediansMs.map((ms, batch) => ms / (first?.batchMediansMs[batch] ?? 0));
    return [
      `${answers}`,
      `${median(ratios).toFixed(2)} (${quantile(ratios, 0).toFixed(2)}–${quantile(ratios, 1).toFixed(2)})`,
      median(batchMediansMs).toFixed(2),
      p99Ms.toFixed(2),
    ];
  });
  console.log('90-day visibility of one project, through the service, by stored answers');
  printTable(['stored answers', 'latency, relative', 'median ms', 'p99 ms'], rows);
}

function printTable(heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd();
  for (const row of [heads, ...rows]) console.log(line(row));
  console.log('');
}
