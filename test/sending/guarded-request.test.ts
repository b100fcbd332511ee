import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SMTPServer } from 'smtp-server';
import { createResolver, type Network, type ResolveName } from '../../src/core/destinations/webhook-target.js';
import { type Guard, postGuarded, RequestFailure } from '../../src/sending/guarded-request.js';
import { type Receiver, startReceiver, withStatus } from '../support/receiver.js';

const LOOPBACK: readonly Network[] = [ipaddr.parseCIDR('127.0.0.0/8')];
const NO_SIGNAL = new AbortController().signal;

function guardOf(networks: readonly Network[], resolve: ResolveName = async () => [], totalMs = 3_000): Guard {
  return { rules: { networks }, resolve, bounds: { connectMs: 1_000, totalMs } };
}

/** What came of a request: its status and head, or its fault. */
async function post(url: string, guard: Guard, body = '{}'): Promise<string> {
  try {
    const { status, head } = await postGuarded({ url, headers: { 'x-test': 'yes' }, body }, guard, NO_SIGNAL);
    return `${status} ${head}`.trim();
  } catch (error) {
    if (error instanceof RequestFailure) return error.fault;
    throw error;
  }
}

describe('a receiver on this machine', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  test('gets the body as it is, and its reply is read', async () => {
    receiver.answer = withStatus(202, {}, 'thank\u0000 you\u202e\n');
    expect(await post(`${receiver.url}/hook?a=1`, guardOf(LOOPBACK), '{"a":"é"}')).toBe('202 thank you');
    const [got] = receiver.received;
    expect(got).toMatchObject({ path: '/hook?a=1', body: '{"a":"é"}' });
    expect(got?.headers).toMatchObject({ 'x-test': 'yes', connection: 'close', 'content-length': '10' });
    expect(got?.headers['accept-encoding']).toBeUndefined();
  });

  test('is reached only where its network is allowed', async () => {
    expect(await post(receiver.url, guardOf([]))).toBe('address_not_allowed');
    expect(await post(receiver.url, guardOf([ipaddr.parseCIDR('10.0.0.0/8')]))).toBe('address_not_allowed');
    expect(receiver.received).toEqual([]);
  });

  test('is followed nowhere', async () => {
    const other = await startReceiver();
    receiver.answer = withStatus(302, { location: `${other.url}/` });
    expect(await post(receiver.url, guardOf(LOOPBACK))).toBe('302');
    expect(other.received).toEqual([]);
    await other.close();
  });

  test('is given up where it hangs, trickles or sends without end', async () => {
    const brief = guardOf(LOOPBACK, async () => [], 400);
    receiver.answer = () => {};
    expect(await post(receiver.url, brief)).toBe('timed_out');
    receiver.answer = (_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    };
    expect(await post(receiver.url, brief)).toBe('timed_out');
    const megabyte = Buffer.alloc(1_048_576, 'x');
    let sent = 0;
    receiver.answer = (_request, response) => {
      const more = (): void => {
        while (sent < 1_024 && !response.destroyed) {
          sent += 1;
          if (!response.write(megabyte)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    expect(await post(receiver.url, guardOf(LOOPBACK))).toBe('too_large');
    expect(sent).toBeLessThan(64);
    receiver.answer = (_request, response) => void response.setHeader('x-long', 'y'.repeat(20_000)).end();
    expect(await post(receiver.url, guardOf(LOOPBACK))).toBe('too_large');
  });

  test('fails where it closes without an answer, speaks no HTTP, or is not there', async () => {
    receiver.answer = (_request, response) => void response.socket?.destroy();
    expect(await post(receiver.url, guardOf(LOOPBACK))).toBe('closed');
    const gibberish = await listen(createServer((socket) => void socket.end('SSH-2.0\r\n\r\n')));
    expect(await post(`http://127.0.0.1:${gibberish.port}/`, guardOf(LOOPBACK))).toBe('unreadable');
    await gibberish.close();
    expect(await post(`http://127.0.0.1:${gibberish.port}/`, guardOf(LOOPBACK))).toBe('no_connection');
  });

  test('keeps no more than a kilobyte of a reply', async () => {
    receiver.answer = withStatus(500, {}, `${'a'.repeat(1_023)}é and more`);
    expect(await post(receiver.url, guardOf(LOOPBACK))).toHaveLength(4 + 1_024);
  });

  test('is not called again once the process stops', async () => {
    receiver.answer = () => {};
    const stopping = new AbortController();
    const asked = postGuarded({ url: receiver.url, headers: {}, body: '' }, guardOf(LOOPBACK), stopping.signal);
    stopping.abort(new Error('stopping'));
    await expect(asked).rejects.toThrow('stopping');
  });
});

test('a certificate that nobody vouches for is refused before anything is sent', async () => {
  const server = new SMTPServer({ secure: true, logger: false });
  server.on('error', () => {});
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const named = guardOf(LOOPBACK, async () => ['127.0.0.1']);
  expect(await post(`https://receiver.example:${port}/`, named)).toBe('tls');
  expect(await post(`https://127.0.0.1:${port}/`, named)).toBe('tls');
  await new Promise<void>((resolve) => server.close(resolve));
});

test('a far end that never ends its handshake is given up', async () => {
  const silent = await listen(createServer(() => {}));
  expect(await post(`https://127.0.0.1:${silent.port}/`, guardOf(LOOPBACK))).toBe('timed_out');
  await silent.close();
});

describe('a name', () => {
  test('is called at the address that was checked, whatever resolves it otherwise', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const guard = guardOf(LOOPBACK, async () => ['127.0.0.1']);
    // No other resolver knows this name: a second look-up would fail.
    expect(await post(`http://unknown.invalid.example:${port}/`, guard)).toBe('204');
    expect(receiver.received[0]?.headers.host).toBe(`unknown.invalid.example:${port}`);
    await receiver.close();
  });

  test('that turns to this machine after it was saved reaches nothing', async () => {
    const listening = await listenPrivately();
    const dns = await startNameServer();
    const guard = guardOf([], createResolver([`127.0.0.1:${dns.port}`]), 1_500);
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['10.0.0.1']]) {
      dns.addresses = addresses;
      expect(await post('https://rebinds.example:8443/', guard)).toBe('address_not_allowed');
    }
    dns.addresses = [];
    expect(await post('https://rebinds.example:8443/', guard)).toBe('name_not_found');
    expect(dns.asked).toBeGreaterThanOrEqual(8);
    expect(listening.connections).toBe(0);
    await Promise.all([dns.close(), listening.close()]);
  });

  test('whose server does not answer is given up', async () => {
    const dns = await startNameServer({ isSilent: true });
    const guard = guardOf([], createResolver([`127.0.0.1:${dns.port}`]), 500);
    expect(await post('https://silent.example/', guard)).toBe('timed_out');
    await dns.close();
  });
});

