import type { EventEmitter } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import type { ClientBase, PoolClient } from 'pg';

/**
 * Only the pure driver is used, whose clients each have a connection that the types lack. An `error` that is
 * emitted on it fails the statement under way, and the client is not used again.
 */
export function connectionOf(client: ClientBase): EventEmitter & { stream: Socket } {
  return (client as ClientBase & { connection: EventEmitter & { stream: Socket } }).connection;
}

export function socketOf(client: ClientBase): Socket {
  return connectionOf(client).stream;
}

/** How long statements that are sent from now on may take, in milliseconds; 0 without a limit. */
export function limitStatements(client: ClientBase, timeoutMs: number): void {
  (client as ClientBase & { connectionParameters: { query_timeout: number } }).connectionParameters.query_timeout =
    timeoutMs;
}

const CANCEL_REQUEST_CODE = 80_877_102;
const MESSAGE_BYTES = 16;
export const CANCEL_TIMEOUT_MS = 2_000;

/**
 * Asks the server to cancel what a connection is running, by the protocol's own request on a connection of its own: it
 * needs no free place in the pool and passes through poolers. Resolves when the server has taken it, or after 2 s; the
 * statement then fails where it is awaited. A request that arrives too late does nothing.
 */
export function cancelRunning(client: PoolClient): Promise<void> {
  const { processID, secretKey, host, port } = client as PoolClient & BackendKey;
  const message = Buffer.alloc(MESSAGE_BYTES);
  let offset = 0;
  for (const word of [MESSAGE_BYTES, CANCEL_REQUEST_CODE, processID, secretKey]) {
    offset = message.writeInt32BE(word, offset);
  }
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connectSocket(`${host}/.s.PGSQL.${port}`) : connectSocket(port, host);
    socket.setTimeout(CANCEL_TIMEOUT_MS, () => socket.destroy());
    socket.on('connect', () => socket.end(message));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve());
    socket.resume();
  });
}

/** What the driver's clients hold and its types leave out: the server's name for the connection, and where it is. */
interface BackendKey {
  processID: number;
  secretKey: number;
  host: string;
  port: number;
}
