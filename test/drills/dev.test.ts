import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../contract/sources.js';
import { makeDataFolder } from '../support/data-folder.mjs';
import { until } from '../support/until.js';

const COPIED = ['src', 'dashboard', 'explorer', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'];
const HOT = 'Dashboard with hot reload on ';
/** A compilation and a start on a busy machine. */
const PATIENCE_MS = 120_000;

describe('npm run dev', () => {
  let project: string;
  let dataDir: string;
  let dev: ChildProcess;
  let lines: string[];

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'bvm-dev-'));
    for (const name of COPIED) cpSync(join(ROOT, name), join(project, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
    dataDir = makeDataFolder();
  });
  afterAll(() => {
    if (dev.pid !== undefined && dev.exitCode === null) process.kill(-dev.pid, 'SIGKILL');
    for (const folder of [project, dataDir]) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  });

  /** As a terminal starts it: in a process group of its own. */
  function startDev(): void {
    const { PATH, HOME } = process.env;
    dev = spawn(process.execPath, [join(project, 'scripts', 'dev.mjs')], {
      env: { PATH, HOME, PORT: '0', DEMO: 'false', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    lines = [];
    for (const input of [dev.stdout, dev.stderr]) {
      if (input) createInterface({ input }).on('line', (line) => lines.push(line));
    }
  }

  const lockFile = () => join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const serverId = () => readFileSync(lockFile(), 'utf8').split('\n', 1)[0];

  /** Waits until what was printed satisfies; all of it is told where it does not. */
  const untilPrinted = (satisfies: (printed: string[]) => boolean) =>
    until(async () => [...lines], satisfies, PATIENCE_MS);
  const startsIn = (printed: string[]) => printed.filter((line) => line.startsWith('Listening on '));

  /** Waits until the service was started for the `count`th time; true where it answers. */
  async function answers(count: number): Promise<boolean> {
    const printed = await untilPrinted((all) => startsIn(all).length >= count);
    const url = startsIn(printed)[count - 1]?.replace('Listening on ', '');
    return (await fetch(`${url}/readyz`)).ok;
  }

  const appendToMain = (line: string) => appendFileSync(join(project, 'src', 'main.ts'), `${line}\n`);

  test(
    'runs a change once it compiles, on the same running database, and leaves nothing behind at Ctrl-C',
    async () => {
      startDev();
      expect(await answers(1)).toBe(true);
      const printed = await untilPrinted((all) => all.some((line) => line.startsWith(HOT)));
      const page = await fetch(printed.find((line) => line.startsWith(HOT))?.replace(HOT, '') ?? '');
      expect(await page.text()).toContain('/dashboard/@vite/client');
      const server = serverId();
      expect(lines).not.toContain('the change runs');

      appendToMain(`process.stdout.write('the change runs\\n');`);
      expect(await answers(2)).toBe(true);
      await untilPrinted((all) => all.includes('the change runs'));
      expect(serverId()).toBe(server);

      appendToMain('export const;');
      await untilPrinted((all) => all.some((line) => line.includes('main.ts') && /\d+:\d+/.test(line)));
      expect(await answers(2)).toBe(true);
      expect(startsIn(lines)).toHaveLength(2);

      const exited = once(dev, 'exit');
      const group = dev.pid ?? 0;
      process.kill(-group, 'SIGINT');
      expect(await exited).toEqual([0, null]);
      expect(() => process.kill(-group, 0)).toThrow('ESRCH');
      await until(
        async () => existsSync(lockFile()),
        (isThere) => !isThere,
        PATIENCE_MS,
      );
    },
    3 * PATIENCE_MS,
  );
});
