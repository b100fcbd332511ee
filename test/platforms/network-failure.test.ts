import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { CALL_LIMITS, PlatformHttpClient } from '../../src/platforms/http-client.js';
import { TestClock } from '../support/test-clock.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** Listens for connections and handles them with `onConnection` alone. */
async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An address and port: the server listens on TCP.
  return (server.address() as AddressInfo).port;
}

function call(baseUrl: string): Promise<unknown> {
  const access = { platform: 'chatgpt' as const, apiKey: 'key-sesame', baseUrl };
  const limits = { ...CALL_LIMITS, retries: 0, timeoutMs: 20_000 };
  return new PlatformHttpClient(access, new TestClock(), limits).post({ path: '/', body: {} });
}

test('an unknown name is unreachable: nothing was sent', async () => {
  await listen((socket) => socket.destroy());
  await expect(call('http://nobody.invalid')).rejects.toMatchObject({ fault: 'unreachable', isMaybePaid: false });
});

test('TLS that fails is unreachable, whether the server speaks none or closes the connection', async () => {
  const plain = await listen((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
  await expect(call(`https://127.0.0.1:${plain}`)).rejects.toMatchObject({ fault: 'unreachable' });
  await new Promise((resolve) => server.close(resolve));
  const closing = await listen((socket) => socket.once('data', () => socket.destroy()));
  await expect(call(`https://127.0.0.1:${closing}`)).rejects.toMatchObject({ fault: 'unreachable' });
});

test.each([
  ['is closed', (socket: Socket) => socket.destroy()],
  ['is reset', (socket: Socket) => socket.resetAndDestroy()],
  ['says what is no HTTP', (socket: Socket) => socket.end('Welcome!\r\n')],
  ['ends within the head of the answer', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
])('a connection that %s after the request broke off: it may have been paid for', async (_what, ends) => {
  const port = await listen((socket) => socket.once('data', () => ends(socket)));
  await expect(call(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ fault: 'broke_off', isMaybePaid: true });
});
