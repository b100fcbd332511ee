import { type AddressInfo, createServer } from 'node:net';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { killProcesses, runService, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

describe('the start of the service', () => {
  let database: TestDatabase;
  let url: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    url = databaseUrl(database.address);
  });
  afterEach(killProcesses);
  afterAll(() => database.close());

  describe('a wrong value of the environment stops it with a line of variable, fault and accepted values', () => {
    test.each([
      ['PORT', 'http', 'PORT: "http" must be a port from 0 to 65535'],
      ['HOST', '192.0.2.1', 'HOST: "192.0.2.1" must be an address of this machine'],
      ['TRUST_PROXY', 'nginx', 'TRUST_PROXY: "nginx" must be true, false, a number of hops, or a list'],
      ['DATABASE_URL', 'mysql://user:sesame@db/x', 'DATABASE_URL: the value given must be a URL'],
    ])('%s=%j', async (name, value, line) => {
      const { code, stderr } = await runService({ DATABASE_URL: url, LOG_LEVEL: 'error', [name]: value });
      expect(stderr).toMatch(/^[^\n]+\n$/);
      expect(stderr).toContain(line);
      expect(stderr).not.toContain('sesame');
      expect(code).toBe(1);
    });

    test('a database that does not answer', async () => {
      const { code, stderr } = await runService({ DATABASE_URL: 'postgresql://user:sesame@127.0.0.1:1/x' });
      expect(stderr).toMatch(
        /^DATABASE_URL: must name a database of a PostgreSQL 15 or later server .*ECONNREFUSED.*\n$/,
      );
      expect(stderr).not.toContain('sesame');
      expect(code).toBe(1);
    });

    test('a database that its server does not have', async () => {
      const absent = url.replace(/bvm_test_\w+/, 'bvm_test_absent');
      const { code, stderr } = await runService({ DATABASE_URL: absent });
      expect(stderr).toMatch(/^DATABASE_URL: must name .*"bvm_test_absent" does not exist\)\n$/);
      expect(code).toBe(1);
    });

    test('a port in use', async () => {
      const holder = createServer();
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const { port } = holder.address() as AddressInfo;
      const { code, stderr } = await runService({ DATABASE_URL: url, PORT: String(port), LOG_LEVEL: 'error' });
      holder.close();
      expect(stderr).toBe(`PORT: ${port} is in use on 127.0.0.1; must be a free port, or 0 for any\n`);
      expect(code).toBe(1);
    });
  });

  test('two processes that start at once on an empty database migrate it once, and both serve', async () => {
    const empty = await createTestDatabase();
    await queryDatabase(empty, 'drop schema public cascade');
    await queryDatabase(empty, 'create schema public');
    const env = { DATABASE_URL: databaseUrl(empty.address) };
    const services = await Promise.all([startService(env), startService(env)]);
    const applied = await queryDatabase<{ name: string }>(empty, 'select name from mikro_orm_migrations order by id');
    expect(applied.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
    const { apiKey } = await openAccount(empty.db);
    for (const { url } of services) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const headers = { Authorization: `Bearer ${apiKey}` };
      expect((await fetch(`${url}/api/v1/projects`, { headers })).status).toBe(200);
    }
    killProcesses();
    await empty.close();
  });

  describe('the open paths', () => {
    const paths = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'];

    test('need no key and count against no limit, with a key or without', async () => {
      const service = await startService({ DATABASE_URL: url });
      const { apiKey, accountId } = await openAccount(database.db);
      for (const path of paths) {
        expect((await fetch(`${service.url}${path}`)).status).toBe(200);
        const answer = await fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } });
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

    test('a worker serves its health and its metrics, and nothing else', async () => {
      const service = await startService({ DATABASE_URL: url, ROLE: 'worker' });
      const { apiKey } = await openAccount(database.db);
      const statusOf = async (path: string) =>
        (await fetch(`${service.url}${path}`, { headers: { Authorization: `Bearer ${apiKey}` } })).status;
      for (const path of ['/healthz', '/readyz', '/metrics']) expect(await statusOf(path)).toBe(200);
      for (const path of ['/api/v1/projects', '/openapi.json', '/docs']) expect(await statusOf(path)).toBe(404);
    });

    test('metrics on a port of their own are there alone, and no other path is', async () => {
      const service = await startService({ DATABASE_URL: url, METRICS_PORT: '0' });
      const told = await until(
        async () => /Metrics +(http\S+)\/metrics/.exec(service.stdout)?.[1],
        (metricsUrl) => metricsUrl !== undefined,
      );
      const metricsUrl = String(told);
      expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
      expect((await fetch(`${metricsUrl}/healthz`)).status).toBe(404);
      expect(await (await fetch(`${metricsUrl}/metrics`)).text()).toContain('process_resident_memory_bytes');
    });

    test('a metrics port in use stops the start with the name of its variable', async () => {
      const holder = createServer();
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const { port } = holder.address() as AddressInfo;
      const { code, stderr } = await runService({ DATABASE_URL: url, METRICS_PORT: String(port), LOG_LEVEL: 'error' });
      holder.close();
      expect(stderr).toBe(`METRICS_PORT: ${port} is in use on 127.0.0.1; must be a free port, or 0 for any\n`);
      expect(code).toBe(1);
    });

    test('metrics are Prometheus text with the durations of requests by method, route and status', async () => {
      const service = await startService({ DATABASE_URL: url });
      const { apiKey } = await openAccount(database.db);
      const id = '00000000-0000-4000-8000-000000000000';
      await fetch(`${service.url}/api/v1/projects/${id}`, { headers: { Authorization: `Bearer ${apiKey}` } });
      await fetch(`${service.url}/api/v1/projects`);
      const answer = await fetch(`${service.url}/metrics`);
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
  });
});
