import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { serversOfUrl } from '../database-url.js';
import { ENTITIES } from '../entities/index.js';
import { type AdvisoryLock, lock, MIGRATION_LOCK } from './advisory-lock.js';
import { oneByOne } from './cluster/one-by-one.js';
import { ServerChooser } from './cluster/server-chooser.js';
import { shareOutNew, takeTurnsOnShards } from './cluster/share-out.js';
import { ConnectionPool } from './connection-pool.js';
import { CONNECTIONS, Database } from './database.js';
import type { DatabaseSession } from './database-session.js';
import { type LockWaits, retryLocks } from './migration-locks.js';
import { MIGRATIONS } from './migrations/index.js';
import { statement } from './rows.js';

/**
 * Where the database is: a URL as PostgreSQL's clients know it, also of several servers, or the parts of the embedded
 * server's address.
 */
export type DatabaseAddress = { url: string } | { host: string; port: number; user: string; database: string };

interface DatabaseOptions {
  address: DatabaseAddress;
  /** True behind a transaction pooler: no named statements, no settings sent at connection. */
  isPooled: boolean;
  /** True where accounts lie on several servers; false by default. */
  isDistributed?: boolean;
  /** `textArrays`: a `text[]` is read by our own parser, not the driver's; true by default. */
  fastPaths?: { textArrays: boolean };
  /** Receives what happens to the connection: migrations applied, connections dropped. */
  report: (message: string) => void;
}

export const CONNECT_TIMEOUT_MS = 5_000;
/**
 * As many as may be held at once, so that work with a permit waits for a connection no longer than idle pipelines keep
 * theirs (`pipelines.ts`).
 */
const POOL_SIZE = Object.values(CONNECTIONS).reduce((sum, { permits }) => sum + permits, 0);
const STATEMENT_TIMEOUT_MS = 10_000;
/** What a statement of a long transaction may take, where the server's own limit is lifted. */
const SILENCE_MS = 120_000;
/**
 * One plan a named statement and connection. Left to itself PostgreSQL plans a statement that binds an array anew each
 * time, as it guesses ten elements where one is asked for: measured at half the cost of the visibility question. Not on
 * a distributed database, where the server is found by the account's value: it refuses such plans.
 */
const GENERIC_PLANS = '-c plan_cache_mode=force_generic_plan';

/**
 * Opens the pool; the first connection is made by the first statement, and a lost one is replaced by the next.
 * @throws Error of one line where none of several servers takes writes.
 */
export async function connect(options: DatabaseOptions): Promise<Database> {
  const chooser = await chooserOf(options);
  let latest: ConnectionPool | undefined;
  const orm = await MikroORM.init({
    entities: [...ENTITIES],
    extensions: [Migrator],
    migrations: { migrationsList: migrationsOf(options), snapshot: false, allOrNothing: true },
    ...named(options.address),
    pool: { min: 0, max: POOL_SIZE },
    forceUtcTimezone: true,
    allowGlobalContext: false,
    logger: options.report,
    colors: false,
    driverOptions: {
      ...addressOptions(chooser ? { url: chooser.server } : options.address),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'brand-visibility-monitor',
      query_timeout: SILENCE_MS,
      onPoolCreated: (pool: Pool) => {
        // Creating the database replaces the pool once.
        void latest?.close();
        latest = new ConnectionPool(pool, {
          isPooled: options.isPooled,
          textArrays: options.fastPaths?.textArrays !== false,
          silenceMs: SILENCE_MS + CONNECT_TIMEOUT_MS,
          chooser,
        });
      },
      ...(!options.isPooled && {
        pipeline: true,
        statement_timeout: STATEMENT_TIMEOUT_MS,
        idle_in_transaction_session_timeout: 60_000,
        ...(!options.isDistributed && { options: GENERIC_PLANS }),
      }),
    },
  });
  const poolOfOrm = async () => {
    if (latest === undefined) await orm.em.getConnection().getNativeClient();
    if (latest === undefined) throw new Error('the ORM has made no pool');
    return latest;
  };
  return new Database(orm, poolOfOrm, options.isDistributed);
}

