import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchDatabase } from './database.js';

export interface Server {
  pid: number;
  port: number;
  stop: () => Promise<void>;
}

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: { start: string } };
/** The options of Node under `npm start`. */
const START_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'));

const START_MS = 20_000;
const POLL_MS = 20;

/** Starts the servers of a benchmark, each a process of its own, and stops those that it has started. */
export class Servers {
  readonly #started: Server[] = [];

  constructor(private readonly database: Pick<BenchDatabase, 'address' | 'environment'>) {}

  /**
   * The service as `npm start` runs it: role `api` by default, its log at level `info` written to a file.
   * @param environment another database than everybody's; and other settings.
   */
  startService(environment: Record<string, string> = this.database.environment): Promise<Server> {
    const settings = { ROLE: 'api', LOG_LEVEL: 'info', HOST: '127.0.0.1', PORT: '0' };
    return this.#keep(start([...START_FLAGS, join(PROJECT, 'dist', 'main.js')], { ...settings, ...environment }));
  }

  /** A script of ours that listens as the service does; the address of its database is in `BENCH_DATABASE`. */
  startPeer(script: string, words: readonly string[], address = this.database.address): Promise<Server> {
    return this.#keep(start([script, ...words], { BENCH_DATABASE: JSON.stringify(address), NODE_ENV: 'production' }));
  }

  async stop(): Promise<void> {
    for (const server of this.#started.splice(0)) await server.stop();
  }

  async #keep(starting: Promise<Server>): Promise<Server> {
    const server = await starting;
    this.#started.push(server);
    return server;
  }
}

/** @throws Error with the output of the process, where it does not listen within 20 s. */
async function start(args: readonly string[], environment: Record<string, string>): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'bvm-bench-log-'));
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...environment },
  });
  closeSync(log);
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { pid: pidOf(child), port: await listeningPort(child, logFile), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listeningPort(child: ChildProcess, logFile: string): Promise<number> {
  for (let waitedMs = 0; waitedMs < START_MS && child.exitCode === null; waitedMs += POLL_MS) {
    const port = /^Listening on http:\/\/127\.0\.0\.1:(\d+)$/m.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (port !== undefined) return Number(port);
    await delay(POLL_MS);
  }
  throw new Error(`${child.spawnargs.join(' ')} does not listen: ${readFileSync(logFile, 'utf8')}`);
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error(`${child.spawnfile} could not be started`);
  return child.pid;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
