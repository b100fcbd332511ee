import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { isSharedOut } from './cluster/share-out.js';
import { connect, type DatabaseAddress, migrate } from './connection.js';
import type { Database } from './database.js';
import { type EmbeddedServer, startEmbedded } from './embedded/embedded-server.js';
import { type KeeperLog, keepServer } from './embedded/keep-server.js';
import { statement } from './rows.js';
import { reasonOf } from './unavailable.js';

const OLDEST_SERVER = 15;

const SERVER_VERSION = statement<{ major: number }>(
  'server-version',
  `select current_setting('server_version_num')::int / 10000 as major`,
);

const POOLER_FAULT = 'DATABASE_URL: a pooler is between the service and its server; set DATABASE_POOLED=true';
const SESSION = 'select pg_backend_pid() as pid';
/** A session that others use in turn is found in the first turn, but where strangers take one in between. */
const TURNS = 3;

interface OpenDatabase {
  database: Database;
  /**
   * Has the pool follow the embedded server where it is lost and started again; of `DATABASE_URL` nothing is to be
   * kept.
   */
  keep: (options: KeepOptions) => void;
  close: () => Promise<void>;
}

/** As the configuration has them. */
interface OpenOptions {
  databaseUrl: string | undefined;
  isDatabasePooled: boolean;
  isDatabaseDistributed: boolean;
  dataDir: string;
  fastPaths: { textArrays: boolean };
}

interface KeepOptions {
  log: KeeperLog;
  /** Called once, where no server is to be had any more. */
  onGivenUp: (error: unknown) => void;
}

/**
 * Opens the database of the configuration, migrated: the server of `databaseUrl`, else the embedded one, which is
 * joined where another process of ours runs it and started where none does.
 * @throws Error of one line that names DATABASE_URL where its server cannot be used, and DATABASE_DISTRIBUTED where the
 *   tables lie otherwise than it says; it never holds the password.
 */
export async function openDatabase(options: OpenOptions, report: (message: string) => void): Promise<OpenDatabase> {
  const { address, server } = await locateDatabase(options, report);
  const { isDatabasePooled: isPooled, isDatabaseDistributed: isDistributed, fastPaths } = options;
  const database = await connect({ address, isPooled, isDistributed, fastPaths, report });
  let share: { release: () => Promise<void> } | undefined = server;
  const close = async () => {
    await database.close();
    await share?.release();
  };
  try {
    if (options.databaseUrl !== undefined) await refuseUnusable(database);
    if (options.databaseUrl !== undefined && !isPooled) await refuseSharedSessions(database);
    await refuseWrongDistribution(database);
    await migrate(database);
  } catch (error) {
    await close();
    throw error;
  }
  const pool: Pool = await database.orm.em.getConnection().getNativeClient();
  const keep = (keeping: KeepOptions) => {
    if (server) share = keepServer(server, { ...keeping, dataDir: resolve(options.dataDir), onMoved: follow(pool) });
  };
  return { database, keep, close };
}

/** Connections to the lost server end by themselves; those that are made from now on go to the other. */
function follow(pool: Pool): (server: EmbeddedServer) => void {
  return ({ host }) => {
    pool.options.host = host;
  };
}

/**
 * Finds the server as {@link openDatabase} does, without a look at the database; `server` is a share in the embedded
 * one.
 */
export async function locateDatabase(
  options: { databaseUrl: string | undefined; dataDir: string },
  report: (message: string) => void,
) {
  if (options.databaseUrl !== undefined) {
    const address: DatabaseAddress = { url: options.databaseUrl };
    return { address, server: undefined };
  }
  const server = await startEmbedded({ dataDir: resolve(options.dataDir), log: report });
  const address: DatabaseAddress = {
    host: server.host,
    port: server.port,
    user: server.user,
    database: server.databaseName,
  };
  return { address, server };
}

/** A database that is shared out refuses the plans of a plain one. */
async function refuseWrongDistribution(database: Database): Promise<void> {
  const isShared = await isSharedOut(database.openForAdmission('start'));
  if (isShared === database.isDistributed) return;
  throw new Error(
    isShared
      ? 'DATABASE_DISTRIBUTED: must be true, as the tables of this database are shared out'
      : 'DATABASE_DISTRIBUTED: must not be true before the tables are shared out by operator database distribute',
  );
}

async function refuseUnusable(database: Database): Promise<void> {
  const accepted = `must name a database of a PostgreSQL ${OLDEST_SERVER} or later server that answers`;
  const version = await database
    .openForAdmission('start')
    .rows(SERVER_VERSION, [])
    .catch((error: unknown) => {
      const reason = reasonOf(error);
      if (/startup parameter/.test(reason)) throw new Error(`${POOLER_FAULT} (${reason})`, { cause: error });
      throw new Error(`DATABASE_URL: ${accepted} (${reason})`, { cause: error });
    });
  const major = version[0]?.major ?? 0;
  if (major < OLDEST_SERVER) throw new Error(`DATABASE_URL: ${accepted}, not of PostgreSQL ${major}`);
}

/**
 * Two connections that get the same session in turn are those of a transaction pooler. Named statements and settings of
 * the session would fail there now and then, or be those of others.
 */
async function refuseSharedSessions(database: Database): Promise<void> {
  const pool: Pool = await database.orm.em.getConnection().getNativeClient();
  const clients = [await pool.connect(), await pool.connect()];
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      const pids = new Set<number>();
      for (const client of clients) pids.add((await client.query<{ pid: number }>(SESSION)).rows[0]?.pid ?? 0);
      if (pids.size < clients.length) throw new Error(POOLER_FAULT);
    }
  } finally {
    for (const client of clients) client.release();
  }
}
