import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchAccount, createAccounts } from '../shared/accounts.js';
import { openBenchDatabase } from '../shared/database.js';
import { getBytes, postBytes } from '../shared/keep-alive-client.js';
import { machineOf, printTable } from '../shared/report.js';
import { Servers } from '../shared/servers.js';
import { quantile } from '../shared/statistics.js';
import { ClientPool } from './client-pool.js';

/** What the agency tier may ask in a minute, and the prompts that an account of it may have. */
const WRITES = 200;
const MINUTE_MS = 60_000;
const QUIET_ACCOUNTS = 20;
/** Between two reads of a quiet account. */
const QUIET_EVERY_MS = 1_000;
/** Processes that compute for ever, for each core. */
const BUSY_PER_CORE = 1;

const PATTERNS = {
  'all at once': () => 0,
  'over a minute': (n: number) => (n * MINUTE_MS) / WRITES,
} as const;
type Pattern = keyof typeof PATTERNS;

interface Replies {
  latenciesMs: number[];
  statuses: Map<number, number>;
}

interface WriterFigures {
  pattern: Pattern;
  /** Accounts that read meanwhile. */
  quietAccounts: number;
  writer: Replies;
  quiet: Replies;
}

/**
 * One client with an agency key creates as many prompts as its tier lets it in a minute, while other processes keep all
 * cores busy: alone, and beside quiet accounts that read once a second each.
 * @returns whether each write was answered with 201, and each read with 200.
 */
export async function measureWriter(): Promise<boolean> {
  const database = await openBenchDatabase();
  const servers = new Servers(database);
  const busy = keepBusy(availableParallelism() * BUSY_PER_CORE);
  const takeDown = async () => {
    for (const child of busy) child.kill('SIGKILL');
    await servers.stop();
    await database.close();
  };
  process.once('SIGINT', () => void takeDown().finally(() => process.exit(130)));
  try {
    const runs = Object.keys(PATTERNS).flatMap((pattern) => [0, QUIET_ACCOUNTS].map((count) => ({ pattern, count })));
    const today = new Date().toISOString().slice(0, 10);
    const accounts = await createAccounts(database.client, QUIET_ACCOUNTS + runs.length, today);
    const { port } = await servers.startService();
    console.log(`${machineOf()}, PostgreSQL ${await database.version()}, ${busy.length} processes that keep it busy`);
    console.log(`${WRITES} prompts created with one key; latencies in ms from the instant a request was due\n`);
    const figures: WriterFigures[] = [];
    for (const [at, { pattern, count }] of runs.entries()) {
      const writer = accounts[QUIET_ACCOUNTS + at];
      if (!writer || !isPattern(pattern)) throw new Error('each run has an account and a pattern');
      figures.push(await measureRun(port, pattern, writer, accounts.slice(0, count)));
    }
    return print(figures);
  } finally {
    await takeDown();
  }
}

function isPattern(name: string): name is Pattern {
  return name in PATTERNS;
}

function keepBusy(count: number): ChildProcess[] {
  return Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
}

async function measureRun(
  port: number,
  pattern: Pattern,
  { projectId, key }: BenchAccount,
  quietAccounts: readonly BenchAccount[],
): Promise<WriterFigures> {
  const pool = new ClientPool(port);
  const [writer, quiet] = [emptyReplies(), emptyReplies()];
  const over = new AbortController();
  const reading = quietAccounts.map((account, at) => readSteadily(pool, account, at, quiet, over.signal));
  const startMs = performance.now();
  const dueAfter = PATTERNS[pattern];
  await Promise.all(
    Array.from({ length: WRITES }, async (_, n) => {
      await pause(dueAfter(n));
      const body = { prompt_text: `Which shoe is best for trail ${n}?` };
      const request = postBytes(`/api/v1/projects/${projectId}/prompts`, key, body);
      await send(pool, request, startMs + dueAfter(n), writer);
    }),
  );
  over.abort();
  await Promise.all(reading);
  pool.close();
  return { pattern, quietAccounts: quietAccounts.length, writer, quiet };
}

async function readSteadily(
  pool: ClientPool,
  { projectId, key }: BenchAccount,
  at: number,
  replies: Replies,
  signal: AbortSignal,
): Promise<void> {
  await pause((at * QUIET_EVERY_MS) / QUIET_ACCOUNTS);
  const request = getBytes(`/api/v1/projects/${projectId}/visibility?window=90d`, key);
  while (!signal.aborted) {
    const dueMs = performance.now();
    await send(pool, request, dueMs, replies);
    await pause(Math.max(0, dueMs + QUIET_EVERY_MS - performance.now()));
  }
}

async function send(pool: ClientPool, request: Buffer, dueMs: number, replies: Replies): Promise<void> {
  const { status } = await pool.send(request);
  replies.latenciesMs.push(performance.now() - dueMs);
  replies.statuses.set(status, (replies.statuses.get(status) ?? 0) + 1);
}

function emptyReplies(): Replies {
  return { latenciesMs: [], statuses: new Map() };
}

function print(figures: readonly WriterFigures[]): boolean {
  printTable(
    ['writes', 'quiet accounts', 'writer p50', 'p99', 'its statuses', 'quiet p50', 'p99', 'their statuses'],
    figures.map(({ pattern, quietAccounts, writer, quiet }) => [
      pattern,
      String(quietAccounts),
      ...cellsOf(writer),
      ...cellsOf(quiet),
    ]),
  );
  return figures.every(({ writer, quiet }) => hasOnly(writer, 201) && hasOnly(quiet, 200));
}

function cellsOf({ latenciesMs, statuses }: Replies): string[] {
  if (latenciesMs.length === 0) return ['', '', ''];
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`);
  return [quantile(latenciesMs, 0.5).toFixed(0), quantile(latenciesMs, 0.99).toFixed(0), counts.join(', ')];
}

function hasOnly({ statuses }: Replies, wanted: number): boolean {
  return [...statuses.keys()].every((status) => status === wanted);
}
