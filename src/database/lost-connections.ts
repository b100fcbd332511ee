import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { ClientBase, Pool } from 'pg';
import { CANCEL_TIMEOUT_MS } from './cancel.js';

/**
 * Time in which the holder of a connection may notice its loss and release it in the ordinary way, also where it
 * cancels its statement first.
 */
const GRACE_MS = CANCEL_TIMEOUT_MS + 1_000;

/**
 * Restores the places of a pool when a connection is lost in mid-transaction: the query builder does not return one
 * whose rollback fails, so each such loss would leave the pool smaller until nothing is left of it.
 * @param silenceMs how long a connection in use may be without a byte before it counts as lost, longer than any
 *   statement.
 */
export function releaseLostConnections(pool: Pool, silenceMs: number): void {
  const held = new Set<unknown>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!held.has(client)) return;
      // Keeps the process alive: a pool that is being closed waits for what it lent, with nothing else left to wake it.
      setTimeout(() => held.has(client) && client.release(true), GRACE_MS);
    });
    const socket = socketOf(client);
    socket.setTimeout(silenceMs, () => held.has(client) && socket.destroy());
  });
}

/**
 * Only the pure driver is used, whose clients each have a connection that the types do not tell of. An `error` that is
 * emitted on it fails the statement under way, and the client is not used again.
 */
export function connectionOf(client: ClientBase): EventEmitter & { stream: Socket } {
  return (client as ClientBase & { connection: EventEmitter & { stream: Socket } }).connection;
}

export function socketOf(client: ClientBase): Socket {
  return connectionOf(client).stream;
}

/** The place in PostgreSQL's source that warns; its words depend on the server's language. */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';

/**
 * Has a commit fail that no synchronous standby confirmed. Where the wait for one is cancelled, as by
 * `pg_cancel_backend`, PostgreSQL reports a commit all the same, with a warning: it holds on this server alone, and a
 * failover would lose it.
 */
export function refuseUnreplicated(pool: Pool): void {
  pool.on('connect', (client) => {
    client.on('notice', ({ routine }) => {
      if (routine !== WAIT_FOR_STANDBY) return;
      connectionOf(client).emit(
        'error',
        new Error('Connection terminated: no synchronous standby confirmed the commit'),
      );
    });
  });
}
