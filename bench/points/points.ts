import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { type CpuReading, cpuBetween, readCpu } from '../shared/cpu.js';
import { LastingClient, postBytes } from '../shared/keep-alive-client.js';
import type { Stage } from '../shared/stage.js';
import { deepCases, type PointCase } from './cases.js';
import { type DeepProject, storeDeepProject } from './project.js';
import { writeCases } from './write-cases.js';

/** The CPU time of one operation, in ms of the server and of its database connections. */
export interface PointCost {
  name: string;
  points: number;
  requests: number;
  serverMs: number;
  databaseMs: number;
  bytes: number;
  /** The first error of a response, such as that of a cancelled statement. */
  fault?: string;
}

/** CPU time is reported in hundredths of a second: a case runs until it has taken so much of it, or so often. */
const CPU_MS = 400;
const ROUND = 3;
const TIMES_MAX = 90;
const WARM_UPS = 6;
/**
 * Rounds that may not count: where every connection was replaced in one, as after a wait of ten seconds or a statement
 * that took too long, nobody knows what the database did in it.
 */
const LOST_ROUNDS_MAX = 10;
const NO_CPU_TIME = '/proc reports no CPU time of the server, or of a connection that lasted through a round';

const POLL_MS = 1_000;
const WAIT_MS_MAX = 70_000;

const LIFT_LIMITS = `
update request_budget
set minute_started_at = now(), minute_count = -1000000, day_date = (now() at time zone 'UTC')::date,
  day_count = -1000000
where account_id = $1`;

/**
 * Asks every field that has a price or does work, with its most expensive arguments, one request at a time, of a
 * project with 20,000 answers. Many differing copies of a field are in one operation where that spreads the fixed work
 * of a request.
 * @throws Error where the system does not report CPU time.
 */
export async function measurePoints({ accounts, database, service, today }: Stage): Promise<PointCost[]> {
  const [owner] = accounts;
  if (!owner) throw new Error('there is no account');
  const project = await storeDeepProject(database, owner, today);
  const read = () => readCpu(database.client, service.pid);
  const costs: PointCost[] = [];
  for (const one of [...deepCases(project), ...writeCases(project)]) {
    const client = await LastingClient.open(service.port);
    costs.push(await measure(one, project, client, database.client, read).finally(() => client.close()));
  }
  return costs;
}

async function measure(
  { name, operationFor, times = TIMES_MAX }: PointCase,
  { key, accountId }: DeepProject,
  client: LastingClient,
  database: Client,
  read: () => Promise<CpuReading>,
): Promise<PointCost> {
  const lift = () => database.query(LIFT_LIMITS, [accountId]);
  await lift();
  let asked = 0;
  let last: Answer = { cost: { complexity: 0, requests: 0 }, bytes: 0 };
  const ask = async (times: number) => {
    for (let count = 0; count < times; count++) {
      last = await askOnce(client, postBytes('/graphql', key, operationFor(asked++)), lift);
    }
  };
  await ask(WARM_UPS);
  const spent = { serverMs: 0, databaseMs: 0, requests: 0 };
  let before = await read();
  for (let lost = 0; asked + ROUND <= times && spent.serverMs + spent.databaseMs < CPU_MS; ) {
    await ask(ROUND);
    const after = await read();
    const { serverMs, databaseMs } = cpuBetween(before, after);
    before = after;
    if (serverMs === undefined || databaseMs === undefined) {
      lost += 1;
      if (lost > LOST_ROUNDS_MAX) throw new Error(`${name}: ${NO_CPU_TIME}`);
      continue;
    }
    spent.serverMs += serverMs;
    spent.databaseMs += databaseMs;
    spent.requests += ROUND;
  }
  if (spent.requests === 0) throw new Error(`${name}: ${NO_CPU_TIME}`);
  const { complexity, requests } = last.cost;
  return {
    name,
    points: complexity,
    requests,
    serverMs: spent.serverMs / spent.requests,
    databaseMs: spent.databaseMs / spent.requests,
    bytes: last.bytes,
    ...(last.fault !== undefined && { fault: last.fault }),
  };
}

/** Waits where the account has used up its time in the database: one account asks here what many would. */
async function askOnce(client: LastingClient, request: Buffer, lift: () => Promise<unknown>): Promise<Answer> {
  for (let waitedMs = 0; waitedMs < WAIT_MS_MAX; waitedMs += POLL_MS) {
    const { status, body } = await client.exchange(request);
    if (status !== 503) return answerOf(body);
    await delay(POLL_MS);
    await lift();
  }
  throw new Error('the service is unavailable for longer than a minute');
}

interface Answer {
  cost: { complexity: number; requests: number };
  bytes: number;
  fault?: string;
}

function answerOf(body: Buffer): Answer {
  // The surface's own envelope; anything else fails here.
  const { errors, extensions } = JSON.parse(body.toString()) as {
    errors?: { message: string }[];
    extensions?: Pick<Answer, 'cost'>;
  };
  if (!extensions) throw new Error(`wrong answer: ${body.toString().slice(0, 500)}`);
  const [fault] = errors ?? [];
  return { ...extensions, bytes: body.length, ...(fault && { fault: fault.message }) };
}
