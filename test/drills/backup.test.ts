import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeDataFolder } from '../support/data-folder.mjs';
import { createTestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { operate } from '../support/operator.js';
import { killProcesses, startOperator, startService } from '../support/processes.js';
import { until } from '../support/until.js';

const BRAND = { brand_name: 'Acme', website_url: 'https://acme.example' };

describe('backup and restore', () => {
  let folder: string;

  beforeAll(() => {
    folder = makeDataFolder();
  });
  afterEach(killProcesses);
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  async function print(args: readonly string[], env: Record<string, string>) {
    const { code, stdout, stderr } = await operate(args, env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  test('carry the embedded database over to another folder, while the server runs and when it does not', async () => {
    const first = { DATA_DIR: join(folder, 'first'), LOG_LEVEL: 'error' };
    const service = await startService(first);
    const account = ['account', 'create', '--name', 'A', '--email', 'a@example.com', '--tier', 'agency'];
    const { account_id } = await print(account, first);
    const { api_key } = await print(['key', 'create', '--account', account_id, '--name', 'k'], first);
    const headers = { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' };
    const created = await fetch(`${service.url}/api/v1/projects`, {
      method: 'POST',
      headers,
      body: JSON.stringify(BRAND),
    });
    const { data: project } = JSON.parse(await created.text());

    const running = await print(['backup', '--to', join(folder, 'running')], first);
    service.kill('SIGTERM');
    await service.exited;
    const stopped = await print(['backup', '--to', join(folder, 'stopped')], first);
    for (const told of [running, stopped]) {
      expect(Object.keys(told)).toEqual(['folder', 'created_at', 'server_version', 'tables', 'rows', 'bytes']);
      expect(told.rows).toBeGreaterThanOrEqual(3);
    }

    const second = { DATA_DIR: join(folder, 'second'), LOG_LEVEL: 'error' };
    expect(await print(['restore', '--from', join(folder, 'running')], second)).toEqual(running);
    const restored = await startService(second);
    const answer = await fetch(`${restored.url}/api/v1/projects/${project.id}`, { headers });
    expect(answer.status).toBe(200);
    expect(JSON.parse(await answer.text()).data).toEqual(project);
    const again = await operate(['restore', '--from', join(folder, 'stopped')], second);
    expect(again).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The database holds data [^\n]+\n$/),
    });
  });

  test('a backup that is killed is never taken for one', async () => {
    const database = await createTestDatabase();
    const holder = new Client(database.url);
    await holder.connect();
    await holder.query('begin; lock table account in access exclusive mode');
    const env = { DATABASE_URL: databaseUrl(database.address) };
    const drafts = async () => (await readdir(folder)).filter((name) => name.startsWith('killed'));
    const killed = startOperator(['backup', '--to', join(folder, 'killed')], env);
    const [draft = ''] = await until(drafts, (names) => names.length > 0);
    killed.kill('SIGKILL');
    await killed.exited;
    await holder.end();
    expect(await drafts()).toEqual([draft]);
    expect(draft).toMatch(/^killed\.partial-/);
    const refused = await operate(['restore', '--from', join(folder, draft)], env);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/is no whole backup/) });
    await print(['backup', '--to', join(folder, 'killed')], env);
    await database.close();
  });

  test('wrong usage ends with exit code 2, a place that is taken with one line and 1', async () => {
    expect(await operate(['backup'], {})).toMatchObject({ code: 2, stdout: '' });
    expect(await operate(['restore'], {})).toMatchObject({ code: 2, stdout: '' });
    const refused = await operate(['backup', '--to', folder], { DATA_DIR: join(folder, 'first') });
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^--to: [^\n]+\n$/) });
  });
});
