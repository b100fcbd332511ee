import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getBytes, KeepAliveClient, LastingClient } from '../../bench/shared/keep-alive-client.js';
import { until } from '../support/until.js';

/** What a benchmark's clients do where a server closes their connection while nothing is under way. */

let server: Server;
let port: number;
beforeEach(async () => {
  server = createServer((_request, response) => response.setHeader('Content-Length', 2).end('ok'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has such an address.
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const REQUEST = getBytes('/', 'key');

async function closeIdle(isOpen: () => boolean): Promise<void> {
  server.closeAllConnections();
  await until(
    async () => isOpen(),
    (is) => !is,
  );
}

test('a request on a connection that was closed fails, and is not waited for', async () => {
  const client = await KeepAliveClient.open(port);
  expect(await client.exchange(REQUEST)).toMatchObject({ status: 200 });
  await closeIdle(() => client.isUsable);
  await expect(client.exchange(REQUEST)).rejects.toThrow('a server closed a connection');
});

test('a lasting client goes on with a connection of its own', async () => {
  const [watched, lasting] = [await KeepAliveClient.open(port), await LastingClient.open(port)];
  await Promise.all([watched.exchange(REQUEST), lasting.exchange(REQUEST)]);
  await closeIdle(() => watched.isUsable);
  expect(await lasting.exchange(REQUEST)).toMatchObject({ status: 200 });
  lasting.close();
});
