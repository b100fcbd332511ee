import { Client } from 'pg';
import type { Context } from '../../../src/core/context.js';
import { openAccountExport, openPersonExport } from '../../../src/core/privacy/account-export.js';
import { ACCOUNT_TABLES } from '../../../src/core/privacy/account-tables.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { fillEveryTable, markOf, tablesWithAccount } from '../../support/every-table.js';
import { aClient, addPerson, openOwner, operatorOf, type Person, signedIn } from '../../support/people.js';
import { linesOf, readZip } from '../../support/zip.js';

let database: TestDatabase;
let client: Client;
const query = async (text: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await client.query(text, [...values])).rows;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const filesOf = async (ctx: Context, open = openAccountExport) =>
  readZip(Buffer.concat(await (await (await open(ctx, aClient())).open()).toArray()));

const asOwner = (person: Person) => operatorOf(database.db, person);

/** An account with two rows in each table. */
async function openFilled(): Promise<Person> {
  const owner = await openOwner(database.db);
  await fillEveryTable(query, owner.accountId);
  return owner;
}

describe('the tables of an account', () => {
  test('are all those of the schema that have an account, each with all of its columns and its key', async () => {
    const schema = await tablesWithAccount(query);
    const described = ACCOUNT_TABLES.map(({ table, columns, withheld, key }) => ({
      table,
      columns: [...new Set([...columns, ...(withheld?.columns ?? []), 'account_id'])].toSorted(),
      key: key.map((column) => column.split(' ')[0]),
    }));
    const keys = await query(
      `select c.relname as table, array_agg(a.attname::text order by k.at) as key
       from pg_index i
       join pg_class c on c.oid = i.indrelid
       cross join unnest(i.indkey) with ordinality k (attnum, at)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum and a.attname <> 'account_id'
       where i.indisprimary and c.relnamespace = 'public'::regnamespace
       group by c.relname`,
    );
    const keyOf = (name: string) => keys.find(({ table }) => table === name)?.['key'] ?? [];
    const found = schema.map(({ name, columns }) => ({
      table: name,
      columns: columns.map((column) => column.name).toSorted(),
      key: keyOf(name),
    }));
    expect(found.length).toBeGreaterThan(40);
    const byName = (a: { table: string }, b: { table: string }) => a.table.localeCompare(b.table);
    expect(described.toSorted(byName)).toEqual(found.toSorted(byName));
  });

  test('come after those that they refer to', async () => {
    const places = new Map(ACCOUNT_TABLES.map(({ table }, at) => [table, at]));
    const late = (await tablesWithAccount(query)).filter(({ name, refers_to }) =>
      refers_to.some((other) => Number(places.get(other)) >= Number(places.get(name))),
    );
    expect(late).toEqual([]);
  });
});

describe('an export of an account', () => {
  test('has each row of each table once, page after page, and none of another account', async () => {
    const [owner, other] = [await openFilled(), await openFilled()];
    await query(
      `insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency)
       select account_id, gen_random_uuid(), project_id, 'q' || n, convert_to('q' || n, 'UTF8'), platforms, 'weekly'
       from prompt
       cross join generate_series(1, 1500) n
       where account_id = $1`,
      [owner.accountId],
    );
    const files = await filesOf(asOwner(owner));
    for (const { name } of await tablesWithAccount(query)) {
      const [row] = await query(`select count(*)::int as n from ${name} where account_id = $1`, [owner.accountId]);
      const lines = linesOf(files, `${name}.ndjson`);
      // The export itself is an event, written before it is read.
      expect([name, lines.length]).toEqual([name, row?.['n']]);
      expect([name, lines.length > 0]).toEqual([name, true]);
    }
    const ids = linesOf(files, 'prompt.ndjson').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(3_000);
    expect([...files.values()].join('\n')).not.toContain(other.accountId);
    expect([...files.values()].join('\n')).not.toContain(other.email);
  });

  test('has no secret, and says what it leaves out', async () => {
    const owner = await openFilled();
    const files = await filesOf(asOwner(owner));
    const text = [...files.values()].join('\n');
    const secrets = ACCOUNT_TABLES.flatMap(({ table, withheld }) =>
      (withheld?.columns ?? []).map((column) => [table, column] as const),
    );
    const hidden = ['password_hash', 'key_hash', 'token_hash', 'secret', 'code_hash', 'passkey_challenge'];
    expect(secrets.map(([, column]) => column)).toEqual(expect.arrayContaining(hidden));
    for (const [table, column] of secrets) {
      expect(text).not.toContain(markOf(table, column));
      expect(text).not.toContain(Buffer.from(markOf(table, column)).toString('hex'));
    }
    const sessions = await query('select id from session where account_id = $1', [owner.accountId]);
    for (const { id } of sessions) expect(files.get('session.ndjson')).not.toContain(String(id));
    const about = JSON.parse(files.get('about.json') ?? '') as { files: { file: string; withheld: object | null }[] };
    const described = about.files.find(({ file }) => file === 'api_key.ndjson');
    expect(described?.withheld).toEqual({ columns: ['key_hash'], why: expect.stringContaining('secret') });
    expect(about.files.map(({ file }) => file)).toEqual([...files.keys()].filter((file) => file !== 'about.json'));
  });

  test('names the rows that each file has, and is an event of the account', async () => {
    const owner = await openFilled();
    const files = await filesOf(asOwner(owner));
    const about = JSON.parse(files.get('about.json') ?? '') as { files: { file: string; rows: number }[] };
    for (const { file, rows } of about.files) expect([file, rows]).toEqual([file, linesOf(files, file).length]);
    const kinds = linesOf(files, 'security_event.ndjson').map(({ kind }) => kind);
    expect(kinds).toContain('account_exported');
  });

  test.each(['member', 'viewer'] as const)('is refused to a %s', async (role) => {
    const owner = await openOwner(database.db);
    const { ctx } = await signedIn(database, await addPerson(database.db, owner, role));
    await expect(openAccountExport(ctx, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is refused to a key, and to an owner who has not proved who it is lately', async () => {
    const { ctx } = await signedIn(database, await openOwner(database.db));
    if (ctx.caller.kind !== 'holder') throw new Error('no holder signed in');
    const { accountId, tier } = ctx.caller;
    const key = { ...ctx, caller: { kind: 'key', keyId: accountId, access: 'full', accountId, tier } as const };
    await expect(openAccountExport(key, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(openPersonExport(key, aClient())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const late = { ...ctx, caller: { ...ctx.caller, isSteppedUp: false } };
    for (const open of [openAccountExport, openPersonExport]) {
      await expect(open(late, aClient())).rejects.toMatchObject({ reason: 'STEP_UP_REQUIRED' });
    }
  });
});

test("an export of a person has what is theirs, and nothing of the account's others", async () => {
  const owner = await openOwner(database.db);
  const viewer = await addPerson(database.db, owner, 'viewer');
  await signedIn(database, owner);
  const { ctx } = await signedIn(database, viewer);
  const files = await filesOf(ctx, openPersonExport);
  expect(linesOf(files, 'holder.ndjson')).toMatchObject([{ id: viewer.holderId, email: viewer.email }]);
  expect(linesOf(files, 'session.ndjson')).toMatchObject([{ holder_id: viewer.holderId, network: expect.any(String) }]);
  const events = linesOf(files, 'security_event.ndjson');
  expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['invited', 'sign_in', 'own_data_exported']));
  expect([...files.values()].join('\n')).not.toContain(owner.email);
  expect(files.has('answer.ndjson')).toBe(false);
});
