import { Client, type ClientBase } from 'pg';
import { socketOf } from '../lost-connections.js';

/** How a server of several stands. */
export interface ServerState {
  /** False for a standby, and for a server that was made read-only. */
  isWritable: boolean;
  /** Each promotion begins a higher one. 0 for a standby. */
  timeline: number;
}

/** What connecting to a server may take, and again what it may take to answer. */
const LOOK_TIMEOUT_MS = 2_000;

const STATE = `select not s.is_standby and current_setting('transaction_read_only') = 'off' as is_writable,
    case when s.is_standby then 0
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline
  from (select pg_is_in_recovery() as is_standby) s`;

/** How the server of an open connection stands. */
export async function stateOf(client: ClientBase): Promise<ServerState> {
  const query = { text: STATE, query_timeout: LOOK_TIMEOUT_MS };
  const { rows } = await client.query<{ is_writable: boolean; timeline: number }>(query);
  const [row] = rows;
  return { isWritable: row?.is_writable === true, timeline: row?.timeline ?? 0 };
}

/** As {@link stateOf}, on a connection of its own. @throws what the driver throws, within the time-out. */
export async function lookAt(url: string): Promise<ServerState> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: LOOK_TIMEOUT_MS });
  // A lost connection fails the statement under way too, which reports it.
  client.on('error', () => {});
  await client.connect();
  return stateOf(client).finally(() => leave(client));
}

/** Waits for no farewell: a server that is cut off right after its answer never sends one. */
function leave(client: Client): void {
  const socket = socketOf(client);
  socket.setTimeout(LOOK_TIMEOUT_MS, () => socket.destroy());
  void client.end();
}
