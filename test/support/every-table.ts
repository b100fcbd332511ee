import { createHash } from 'node:crypto';

/** Sends one statement and returns its rows. */
type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

interface Column {
  name: string;
  type: string;
  /** The first value that a check of the column lets through; null without one. */
  allowed: string | null;
}

export interface Table {
  name: string;
  is_partitioned: boolean;
  refers_to: string[];
  columns: Column[];
}

/** Tables whose rows belong to accounts, with the columns that are written, by the schema as it is. */
const TABLES = `
  select c.relname as name, c.relkind = 'p' as is_partitioned,
    array(
      select distinct r.relname::text
      from pg_constraint k
      join pg_class r on r.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
    ) as refers_to,
    (
      select json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null), 'allowed', (
          select coalesce(
            substring(pg_get_constraintdef(k.oid) from '= ANY \\(+ARRAY\\[''([^'']*)'''),
            substring(pg_get_constraintdef(k.oid) from '<@ ARRAY\\[''([^'']*)''')
          )
          from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
          limit 1
        )
      ) order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (
      select from information_schema.columns i
      where i.table_schema = 'public' and i.table_name = c.relname and i.column_name = 'account_id'
    )
  order by c.relname`;

/** The tables of the schema that have an account, each after those that it refers to. */
export async function tablesWithAccount(query: Query): Promise<Table[]> {
  const waiting = (await query(TABLES)) as unknown as Table[];
  const ordered: Table[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refers_to }) => !waiting.some(({ name }) => refers_to.includes(name)));
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

/** What a row's column holds that a test looks for elsewhere: in bytes and in texts. */
export function markOf(table: string, column: string): string {
  return `mark of ${table} ${column}`;
}

/** An identifier that is the same for the same words. */
export function idOf(...words: (string | number)[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Columns that name a row of another table. */
const REFERENCES: Readonly<Record<string, string>> = {
  project_id: 'project',
  holder_id: 'holder',
  prompt_id: 'prompt',
  market_id: 'market',
  analysis_id: 'analysis',
  competitor_id: 'competitor',
  answer_id: 'answer',
  session_id: 'session',
  link_id: 'share_link',
  provider_id: 'identity_provider',
  device_id: 'known_device',
  schedule_id: 'report_schedule',
};

const DAY = '2026-03-15';

/**
 * Gives an account `count` rows in each table that has accounts, whatever the schema's version; of those with one row
 * an account, one. The rows of one number refer to each other. Rows that are there already stay.
 * @param tables with the columns to write; those of the schema as it is where left out.
 */
export async function fillEveryTable(
  query: Query,
  accountId: string,
  count = 2,
  day = DAY,
  tables: readonly Table[] | null = null,
): Promise<void> {
  const [month, next] = [`${day.slice(0, 7)}-01`, `${followingMonth(day)}-01`];
  for (const { name, columns, is_partitioned } of tables ?? (await tablesWithAccount(query))) {
    const part = `${name}_${day.slice(0, 7).replace('-', '_')}`;
    const bounds = `for values from ('${month}') to ('${next}')`;
    if (is_partitioned) await query(`create table if not exists ${part} partition of ${name} ${bounds}`);
    for (let at = 0; at < count; at += 1) {
      const values = columns.map((column) => cellOf(name, column, accountId, at, day));
      const places = values.map((_, index) => `$${index + 1}`).join(', ');
      const names = columns.map((column) => column.name).join(', ');
      await query(`insert into ${name} (${names}) values (${places}) on conflict do nothing`, values);
    }
  }
}

function followingMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7);
}

/** Of a citation and of its days alike. */
function urlOf(at: number): string {
  return `https://domain-${at}.example/page`;
}

/** Columns whose value their name decides, whatever the table. */
const BY_NAME: Readonly<Record<string, (accountId: string, at: number) => unknown>> = {
  account_id: (accountId) => accountId,
  // Of a verdict either the tone or the name was asked.
  is_named: () => null,
  // One leads an intent, the others word it.
  wording_of: (accountId, at) => (at === 0 ? null : idOf(accountId, 'prompt', 0)),
  url: (_accountId, at) => urlOf(at),
  url_hash: (_accountId, at) => createHash('sha256').update(urlOf(at)).digest(),
  domain: (_accountId, at) => `domain-${at}.example`,
};

function cellOf(table: string, column: Column, accountId: string, at: number, day: string): unknown {
  const { name, type, allowed } = column;
  const named = BY_NAME[name];
  if (named) return named(accountId, at);
  if (allowed !== null) return type.endsWith('[]') ? [allowed] : allowed;
  const mark = markOf(table, name);
  // The end of a range comes after its beginning.
  const number = at + (name.endsWith('_end') ? 2 : 1);
  const values: Readonly<Record<string, unknown>> = {
    uuid: idOf(accountId, name === 'id' ? table : (REFERENCES[name] ?? name), at),
    text: `${mark} ${at}`,
    'text[]': [mark],
    'uuid[]': [idOf(name, at)],
    bytea: Buffer.from(`${mark} ${at}`),
    date: day,
    'timestamp with time zone': `${day}T10:00:00.${String(at).padStart(3, '0')}Z`,
    boolean: true,
    jsonb: JSON.stringify(name === 'subjects' ? { brand: {}, competitors: [] } : {}),
    'integer[]': [1, 2],
  };
  return type in values ? values[type] : number;
}
