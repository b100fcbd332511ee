import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../contract/sources.js';

/** What the runner, the compilation of TypeScript and the time limits do with one file. */
const FILE = `interface Unused { name: string }
setInterval(() => {}, 1_000);
test('waits for ever', () => new Promise(() => {}), 50);
test.each([1, 2])('is %i', (number: number) => {
  expect(number).toBe(1);
});
describe('with a hook', () => {
  beforeEach(() => new Promise(() => {}), 40);
  test('is run all the same', () => {});
});
`;

let output: string;
let exitCode: number | null;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bvm-runner-'));
  const settings = {
    runner: join(ROOT, 'node_modules/jest-light-runner/src/index.js'),
    testMatch: ['**/*.test.ts'],
    setupFiles: [join(ROOT, 'scripts/register.mjs')],
    setupFilesAfterEnv: [join(ROOT, 'test/support/time-limits.mjs')],
  };
  writeFileSync(join(folder, 'fixture.test.ts'), FILE);
  writeFileSync(join(folder, 'jest.config.json'), JSON.stringify(settings));
  const jest = [join(ROOT, 'node_modules/jest/bin/jest.js'), '--maxWorkers', '2', '--no-color'];
  await new Promise<void>((resolve) => {
    const child = execFile(process.execPath, jest, { cwd: folder, env: {} }, (_, stdout, stderr) => {
      output = stdout + stderr;
      exitCode = child.exitCode;
      resolve();
    });
  });
  rmSync(folder, { recursive: true });
});

test('a test or hook that never ends fails at its time limit, and names its line', () => {
  expect(output).toMatch(/waits for ever took longer than 50 ms\n[\s\S]*?fixture\.test\.ts:3:\d+/);
  expect(output).toMatch(/beforeEach took longer than 40 ms\n[\s\S]*?fixture\.test\.ts:8:\d+/);
});

test('a failure names the line of the source, and the run ends by itself whatever a file has left open', () => {
  expect(output).toMatch(/is 2\n[\s\S]*fixture\.test\.ts:5:\d+/);
  expect(output).toContain('Tests:       3 failed, 2 passed');
  expect(output).not.toMatch(/did not exit|force/);
  expect(exitCode).toBe(1);
});
