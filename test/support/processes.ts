import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

export type Environment = Record<string, string>;

/** How a process ended: one of the two is null. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Outcome extends Exit {
  stdout: string;
  stderr: string;
}

export interface RunningProcess {
  readonly stdout: string;
  readonly stderr: string;
  readonly exited: Promise<Exit>;
  kill: (signal: NodeJS.Signals) => void;
  /** The first line of standard output that `wanted` matches; rejects where the process ends without it. */
  line: (wanted: RegExp) => Promise<string>;
}

export interface ServiceProcess extends RunningProcess {
  url: string;
}

const running = new Set<ChildProcess>();

/** Ends what a test left behind; for `afterEach`. */
export function killProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts the service as a process of its own on a free port, without demo, and waits until it listens. */
export async function startService(env: Environment): Promise<ServiceProcess> {
  const started = startBuilt('main.js', [], { PORT: '0', DEMO: 'false', ...env });
  const url = (await started.line(/^Listening on http/)).replace('Listening on ', '');
  return Object.assign(started, { url });
}

/** Runs the built service until it ends by itself. */
export function runService(env: Environment): Promise<Outcome> {
  return finish(startBuilt('main.js', [], { PORT: '0', DEMO: 'false', ...env }));
}

/** Runs one command of the operator to its end. */
export function runOperator(args: readonly string[], env: Environment, input?: string): Promise<Outcome> {
  return finish(startOperator(args, env, input));
}

/** Starts one command of the operator. */
export function startOperator(args: readonly string[], env: Environment, input?: string): RunningProcess {
  return startBuilt(join('operator', 'main.js'), args, env, input);
}

function startBuilt(entry: string, args: readonly string[], env: Environment, input?: string): RunningProcess {
  return startProcess(join(serviceFolder(), entry), args, { env, ...(input !== undefined && { input }) });
}

/** Where the set-up of the run put what is started: the bundle of the build. */
function serviceFolder(): string {
  const folder = process.env['TEST_SERVICE'];
  if (folder === undefined) throw new Error('the set-up of the tests has named no service');
  return folder;
}

interface ProcessOptions {
  env: Environment;
  /** What standard input has; nothing by default. */
  input?: string;
  cwd?: string;
}

/** Starts a file of a program in a process of its own. */
export function startProcess(file: string, args: readonly string[], options: ProcessOptions): RunningProcess {
  const { env, input = '', ...place } = options;
  const child = spawn(process.execPath, [file, ...args], { ...place, env: environmentOf(env) });
  running.add(child);
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text;
  });
  child.stdin.end(input);
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const lines = createInterface({ input: child.stdout });
  return {
    get stdout() {
      return written.stdout;
    },
    get stderr() {
      return written.stderr;
    },
    exited,
    kill: (signal) => child.kill(signal),
    line: (wanted) =>
      new Promise((resolve, reject) => {
        lines.on('line', (line) => wanted.test(line) && resolve(line));
        void exited.then(({ code }) => reject(new Error(`the process ended with ${code}: ${written.stderr}`)));
      }),
  };
}

/**
 * Only what is named reaches a process: nothing of the environment of the tests, but that their databases are
 * distributed. As `npm start` does, it has Node keep what it compiled.
 */
export function environmentOf(env: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME, DISTRIBUTED_DATABASE_URL } = process.env;
  const isDistributed = DISTRIBUTED_DATABASE_URL !== undefined && env['DATABASE_URL']?.includes('/bvm_test_');
  const distributed = isDistributed ? { DATABASE_DISTRIBUTED: 'true' } : {};
  return { PATH, HOME, NODE_COMPILE_CACHE: join(DIST, '.compiled'), ...distributed, ...env };
}

async function finish(started: RunningProcess): Promise<Outcome> {
  const exit = await started.exited;
  return { ...exit, stdout: started.stdout, stderr: started.stderr };
}
