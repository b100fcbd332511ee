import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { operate } from '../support/operator.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';

const PASSWORD = `sesame${randomBytes(8).toString('hex')}`;

describe('the log at its most talkative', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await FaultProxy.start(withPassword(databaseUrl(database.address)));
    service = await startService({ DATABASE_URL: proxy.url, LOG_LEVEL: 'trace' });
  });
  afterAll(async () => {
    killProcesses();
    await proxy.close();
    await database.close();
  });

  test("holds nothing of a row that the database refuses, which is its tenant's", async () => {
    await queryDatabase(database, `alter table project add constraint no_sesame check (brand_name not like 'Sesame%')`);
    const { apiKey } = await openAccount(database.db);
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const brand = { brand_name: 'Sesame Secret', website_url: 'https://sesame.example', description: 'Sesame too' };
    const rest = await fetch(`${service.url}/api/v1/projects`, {
      method: 'POST',
      headers,
      body: JSON.stringify(brand),
    });
    const input = '{brandName: "Sesame Secret", websiteUrl: "https://sesame.example"}';
    const query = `mutation { createProject(input: ${input}) { id } }`;
    await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect(rest.status).toBe(500);
    // Lines are written soon after, in their order.
    await until(
      async () => service.stdout.match(/"msg":"answered"/g)?.length,
      (count) => count === 2,
    );
    const written = service.stdout + service.stderr;
    expect(written).toContain('"constraint":"no_sesame"');
    expect(written.match(/"msg":"request failed"/g)).toHaveLength(2);
    expect(written).not.toMatch(/sesame (secret|too)|sesame\.example|insert into/i);
  });

  test('holds no key, whole or mistyped, wherever it was put, and no password of the database', async () => {
    const { apiKey } = await openAccount(database.db);
    const { apiKey: revoked, keyId } = await openAccount(database.db);
    await operate(['key', 'revoke', keyId], { DATABASE_URL: databaseUrl(database.address) });
    const mistyped = `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`;

    const statuses: number[] = [];
    for (const key of [apiKey, revoked, mistyped]) {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', Cookie: `session=${key}` };
      const projects = `${service.url}/api/v1/projects`;
      for (const [url, init] of [
        [projects, { headers }],
        [projects, { headers: { Authorization: key } }],
        [`${projects}?api_key=${key}`, { headers }],
        [`${projects}/${key}`, { headers }],
        [`${service.url}/${key}`, {}],
        [projects, { headers, method: 'POST', body: JSON.stringify({ api_key: key, brand_name: key }) }],
        [projects, { headers, method: 'POST', body: `{"api_key": "${key}"` }],
      ] as const) {
        statuses.push((await fetch(url, init)).status);
      }
    }
    proxy.mode = 'refusing';
    statuses.push((await fetch(`${service.url}/api/v1/projects`, bearer(apiKey))).status);
    service.kill('SIGTERM');
    await service.exited;

    expect([...new Set(statuses)].toSorted()).toEqual([200, 401, 404, 422, 503]);
    const written = service.stdout + service.stderr;
    // With the two before.
    expect(written.match(/"msg":"answered"/g)).toHaveLength(2 + statuses.length);
    expect(written).toContain('"msg":"request not served"');
    for (const key of [apiKey, revoked, mistyped]) expect(written).not.toContain(key.slice(4, -6));
    expect(written).not.toContain(PASSWORD);
  });

  test('what the database keeps of a key does not give it back', async () => {
    const { apiKey } = await openAccount(database.db);
    const client = new Client(databaseUrl(database.address));
    await client.connect();
    const { rows } = await client.query<{ row: string }>(`select (k.*)::text as row from api_key k`);
    await client.end();
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(apiKey.slice(12, 36));
  });
});

function bearer(key: string) {
  return { headers: { Authorization: `Bearer ${key}` } };
}

/** The test server looks at who connects, not at passwords, so any password opens it. */
function withPassword(url: string): string {
  if (!URL.canParse(url)) throw new Error('the test database has no URL');
  const changed = new URL(url);
  if (changed.hostname === '') return url;
  changed.password ||= PASSWORD;
  return changed.toString();
}
