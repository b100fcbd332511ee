import { printTable, spreadCell } from '../shared/report.js';
import { median } from '../shared/statistics.js';
import type { Latencies } from '../shared/turns.js';
import type { SizeResult } from './scale.js';

/** Latency of one request at a time; the ratio to the first size is the median over the batches. */
export function printSizes(results: readonly SizeResult[]): void {
  console.log('One request at a time, by the stored answers of a project');
  const questions = ['90-day visibility', 'of one label', 'dashboard'];
  const heads = questions.flatMap((question) => [`${question}, relative`, 'median ms', 'p99 ms']);
  const [first] = results;
  printTable(
    ['stored answers', 'MB', ...heads],
    results.map(({ answers, megabytes, visibility, filtered, dashboard }) => [
      `${answers}`,
      megabytes.toFixed(0),
      ...cells(visibility, first?.visibility),
      ...cells(filtered, first?.filtered),
      ...cells(dashboard, first?.dashboard),
    ]),
  );
}

function cells({ batchMediansMs, p99Ms }: Latencies, to: Latencies | undefined): string[] {
  const ratios = batchMediansMs.map((ms, batch) => ms / (to?.batchMediansMs[batch] ?? 0));
  return [spreadCell(ratios), median(batchMediansMs).toFixed(2), p99Ms.toFixed(2)];
}
