import { type AddressInfo, createServer, type Server } from 'node:net';
import { createMetricsApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openDatabase } from '../../src/database/open.js';
import { createLog } from '../../src/http/log.js';
import { createMetrics } from '../../src/http/metrics.js';
import { listen } from '../../src/http/server.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { whileWritesWait } from '../support/held-writes.js';
import { killProcesses, runService, type ServiceProcess, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

describe('a start that is refused', () => {
  let database: TestDatabase;
  let url: string;
  let holder: Server;
  let taken: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    url = databaseUrl(database.address);
    holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    taken = (holder.address() as AddressInfo).port;
  });
  afterEach(killProcesses);
  afterAll(async () => {
    holder.close();
    await database.close();
  });

  test('by a wrong value of the environment ends with one line of variable, fault and accepted values', async () => {
    const { code, stderr } = await runService({ DATABASE_URL: 'mysql://user:sesame@db/x' });
    expect(stderr).toMatch(/^DATABASE_URL: the value given must be a URL[^\n]+\n$/);
    expect(stderr).not.toContain('sesame');
    expect(code).toBe(1);
  });

  test('once the database is open ends as well: by a port of the metrics that is in use', async () => {
    const { code, stderr } = await runService({ DATABASE_URL: url, METRICS_PORT: String(taken), LOG_LEVEL: 'error' });
    expect(stderr).toBe(`METRICS_PORT: ${taken} is in use on 127.0.0.1; must be a free port, or 0 for any\n`);
    expect(code).toBe(1);
  });

  const refusalOfDatabase = (env: Record<string, string>) =>
    openDatabase(readConfig(env), () => {}).then(String, (error: Error) => error.message);

  test('by a database that does not answer is told without its password', async () => {
    const line = await refusalOfDatabase({ DATABASE_URL: 'postgresql://user:sesame@127.0.0.1:1/x' });
    expect(line).toMatch(/^DATABASE_URL: must name a database of a PostgreSQL 15 or later server .*ECONNREFUSED.*$/);
    expect(line).not.toContain('sesame');
  });

  test('by a database that its server does not have is told by its name', async () => {
    const line = await refusalOfDatabase({ DATABASE_URL: url.replace(/bvm_test_\w+/, 'bvm_test_absent') });
    expect(line).toMatch(/^DATABASE_URL: must name .*"bvm_test_absent" does not exist\)$/);
  });

  test('by its address is told by the variable of the port or of the host', async () => {
    const base = { log: createLog('silent'), metrics: createMetrics(), trustProxy: false, hstsMaxAgeSeconds: 0 };
    const app = createMetricsApp(base);
    await expect(listen(app, readConfig({ PORT: String(taken) }))).rejects.toThrow(
      `PORT: ${taken} is in use on 127.0.0.1; must be a free port, or 0 for any`,
    );
    await expect(listen(app, readConfig({ PORT: '0', HOST: '192.0.2.1' }))).rejects.toThrow(
      'HOST: "192.0.2.1" must be an address of this machine',
    );
  });
});

describe('two processes that start at once on an empty database', () => {
  let database: TestDatabase;
  let first: ServiceProcess;
  let second: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    await queryDatabase(database, 'drop schema public cascade');
    await queryDatabase(database, 'create schema public');
    const env = { DATABASE_URL: databaseUrl(database.address) };
    [first, second] = await Promise.all([startService(env), startService({ ...env, METRICS_PORT: '0' })]);
  });
  afterAll(async () => {
    killProcesses();
    await database.close();
  });

  test('migrate it once, and both serve', async () => {
    const sql = 'select name from mikro_orm_migrations order by id';
    const applied = await queryDatabase<{ name: string }>(database, sql);
    expect(applied.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
    const { apiKey } = await openAccount(database.db);
    for (const { url } of [first, second]) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const headers = { Authorization: `Bearer ${apiKey}` };
      expect((await fetch(`${url}/api/v1/projects`, { headers })).status).toBe(200);
    }
  });

  test('have open paths, which need no key and count against no limit, with a key or without', async () => {
    const { apiKey, accountId } = await openAccount(database.db);
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']) {
      expect((await fetch(`${first.url}${path}`)).status).toBe(200);
      const answer = await fetch(`${first.url}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('X-RateLimit-Limit')).toBeNull();
    }
    const [budget] = await queryDatabase<{ minute_count: number }>(
      database,
      'select minute_count from request_budget where account_id = $1',
      [accountId],
    );
    expect(budget?.minute_count).toBe(0);
  });

  test('have metrics as Prometheus text, with the durations of requests by method, route and status', async () => {
    const { apiKey } = await openAccount(database.db);
    const id = '00000000-0000-4000-8000-000000000000';
    await fetch(`${first.url}/api/v1/projects/${id}`, { headers: { Authorization: `Bearer ${apiKey}` } });
    await fetch(`${first.url}/api/v1/projects`);
    const answer = await fetch(`${first.url}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; .*version=0\.0\.4/);
    expect(text).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/v1/projects/:projectId",status="404"} 1',
    );
    expect(text).toContain('door_refusals_total{code="UNAUTHORIZED"} 1');
    expect(text).toContain('process_resident_memory_bytes');
    for (const line of text.split('\n'))
      expect(line).toMatch(/^$|^# (HELP|TYPE) |^[a-z_][a-z0-9_]*(\{[^}]*\})? [-+.\deNaIf]+$/);
    expect(text).not.toContain(id);
  });

  test('have metrics on a port of their own where it is wanted: there alone, and no other path is', async () => {
    const told = await until(
      async () => /Metrics +(http\S+)\/metrics/.exec(second.stdout)?.[1],
      (found) => found !== undefined,
    );
    const metricsUrl = String(told);
    expect((await fetch(`${second.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${metricsUrl}/healthz`)).status).toBe(404);
    expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain('process_resident_memory_bytes');
  });

  test('finish what is in flight when they are told to stop, and end with exit code 0', async () => {
    const { apiKey } = await openAccount(database.db);
    let inFlight: Promise<Response> | undefined;
    await whileWritesWait(databaseUrl(database.address), async (reached) => {
      inFlight = fetch(`${first.url}/api/v1/projects`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ brand_name: 'Acme', website_url: 'https://acme.example' }),
      });
      await reached(1);
      first.kill('SIGTERM');
      await until(
        () =>
          fetch(`${first.url}/healthz`, { headers: { Connection: 'close' } }).then(
            () => true,
            () => false,
          ),
        (listens) => !listens,
      );
    });
    expect((await inFlight)?.status).toBe(201);
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(first.stderr).toBe('');
  });

  test('may be workers, which serve their health and their metrics, and nothing else', async () => {
    const worker = await startService({ DATABASE_URL: databaseUrl(database.address), ROLE: 'worker' });
    const { apiKey } = await openAccount(database.db);
    const statusOf = async (path: string) =>
      (await fetch(`${worker.url}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } })).status;
    for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(path)).toBe(200);
    for (const path of ['/api/v1/projects', '/openapi.json', '/docs']) expect(await statusOf(path)).toBe(404);
  });
});
