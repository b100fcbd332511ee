import type { Pool } from 'pg';
import { connectionOf } from './lost-connections.js';

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
