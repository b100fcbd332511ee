import { ensurePartitions } from '../../src/database/partitions.js';
import { ENTITIES } from '../../src/entities/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

/** Rows of these belong to no tenant; nothing else may be added to them. */
const WITHOUT_ACCOUNT = [
  'mikro_orm_migrations',
  'platform_gate',
  'platform_key',
  'service_switch',
  'setup',
  'sign_in_throttle',
];
const MIGRATIONS = 'mikro_orm_migrations';
/** By the day that each is filed under, in the order of their names. */
const PARTITIONED = {
  answer: 'bucket_date',
  answer_citation: 'bucket_date',
  answer_mention: 'bucket_date',
  answer_reading: 'bucket_date',
  answer_search: 'bucket_date',
  delivery: 'day',
  delivery_attempt: 'day',
  event: 'day',
  run: 'period_date',
};

/** A column as it must be on both sides. */
interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  isPrimary: boolean;
}

describe('the database schema', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    await ensurePartitions(database.db, ['2026-11-02', '2026-12-31', '2020-05-05']);
  });
  afterAll(() => database.close());

  const query = <Row>(text: string, values: unknown[] = []) => queryDatabase<Row>(database, text, values);

  const tables = async () => {
    const found = await query<{ name: string }>(
      `select c.relname as name
       from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       order by c.relname`,
    );
    return found.map(({ name }) => name);
  };

  test('has an entity for each table, and a table for each entity', async () => {
    const described = ENTITIES.map(({ meta }) => meta.tableName);
    expect([...described, MIGRATIONS].toSorted()).toEqual(await tables());
  });

  test("begins each primary, unique and foreign key with the account's id, the named tables excepted", async () => {
    const keys = await query<{ table_name: string; key: string; first: string }>(
      `select r.relname as table_name, c.conname as key, a.attname as first
       from pg_constraint c
       join pg_class r on r.oid = c.conrelid
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where r.relnamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f')
       union all
       select t.relname, i.relname, a.attname
       from pg_index x
       join pg_class i on i.oid = x.indexrelid
       join pg_class t on t.oid = x.indrelid
       left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
       where t.relnamespace = 'public'::regnamespace and x.indisunique`,
    );
    expect(keys.length).toBeGreaterThan(20);
    const strays = keys.filter(
      ({ table_name, first }) => first !== 'account_id' && !WITHOUT_ACCOUNT.includes(table_name),
    );
    expect(strays).toEqual([]);
    const tied = await query<{ table_name: string }>(
      `select c.conrelid::regclass::text as table_name
       from pg_constraint c
       where c.contype = 'f' and (
         select a.attname from pg_attribute a where a.attrelid = c.confrelid and a.attnum = c.confkey[1]
       ) <> 'account_id'`,
    );
    expect(tied).toEqual([]);
  });

  test('has a primary key on each table, with the account in all but four', async () => {
    const without = await query<{ name: string }>(
      `select c.relname as name
       from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
    );
    expect(without).toEqual([]);
    const shared = await query<{ name: string }>(
      `select c.relname as name
       from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
         select
         from pg_attribute a
         where a.attrelid = c.oid and a.attname = 'account_id' and a.attnotnull and a.atttypid = 'uuid'::regtype
       )
       order by c.relname`,
    );
    expect(shared.map(({ name }) => name)).toEqual(WITHOUT_ACCOUNT);
  });

  test.each(ENTITIES.map(({ meta }) => [meta.tableName]))('has the columns of %s as its entity says', async (table) => {
    const columns = await query<Column>(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
         coalesce(a.attnum = any (k.conkey), false) as "isPrimary"
       from pg_attribute a
       left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       order by a.attname`,
      [table],
    );
    expect(entityColumns(database, table)).toEqual(columns);
  });

  test.each(ENTITIES.map(({ meta }) => [meta.tableName]))(
    "has the primary key of %s in the entity's order, and its closed vocabularies as checks",
    async (table) => {
      const meta = metadataOf(database, table);
      const key = await query<{ name: string }>(
        `select a.attname as name
         from pg_constraint k, unnest(k.conkey) with ordinality as c (number, place)
         join pg_attribute a on a.attnum = c.number
         where k.conrelid = $1::regclass and a.attrelid = k.conrelid and k.contype = 'p'
         order by c.place`,
        [table],
      );
      const ofEntity = meta.primaryKeys.map((name) => fieldName(meta, name));
      expect(ofEntity.toSorted()).toEqual(key.map(({ name }) => name).toSorted());
      expect(ofEntity[0]).toBe(key[0]?.name);
      const checks = await query<{ text: string }>(
        `select pg_get_constraintdef(c.oid) as text
         from pg_constraint c
         where c.conrelid = $1::regclass and c.contype = 'c'`,
        [table],
      );
      for (const { name, items } of meta.props.filter(({ items }) => items !== undefined)) {
        const column = fieldName(meta, name);
        const check = checks.find(({ text }) => new RegExp(`\\b${column} = ANY`).test(text));
        expect([...(check?.text.matchAll(/'(\w+)'/g) ?? [])].map(([, value]) => value).toSorted()).toEqual(
          items?.map(String).toSorted(),
        );
      }
    },
  );

  test('partitions the retained answers, their facts and the runs by ranges of their day, a month each', async () => {
    const roots = await query<{ name: string; key: string }>(
      `select p.partrelid::regclass::text as name, pg_get_partkeydef(p.partrelid) as key
       from pg_partitioned_table p
       order by 1`,
    );
    expect(roots).toEqual(Object.entries(PARTITIONED).map(([name, day]) => ({ name, key: `RANGE (${day})` })));
    const parts = await query<{ root: string; bound: string }>(
      `select i.inhparent::regclass::text as root, pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i
       join pg_class c on c.oid = i.inhrelid
       where c.relkind = 'r'
       order by 1, 2`,
    );
    const bounds = [
      "FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')",
      "FOR VALUES FROM ('2026-12-01') TO ('2027-01-01')",
      "FOR VALUES FROM (MINVALUE) TO ('2022-01-01')",
    ];
    expect(parts).toEqual(Object.keys(PARTITIONED).flatMap((root) => bounds.map((bound) => ({ root, bound }))));
  });

  test("has no sequence but the migrator's own", async () => {
    const sequences = await query<{ name: string }>(`select c.relname as name from pg_class c where c.relkind = 'S'`);
    expect(sequences.map(({ name }) => name)).toEqual([`${MIGRATIONS}_id_seq`]);
  });

  test.each([
    ['triggers', `select tgname from pg_trigger where not tgisinternal`],
    ['rules', `select rulename from pg_rules where schemaname = 'public'`],
    ['functions', `select proname from pg_proc where pronamespace = 'public'::regnamespace`],
    ['event triggers', `select evtname from pg_event_trigger`],
    ['views', `select viewname from pg_views where schemaname = 'public'`],
    ['extensions', `select extname from pg_extension where extname <> 'plpgsql'`],
    ['enum types', `select typname from pg_type where typtype = 'e' and typnamespace = 'public'::regnamespace`],
    [
      'unlogged tables but the one of attempts to sign in',
      `select relname from pg_class
       where relpersistence <> 'p' and relkind = 'r' and relname <> 'sign_in_throttle'
         and relnamespace = 'public'::regnamespace`,
    ],
    ['indexes that are not valid', `select indexrelid from pg_index where not indisvalid`],
  ])('has no %s', async (_what, text) => {
    expect(await query(text)).toEqual([]);
  });
});

function metadataOf(database: TestDatabase, table: string) {
  const meta = [...database.orm.getMetadata().getAll().values()].find(({ tableName }) => tableName === table);
  if (!meta) throw new Error(`no entity describes ${table}`);
  return meta;
}

function fieldName(meta: ReturnType<typeof metadataOf>, property: string): string {
  const found = meta.props.find(({ name }) => name === property)?.fieldNames?.[0];
  if (found === undefined) throw new Error(`${meta.className} has no column for ${property}`);
  return found;
}

function entityColumns(database: TestDatabase, table: string): Column[] {
  const meta = metadataOf(database, table);
  return meta.props
    .map((prop) => ({
      name: fieldName(meta, prop.name),
      type: spelledOut(prop.columnTypes?.[0] ?? ''),
      isNullable: prop.nullable === true,
      isPrimary: prop.primary === true,
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** A type of the ORM as PostgreSQL spells it. */
function spelledOut(type: string): string {
  const short: Readonly<Record<string, string>> = {
    'timestamptz(3)': 'timestamp(3) with time zone',
    int: 'integer',
    'int[]': 'integer[]',
    'varchar(255)': 'character varying(255)',
  };
  return short[type] ?? type;
}
