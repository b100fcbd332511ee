import { networkInterfaces } from 'node:os';
import express from 'express';
import { createMetrics, onlyToThisMachine, serveMetrics } from '../../src/http/metrics.js';
import { listen, type RunningServer } from '../../src/http/server.js';
import { useApi } from '../support/api.js';

const api = useApi();

const durations = async () =>
  (await api.request('GET', '/metrics')).text.split('\n').filter((line) => line.includes('_duration_seconds_count'));

test('labels come from the route table, whatever a caller writes', async () => {
  const caller = await api.open();
  const id = '00000000-0000-4000-8000-000000000000';
  for (const method of ['OPTIONS', 'PUT', 'PROPFIND', 'LOCK']) await caller.send(method, '/projects');
  await caller.get(`/projects/${id}/prompts`);
  await caller.get(`/PROJECTS/${id.replace('-', '%2D')}/prompts/`);
  await api.request('GET', `/API/v1/Projects/${id}/prompts`, { Authorization: `Bearer ${caller.key}` });
  await api.request('GET', '/Docs/assets/secret-name.js');
  await api.request('GET', '/DOCS');
  const text = (await durations()).join('\n');
  expect(text).toContain('{method="GET",route="/api/v1/projects/:projectId/prompts",status="404"} 3');
  expect(new Set(text.match(/method="\w+"/g))).toEqual(new Set(['method="GET"', 'method="other"']));
  expect(text).not.toMatch(/secret-name|DOCS|PROJECTS|%2D|API|0000/);
});

test('without a port of their own they are not for callers that a proxy speaks for', async () => {
  expect((await api.request('GET', '/metrics')).status).toBe(200);
  for (const header of ['X-Forwarded-For', 'Forwarded']) {
    expect((await api.request('GET', '/metrics', { [header]: '127.0.0.1' })).status).toBe(404);
  }
});

describe('from another machine', () => {
  let server: RunningServer;

  beforeAll(async () => {
    const app = express().get('/metrics', onlyToThisMachine, serveMetrics(createMetrics()));
    server = await listen(app, { host: '0.0.0.0', port: 0 });
  });
  afterAll(() => server.stop());

  /** An address of this machine that is not its loopback counts as any other. */
  const outer = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);

  test('they are not there', async () => {
    const { port } = new URL(server.url);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    for (const { address } of outer) expect((await fetch(`http://${address}:${port}/metrics`)).status).toBe(404);
  });
});
