import { Counter, Gauge, type Registry } from 'prom-client';
import type { SendingMeter } from './deliver.js';

/** The metrics of this process's deliveries. No label names an account or a destination. */
export function createSendingMeter(registry: Registry): SendingMeter {
  const registers = [registry];
  const attempts = new Counter({
    name: 'deliveries_total',
    help: 'Attempts to deliver an event, by what came of them',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const due = new Gauge({ name: 'deliveries_due', help: 'Deliveries that were due at the last look', registers });
  return {
    attempted: (kind, outcome) => attempts.inc({ kind, outcome }),
    due: (count) => due.set(count),
  };
}
