import type { ClientBase } from 'pg';
import { lockOn, PARTITIONS_LOCK } from './advisory-lock.js';
import type { DatabaseSession } from './database-session.js';
import { statement } from './rows.js';

/** The facts of an analysis, partitioned by month as the answers are. */
export const FACT_TABLES: readonly string[] = ['answer_reading', 'answer_mention', 'answer_citation'];

/** Answers, what was searched for them, and their facts, by month of `bucket_date`: retained for ever. */
export const ANSWER_TABLES: readonly string[] = ['answer', 'answer_search', ...FACT_TABLES];

/** What happened and was delivered, by month of `day`. */
export const EVENT_TABLES: readonly string[] = ['event', 'delivery', 'delivery_attempt'];

/** Every partitioned table; that of runs is by month of `period_date`. */
const PARTITIONED: readonly string[] = [...ANSWER_TABLES, 'run', ...EVENT_TABLES];

/** No platform was sampled before: whatever is older shares one partition, so a file cannot ask for hundreds. */
export const FIRST_MONTH = '2022-01';
export const EARLIER = 'earlier';

interface Part {
  table: string;
  part: string;
}

/**
 * Read from the catalogue's tables: a look-up by name may answer from what the session knew before it waited its turn.
 */
const MISSING = statement<Part>(
  'missing-partitions',
  `select t.name as table, p.part
   from unnest($1::text[]) as t (name)
   cross join unnest($2::text[]) as p (part)
   where not exists (
     select
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where i.inhparent = t.name::regclass and c.relname = t.name || '_' || p.part
   )
   order by p.part, t.name`,
);

/**
 * Creates the partitions of `tables`, by default of every partitioned table, for `days` (`YYYY-MM-DD`), where they are
 * missing, in a short transaction of its own. Attaching does not wait for transactions that write to other partitions,
 * so it may be called from the midst of one; that one sees the partition from its next statement on.
 */
export async function ensurePartitions(
  db: DatabaseSession,
  days: Iterable<string>,
  tables: readonly string[] = PARTITIONED,
): Promise<void> {
  const held = await db.knownPartitions();
  const parts = [...new Set([...days].map(partOf))];
  const wanted = parts.filter((part) => tables.some((table) => !held.has(`${table}_${part}`)));
  if (wanted.length === 0) return;
  if ((await db.rows(MISSING, [tables, wanted])).length > 0) await create(db, tables, wanted);
  for (const part of wanted) for (const table of tables) held.add(`${table}_${part}`);
}

async function create(db: DatabaseSession, tables: readonly string[], wanted: readonly string[]): Promise<void> {
  await db.onSeparateConnection(async (client) => {
    await lockOn(client, PARTITIONS_LOCK);
    const { rows: missing } = await client.query<Part>(MISSING.text, [tables, wanted]);
    for (const part of missing) await createPart(client, part);
  });
}

/**
 * Built beside their tables and attached when whole: `partition of` would take an exclusive lock on the table and wait
 * for every transaction that writes to it. The primary key comes with the copy and becomes a part of the table's own.
 */
async function createPart(client: ClientBase, { table, part }: Part): Promise<void> {
  const [from, to] = boundsOf(part);
  const name = `${table}_${part}`;
  await client.query(`create table ${name} (like ${table} including all)`);
  await client.query(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`);
}

/** The name of the part that holds a day: its month as `YYYY_MM`, or that of all before the first month. */
function partOf(day: string): string {
  const month = day.slice(0, 7);
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) throw new Error(`a bucket date is no day: ${day}`);
  return month < FIRST_MONTH ? EARLIER : month.replace('-', '_');
}

function boundsOf(part: string): [from: string, to: string] {
  if (part === EARLIER) return ['minvalue', `'${FIRST_MONTH}-01'`];
  const [year = 0, month = 0] = part.split('_').map(Number);
  return [dayLiteral(year, month), month === 12 ? dayLiteral(year + 1, 1) : dayLiteral(year, month + 1)];
}

function dayLiteral(year: number, month: number): string {
  return `'${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01'`;
}
