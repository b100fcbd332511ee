import { Counter, type Registry } from 'prom-client';
import type { ReportsOptions } from './make-reports.js';

/** Counts what came of reports in this process. */
export function createReportMeter(registry: Registry): ReportsOptions['counted'] {
  const reports = new Counter({
    name: 'reports_total',
    help: 'Reports by outcome; waiting is a look at one whose answers are being analysed again',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => reports.inc({ outcome });
}
