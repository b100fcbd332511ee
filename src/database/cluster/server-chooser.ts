import { Client, type ClientBase, type Pool, type PoolClient } from 'pg';
import { connectionOf, socketOf } from '../driver-client.js';
import { reasonOf } from '../unavailable.js';

/** Between two looks at the servers, while a pool is led. */
const LOOK_EVERY_MS = 2_000;
const DEFAULT_PORT = 5_432;

interface Seen {
  url: string;
  state: ServerState | undefined;
  /** Why it is of no use now. */
  fault: string;
}

/**
 * Of several servers finds the one that takes writes, and leads pools to it: after a failover to the promoted standby,
 * without a restart. No connection is used before its server has said that it takes writes. A former primary that runs
 * on is told by its timeline, which each promotion raises: one lower than seen before is never used again.
 */
export class ServerChooser {
  private url: string;
  private timeline = 0;
  /** With their open connections. */
  private readonly pools = new Map<Pool, Set<Client>>();
  private looking: NodeJS.Timeout | undefined;

  /** @param report receives each move to another server, which is named without user and password. */
  constructor(
    private readonly servers: readonly string[],
    private readonly report: (message: string) => void,
  ) {
    this.url = servers[0] ?? '';
  }

  /** The server that is used, as a URL. */
  get server(): string {
    return this.url;
  }

  /**
   * Looks at all servers at once, within four seconds, and uses the one that takes writes; of several, as where a
   * former primary runs on, the one that was promoted last.
   * @throws Error of one line that names DATABASE_URL and says of each server why it is of no use.
   */
  async choose(): Promise<void> {
    const seen = await Promise.all(this.servers.map((url) => this.see(url)));
    const [best] = seen.filter(({ fault }) => fault === '').toSorted((a, b) => timelineOf(b) - timelineOf(a));
    if (!best) {
      const faults = seen.map(({ url, fault }) => `${nameOf(url)}: ${fault}`).join('; ');
      throw new Error(`DATABASE_URL: none of its servers takes writes (${faults})`);
    }
    this.timeline = Math.max(this.timeline, timelineOf(best));
    if (best.url !== this.url) this.move(best.url);
  }

  /** Has a pool use the chosen server, also after it changes, until the pool is ended. */
  lead(pool: Pool): void {
    const clients = new Set<Client>();
    this.pools.set(pool, clients);
    pool.options.connectionString = this.url;
    pool.options.onConnect = (client) => this.admit(client);
    pool.on('connect', (client) => {
      // The driver's clients have their host and port, which the types do not tell of.
      const connected = client as PoolClient & Client;
      clients.add(connected);
      client.once('end', () => clients.delete(connected));
      closeOnceReadOnly(client);
    });
    this.lookLater();
  }

  /** @throws Error where the server of a new connection is not to be used. */
  private async admit(client: ClientBase): Promise<void> {
    const fault = this.faultOf(await stateOf(client));
    if (fault !== '') throw new Error(`Connection terminated: the server ${fault}`);
  }

  private async see(url: string): Promise<Seen> {
    try {
      const state = await lookAt(url);
      return { url, state, fault: this.faultOf(state) };
    } catch (error) {
      return { url, state: undefined, fault: reasonOf(error) };
    }
  }

  private faultOf({ isWritable, timeline }: ServerState): string {
    if (!isWritable) return 'takes no writes';
    return timeline < this.timeline ? 'is a former primary' : '';
  }

  private move(url: string): void {
    this.report(`the database is now the server ${nameOf(url)}, and no longer ${nameOf(this.url)}`);
    this.url = url;
    for (const [pool, clients] of this.pools) {
      pool.options.connectionString = url;
      for (const client of clients) if (placeOf(client) !== nameOf(url)) cut(client, 'its server is used no more');
    }
  }

  /** Looks again and again while a pool is open; a look that finds no server changes nothing. */
  private lookLater(): void {
    if (this.looking) return;
    this.looking = setTimeout(async () => {
      for (const pool of this.pools.keys()) if (pool.ending) this.pools.delete(pool);
      if (this.pools.size > 0) await this.choose().catch(() => {});
      this.looking = undefined;
      if (this.pools.size > 0) this.lookLater();
    }, LOOK_EVERY_MS).unref();
  }
}

/** A server that becomes read-only says so along with its next reply, which then fails: it may be out of date. */
function closeOnceReadOnly(client: ClientBase): void {
  connectionOf(client).on('parameterStatus', ({ parameterName, parameterValue }) => {
    const isReadOnly = ['default_transaction_read_only', 'in_hot_standby'].includes(parameterName);
    if (isReadOnly && parameterValue === 'on') cut(client, 'the server takes no writes any more');
  });
}

/** Fails the statement under way; a pool forgets the connection at once where it is idle, else when it is released. */
function cut(client: ClientBase, why: string): void {
  const connection = connectionOf(client);
  connection.emit('error', new Error(`Connection terminated: ${why}`));
  connection.stream.destroy();
}

function timelineOf({ state }: Seen): number {
  return state?.timeline ?? 0;
}

/** Host and port alone. */
function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
  return placeOf({ host, port: searchParams.get('port') || port || DEFAULT_PORT });
}

function placeOf({ host, port }: { host: string; port: number | string }): string {
  return `${host}:${port}`;
}

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
async function stateOf(client: ClientBase): Promise<ServerState> {
  const query = { text: STATE, query_timeout: LOOK_TIMEOUT_MS };
  const { rows } = await client.query<{ is_writable: boolean; timeline: number }>(query);
  const [row] = rows;
  return { isWritable: row?.is_writable === true, timeline: row?.timeline ?? 0 };
}

/** As {@link stateOf}, on a connection of its own. @throws what the driver throws, within the time-out. */
async function lookAt(url: string): Promise<ServerState> {
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
