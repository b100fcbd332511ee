import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { createAccounts } from '../shared/accounts.js';
import { Servers } from '../shared/servers.js';
import { findPrograms, makeHome, PostgresServer } from './postgres-server.js';
import { Traffic } from './traffic.js';

const PORTS = [47_381, 47_382] as const;
const DATABASE = 'brandvisibility';
const ACCOUNTS = 200;
const BEFORE_MS = 5_000;
/** Between the loss of the primary and the promotion: what notices it takes its time. */
const UNTIL_PROMOTION_MS = 3_000;
const AFTER_MS = 5_000;
/** How long the former primary is there again, once read-only and once as if nothing had happened. */
const FORMER_MS = 5_000;
const WAIT_MAX_MS = 60_000;
/** The aim: service again so long after the promotion. */
const BACK_WITHIN_MS = 10_000;

interface Result {
  acknowledged: { before: number; after: number };
  lost: number;
  /** From the promotion's beginning to the first acknowledged write after it. */
  backMs: number;
  promotionMs: number;
  /** Rows that the former primary has and its successor lacks, of those written after it came back. */
  strays: number;
  traffic: Traffic;
}

/**
 * Two PostgreSQL servers, the second a synchronous standby of the first, and the service with both in `DATABASE_URL`.
 * Under writes and reads the first is killed and the second promoted; then the first comes back, read-only and then as
 * the primary that it was, without a rewind.
 * @returns false where an acknowledged write is lost, an answer is wrong, or the service is back too late.
 */
export async function measureFailover(): Promise<boolean> {
  const programs = findPrograms();
  if (!programs) {
    console.log('failover: not run, for want of pg_basebackup; PG_BIN names the folder of PostgreSQL’s programs');
    return true;
  }
  const home = makeHome(mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'bvm-failover-')));
  const [first, second] = PORTS.map((port, at) => new PostgresServer(programs, home, `server_${at + 1}`, port));
  if (!first || !second) throw new Error('two servers are needed');
  const servers = new Servers({ address: { url: '' }, environment: {} });
  const takeDown = async () => {
    await servers.stop();
    for (const server of [first, second]) server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  process.once('SIGINT', () => void takeDown().finally(() => process.exit(130)));
  try {
    await startBoth(first, second);
    return report(await run(first, second, servers));
  } finally {
    await takeDown();
  }
}

async function startBoth(first: PostgresServer, second: PostgresServer): Promise<void> {
  first.create();
  await first.start();
  await first.query(`create database ${DATABASE}`);
  second.copy(first);
  first.stop();
  await first.start([`synchronous_standby_names=${second.name}`]);
  await second.start();
  const isSynchronous = `select from pg_stat_replication where sync_state = 'sync'`;
  while ((await first.query(isSynchronous)).length === 0) await pause(100);
}

async function run(first: PostgresServer, second: PostgresServer, servers: Servers): Promise<Result> {
  const hosts = PORTS.map((port) => `127.0.0.1:${port}`).join(',');
  const url = `postgresql://postgres@${hosts}/${DATABASE}?target_session_attrs=read-write`;
  const service = await servers.startService({ DATABASE_URL: url, ROLE: 'all', DEMO: 'false', LOG_LEVEL: 'warn' });
  const traffic = new Traffic(`http://127.0.0.1:${service.port}`, await accountsOn(first));
  await pause(BEFORE_MS);
  first.kill();
  await pause(UNTIL_PROMOTION_MS);
  const before = traffic.acknowledged.length;
  const startedMs = performance.now();
  second.promote();
  const promotionMs = performance.now() - startedMs;
  while (traffic.acknowledged.length === before && performance.now() - startedMs < WAIT_MAX_MS) await pause(10);
  const backMs = (traffic.acknowledged[before]?.atMs ?? startedMs + WAIT_MAX_MS) - startedMs;
  await pause(AFTER_MS);
  const strays = await bringBack(first, second);
  await traffic.stop();
  const after = traffic.acknowledged.length - before;
  const lost = await countLost(second, traffic);
  return { acknowledged: { before, after }, lost, backMs, promotionMs, strays, traffic };
}

async function accountsOn(server: PostgresServer) {
  const client = new Client({ host: '127.0.0.1', port: server.port, user: 'postgres', database: DATABASE });
  await client.connect();
  const today = new Date().toISOString().slice(0, 10);
  return createAccounts(client, ACCOUNTS, today).finally(() => client.end());
}

/** @returns the rows that its successor lacks. */
async function bringBack(first: PostgresServer, second: PostgresServer): Promise<number> {
  const ids = 'select id from project';
  await first.start(['default_transaction_read_only=on']);
  await pause(FORMER_MS);
  first.stop();
  await first.start();
  const known = new Set((await first.query<{ id: string }>(ids, [], DATABASE)).map(({ id }) => id));
  await pause(FORMER_MS);
  const own = await first.query<{ id: string }>(ids, [], DATABASE);
  const there = new Set((await second.query<{ id: string }>(ids, [], DATABASE)).map(({ id }) => id));
  return own.filter(({ id }) => !known.has(id) && !there.has(id)).length;
}

async function countLost(server: PostgresServer, { acknowledged }: Traffic): Promise<number> {
  const ids = acknowledged.map(({ id }) => id);
  const found = await server.query<{ n: number }>(
    'select count(*)::int as n from project where id = any ($1::uuid[])',
    [ids],
    DATABASE,
  );
  return ids.length - (found[0]?.n ?? 0);
}

function report({ acknowledged, lost, backMs, promotionMs, strays, traffic }: Result): boolean {
  const { reads, refusals, slowestMs } = traffic.served;
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  console.log('failover: the primary killed, its synchronous standby promoted, the service not restarted');
  console.log(`  acknowledged writes   ${acknowledged.before} before and ${acknowledged.after} after; lost: ${lost}`);
  console.log(
    `  service again         ${seconds(backMs)} after the promotion began, which took ${seconds(promotionMs)}`,
  );
  console.log(`  refused with 503      ${refusals}; the slowest answer took ${seconds(slowestMs)}`);
  console.log(`  reads                 ${reads} of acknowledged writes; the former primary was back for two spells`);
  console.log(`  written to it then    ${strays}`);
  for (const [what, times] of traffic.wrong) console.log(`  WRONG                 ${times} times: ${what}`);
  return lost === 0 && strays === 0 && traffic.wrong.size === 0 && backMs <= BACK_WITHIN_MS && acknowledged.after > 0;
}
