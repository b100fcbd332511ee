import express, { type Express } from 'express';
import { listen, type RunningServer, type ServerBounds } from '../../src/http/server.js';
import { useApi } from '../support/api.js';
import { EXPLORER_SCRIPT } from '../support/explorer.js';
import { isCut, openConnection, pipelined, readUntil } from '../support/raw-connection.js';
import { until } from '../support/until.js';

const LARGE = Buffer.alloc(32 * 2 ** 20, 'a');
const servers: RunningServer[] = [];

async function start(app: Express, bounds: Partial<ServerBounds>, trustProxy = false): Promise<string> {
  const server = await listen(app, { host: '127.0.0.1', port: 0, trustProxy }, bounds);
  servers.push(server);
  return server.url;
}

/** An app whose answers a test sends when it wants to, and what it was asked. */
function heldApp() {
  const held: (() => void)[] = [];
  const asked: string[] = [];
  const app = express();
  app.get('/large', (_req, res) => {
    res.end(LARGE);
  });
  app.get('/held', (_req, res) => {
    held.push(() => res.end('at last'));
  });
  app.use((req, res) => {
    asked.push(req.url);
    res.end(`answer to ${req.url}`);
  });
  return { app, held, asked };
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

describe('readers who do not read', () => {
  const api = useApi({ serverBounds: { stalledMs: 400 } });
  const OPEN = ['/docs/assets/standalone.js', '/openapi.json', EXPLORER_SCRIPT, '/metrics', '/docs'];

  test('hundreds of them hold a few buffers that all share, and are cut', async () => {
    await api.request('GET', '/openapi.json');
    const before = process.memoryUsage().external;
    const readers = Array.from({ length: 300 }, () => openConnection(api.url, pipelined(OPEN, 2)).pause());
    expect((await api.request('GET', '/healthz')).status).toBe(200);
    expect(process.memoryUsage().external - before).toBeLessThan(100 * 2 ** 20);
    await Promise.all(readers.map(isCut));
  });

  test('and who sends requests ahead by the hundred is cut at once', async () => {
    const readers = Array.from({ length: 100 }, () => openConnection(api.url, pipelined(OPEN, 300)).pause());
    await Promise.all(readers.map(isCut));
    expect((await api.request('GET', '/healthz')).status).toBe(200);
  });
});

test('who stands still is cut, and a request that takes longer than that is not', async () => {
  const { app, held } = heldApp();
  const url = await start(app, { stalledMs: 100 });
  const asking = fetch(`${url}/held`);
  await until(
    async () => held.length,
    (count) => count === 1,
  );
  await isCut(openConnection(url, pipelined(['/large'])).pause());
  for (const answer of held) answer();
  expect(await (await asking).text()).toBe('at last');
});

test('who reads on, however slowly, is cut once an answer has taken its time', async () => {
  const { app } = heldApp();
  const url = await start(app, { answerMs: 300, lookMs: 20 });
  const reader = openConnection(url, pipelined(['/large']));
  const sip = setInterval(() => reader.read(1), 10);
  reader.on('readable', () => {});
  await isCut(reader).finally(() => clearInterval(sip));
  expect(await (await fetch(`${url}/small`)).text()).toBe('answer to /small');
});

describe('requests sent ahead on one connection', () => {
  test('are answered in their order, one at a time', async () => {
    const { app, held, asked } = heldApp();
    const url = await start(app, {});
    const paths = Array.from({ length: 16 }, (_, at) => `/${at}`);
    const socket = openConnection(url, pipelined(['/held', ...paths]));
    const reading = readUntil(socket, (text) => text.includes('answer to /15'));
    await until(
      async () => held.length,
      (count) => count === 1,
    );
    expect(asked).toEqual([]);
    held[0]?.();
    const answers = await reading;
    expect([...answers.matchAll(/answer to (\/\d+)/g)].map(([, path]) => path)).toEqual(paths);
    expect(answers).toContain('at last');
    socket.destroy();
  });

  test('beyond the bound end the connection, and none of them is worked on', async () => {
    const { app, held, asked } = heldApp();
    const url = await start(app, {});
    const socket = openConnection(url, pipelined(['/held', ...Array.from({ length: 2_000 }, (_, at) => `/${at}`)]));
    expect(await readUntil(socket, () => false)).toBe('');
    expect(held.length).toBeLessThanOrEqual(1);
    expect(asked).toEqual([]);
  });

  test('are not worked on for a caller who has hung up', async () => {
    const { app, held, asked } = heldApp();
    const url = await start(app, {});
    const socket = openConnection(url, pipelined(['/held', '/1']));
    await until(
      async () => held.length,
      (count) => count === 1,
    );
    socket.destroy();
    expect(await (await fetch(`${url}/2`)).text()).toBe('answer to /2');
    held[0]?.();
    expect(await (await fetch(`${url}/3`)).text()).toBe('answer to /3');
    expect(asked).toEqual(['/2', '/3']);
  });
});

describe('the number of connections', () => {
  const isServed = async (url: string) => {
    const socket = openConnection(url, pipelined(['/']));
    const isAnswered = (await readUntil(socket, (text) => text.includes('answer'))).includes('answer');
    return { socket, isAnswered };
  };

  test.each([
    ['of one network', { connectionsOfNetwork: 3 }, false],
    ['in all, of one proxy too', { connections: 3, connectionsOfNetwork: 1 }, true],
  ])('is bounded %s, and one that closes makes room', async (_whose, bounds, trustProxy) => {
    const url = await start(heldApp().app, bounds, trustProxy);
    const served = [await isServed(url), await isServed(url), await isServed(url)];
    expect(served.map(({ isAnswered }) => isAnswered)).toEqual([true, true, true]);
    expect((await isServed(url)).isAnswered).toBe(false);
    served[0]?.socket.destroy();
    await until(
      () => isServed(url),
      ({ isAnswered }) => isAnswered,
    );
    for (const { socket } of served) socket.destroy();
  });

  test('the last answer that a connection may bring says so, and no more is worked on', async () => {
    const { app, asked } = heldApp();
    const url = await start(app, { requestsOfConnection: 2 });
    const socket = openConnection(url, pipelined(['/1', '/2', '/3']));
    const answers = await readUntil(socket, (text) => text.includes(' 503 '));
    expect(answers.split('answer to /2')[0]).toMatch(/^connection: close$/im);
    expect(asked).toEqual(['/1', '/2']);
    socket.destroy();
  });
});
