import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import { startApi } from '../support/api.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { type App, addApp, Browser, signedInBrowser } from '../support/factors.js';
import { operate } from '../support/operator.js';
import { openOwner } from '../support/people.js';
import { killProcesses, type RunningProcess, startOperator } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
const [OLD_TEXT, NEW_TEXT] = [OLD.toString('base64'), NEW.toString('base64')];
const BOTH = { SECOND_FACTOR_KEY: NEW_TEXT, SECOND_FACTOR_OTHER_KEY: OLD_TEXT };
const COMMAND = ['keys', 'rotate-second-factor'];

/** More than two batches. */
const PEOPLE = 450;

interface Row {
  holder_id: string;
  secret: Buffer;
  is_encrypted: boolean;
}

describe('the key of second factors', () => {
  let database: TestDatabase;
  let DATABASE_URL: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    DATABASE_URL = databaseUrl(database.address);
  });
  beforeEach(() => queryDatabase(database, 'delete from totp_factor'));
  afterEach(killProcesses);
  afterAll(() => database.close());

  const rotate = async (keys: object) => {
    const { code, stdout, stderr } = await operate(COMMAND, { DATABASE_URL, ...keys });
    return { code, printed: stdout === '' ? null : JSON.parse(stdout), stderr };
  };
  const secretsOf = () =>
    queryDatabase<Row>(database, 'select holder_id, secret, is_encrypted from totp_factor order by holder_id');
  const plainOf = (rows: readonly Row[], box: ReturnType<typeof createSecretBox>) =>
    rows.map((row) => box.open({ secret: row.secret, isEncrypted: row.is_encrypted }, row.holder_id).toString());

  /** People with an app each, every tenth of them from before there was a key; each secret is its holder's id. */
  async function seedPeople(): Promise<string[]> {
    const { accountId } = await openOwner(database.db);
    const ids = Array.from({ length: PEOPLE }, () => randomUUID()).toSorted();
    await queryDatabase(
      database,
      `insert into holder (account_id, id, email, name, role, created_at, updated_at)
       select $1, id, id || '@example.com', 'Ann', 'member', now(), now()
       from unnest($2::uuid[]) id`,
      [accountId, ids],
    );
    const stored = ids.map((id, at) => createSecretBox(at % 10 === 0 ? null : OLD).seal(Buffer.from(id), id));
    await queryDatabase(
      database,
      `insert into totp_factor (account_id, holder_id, secret, is_encrypted, created_at, confirmed_at, last_used_step)
       select $1, id, secret, is_encrypted, now(), now(), 0
       from unnest($2::uuid[], $3::bytea[], $4::boolean[]) x (id, secret, is_encrypted)`,
      [accountId, ids, stored.map(({ secret }) => secret), stored.map(({ isEncrypted }) => isEncrypted)],
    );
    return ids;
  }

  test('is changed by a command that may be killed in the middle and sent again, and again', async () => {
    const ids = await seedPeople();
    const isNew = ({ secret, is_encrypted: isEncrypted, holder_id: id }: Row) =>
      createSecretBox(NEW).reseal({ secret, isEncrypted }, id) === 'current';
    const countNew = async () => (await secretsOf()).filter(isNew).length;
    const held = new Client(DATABASE_URL);
    await held.connect();
    try {
      await held.query('begin');
      await held.query('select from totp_factor where holder_id = $1 for update', [ids[250]]);
      const killed = startOperator(COMMAND, { DATABASE_URL, ...BOTH });
      await Promise.race([until(countNew, (count) => count === 250), endOf(killed)]);
      killed.kill('SIGKILL');
      expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });
    } finally {
      await held.end();
    }

    expect(plainOf(await secretsOf(), createSecretBox(NEW, OLD))).toEqual(ids);
    expect(plainOf(await secretsOf(), createSecretBox(OLD, NEW))).toEqual(ids);
    const left = PEOPLE - (await countNew());
    expect([PEOPLE - 250, PEOPLE - 251]).toContain(left);
    expect(await rotate(BOTH)).toEqual({
      code: 0,
      printed: { rotated: left, current: PEOPLE - left, unreadable: 0 },
      stderr: '',
    });
    expect(plainOf(await secretsOf(), createSecretBox(NEW))).toEqual(ids);
    const done = await secretsOf();
    expect(await rotate(BOTH)).toMatchObject({ code: 0, printed: { rotated: 0, current: PEOPLE, unreadable: 0 } });
    expect(await secretsOf()).toEqual(done);
  });

  test('is not changed without the former one, or without a new one, and nothing is lost', async () => {
    await seedPeople();
    await queryDatabase(database, 'delete from totp_factor where not is_encrypted');
    const before = await secretsOf();
    const refused = await rotate({ SECOND_FACTOR_KEY: NEW_TEXT });
    expect(refused).toMatchObject({ code: 1, printed: { rotated: 0, current: 0, unreadable: before.length } });
    expect(refused.stderr).toMatch(/^405 secrets can be read with neither key, and stay as they are: [^\n]+\n$/);
    expect(await rotate({ SECOND_FACTOR_OTHER_KEY: OLD_TEXT })).toEqual({
      code: 1,
      printed: null,
      stderr: 'SECOND_FACTOR_KEY is not set: there is no key to encrypt with\n',
    });
    expect(await secretsOf()).toEqual(before);
  });

  test('is changed while people sign in: at each step of it their codes are good', async () => {
    const owner = await openOwner(database.db);
    const withKeys = async <Result>(secondFactorKey: Buffer, other: Buffer | undefined, work: Work<Result>) => {
      const options = { secondFactorKey, secondFactorOtherKey: other, clock: SYSTEM_CLOCK };
      const api = await startApi(options, database);
      return work(api).finally(() => api.close());
    };
    const app = await withKeys(OLD, undefined, async (api) =>
      addApp(await signedInBrowser(api, owner.email), new Date()),
    );
    const signIn = (key: Buffer, other?: Buffer) =>
      withKeys(key, other, (api) => signInWithCode(api, owner.email, app).finally(forgetStep));
    const forgetStep = () => queryDatabase(database, 'update totp_factor set last_used_step = 0');
    await forgetStep();
    expect(await signIn(OLD, NEW)).toBe(204);
    expect(await signIn(NEW, OLD)).toBe(204);
    expect(await rotate(BOTH)).toMatchObject({ code: 0, printed: { rotated: 1 } });
    expect(await signIn(NEW, OLD)).toBe(204);
    expect(await signIn(NEW)).toBe(204);
    expect(await signIn(OLD)).toBe(500);
  });
});

type Api = ConstructorParameters<typeof Browser>[0];
type Work<Result> = (api: Api) => Promise<Result>;

async function signInWithCode(api: Api, email: string, app: App): Promise<number> {
  const browser = new Browser(api);
  await browser.signIn(email);
  const code = app.codeAt(new Date());
  return (await browser.send('POST', '/dashboard/session/factor', { code })).status;
}

/** Rejects with what the process wrote, where it ends by itself. */
async function endOf(started: RunningProcess): Promise<never> {
  await started.exited;
  throw new Error(`the command ended: ${started.stderr}`);
}
