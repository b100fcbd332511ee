import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../src/database/connection.js';
import { askOnce } from './keep-alive-client.js';
import type { Server } from './servers.js';

const WARM_UPS = 5;
const COUNTED = 5;

/**
 * The statements that the database receives for one request, counted on a server that is started for it.
 * @param requests by query; the result is by query too. It is empty with TLS, or with a URL that names no host: there
 * nothing can come between.
 */
export async function statementsOfRequests(
  address: DatabaseAddress,
  start: (way: { url: string }) => Promise<Server>,
  requests: readonly (readonly Buffer[])[],
): Promise<number[]> {
  if (!canCount(address)) return [];
  const counter = await openCounter(address);
  const server = await start({ url: counter.url });
  const counts: number[] = [];
  try {
    for (const ofQuestion of requests) {
      await ask(server, ofQuestion, WARM_UPS);
      const before = counter.statements();
      await ask(server, ofQuestion, COUNTED);
      counts.push((counter.statements() - before) / COUNTED);
    }
  } finally {
    await server.stop();
    counter.close();
  }
  return counts;
}

async function ask(server: Server, requests: readonly Buffer[], times: number): Promise<void> {
  for (const request of requests.slice(0, times)) await askOnce(server.port, request);
}

/** An address of the database, and what was sent to it so far. */
export interface Counter {
  url: string;
  statements: () => number;
  close: () => void;
}

const EXECUTE = 'E'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/**
 * A proxy between a server and its database that reads the messages of PostgreSQL's protocol: it counts the executed
 * statements of any server and library, without an extension. Not for connections under TLS.
 */
export async function openCounter(address: DatabaseAddress): Promise<Counter> {
  let statements = 0;
  const open = new Set<Socket>();
  const proxy = createServer((client) => {
    const database = connect(target(address));
    const count = messageReader((type) => {
      if (type === EXECUTE || type === SIMPLE_QUERY) statements++;
    });
    client.on('data', count).pipe(database).pipe(client);
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an AddressInfo.
  const { port } = proxy.address() as AddressInfo;
  return {
    url: urlThrough(address, port),
    statements: () => statements,
    close: () => {
      proxy.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Calls back with the type of each message of a client; the first message of a connection has none. */
function messageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let pending: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let end = messageEnd(pending, isFirst); end !== null; end = messageEnd(pending, isFirst)) {
      if (!isFirst) onMessage(pending.readUInt8(0));
      isFirst = false;
      pending = pending.subarray(end);
    }
  };
}

/** Where the first message ends; null where it has not arrived completely. */
function messageEnd(pending: Buffer, isFirst: boolean): number | null {
  const typeBytes = isFirst ? 0 : TYPE_BYTES;
  if (pending.length < typeBytes + LENGTH_BYTES) return null;
  const end = typeBytes + pending.readUInt32BE(typeBytes);
  return pending.length < end ? null : end;
}

/** Whether a counter can stand before the database: not with TLS, nor with a URL that names no host. */
export function canCount(address: DatabaseAddress): boolean {
  if (!('url' in address)) return true;
  const { hostname, searchParams } = new URL(address.url);
  return hostname !== '' && !searchParams.has('host') && (searchParams.get('sslmode') ?? 'disable') === 'disable';
}

function target(address: DatabaseAddress) {
  if ('url' in address) {
    const { hostname, port } = new URL(address.url);
    return { host: hostname, port: Number(port || 5432) };
  }
  return { path: join(address.host, `.s.PGSQL.${address.port}`) };
}

function urlThrough(address: DatabaseAddress, port: number): string {
  const url = new URL('url' in address ? address.url : `postgresql://${address.user}@host/${address.database}`);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
