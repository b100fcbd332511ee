import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '../contract/sources.js';
import { until } from '../support/until.js';

const COPIED = ['src', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
/** A compilation and a start on a busy machine. */
const PATIENCE_MS = 120_000;

describe('npm run dev', () => {
  let project: string;
  let dev: ChildProcess;
  let lines: string[];

  beforeAll(() => {
    project = mkdtempSync(join(tmpdir(), 'bvm-dev-'));
    chmodSync(project, 0o755); // the server may run as another user
    for (const name of COPIED) cpSync(join(ROOT, name), join(project, name), { recursive: true });
    for (const name of ['node_modules', 'vendor']) symlinkSync(join(ROOT, name), join(project, name));
  });
  afterAll(() => {
    if (dev.pid !== undefined && dev.exitCode === null) process.kill(-dev.pid, 'SIGKILL');
    rmSync(project, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** As a terminal starts it: in a process group of its own. */
  function startDev(): void {
    const { PATH, HOME } = process.env;
    dev = spawn(process.execPath, [join(project, 'scripts', 'dev.mjs')], {
      env: { PATH, HOME, PORT: '0', DEMO: 'false', DATA_DIR: join(project, '.data'), LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    lines = [];
    if (dev.stdout) createInterface({ input: dev.stdout }).on('line', (line) => lines.push(line));
  }

  const starts = () => lines.filter((line) => line.startsWith('Listening on '));
  const lockFile = () => join(project, '.data', 'postgres', 'cluster', 'postmaster.pid');
  const serverId = () => readFileSync(lockFile(), 'utf8').split('\n', 1)[0];

  /** What the service that was started as the `count`th says to a stranger. */
  async function refusalOf(count: number): Promise<string> {
    const found = await until(
      async () => starts(),
      (all) => all.length >= count,
      PATIENCE_MS,
    );
    const url = found[count - 1]?.replace('Listening on ', '');
    return (await fetch(`${url}/api/v1/projects`)).text();
  }

  function replaceInSource(from: string, to: string): void {
    const file = join(project, 'src', 'core', 'limits', 'identify.ts');
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} holds no ${from}`);
    writeFileSync(file, text.replace(from, to));
  }

  test(
    'serves a change once it compiles, on the same running database, and leaves nothing behind at Ctrl-C',
    async () => {
      startDev();
      expect(await refusalOf(1)).toContain('A valid API key is required');
      const server = serverId();

      replaceInSource('A valid API key is required', 'Who is there?');
      expect(await refusalOf(2)).toContain('Who is there?');
      expect(serverId()).toBe(server);

      replaceInSource('UNAUTHORIZED_MESSAGE =', 'UNAUTHORIZED_MESSAGE: number =');
      await until(
        async () => lines.some((line) => /Found [1-9]\d* errors?/.test(line)),
        (isTold) => isTold,
        PATIENCE_MS,
      );
      expect(await refusalOf(2)).toContain('Who is there?');
      expect(starts()).toHaveLength(2);

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
