import type { Client } from 'pg';
import type { DatabaseSession } from '../database-session.js';
import { statement } from '../rows.js';

/** All others lie beside it, so that the rows of an account are on one server. */
const FIRST_TABLE = 'account';

const HAS_EXTENSION = statement<{ has_extension: boolean }>(
  'has-citus',
  `select exists (select from pg_extension where extname = 'citus') as has_extension`,
);

const IS_SHARED_OUT = statement<{ is_shared_out: boolean }>(
  'is-shared-out',
  `select exists (
     select
     from pg_dist_partition
     where logicalrelid = to_regclass('public.${FIRST_TABLE}')
   ) as is_shared_out`,
);

/**
 * Tables with an account that lie whole on one server, in an order in which each comes after those that its foreign
 * keys name.
 */
const LIST_LEFT = statement<{ name: string }>(
  'list-tables-not-shared-out',
  `with recursive whole as (
     select c.oid, c.relname::text as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
   ),
   reached (oid, name, depth) as (
     select oid, name, 0
     from whole
     union
     select w.oid, w.name, r.depth + 1
     from reached r
     join pg_constraint f on f.confrelid = r.oid and f.contype = 'f' and f.conrelid <> r.oid
     join whole w on w.oid = f.conrelid
     where r.depth < 20
   )
   select name
   from reached
   group by name
   order by max(depth), name <> '${FIRST_TABLE}', name`,
);

const SET_SHARDS = `select set_config('citus.shard_count', $1, true)`;

const SHARE_OUT = statement<object>(
  'share-out-table',
  `select create_distributed_table($1::text::regclass, 'account_id', colocate_with => $2)`,
);

/** What stays on the coordinator's disk when a table's rows have moved: nobody sees it any more. */
const REMOVE_LEFTOVERS = statement<object>(
  'remove-rows-that-moved',
  `select truncate_local_data_after_distributing_table(d.logicalrelid)
   from pg_dist_partition d
   join pg_class c on c.oid = d.logicalrelid and c.relnamespace = 'public'::regnamespace and not c.relispartition
   where pg_relation_size(c.oid) > 0
     or exists (select from pg_partition_tree(c.oid) p where pg_relation_size(p.relid) > 0)`,
);

/** Whether accounts lie on the servers of a cluster; false also where the extension is missing. */
export async function isSharedOut(db: Pick<DatabaseSession, 'rows'>): Promise<boolean> {
  const [extension] = await db.rows(HAS_EXTENSION, []);
  if (extension?.has_extension !== true) return false;
  return (await db.rows(IS_SHARED_OUT, []))[0]?.is_shared_out === true;
}

/**
 * Shares out, by account, the tables that are not yet; those without an account stay on the server that is asked. Each
 * is done in a transaction of its own, so what was interrupted goes on where it ended. Rows move with their table, to
 * which nobody may write meanwhile; once all have moved, their copies on the coordinator are removed.
 * @param shards how many parts the accounts lie in, at the first time alone; as the server has it where undefined.
 * @returns the tables that were shared out now.
 * @throws Error of one line where the extension is missing.
 */
export async function shareOut(client: Client, shards?: number): Promise<string[]> {
  const { rows: found } = await client.query<{ has_extension: boolean }>(HAS_EXTENSION.text);
  if (!found[0]?.has_extension) throw new Error('The database has no extension citus: create extension citus');
  const { rows: left } = await client.query<{ name: string }>(LIST_LEFT.text);
  for (const { name } of left) {
    await takingItsTime(client, async () => {
      if (shards !== undefined) await client.query(SET_SHARDS, [String(shards)]);
      await client.query(SHARE_OUT.text, valuesOf(name));
    });
  }
  await takingItsTime(client, () => client.query(REMOVE_LEFTOVERS.text));
  return left.map(({ name }) => name);
}

/** A transaction that may take as long as a table is long; where `work` fails, the connection is to be closed. */
async function takingItsTime(client: Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  await client.query('set local statement_timeout = 0');
  await work();
  await client.query('commit');
}

/** One table after the other has many shards; the limit of requests is not meant for them. */
const TAKE_TURNS = statement<object>(
  'take-turns-on-shards',
  `select set_config('citus.multi_shard_modify_mode', 'sequential', true), set_config('statement_timeout', '0', true)`,
);

/**
 * For a transaction that makes tables, shares them out and fills them: shards are changed one by one, on one connection
 * to each server. On several connections at once they would not see what the transaction has made already.
 */
export async function takeTurnsOnShards(tx: DatabaseSession): Promise<void> {
  await tx.rows(TAKE_TURNS, []);
}

/** {@link shareOut} of tables that were made beside others that are shared out; nothing anywhere else. */
export async function shareOutNew(db: Pick<DatabaseSession, 'rows'>): Promise<void> {
  if (!(await isSharedOut(db))) return;
  for (const { name } of await db.rows(LIST_LEFT, [])) await db.rows(SHARE_OUT, valuesOf(name));
}

function valuesOf(name: string): string[] {
  return [`public.${name}`, name === FIRST_TABLE ? 'none' : FIRST_TABLE];
}
