import type { Client } from 'pg';

/** A table of the schema as a backup takes it. */
export interface SchemaTable {
  name: string;
  /** Those that are written, generated ones left out. */
  columns: string[];
  /** Other tables that its foreign keys point to. */
  refers_to: string[];
  partitions: { name: string; bound: string }[];
  /** Its rows belong to tenants. */
  has_account: boolean;
}

/** The migrator's own table, and what an extension brought along, are left out. Partitions are under their table. */
const TABLES = `
  select c.relname as name,
    array(
      select a.attname::text
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum
    ) as columns,
    array(
      select distinct r.relname::text
      from pg_constraint k
      join pg_class r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
      order by r.relname::text
    ) as refers_to,
    (
      select coalesce(
        json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname),
        '[]'
      )
      from pg_inherits i
      join pg_class p on p.oid = i.inhrelid
      where i.inhparent = c.oid
    ) as partitions,
    exists (
      select
      from pg_attribute a
      where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped
    ) as has_account
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'mikro_orm_migrations'
    and not exists (
      select
      from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  order by c.relname`;

/** The schema's tables; each comes after those that it refers to, by name otherwise. */
export async function listTables(client: Client): Promise<SchemaTable[]> {
  const { rows } = await client.query<SchemaTable>(TABLES);
  return inOrderOfReference(rows);
}

function inOrderOfReference(tables: readonly SchemaTable[]): SchemaTable[] {
  const ordered: SchemaTable[] = [];
  const waiting = [...tables];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refers_to }) => !waiting.some(({ name }) => refers_to.includes(name)));
    if (next < 0) throw new Error(`foreign keys run in a circle among ${waiting.map(({ name }) => name).join(', ')}`);
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

/** The names of the migrations applied to the schema, in their order; empty where there is no schema. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ present: boolean }>(
    `select to_regclass('public.mikro_orm_migrations') is not null as present`,
  );
  if (!found[0]?.present) return [];
  const { rows } = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id');
  return rows.map(({ name }) => name);
}
