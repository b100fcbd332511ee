import { networkInterfaces } from 'node:os';
import express from 'express';
import { createMetrics, onlyToThisMachine, serveMetrics } from '../../src/http/metrics.js';
import { listen, type RunningServer } from '../../src/http/server.js';
import { useApi } from '../support/api.js';
import { openConnection, readUntil } from '../support/raw-connection.js';

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

/** The status of a request with exactly this version and these headers. */
async function statusOf(version: string, headers: readonly string[], url = api.url): Promise<number> {
  const lines = [`GET /metrics HTTP/${version}`, ...headers];
  const answer = await readUntil(openConnection(url, `${lines.join('\r\n')}\r\n\r\n`), (text) => text.includes('\r\n'));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

test.each(['127.0.0.1', '127.0.0.1:4000', 'localhost:4000', 'LOCALHOST', '[::1]:4000'])(
  'without a port of their own they are for scrapers on this machine that ask %s',
  async (host) => {
    expect(await statusOf('1.1', [`Host: ${host}`])).toBe(200);
    expect(await statusOf('1.1', [`Host: ${host}`, 'Connection: keep-alive', 'User-Agent: Prometheus'])).toBe(200);
  },
);

test.each([
  'Forwarded: for=192.0.2.1',
  'X-Forwarded-For: 127.0.0.1',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Host: visibility.example',
  'X-Real-IP: 127.0.0.1',
  'X-Client-IP: 127.0.0.1',
  'True-Client-IP: 127.0.0.1',
  'Client-IP: 127.0.0.1',
  'CF-Connecting-IP: 127.0.0.1',
  'X-Original-URL: /metrics',
  'X-Envoy-External-Address: 127.0.0.1',
  'Via: 1.1 varnish',
  'CDN-Loop: cdn.example',
])('they are not there for whom a proxy speaks: %s', async (header) => {
  expect(await statusOf('1.1', ['Host: localhost', header])).toBe(404);
});

test.each(['visibility.example', 'visibility.example:4000', '192.0.2.1', 'backend', 'localhost.evil.example', ''])(
  'they are not there under a Host that is not of this machine: %j',
  async (host) => {
    expect(await statusOf('1.1', [`Host: ${host}`])).toBe(404);
  },
);

test('they are not there for a proxy that adds nothing but its version, or the end of its connection', async () => {
  expect(await statusOf('1.0', ['Host: 127.0.0.1:4000', 'Connection: close'])).toBe(404);
  expect(await statusOf('1.0', ['Host: 127.0.0.1:4000', 'Connection: keep-alive'])).toBe(404);
  expect(await statusOf('1.1', ['Host: 127.0.0.1:4000', 'Connection: Close'])).toBe(404);
});

describe.each([
  ['TRUST_PROXY', { trustProxy: true }],
  ['a PUBLIC_URL of https', { publicUrl: 'https://visibility.example' }],
])('where %s says that there is a proxy', (_variable, options) => {
  const behindProxy = useApi(options);

  test('they need a port of their own', async () => {
    expect(await statusOf('1.1', ['Host: localhost'], behindProxy.url)).toBe(404);
  });
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
    for (const { address } of outer) {
      expect(await statusOf('1.1', ['Host: localhost'], `http://${address}:${port}`)).toBe(404);
    }
  });
});