function migrationsOf({ isDistributed = false }: DatabaseOptions) {
  return MIGRATIONS.map(({ name, class: Written }) => ({ name, class: oneByOne(Written, isDistributed) }));
}

function named(address: DatabaseAddress): { dbName: string } {
  if ('database' in address) return { dbName: address.database };
  const [url = ''] = serversOfUrl(address.url).urls;
  return { dbName: decodeURIComponent(new URL(url).pathname).replace(/^\//, '') };
}

/** The address of the server that takes writes, where several are named. */
export async function chosenAddress(address: DatabaseAddress): Promise<DatabaseAddress> {
  const chooser = await chooserOf({ address, report: () => {} });
  return chooser ? { url: chooser.server } : address;
}

/** Undefined where the address is of one server, of which nothing is asked. */
async function chooserOf({ address, report }: Pick<DatabaseOptions, 'address' | 'report'>) {
  if (!('url' in address)) return undefined;
  const { urls, isChosen } = serversOfUrl(address.url);
  if (!isChosen) return undefined;
  const chooser = new ServerChooser(urls, report);
  await chooser.choose();
  return chooser;
}

/** The address as the driver takes it, of one server. */
export function addressOptions(address: DatabaseAddress): Record<string, unknown> {
  return 'url' in address ? { connectionString: address.url } : { ...address };
}

/**
 * Brings the schema up to date, or, with `names`, to the state after those migrations. Of several processes that start
 * at once one migrates and the others wait, however long it takes. Tables in use are waited for as {@link retryLocks}
 * says. On a distributed database new tables are shared out as the others are.
 */
export async function migrate(
  database: Database,
  { names, waits }: { names?: readonly string[]; waits?: LockWaits } = {},
): Promise<void> {
  await database.orm.schema.ensureDatabase();
  const apply = async (tx: DatabaseSession) => {
    if (database.isDistributed) await takeTurnsOnShards(tx);
    await applyMigrations(database.orm, tx, names);
    if (database.isDistributed) await shareOutNew(tx);
  };
  const pool = await database.poolOfOrm();
  await pool.withoutTimeLimits(() =>
    exclusively(database.openForJob(), MIGRATION_LOCK, () => retryLocks(database, apply, waits)),
  );
}

async function applyMigrations(
  orm: MikroORM,
  tx: DatabaseSession,
  names: readonly string[] | undefined,
): Promise<void> {
  const transaction = tx.em.getTransactionContext();
  await orm.migrator.up({ ...(names && { migrations: [...names] }), ...(transaction && { transaction }) });
}

/**
 * Does `work` while no other process does any under the same lock; the others wait. The lock is held by a transaction,
 * so it works behind a pooler and falls with its holder. The work is done beside that transaction, not in it.
 */
export async function exclusively<Result>(
  db: DatabaseSession,
  wanted: AdvisoryLock,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.rows(statement('set-lock-timeouts', `set local idle_in_transaction_session_timeout = 0`), []);
    await tx.rows(statement('set-lock-statement-timeout', `set local statement_timeout = 0`), []);
    await lock(tx, wanted);
    return work();
  });
}

const APPLIED_MIGRATIONS = statement<{ applied: number }>(
  'applied-migrations',
  `select count(*)::int as applied
   from mikro_orm_migrations
   where name = any ($1)`,
);

/** True when the database answers and holds every migration that this build knows. Rejects when it does not answer. */
export async function isMigrated(db: DatabaseSession): Promise<boolean> {
  const names = MIGRATIONS.map((migration) => migration.name);
  const [row] = await db.rows(APPLIED_MIGRATIONS, [names]);
  return row?.applied === names.length;
}
