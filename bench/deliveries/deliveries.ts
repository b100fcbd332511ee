import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import { connect } from '../../src/database/connection.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { startSending } from '../../src/sending/deliver.js';
import { REQUEST_BOUNDS } from '../../src/sending/guarded-request.js';
import { slackCarrier } from '../../src/sending/slack.js';
import { webhookCarrier } from '../../src/sending/webhook.js';
import { createAccounts } from '../shared/accounts.js';
import { type BenchDatabase, openBenchDatabase } from '../shared/database.js';

const ACCOUNTS = 10;
const RECEIVERS_OF_ACCOUNT = 10;
const DELIVERIES_OF_RECEIVER = 100;
/** One of a hundred takes the request and never answers. */
const DEAD = 0;
const LOOK_MS = 50;
const GIVE_UP_MS = 600_000;

/** What it took to deliver all that was due to the receivers that live. */
export interface DeliveriesMeasurement {
  delivered: number;
  perSecond: number;
  /** Of the process, the receivers in it included, in ms a delivery. */
  cpuMs: number;
  /** More than before, at the most, in MB. */
  moreMemoryMb: number;
  /** Attempts at the dead receiver meanwhile. */
  deadAttempts: number;
}

/**
 * One process with 10,000 deliveries due to a hundred receivers of ten accounts, of which one never answers: the
 * product's own loop on a database of its own, to receivers in this process.
 * @throws Error where not all that live have all within ten minutes.
 */
export async function measureDeliveries(): Promise<DeliveriesMeasurement> {
  const bench = await openBenchDatabase();
  const database = await connect({ address: bench.address, isPooled: false, report: () => {} });
  const receivers = await startReceivers();
  try {
    await ensurePartitions(database.openForJob(), [new Date().toISOString().slice(0, 10)]);
    const wanted = await fill(bench, receivers.port);
    const guard = {
      rules: { networks: [ipaddr.parseCIDR('127.0.0.0/8')] },
      resolve: async () => [],
      bounds: REQUEST_BOUNDS,
    };
    const http = { guard, secrets: createSecretBox() };
    const memory = process.memoryUsage().rss;
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    let mostMemory = memory;
    const sending = startSending({
      database,
      clock: SYSTEM_CLOCK,
      log: { error: (details, message) => process.stderr.write(`${message} ${JSON.stringify(details)}\n`) },
      meter: { attempted: () => {}, due: () => {} },
      carriers: { webhook: webhookCarrier(http), slack: slackCarrier(http), mail: null },
      drainMs: 0,
    });
    while (receivers.answered() < wanted) {
      if (performance.now() - startedMs > GIVE_UP_MS)
        throw new Error(`only ${receivers.answered()} of ${wanted} arrived`);
      mostMemory = Math.max(mostMemory, process.memoryUsage().rss);
      await SYSTEM_CLOCK.wait(LOOK_MS);
    }
    const ms = performance.now() - startedMs;
    const { user, system } = process.cpuUsage(cpu);
    const deadAttempts = receivers.dead();
    await sending.stop();
    return {
      delivered: wanted,
      perSecond: (1_000 * wanted) / ms,
      cpuMs: (user + system) / 1_000 / wanted,
      moreMemoryMb: (mostMemory - memory) / 1_048_576,
      deadAttempts,
    };
  } finally {
    receivers.close();
    await database.close();
    await bench.close();
  }
}

/** For people. @returns whether it is as fast as it has to be. */
export function printDeliveries(measured: DeliveriesMeasurement): boolean {
  const { delivered, perSecond, cpuMs, moreMemoryMb, deadAttempts } = measured;
  const rate = `${delivered} deliveries, ${perSecond.toFixed(0)} a second`;
  const cost = `${cpuMs.toFixed(2)} ms of processor time each`;
  process.stdout.write(
    `${rate}, ${cost}; ${moreMemoryMb.toFixed(0)} MB more; ${deadAttempts} attempts at the dead receiver\n`,
  );
  return perSecond >= AIM_PER_SECOND;
}

/** What a process has to deliver. */
const AIM_PER_SECOND = 100;

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

/** @returns the deliveries to receivers that live. */
async function fill({ client }: BenchDatabase, port: number): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  const accounts = await createAccounts(client, ACCOUNTS, today);
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
  return (ACCOUNTS * RECEIVERS_OF_ACCOUNT - 1) * DELIVERIES_OF_RECEIVER;
}
