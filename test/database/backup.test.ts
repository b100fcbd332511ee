import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { backUp } from '../../src/database/backup/back-up.js';
import { readManifest } from '../../src/database/backup/manifest.js';
import { restore } from '../../src/database/backup/restore.js';
import { migrate } from '../../src/database/connection.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { incoming, ingestAndRollUp, openProject } from '../monitoring/monitored-project.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

/** What PostgreSQL's text format has to escape, and what JSON, arrays and nulls look like in it. */
const HOSTILE_TEXT = 'Acme\tis\\good\r\n\\N \\. "Acme", {NULL} 東京 🚀 \u2028';

describe('a backup', () => {
  let folder: string;
  let source: TestDatabase;
  const open: TestDatabase[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bvm-backup-'));
    source = await filledDatabase();
  });
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });
  afterAll(async () => {
    await source.close();
    await rm(folder, { recursive: true });
  });

  const place = () => join(folder, randomUUID());

  async function emptyDatabase(): Promise<TestDatabase> {
    const database = await createEmptyDatabase();
    open.push(database);
    return database;
  }

  /** A database with a row in nearly every table, in partitions of three kinds. */
  async function filledDatabase(): Promise<TestDatabase> {
    const database = await createTestDatabase();
    const days = ['2020-01-05', '2026-03-04', '2026-11-02'];
    await ensurePartitions(database.db, days);
    const scope = await openProject(database, ['Globex', 'Initech']);
    const answers = days.map((day) =>
      incoming({ text: HOSTILE_TEXT, searches: ['best anvils'], answeredAt: new Date(`${day}T09:30:00.123Z`) }),
    );
    await ingestAndRollUp(database, scope, answers);
    await queryDatabase(database, `update service_switch set is_active = true`);
    return database;
  }

  const restoreInto = ({ address }: TestDatabase, from: string) =>
    restore({ address, isPooled: false }, from, () => {});

  test('restored into an empty database is the same, table for table and partition for partition', async () => {
    const to = place();
    const manifest = await backUp(source.address, to);
    const target = await emptyDatabase();
    expect(await restoreInto(target, to)).toEqual(manifest);
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
    expect(await partitionsOf(target)).toEqual(await partitionsOf(source));
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    expect(rows).toMatchObject({
      account: 1,
      api_key: 1,
      competitor: 2,
      answer: 3,
      answer_reading: 3,
      answer_search: 3,
      project_task: 2,
    });
    expect((await partitionsOf(source)).length).toBeGreaterThanOrEqual(12);
  });

  test('is of one instant, while others write what belongs together', async () => {
    const busy = await filledDatabase();
    open.push(busy);
    const writer = new Client(busy.url);
    await writer.connect();
    let isDone = false;
    const write = async () => {
      // The first table that is copied and the last.
      for (let at = 0; !isDone; at += 1) {
        await writer.query(
          `begin; update account set name = '${at}'; update service_switch set name = '${at}'; commit`,
        );
      }
      return writer.end();
    };
    const writing = write();
    const to = place();
    await backUp(busy.address, to);
    isDone = true;
    await writing;
    const target = await emptyDatabase();
    await restoreInto(target, to);
    const [names] = await queryDatabase<{ first: string; last: string }>(
      target,
      'select (select name from account) as first, (select name from service_switch) as last',
    );
    expect(names?.last).toBe(names?.first);
  });

  test('says what it holds, and only its owner may read it', async () => {
    const to = place();
    await backUp(source.address, to);
    const { tables, migrations, server_version } = await readManifest(to);
    expect(migrations).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(server_version).toMatch(/^\d+/);
    expect((await readdir(to)).toSorted()).toEqual([...tables.map(({ file }) => file), 'manifest.json'].toSorted());
    expect((await stat(to)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(to)) expect((await stat(join(to, name))).mode & 0o777).toBe(0o600);
  });

  test('of an older version is restored as it was and then brought to the present', async () => {
    const older = await emptyDatabase();
    const before = MIGRATIONS.slice(0, 2).map(({ name }) => name);
    await migrate(older, { names: before });
    const key = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const table of ['answer', 'answer_reading']) {
      await queryDatabase(
        older,
        `create table ${table}_2026_03 partition of ${table} for values from ('2026-03-01') to ('2026-04-01')`,
      );
    }
    await queryDatabase(
      older,
      `insert into answer (account_id, project_id, bucket_date, id, platform, question, text, citations, is_truncated,
         answered_at)
       values ($1, $2, '2026-03-04', $3, 'claude', 'Which anvils?', 'text', '[]', false, '2026-03-04T10:00:00Z')`,
      key.slice(0, 3),
    );
    await queryDatabase(
      older,
      `insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
         is_brand_named)
       values ($1, $2, $4, '2026-03-04', $3, 'claude', '2026-03-04T10:00:00Z', true)`,
      key,
    );
    const to = place();
    expect((await backUp(older.address, to)).migrations).toEqual(before);
    const target = await emptyDatabase();
    await restoreInto(target, to);
    const applied = await queryDatabase<{ name: string }>(target, 'select name from mikro_orm_migrations order by id');
    expect(applied.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
    // A later migration derived these from the answers, so it ran over the restored rows.
    expect(await queryDatabase(target, 'select response_count from daily_question_response')).toEqual([
      { response_count: 1 },
    ]);
  });

  test('is refused a place that is taken', async () => {
    const taken = place();
    await mkdir(taken);
    await writeFile(join(taken, 'kept'), 'kept');
    await expect(backUp(source.address, taken)).rejects.toThrow(/^--to: ".*" must be a new or an empty folder$/);
    await expect(backUp(source.address, join(taken, 'kept'))).rejects.toThrow(/^--to: ".*" must be a folder/);
    await expect(backUp(source.address, join(place(), 'below'))).rejects.toThrow(/^--to: no folder can be made in/);
    expect(await readdir(taken)).toEqual(['kept']);
  });

  test('of a database without a schema is refused, and nothing is left in its place', async () => {
    const { address } = await emptyDatabase();
    const to = place();
    await expect(backUp(address, to)).rejects.toThrow('The database holds nothing to back up');
    expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(to))).toEqual([]);
  });

  test('is restored into an empty database only', async () => {
    const to = place();
    await backUp(source.address, to);
    const target = await filledDatabase();
    open.push(target);
    const before = await contentsOf(target);
    await expect(restoreInto(target, to)).rejects.toThrow(/^The database holds data already/);
    expect(await contentsOf(target)).toEqual(before);
  });

  test('goes into an unused database that this version has made', async () => {
    const to = place();
    await backUp(source.address, to);
    const target = await createTestDatabase();
    open.push(target);
    await ensurePartitions(target.db, ['2026-11-02', '2026-12-02']);
    await restoreInto(target, to);
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
  });

  describe.each<[string, (to: string) => Promise<unknown>, RegExp]>([
    ['unfinished', (to) => rm(join(to, 'manifest.json')), /is no whole backup: its manifest.json cannot be read/],
    ['without a file', (to) => rm(join(to, 'answer.copy.gz')), /^--from: answer.copy.gz of the backup cannot be read/],
    ['cut', (to) => truncate(join(to, 'answer.copy.gz'), 40), /^--from: answer.copy.gz is damaged/],
    ['grown', (to) => appendFile(join(to, 'prompt.copy.gz'), 'x'), /^--from: prompt.copy.gz is damaged/],
    ['changed', (to) => flipByte(join(to, 'account.copy.gz')), /^--from: account.copy.gz is damaged/],
    ['of a later format', (to) => rewrite(to, '"format": 1', '"format": 2'), /is no backup that this version reads/],
    [
      'of a later version',
      (to) => rewrite(to, MIGRATIONS[0].name, '2099-01-01-later'),
      /^--from: the backup is of another or a later version, which has the migration "2099-01-01-later"$/,
    ],
    ['with a statement for a name', (to) => rewrite(to, '"prompt"', '"prompt; drop table x"'), /must be a name/],
    ['with a statement for a bound', (to) => rewrite(to, "TO ('20", "TO (now()); ('20"), /must be a range of days/],
  ])('that is %s', (_what, harm, line) => {
    test('is refused with a line that says so, and leaves the database empty', async () => {
      const to = place();
      await backUp(source.address, to);
      await harm(to);
      const target = await emptyDatabase();
      await expect(restoreInto(target, to)).rejects.toThrow(line);
      expect(await queryDatabase(target, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual(
        [],
      );
    });
  });

  test('whose rows break off in the middle leaves no data, and the whole one goes in afterwards', async () => {
    const to = place();
    const { tables } = await backUp(source.address, to);
    const target = await emptyDatabase();
    const last = tables.at(-1);
    await rewrite(to, `"file": "${last?.file}"`, `"file": "account.copy.gz"`, tables[0]);
    await expect(restoreInto(target, to)).rejects.toThrow();
    expect(await queryDatabase(target, 'select from account')).toEqual([]);
    const whole = place();
    await backUp(source.address, whole);
    await restoreInto(target, whole);
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
  });
});

