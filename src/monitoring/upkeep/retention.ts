import type { Client } from 'pg';
import { lockOn, PARTITIONS_LOCK } from '../../database/advisory-lock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { ANSWER_TABLES, EARLIER, FIRST_MONTH } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';

/** Partitions of the table $1 before $2, oldest first; $3: also the one that holds all early months. */
const LIST_BEFORE = statement<{ name: string }>(
  'list-partitions-before',
  `select c.relname as name
   from pg_inherits i
   join pg_class c on c.oid = i.inhrelid
   where i.inhparent = $1::text::regclass
     and case when c.relname = $1::text || '_${EARLIER}' then $3::boolean else c.relname < $2 end
   order by c.relname = $1::text || '_${EARLIER}' desc, c.relname`,
);

/** So long at most do all later users of the table wait. */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops the partitions of a table that hold nothing from `month` (`YYYY-MM`) on, oldest first, each in a short
 * transaction of its own; refuses the tables that are retained for ever. If the table is in use for longer than a
 * second, the rest is left to the next call. Any number of processes may call it at once, also with `ensurePartitions`.
 * @returns the names of those dropped.
 */
export async function dropPartitionsBefore(db: DatabaseSession, table: string, month: string): Promise<string[]> {
  if (ANSWER_TABLES.includes(table)) throw new Error(`${table} is retained for ever`);
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month))
    throw new Error(`the bound of the partitions to drop is no month: ${month}`);
  const dropped: string[] = [];
  for (;;) {
    const name = await dropOldest(db, table, month);
    if (name === null) return dropped;
    dropped.push(name);
  }
}

/** Listed under the lock, so that no other process has dropped it meanwhile. @returns null where there is none. */
async function dropOldest(db: DatabaseSession, table: string, month: string): Promise<string | null> {
  try {
    return await db.onSeparateConnection(async (client) => {
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

/** Changes that are kept of a project, the newest: turning prompts on or off writes one for each, each time. */
export const CHANGES_KEPT = 5_000;

/** Projects of one look; those beyond come with the next. */
const PROJECTS_MAX = 1_000;

/** Of all accounts, a read alone. */
const PROJECTS_OF_OLD_CHANGES = statement<{ account_id: string; project_id: string }>(
  'projects-of-old-changes',
  `select h.account_id, h.project_id
   from project_change h
   where h.kind <> 'note'
   group by h.account_id, h.project_id
   having count(*) > $1 or min(h.at) < $2::date::timestamp at time zone 'UTC'
   order by h.account_id, h.project_id
   limit ${PROJECTS_MAX}`,
);

/** Those before a day, and those that are as old as the first beyond the newest $4. */
const DELETE_OLD_CHANGES = statement<object>(
  'delete-old-changes-of-project',
  `delete from project_change h
   where h.account_id = $1 and h.project_id = $2 and h.kind <> 'note'
     and (
       h.at < $3::date::timestamp at time zone 'UTC'
       or h.at <= (
         select n.at
         from project_change n
         where n.account_id = $1 and n.project_id = $2 and n.kind <> 'note'
         order by n.at desc
         limit 1
         offset $4
       )
     )`,
);

/**
 * Deletes changes of projects beyond the newest {@link CHANGES_KEPT} of each, and of before the day. Notes are kept:
 * they are people's own words, few, and removed by people.
 */
export async function deleteExpiredChanges(db: DatabaseSession, day: string): Promise<void> {
  for (const { account_id, project_id } of await db.rows(PROJECTS_OF_OLD_CHANGES, [CHANGES_KEPT, day])) {
    await db.rows(DELETE_OLD_CHANGES, [account_id, project_id, day, CHANGES_KEPT]);
  }
}
