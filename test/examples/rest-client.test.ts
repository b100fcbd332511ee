import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { call, scores } from '../../examples/rest-client/client.js';
import { ROOT } from '../contract/sources.js';
import { useApi } from '../support/api.js';
import { addResponses, selectAnalysis } from '../support/history.js';

/** The example of examples/rest-client: generated, compiled and run as its README says. */

const api = useApi();
const EXAMPLE = join(ROOT, 'examples/rest-client');
const TYPES = 'rest-types.d.ts';
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const run = promisify(execFile);

/** A copy of the example where its packages are found, for one test. */
async function inCopy(work: (folder: string) => Promise<void>): Promise<void> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'rest-client-'));
  try {
    cpSync(EXAMPLE, folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the compiler says of a folder; empty where it is content. */
async function compile(folder: string): Promise<string> {
  const failure = await run(process.execPath, [TSC, '--pretty', 'false', '-p', folder]).then(
    () => null,
    (error: { stdout?: string }) => error,
  );
  return failure ? (failure.stdout ?? String(failure)) : '';
}

test('its types are those of openapi.json: `node generate.mjs` writes them', async () => {
  await inCopy(async (folder) => {
    const types = join(folder, 'regenerated.d.ts');
    await run(process.execPath, [join(folder, 'generate.mjs'), join(ROOT, 'openapi.json'), types]);
    expect(readFileSync(types, 'utf8')).toBe(readFileSync(join(EXAMPLE, TYPES), 'utf8'));
  });
});

test('it compiles', async () => {
  expect(await compile(EXAMPLE)).toBe('');
});

test('what the description does not have does not compile, each line for itself', async () => {
  const lines = [
    `await call(server, 'GET /people', {});`,
    `await call(server, 'DELETE /projects', {});`,
    `await call(server, 'GET /projects/{projectId}', {});`,
    `await call(server, 'GET /projects/{projectId}', { path: { projectId: 1 } });`,
    `await call(server, 'GET /projects/{projectId}/visibility', { path: { projectId }, query: { window: '8d' } });`,
    `await call(server, 'POST /projects', { body: { brand_name: 'A' } });`,
    `await call(server, 'GET /projects', { body: {} });`,
    `(await call(server, 'GET /projects', {})).data[0]?.score;`,
  ];
  await inCopy(async (folder) => {
    const head = `import { call, type Server } from './client.js';\nconst server: Server = { url: '', key: '' };\n`;
    writeFileSync(join(folder, 'wrong.ts'), `${head}export const projectId = '';\n${lines.join('\n')}\n`);
    const faulty = new Set(
      Array.from((await compile(folder)).matchAll(/wrong\.ts\((\d+),/g), ([, line]) => Number(line)),
    );
    expect([...faulty].toSorted((one, other) => one - other)).toEqual(lines.map((_line, at) => at + 4));
  });
});

test('run against the service it creates, reads and deletes, and prints how projects stand', async () => {
  const caller = await api.open();
  const server = { url: api.url, key: caller.key };
  const body = { brand_name: 'Northwind', website_url: 'https://northwind.example' };
  const { data: created } = await call(server, 'POST /projects', { body });
  const history = await selectAnalysis(caller, created.id);
  await addResponses(history, [{ date: '2026-06-10', platform: 'claude', responses: 4, naming: 3 }]);
  expect(await scores(server)).toMatch(/^Northwind +75 % .*claude 75 %/);
  const path = { projectId: created.id };
  const { data: changed } = await call(server, 'PATCH /projects/{projectId}', { path, body: { main_topic: 'tea' } });
  expect(changed.main_topic).toBe('tea');
  expect(await call(server, 'DELETE /projects/{projectId}', { path })).toEqual({ data: { deleted: true } });
  await expect(call(server, 'GET /projects/{projectId}', { path })).rejects.toThrow('NOT_FOUND: Project not found');
});

test('a refusal is told with its code', async () => {
  await expect(scores({ url: api.url, key: 'bvm_no' })).rejects.toThrow(/^UNAUTHORIZED: /);
});