async function flipByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 5) ^ 1, bytes.length - 5);
  await writeFile(file, bytes);
}

/** Changes the manifest; the last table then may name the size and the checksum of another's file. */
async function rewrite(
  to: string,
  from: string,
  into: string,
  borrowed?: { bytes: number; sha256: string },
): Promise<void> {
  const file = join(to, 'manifest.json');
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`the manifest does not hold ${from}`);
  const manifest = JSON.parse(text.replace(from, into));
  if (borrowed) Object.assign(manifest.tables.at(-1), { bytes: borrowed.bytes, sha256: borrowed.sha256 });
  await writeFile(file, JSON.stringify(manifest, null, 2));
}

/** The number of rows of each table and a digest of them, whatever their order. */
async function contentsOf(database: TestDatabase): Promise<Record<string, unknown>> {
  const tables = await queryDatabase<{ name: string }>(
    database,
    `select c.relname as name
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'mikro_orm_migrations'
     order by c.relname`,
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables) {
    const digest = `md5(string_agg(t::text, chr(10) order by t::text))`;
    [contents[name]] = await queryDatabase(
      database,
      `select count(*)::int as rows, ${digest} as digest from ${name} t`,
    );
  }
  return contents;
}

async function partitionsOf(database: TestDatabase): Promise<object[]> {
  return queryDatabase(
    database,
    `select c.relname as name, i.inhparent::regclass::text as of, pg_get_expr(c.relpartbound, c.oid) as bound,
       (select count(*)::int from pg_index x where x.indrelid = c.oid) as indexes
     from pg_inherits i
     join pg_class c on c.oid = i.inhrelid
     where c.relkind = 'r'
     order by c.relname`,
  );
}
