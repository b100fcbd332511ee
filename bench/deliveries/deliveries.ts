import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { type BenchAccount, createAccounts } from '../shared/accounts.js';
import { cpuBetween, readCpu } from '../shared/cpu.js';
import { type BenchDatabase, openBenchDatabase } from '../shared/database.js';
import { getBytes, LastingClient } from '../shared/keep-alive-client.js';
import { Servers } from '../shared/servers.js';
import { quantile } from '../shared/statistics.js';

const ACCOUNTS = 10;
const RECEIVERS_OF_ACCOUNT = 10;
const DELIVERIES_OF_RECEIVER = 100;
/** One of a hundred takes the request and never answers. */
const DEAD = 0;
const LOOK_MS = 50;
const GIVE_UP_MS = 600_000;
/** Requests of all accounts together: within what each may ask in a minute. */
const ASK_EVERY_MS = 50;
const CALM_MS = 20_000;

/** What it took to deliver all that was due to the receivers that live. */
export interface DeliveriesMeasurement {
  delivered: number;
  perSecond: number;
  /** Of the service's process, the requests beside included, in ms a delivery; undefined where it is not told. */
  cpuMs: number | undefined;
  /** Of the service's process, more than before, at the most, in MB; undefined where it is not told. */
  moreMemoryMb: number | undefined;
  /** Attempts at the dead receiver meanwhile. */
  deadAttempts: number;
  /** Of requests to the same process before and meanwhile. */
  calmP99Ms: number;
  busyP99Ms: number;
}

/**
 * One process of the service, as `npm start` runs it, with 10,000 deliveries due to a hundred receivers of ten
 * accounts, of which one never answers; and requests to it, twenty a second, before and meanwhile. The receivers are in
 * this process.
 * @throws Error where not all that live have all within ten minutes.
 */
export async function measureDeliveries(): Promise<DeliveriesMeasurement> {
  const bench = await openBenchDatabase();
  const servers = new Servers(bench);
  const receivers = await startReceivers();
  let isOver = false;
  try {
    const today = new Date().toISOString().slice(0, 10);
    await ensurePartitions(bench.db, [today]);
    const accounts = await createAccounts(bench.client, ACCOUNTS, today);
    const settings = { ROLE: 'all', LOG_LEVEL: 'error', DEMO: 'false', WEBHOOK_NETWORKS: '127.0.0.0/8' };
    const server = await servers.startService({ ...bench.environment, ...settings });
    const calm = await askWhile(server.port, accounts, SYSTEM_CLOCK.wait(CALM_MS));
    const memory = memoryMb(server.pid);
    const wanted = await fill(bench, accounts, receivers.port);
    const cpu = await readCpu(bench.client, server.pid);
    const startedMs = performance.now();
    let mostMemory = memory;
    const delivered = async () => {
      while (!isOver && receivers.answered() < wanted) {
        if (performance.now() - startedMs > GIVE_UP_MS) {
          throw new Error(`only ${receivers.answered()} of ${wanted} arrived`);
        }
        const now = memoryMb(server.pid);
        if (mostMemory !== undefined && now !== undefined) mostMemory = Math.max(mostMemory, now);
        await SYSTEM_CLOCK.wait(LOOK_MS);
      }
    };
    const busy = await askWhile(server.port, accounts, delivered());
    const ms = performance.now() - startedMs;
    const { serverMs } = cpuBetween(cpu, await readCpu(bench.client, server.pid));
    return {
      delivered: wanted,
      perSecond: (1_000 * wanted) / ms,
      cpuMs: serverMs === undefined ? undefined : serverMs / wanted,
      moreMemoryMb: mostMemory === undefined || memory === undefined ? undefined : mostMemory - memory,
      deadAttempts: receivers.dead(),
      calmP99Ms: quantile(calm, 0.99),
      busyP99Ms: quantile(busy, 0.99),
    };
  } finally {
    isOver = true;
    await servers.stop();
    receivers.close();
    await bench.close();
  }
}

/** For people. @returns whether it is as fast as it has to be. */
export function printDeliveries(measured: DeliveriesMeasurement): boolean {
  const { delivered, perSecond, cpuMs, moreMemoryMb, deadAttempts, calmP99Ms, busyP99Ms } = measured;
  const rate = `${delivered} deliveries, ${perSecond.toFixed(0)} a second`;
  const cost = `${cpuMs?.toFixed(2) ?? '?'} ms of processor time each`;
  const memory = `${moreMemoryMb?.toFixed(0) ?? '?'} MB more`;
  process.stdout.write(`${rate}, ${cost}; ${memory}; ${deadAttempts} attempts at the dead receiver\n`);
  process.stdout.write(`requests beside: p99 ${busyP99Ms.toFixed(1)} ms, ${calmP99Ms.toFixed(1)} before\n`);
  return perSecond >= AIM_PER_SECOND;
}

/** What a process has to deliver. */
const AIM_PER_SECOND = 100;

/** Lists of projects, asked one after the other until `work` is done. @returns how long each took, in ms. */
async function askWhile(port: number, accounts: readonly BenchAccount[], work: Promise<void>): Promise<number[]> {
  const client = await LastingClient.open(port);
  const took: number[] = [];
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  for (let at = 0; !isDone; at += 1) {
    const key = accounts[at % accounts.length]?.key ?? '';
    const startedMs = performance.now();
    const { status } = await client.exchange(getBytes('/api/v1/projects', key));
    if (status !== 200) throw new Error(`a request beside was answered ${status}`);
    took.push(performance.now() - startedMs);
    await SYSTEM_CLOCK.wait(ASK_EVERY_MS);
  }
  await done;
  client.close();
  return took;
}

/** What a process has in memory; undefined where the system does not tell. */
function memoryMb(pid: number): number | undefined {
  try {
    const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1_024;
  } catch {
    return undefined;
  }
}

async function startReceivers() {
  let answered = 0;
  let dead = 0;
  const server = createServer((request, response) => {
    if (request.url === `/${DEAD}`) {
      dead += 1;
      return;
    }
    request.resume().once('end', () => {
      answered += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens at a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    answered: () => answered,
    dead: () => dead,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** All at once, for workers. @returns the deliveries to receivers that live. */
async function fill({ client }: BenchDatabase, accounts: readonly BenchAccount[], port: number): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  await client.query('begin');
  for (const [index, { accountId }] of accounts.entries()) {
    const event = randomUUID();
    await client.query(
      `insert into event (account_id, id, day, at, type, data)
       values ($1, $2, $3, now(), 'alert.opened', $4)`,
      [accountId, event, today, JSON.stringify({ version: 1, text: 'x'.repeat(4_000) })],
    );
    for (let at = 0; at < RECEIVERS_OF_ACCOUNT; at += 1) {
      const id = randomUUID();
      const url = `http://127.0.0.1:${port}/${index * RECEIVERS_OF_ACCOUNT + at}`;
      await client.query(
        `insert into destination (account_id, id, kind, name, url, events, secret, created_at, updated_at)
         values ($1, $2, 'webhook', 'x', $3, '{}', $4, now(), now())`,
        [accountId, id, url, randomBytes(32)],
      );
      await client.query(
        `insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at, created_at)
         select $1, gen_random_uuid(), $2, $3, $4, $2, 'waiting', now(), now()
         from generate_series(1, $5::int)`,
        [accountId, today, id, event, DELIVERIES_OF_RECEIVER],
      );
    }
  }
  await client.query('commit');
  return (ACCOUNTS * RECEIVERS_OF_ACCOUNT - 1) * DELIVERIES_OF_RECEIVER;
}
