import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ask, DASHBOARD, tableOf } from '../../examples/typed-client/dashboard.js';
import { ROOT } from '../contract/sources.js';
import { useApi } from '../support/api.js';
import { budgetOf } from '../support/graphql.js';
import { seedReporting } from '../support/reporting-history.js';

/** The example of examples/typed-client: generated, compiled and run as its README says. */

const api = useApi();
const EXAMPLE = join(ROOT, 'examples/typed-client');
const TYPES = 'graphql-env.d.ts';
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** TypeScript is written to be stripped from 22.18 on. */
const RUNS_TYPESCRIPT = Number(process.versions.node.split('.', 1)[0]) >= 24;

const run = promisify(execFile);

/** A copy of the example where its packages are found, for one test. */
async function inCopy(work: (folder: string) => Promise<void>): Promise<void> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'typed-client-'));
  try {
    cpSync(EXAMPLE, folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the compiler says of the example's folder; empty where it is content. */
async function compile(folder: string): Promise<string> {
  const failure = await run(process.execPath, [TSC, '--pretty', 'false', '-p', folder]).then(
    () => null,
    (error: { stdout?: string }) => error,
  );
  return failure ? (failure.stdout ?? String(failure)) : '';
}

test('its types are those of schema.graphql: `node generate.mjs` writes them', async () => {
  await inCopy(async (folder) => {
    const typesFile = join(folder, 'regenerated.d.ts');
    await run(process.execPath, [join(folder, 'generate.mjs'), join(ROOT, 'schema.graphql'), typesFile]);
    expect(readFileSync(join(EXAMPLE, TYPES), 'utf8')).toBe(readFileSync(typesFile, 'utf8'));
  });
});

test('it compiles', async () => {
  expect(await compile(EXAMPLE)).toBe('');
});

describe('what would fail against the schema does not compile', () => {
  test.each([
    ['a field that the schema lacks', /(?<=sentiment\(window: D30\) \{ )positive/, 'positif'],
    ['a field that was not asked for', 'sentiment?.negative', 'sentiment?.neutral'],
    ['a null that was not looked at', 'visibility?.adjustedConfidence', 'visibility.adjustedConfidence'],
    ['a field that its type lacks, asked for and used', /\bscore\b/g, 'scoer'],
    ['a variable of the wrong type', '{ first: 20 }', "{ first: 'twenty' }"],
    ['a variable that is missing', '{ first: 20 }', '{}'],
  ])('%s', async (_what, right, wrong) => {
    await inCopy(async (folder) => {
      const file = join(folder, 'dashboard.ts');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(right, wrong));
      expect(readFileSync(file, 'utf8')).not.toBe(text);
      expect(await compile(folder)).toMatch(/dashboard\.ts\(\d+,\d+\): error TS/);
    });
  });

  test('a field that the schema no longer has', async () => {
    await inCopy(async (folder) => {
      const file = join(folder, TYPES);
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll("'share'", "'portion'"));
      expect(await compile(folder)).toMatch(/dashboard\.ts\(\d+,\d+\): error TS/);
    });
  });
});

describe('asking', () => {
  test('20 projects are a table with a line each, for eleven requests', async () => {
    const { key } = await seeded();
    const lines = tableOf(await ask({ url: api.url, key }, DASHBOARD, { first: 20 })).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[0]).toMatch(/^Project +Score +95 % interval/);
    const cells = lines.find((line) => line.startsWith('Brand 1 '))?.split(/ {2,}/);
    expect(cells?.slice(0, 2)).toEqual(['Brand 1', '50 %']);
    expect(cells?.slice(3)).toEqual(['+50', '18', '9', 'a.example (100 %)']);
    const { remaining } = budgetOf(await api.request('GET', '/api/v1/projects', { Authorization: `Bearer ${key}` }));
    expect(remaining).toBe(200 - 20 - 11 - 1);
  });

  test('a refusal is an error with the server’s words', async () => {
    await expect(ask({ url: api.url, key: 'wrong' }, DASHBOARD, { first: 1 })).rejects.toThrow('A valid API key');
  });

  (RUNS_TYPESCRIPT ? test : test.skip)('`node dashboard.ts` prints the table', async () => {
    const { key } = await seeded();
    const { stdout } = await run(process.execPath, [join(EXAMPLE, 'dashboard.ts')], {
      env: { ...process.env, NODE_OPTIONS: '', URL: api.url, KEY: key },
    });
    expect(stdout).toBe(`${tableOf(await ask({ url: api.url, key }, DASHBOARD, { first: 20 }))}\n`);
  });
});

async function seeded() {
  const caller = await api.open();
  await seedReporting(caller, 20);
  return caller;
}
