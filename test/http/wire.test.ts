import { connect, type Socket } from 'node:net';
import express from 'express';
import { listen, type RunningServer } from '../../src/http/server.js';
import { useApi } from '../support/api.js';

/** Sends bytes as they stand and gives all that comes back until the other side closes. */
function exchange(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open(url);
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.once('error', reject).once('close', () => resolve(received));
    socket.write(bytes);
  });
}

function open(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

function refusalOf(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
}

function envelope(message: string) {
  return { success: false, error: { code: 'VALIDATION_ERROR', message } };
}

describe('what is no readable request', () => {
  const api = useApi();

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00'],
    ['an unknown version', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['two lengths', 'POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s is answered with 400 in the envelope, and the connection closed', async (_what, bytes) => {
    const { status, head, body } = refusalOf(await exchange(api.url, bytes));
    expect(status).toBe(400);
    expect(body).toEqual(envelope('The request could not be read'));
    expect(head).toMatch(/^content-type: application\/json/im);
    expect(head).toMatch(/^x-request-id: [\w-]{36}$/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(head).toMatch(/^referrer-policy: no-referrer$/im);
  });

  test('a head over 16 KiB is answered with 431 in the envelope', async () => {
    const bytes = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17 * 1024)}\r\n\r\n`;
    const { status, body } = refusalOf(await exchange(api.url, bytes));
    expect(status).toBe(431);
    expect(body).toEqual(envelope('The request head must be at most 16 KiB'));
  });

  test.each([1_048_577, 20_000_000])(
    'a body of %d bytes is answered with 422, and the service goes on',
    async (size) => {
      const caller = await api.open();
      const answer = await caller.send('POST', '/projects', { 'Content-Type': 'application/json' }, ' '.repeat(size));
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual(envelope('The request body must be at most 1 MiB'));
      expect((await caller.get('/projects')).status).toBe(200);
    },
  );

  test('a path that cannot be decoded is answered with 422', async () => {
    const caller = await api.open();
    const answer = await caller.get('/projects/%ff');
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } });
  });

  test('a caller who hangs up in the middle of a body harms nobody', async () => {
    const { key } = await api.open();
    const socket = open(api.url);
    const head = `POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`, () =>
      socket.resetAndDestroy(),
    );
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await api.request('GET', '/healthz')).status).toBe(200);
  });
});

describe('who sends too slowly', () => {
  let server: RunningServer;

  beforeAll(async () => {
    const app = express().use(express.json(), (_req, res) => {
      res.end('read');
    });
    const timeouts = {
      headersTimeout: 200,
      requestTimeout: 300,
      keepAliveTimeout: 100,
      connectionsCheckingInterval: 50,
    };
    server = await listen(app, { host: '127.0.0.1', port: 0 }, timeouts);
  });
  afterAll(() => server.stop());

  test.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
  ])('is told so in the envelope and cut after %s', async (_what, bytes) => {
    const { status, body } = refusalOf(await exchange(server.url, bytes));
    expect(status).toBe(408);
    expect(body).toEqual(envelope('The request was sent too slowly'));
  });

  test('and who trickles its head byte by byte, all the same', async () => {
    const trickle = Array.from({ length: 100 }, () => {
      const socket = open(server.url);
      const drip = setInterval(() => socket.write('a'), 20);
      socket.write('GET / HTTP/1.1\r\nX-Slow: ');
      socket.resume().on('error', () => {});
      return new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(drip));
    });
    await Promise.all(trickle);
    expect(await (await fetch(server.url)).text()).toBe('read');
  });

  test('a connection kept alive is closed when nothing comes on it', async () => {
    const answer = await exchange(server.url, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