test('no notation of a private address reaches a server that listens there', async () => {
  const listening = await listenPrivately();
  const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '0177.0.0.1', '１２７.0.0.1', '0', '[::1]', '[::]'];
  const mapped = [
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'a.localhost',
  ];
  for (const host of [...hosts, ...mapped, 'named.example']) {
    const guard = guardOf([], async () => ['127.0.0.1']);
    expect([host, await post(`https://${host}:8443/`, guard)]).toEqual([host, 'address_not_allowed']);
  }
  expect(listening.connections).toBe(0);
  await post(
    'https://127.0.0.1:8443/',
    guardOf(LOOPBACK, async () => [], 300),
  );
  expect(listening.connections).toBe(1);
  await listening.close();
});

async function listen(server: Server, port = 0, host = '127.0.0.1') {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address();
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** A server of this machine at a port that webhooks may be called at. */
async function listenPrivately() {
  const counted = { connections: 0 };
  const server = createServer(() => {
    counted.connections += 1;
  });
  const { close } = await listen(server, 8_443, '::');
  return Object.assign(counted, { close });
}

interface NameServer {
  port: number;
  /** Of IPv4, for each name that is asked for. */
  addresses: string[];
  asked: number;
  close(): Promise<void>;
}

/** A server of names of the test's own: it answers as it is told to at this moment. */
async function startNameServer({ isSilent = false } = {}): Promise<NameServer> {
  const socket: Socket = createSocket('udp4');
  const found: NameServer = {
    port: 0,
    addresses: [],
    asked: 0,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
  socket.on('message', (query, { port, address }) => {
    found.asked += 1;
    if (!isSilent) socket.send(answerTo(query, found.addresses), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  found.port = socket.address().port;
  return found;
}

/** The header, the question as it came, and an `A` record for each address; nothing for other types. */
function answerTo(query: Buffer, addresses: readonly string[]): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const isA = query.readUInt16BE(end - 4) === 1;
  const records = (isA ? addresses : []).map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}
