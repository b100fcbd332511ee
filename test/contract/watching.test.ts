import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import { parse } from 'yaml';
import { z } from 'zod';
import { PLATFORM_STATES } from '../../src/core/platforms/platform-status.js';
import { createMetrics, serveMetrics } from '../../src/http/metrics.js';
import { listen } from '../../src/http/server.js';
import { createEngineMeter, observeQueue } from '../../src/monitoring/engine/engine-metrics.js';
import { ROOT } from './sources.js';

const RULES = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const DASHBOARD = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const alerts = RULES.parse(parse(read('examples', 'prometheus', 'alerts.yaml'))).groups.flatMap(({ rules }) => rules);
const { panels } = DASHBOARD.parse(JSON.parse(read('examples', 'grafana', 'service.json')));
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }, at) => [`${title}, ${at + 1}`, expr])),
] as [string, string][];

/** Prometheus's own metric, and the labels that it adds to each. */
const OF_PROMETHEUS = { metric: 'up', labels: ['job', 'instance'] };

describe('what is watched', () => {
  /** The labels of each series that the running service has, by its name. */
  const series = new Map<string, Set<string>>([[OF_PROMETHEUS.metric, new Set(OF_PROMETHEUS.labels)]]);

  beforeAll(async () => {
    const metrics = createMetrics();
    metrics.answered('GET', '/api/v1/projects', 200, 0.01);
    metrics.refused('UNAUTHORIZED');
    const meter = createEngineMeter(metrics.registry);
    meter.settled({ platform: 'claude', outcome: 'accepted', reason: null, seconds: 1 });
    meter.requested('claude', 'none');
    meter.spent('claude', { costMicroUsd: 1, searches: 1 });
    meter.inFlight('claude', 1);
    meter.claimMissed('claude');
    observeQueue(metrics.registry, async () => ({ runs: [], platforms: [{ platform: 'claude', state: 'ready' }] }));
    const server = await listen(express().get('/metrics', serveMetrics(metrics)), { host: '127.0.0.1', port: 0 });
    const text = await (await fetch(`${server.url}/metrics`)).text();
    await server.stop();
    for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_][a-z0-9_]*)(?:\{(.*)\})? \S+$/gm)) {
      const known = series.get(name) ?? new Set(OF_PROMETHEUS.labels);
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
      series.set(name, known);
    }
  });

  test('is written for each part of the service', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect(panels.length).toBeGreaterThan(10);
    expect(series.size).toBeGreaterThan(30);
  });

  test.each(expressions)('%s: its metrics, labels and states exist', (_title, expr) => {
    const { metrics, labels, states } = namesIn(expr);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.filter((name) => !series.has(name))).toEqual([]);
    const known = new Set(metrics.flatMap((name) => [...(series.get(name) ?? [])]));
    expect(labels.filter((label) => !known.has(label))).toEqual([]);
    expect(states.filter((state) => !PLATFORM_STATES.some((one) => one === state))).toEqual([]);
  });

  test('a metric or a label that does not exist is found', () => {
    expect(namesIn('sum by (le, place) (rate(some_metric_total{kind="a"}[5m])) > 1')).toEqual({
      metrics: ['some_metric_total'],
      labels: ['le', 'place', 'kind'],
      states: [],
    });
  });

  test('operating.md says of each alert what to do', () => {
    const operating = read('docs', 'operating.md');
    expect(alerts.filter(({ alert }) => !operating.includes(`\`${alert}\``))).toEqual([]);
  });
});

/** What an expression of Prometheus names; states are those that it asks of `platform_gate`. */
function namesIn(expr: string): { metrics: string[]; labels: string[]; states: string[] } {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const selected = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label);
  const states = [...expr.matchAll(/platform_gate\{state(?:=~|!=|=)"([^"]*)"/g)].flatMap(([, s = '']) => s.split('|'));
  const bare = expr.replace(/\bby \([^)]*\)|\{[^}]*\}|\[[^\]]*\]/g, ' ');
  const metrics = [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)].map(([name]) => name);
  return {
    metrics: metrics.filter((name) => !/^(by|and|or|unless|sum|max)$/.test(name)),
    labels: [...grouped, ...selected],
    states,
  };
}
