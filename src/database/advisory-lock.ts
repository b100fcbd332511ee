import type { ClientBase } from 'pg';
import type { DatabaseSession } from './database-session.js';
import { statement } from './rows.js';

/**
 * What one transaction at a time does; held until it ends, so it falls with its holder and works behind a pooler. Its
 * key is a number of our own or the hash of a name. A key never changes: while a release takes another's place, the
 * processes of both wait for each other by it.
 */
export type AdvisoryLock = { number: number } | { name: string };

/** Migrating. */
export const MIGRATION_LOCK: AdvisoryLock = { number: 7_220_511 };
/** Loading the demo account. */
export const DEMO_LOCK: AdvisoryLock = { number: 7_220_512 };
/** Granting calls of the judge against the day's budget of all accounts. */
export const JUDGE_BUDGET_LOCK: AdvisoryLock = { name: 'budget of the judge' };
/** Creating partitions. */
export const PARTITIONS_LOCK: AdvisoryLock = { name: 'partitions' };

/**
 * Opening an account with an e-mail address, in whatever case: addresses are ASCII, where a server folds as we do.
 */
export function emailLock(address: string): AdvisoryLock {
  return { name: address.toLowerCase() };
}

/**
 * What is done under the lock of one row, named by purpose and id. `import`, `selection`: of a project, taking in a
 * file and choosing what readers see; `reanalysis`: the project lock; `rollup`, `making`: of an analysis, rolling its
 * days up, and making it.
 */
export const ROW_PURPOSES = ['import', 'selection', 'reanalysis', 'rollup', 'making'] as const;
type RowPurpose = (typeof ROW_PURPOSES)[number];

export function rowLock(purpose: RowPurpose, id: string): AdvisoryLock {
  return { name: `${purpose} ${id}` };
}

const KEY_OF_NAME = (name: string) => `hashtextextended(${name}, 0)`;
const KEY = `coalesce($1::bigint, ${KEY_OF_NAME('$2::text')})`;

const LOCK = statement<object>('take-advisory-lock', `select pg_advisory_xact_lock(${KEY})`);

const TRY_LOCK = statement<{ locked: boolean }>(
  'try-advisory-lock',
  `select pg_try_advisory_xact_lock(${KEY}) as locked`,
);

/** Waits until the lock is free. */
export async function lock(tx: DatabaseSession, wanted: AdvisoryLock): Promise<void> {
  await tx.rows(LOCK, keyOf(wanted));
}

/** As {@link lock}, for a transaction on a connection beside the pool. */
export async function lockOn(client: ClientBase, wanted: AdvisoryLock): Promise<void> {
  await client.query(LOCK.text, keyOf(wanted));
}

/** Takes a lock that is free; false where somebody holds it. */
export async function tryLock(tx: DatabaseSession, wanted: AdvisoryLock): Promise<boolean> {
  const [row] = await tx.rows(TRY_LOCK, keyOf(wanted));
  return row?.locked === true;
}

/** It reads all locks of the server. Apart from the service's tables: a shard of theirs has locks of its own. */
const HELD = statement<{ id: string }>(
  'rows-whose-lock-is-held',
  `select w.id
   from unnest($2::uuid[]) as w (id)
   where exists (
     select
     from pg_locks l
     where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
       and l.database = (select d.oid from pg_database d where d.datname = current_database())
       and ((l.classid::bigint << 32) | l.objid::bigint) = ${KEY_OF_NAME(`$1::text || ' ' || w.id::text`)}
   )`,
);

/**
 * The rows among `ids` whose lock of `purpose` somebody holds at this instant. For a few rows that are hardly ever
 * there; without any nothing is asked.
 */
export async function heldRows(db: DatabaseSession, purpose: RowPurpose, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await db.rows(HELD, [purpose, ids])).map(({ id }) => id));
}

function keyOf(wanted: AdvisoryLock): [number: number | null, name: string | null] {
  return 'number' in wanted ? [wanted.number, null] : [null, wanted.name];
}
