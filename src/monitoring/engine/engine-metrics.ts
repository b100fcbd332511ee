import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { MICRO_USD } from '../../core/platforms/platform-budget.js';
import { PLATFORM_STATES } from '../../core/platforms/platform-status.js';
import { PLATFORMS } from '../../entities/vocabulary.js';
import type { EngineMeter, QueueFigures } from './engine-figures.js';

/** The metrics of this process's live engine. No label names an account. */
export function createEngineMeter(registry: Registry): EngineMeter {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const runs = counter('monitoring_runs_total', 'Attempts at runs by outcome', 'platform', 'outcome', 'reason');
  const seconds = new Histogram({
    name: 'monitoring_run_seconds',
    help: 'Time from the claim of a run until it is settled',
    labelNames: ['platform'],
    buckets: [0.5, 1, 2.5, 5, 10, 20, 40, 60, 120, 180],
    registers,
  });
  const lag = new Gauge({
    name: 'monitoring_planner_lag_seconds',
    help: 'For how long the prompt was due that had waited longest at the last look',
    registers,
  });
  const missed = counter('monitoring_periods_missed_total', 'Periods of prompts that no worker planned in time');
  const lapsed = counter('monitoring_leases_lapsed_total', 'Runs taken over from workers that were not heard of');
  const claims = counter('monitoring_claims_missed_total', 'Runs that another worker had claimed', 'platform');
  const requests = counter('platform_requests_total', 'Requests by fault, or none', 'platform', 'fault');
  const spend = counter('platform_spend_usd_total', 'What answers cost, in US dollars', 'platform');
  const searches = counter('platform_searches_total', 'Searches of the web that answers took', 'platform');
  const flying = new Gauge({
    name: 'monitoring_in_flight',
    help: 'Runs that this process is at',
    labelNames: ['platform'],
    registers,
  });
  return {
    settled: ({ platform, outcome, reason, seconds: taken }) => {
      runs.inc({ platform, outcome, reason: reason ?? 'none' });
      if (taken !== null) seconds.observe({ platform }, taken);
    },
    requested: (platform, fault) => requests.inc({ platform, fault }),
    spent: (platform, used) => {
      spend.inc({ platform }, used.costMicroUsd / MICRO_USD);
      searches.inc({ platform }, used.searches);
    },
    inFlight: (platform, change) => flying.inc({ platform }, change),
    claimMissed: (platform) => claims.inc({ platform }),
    leaseLapsed: () => lapsed.inc(),
    planned: ({ lagMs, missedPeriods }) => {
      lag.set(lagMs / 1_000);
      missed.inc(missedPeriods);
    },
  };
}

/**
 * Reports the queue of all processes whenever Prometheus asks. What cannot be counted, as the database is away, is left
 * out; the other metrics are reported all the same.
 */
export function observeQueue(registry: Registry, count: () => Promise<QueueFigures>): void {
  let counting: Promise<QueueFigures | null> | undefined;
  const figures = () => {
    counting ??= count()
      .catch(() => null)
      .finally(() => {
        counting = undefined;
      });
    return counting;
  };
  const gauge = (name: string, help: string, labels: string[], set: (gauge: Gauge, found: QueueFigures) => void) =>
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const found = await figures();
        this.reset();
        if (found) set(this, found);
      },
    });
  gauge('monitoring_queue_runs', 'Runs of all processes', ['platform', 'state'], setRuns);
  gauge('monitoring_queue_oldest_seconds', 'For how long the oldest due run has waited', ['platform'], setOldest);
  gauge('platform_gate', '1 for the state that a platform is in', ['platform', 'state'], setStates);
}

function setRuns(gauge: Gauge, { runs }: QueueFigures): void {
  for (const platform of PLATFORMS) {
    for (const state of ['queued', 'running'] as const) {
      const found = runs.find((one) => one.platform === platform && one.state === state);
      gauge.set({ platform, state }, found?.count ?? 0);
    }
  }
}

function setOldest(gauge: Gauge, { runs }: QueueFigures): void {
  for (const platform of PLATFORMS) {
    const found = runs.find((one) => one.platform === platform && one.state === 'queued');
    gauge.set({ platform }, found?.oldestSeconds ?? 0);
  }
}

function setStates(gauge: Gauge, { platforms }: QueueFigures): void {
  for (const { platform, state: present } of platforms) {
    for (const state of PLATFORM_STATES) gauge.set({ platform, state }, Number(state === present));
  }
}
