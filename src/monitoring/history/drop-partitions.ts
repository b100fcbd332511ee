import type { EntityManager } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { lockOn, PARTITIONS_LOCK } from '../../database/advisory-lock.js';
import { besideTransaction } from '../../database/beside-transaction.js';
import { EARLIER, FIRST_MONTH } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import { ANSWER_TABLES } from './partitions.js';

/** Those before the partition $2 of the table $1, oldest first; $3 says whether the one of all early months is too. */
const LIST_BEFORE = statement<{ name: string }>(
  'list-partitions-before',
  `select c.relname as name
   from pg_inherits i
   join pg_class c on c.oid = i.inhrelid
   where i.inhparent = $1::text::regclass
     and case when c.relname = $1::text || '_${EARLIER}' then $3::boolean else c.relname < $2 end
   order by c.relname = $1::text || '_${EARLIER}' desc, c.relname`,
);

/** As long may everybody be kept waiting who comes after us for the same table. */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops the partitions of a table that is not kept for ever that hold nothing from `month` (`YYYY-MM`) on, oldest
 * first, each in a short transaction of its own. One whose table is in use for longer than a second is left, with
 * those after it, to the next call. Any number of processes may do it at once, also beside `ensurePartitions`.
 * @returns the names of those dropped.
 */
export async function dropPartitionsBefore(em: EntityManager, table: string, month: string): Promise<string[]> {
  if (ANSWER_TABLES.includes(table)) throw new Error(`${table} is kept for ever`);
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
    throw new Error(`what partitions are dropped before is no month: ${month}`);
  const dropped: string[] = [];
  for (;;) {
    const name = await dropOldest(em, table, month);
    if (name === null) return dropped;
    dropped.push(name);
  }
}

/** Listed under the lock, so that nobody else has dropped it meanwhile. @returns null where there is none to be had. */
async function dropOldest(em: EntityManager, table: string, month: string): Promise<string | null> {
  try {
    return await besideTransaction(em, async (client) => {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await lockOn(client, PARTITIONS_LOCK);
      const name = await oldestBefore(client, table, month);
      if (name !== null) await client.query(`drop table ${name}`);
      return name;
    });
  } catch (error) {
    if (isLockTimeout(error)) return null;
    throw error;
  }
}

async function oldestBefore(client: Client, table: string, month: string): Promise<string | null> {
  const values = [table, `${table}_${month.replace('-', '_')}`, month >= FIRST_MONTH];
  const { rows: found } = await client.query<{ name: string }>(LIST_BEFORE.text, values);
  return found[0]?.name ?? null;
}

function isLockTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}
