import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express from 'express';
import { serveHealth } from '../../src/app.js';
import { listen } from '../../src/http/server.js';
import { until } from '../support/until.js';

test('however many ask at once whether the service is ready, the database is asked once', async () => {
  const checks: ((isReady: boolean) => void)[] = [];
  let asked = 0;
  const app = express().use((_req, _res, next) => {
    asked += 1;
    next();
  });
  serveHealth(app, { isReady: () => new Promise((resolve) => checks.push(resolve)) });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  for (const [isReady, status] of [
    [true, 200],
    [false, 503],
  ] as const) {
    const asking = Array.from({ length: 20 }, () => fetch(`${server.url}/readyz`));
    await until(
      async () => asked,
      (count) => count % 20 === 0 && count > 0 && checks.length > 0,
    );
    expect(checks).toHaveLength(1);
    checks.pop()?.(isReady);
    expect((await Promise.all(asking)).map((answer) => answer.status)).toEqual(Array(20).fill(status));
  }
  await server.stop();
});

test('the health of the process names its release, which package.json and the lockfile have', async () => {
  const app = express();
  serveHealth(app, { isReady: async () => true });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const [{ version }, lock] = ['package.json', 'package-lock.json'].map((name) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', name), 'utf8')),
  );
  expect(await (await fetch(`${server.url}/healthz`)).text()).toBe(`{"status":"ok","version":"${version}"}`);
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  await server.stop();
});
