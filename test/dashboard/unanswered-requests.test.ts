import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { onlineManager } from '@tanstack/react-query';
import { createQueryClient } from '../../dashboard/api/queries.ts';
import { Refused, send } from '../../dashboard/api/refused.ts';

describe('a request that nothing answers', () => {
  let stalled: Server;
  let url: string;
  beforeAll(async () => {
    stalled = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(stalled, 'listening');
    url = `http://127.0.0.1:${(stalled.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    const closed = once(stalled, 'close');
    stalled.closeAllConnections();
    stalled.close();
    await closed;
  });
  afterEach(() => {
    mock.timers.reset();
  });

  /** Sends one request, and waits until the service has it. */
  async function sent(init: RequestInit): Promise<{ outcome: Promise<unknown> }> {
    const arrived = once(stalled, 'request');
    const outcome = send(url, init).catch((error: unknown) => error);
    await arrived;
    return { outcome };
  }

  test('is given up after 15 seconds, as one that may have been carried out', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { outcome } = await sent({ method: 'POST', body: '{}' });
    mock.timers.tick(15_000);
    const error = await outcome;
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ code: 'TIMED_OUT', message: expect.stringContaining('15 seconds') });
  });

  test('fails with the reason for which its page left it', async () => {
    const leave = new AbortController();
    const { outcome } = await sent({ signal: leave.signal });
    const reason = new Error('another page');
    leave.abort(reason);
    expect(await outcome).toBe(reason);
  });

  test('is not sent again by itself', async () => {
    const queries = createQueryClient(
      () => undefined,
      () => undefined,
    );
    const retry = queries.getDefaultOptions().queries?.retry;
    if (typeof retry !== 'function') throw new Error('no rule of retries');
    expect(retry(0, new Refused('TIMED_OUT', 'No answer came'))).toBe(false);
    expect(retry(0, new Refused('UNREACHABLE', 'No service'))).toBe(true);
  });
});

describe('while the browser believes itself offline', () => {
  const queries = createQueryClient(
    () => undefined,
    () => undefined,
  );
  beforeAll(() => onlineManager.setOnline(false));
  afterAll(() => {
    onlineManager.setOnline(true);
    queries.clear();
  });

  test('a page asks all the same, so that it says why nothing comes', async () => {
    const asked = queries.fetchQuery({ queryKey: ['offline'], queryFn: async () => 'asked' });
    expect(queries.getQueryState(['offline'])).toMatchObject({ fetchStatus: 'fetching' });
    expect(await asked).toBe('asked');
  });

  test('a write is sent at once or fails, and is never kept for later', async () => {
    const write = queries.getMutationCache().build(queries, { mutationFn: async () => 'written' });
    const written = write.execute(undefined);
    expect(write.state.isPaused).toBe(false);
    expect(await written).toBe('written');
  });
});
