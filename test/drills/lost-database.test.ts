import { CONNECTIONS } from '../../src/database/database.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FaultProxy, type ProxyMode } from '../support/fault-proxy.js';
import { whileWritesWait } from '../support/held-writes.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { until } from '../support/until.js';

/** The connect timeout, and the time that a test machine may take on top. */
const ANSWER_MS = 5_000 + 4_000;

const POOL_SIZE = CONNECTIONS.request.permits;

describe('while the database is away', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let service: ServiceProcess;
  let headers: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await FaultProxy.start(databaseUrl(database.address));
    service = await startService({ DATABASE_URL: proxy.url, LOG_LEVEL: 'warn' });
    const { apiKey } = await openAccount(database.db);
    headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  });
  afterAll(async () => {
    killProcesses();
    await proxy.close();
    await database.close();
  });

  const list = () => fetch(`${service.url}/api/v1/projects`, { headers });
  const create = (apiKey?: string) =>
    fetch(`${service.url}/api/v1/projects`, {
      method: 'POST',
      headers: { ...headers, ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ brand_name: 'Acme', website_url: 'https://acme.example' }),
    });
  const query = () =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers,
      body: '{"query":"{ projects(first: 1) { nodes { id } } }"}',
    });
  /** The levels of what was logged of requests: 40 warns, 50 is a failure of ours. */
  const loggedLevels = () =>
    service.stdout
      .split('\n')
      .filter((line) => line.includes('"request_id"'))
      .map((line): unknown => JSON.parse(line).level);
  const statusOf = async (path: string) => (await fetch(`${service.url}${path}`)).status;

  test.each<ProxyMode>(['refusing', 'silent'])(
    '(%s) requests fail in time and in the envelope, the process lives, and works again when it is back',
    async (mode) => {
      // Several pooled connections are open when it goes.
      await Promise.all([list(), list(), list(), create(), query(), query()]);
      proxy.mode = mode;
      const asked = Date.now();
      const [read, written, queried, ready, health] = await Promise.all([
        list(),
        create(),
        query(),
        statusOf('/readyz'),
        statusOf('/healthz'),
      ]);
      expect(Date.now() - asked).toBeLessThan(ANSWER_MS);
      expect([ready, health]).toEqual([503, 200]);
      for (const answer of [read, written]) {
        expect(answer.status).toBe(503);
        expect(answer.headers.get('Retry-After')).toBe('1');
        expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{36}$/);
        expect(await answer.json()).toEqual({
          success: false,
          error: {
            code: 'SERVICE_UNAVAILABLE',
            message: 'The service is busy or its database is out of reach. Try again shortly.',
          },
        });
      }
      expect(await queried.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
      await until(
        async () => loggedLevels().length,
        (count) => count >= 3,
      );
      expect(new Set(loggedLevels())).toEqual(new Set([40]));
      proxy.mode = 'open';
      await until(
        () => statusOf('/readyz'),
        (status) => status === 200,
      );
      expect((await create()).status).toBe(201);
      expect((await list()).status).toBe(200);
    },
  );

  test('writes on every connection are lost in mid-transaction, and no connection for good', async () => {
    // Of one account's writes a process has one under way at a time.
    const accounts = await Promise.all(Array.from({ length: POOL_SIZE }, () => openAccount(database.db)));
    const writes = accounts.map(({ apiKey }) => apiKey);
    const answers = await whileWritesWait(databaseUrl(database.address), async (reached) => {
      const waiting = Promise.all(writes.map((apiKey) => create(apiKey)));
      await reached(POOL_SIZE);
      proxy.mode = 'refusing';
      return waiting;
    });
    expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 503));
    proxy.mode = 'open';
    await until(
      () => statusOf('/readyz'),
      (status) => status === 200,
    );
    const again = await Promise.all(writes.map((apiKey) => create(apiKey)));
    expect(again.map(({ status }) => status)).toEqual(writes.map(() => 201));
  });
});
