import type { ContestResult } from '../shared/contest.js';
import { printMedians, printRatios, printTable, spreadCell } from '../shared/report.js';
import { median } from '../shared/statistics.js';
import { VARIANTS } from './reads.js';
import type { ScaleSide } from './scale.js';

export function printReads(results: readonly ContestResult[]): void {
  const columns = VARIANTS.map((name) => ({ head: name, of: name, to: 'bare' }));
  printRatios('REST reads: throughput relative to the bare server', results, columns);
  printMedians('REST reads', results);
}

/** Latency of one request at a time; the ratio is the median over the batches. */
export function printScale(sides: readonly ScaleSide[]): void {
  const [first] = sides;
  const rows = sides.map(({ answers, batchMediansMs, p99Ms }) => {
    const ratios = batchMediansMs.map((ms, batch) => ms / (first?.batchMediansMs[batch] ?? 0));
    return [`${answers}`, spreadCell(ratios), median(batchMediansMs).toFixed(2), p99Ms.toFixed(2)];
  });
  console.log('90-day visibility of one project, through the service, by stored answers');
  printTable(['stored answers', 'latency, relative', 'median ms', 'p99 ms'], rows);
}
