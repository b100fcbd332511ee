import { setTimeout as delay } from 'node:timers/promises';
import { type CpuReading, cpuBetween, readCpu } from '../shared/cpu.js';
import { LastingClient, postBytes } from '../shared/keep-alive-client.js';
import type { Stage } from '../shared/stage.js';
import { deepCases, type PointCase } from './cases.js';
import { storeDeepProject } from './project.js';
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
 * What warming up, and then measuring, may take of a case beyond the round under way: on a machine that others keep
 * busy, a hundred cases would otherwise take an hour.
 */
const WARM_UP_MS_MAX = 2_000;
const MEASURE_MS_MAX = 4_000;
/**
 * Rounds that may not count: where every connection was replaced in one, as after a wait of ten seconds or a statement
 * that took too long, what the database did in it is unknown.
 */
const LOST_ROUNDS_MAX = 3;
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
 * of a request. A case whose statements are cancelled again and again has that as its fault, in place of figures.
 * @param only what the names of cases begin with; all where it is left out.
 * @throws Error where the system does not report CPU time.
 */
export async function measurePoints({ accounts, database, service, today }: Stage, only = ''): Promise<PointCost[]> {
  const [owner] = accounts;
  if (!owner) throw new Error('there is no account');
  const project = await storeDeepProject(database, owner, today);
  const read = () => readCpu(database.client, service.pid);
  const costs: PointCost[] = [];
  const cases = [...deepCases(project), ...writeCases(project)];
  for (const one of cases.filter(({ name }) => name.startsWith(only))) {
    const client = await LastingClient.open(service.port);
    const lift = () => database.client.query(LIFT_LIMITS, [project.accountId]);
    costs.push(await measureCase(one, { key: project.key, client, lift, read }).finally(() => client.close()));
  }
  return costs;
}

interface Asking {
  key: string;
  client: Pick<LastingClient, 'exchange'>;
  /** Restores the account's requests of the minute and of the day. */
  lift: () => Promise<unknown>;
  read: () => Promise<CpuReading>;
}

/** Ends seconds after its first rounds are answered, however slow these are. @throws Error as the whole does. */
export async function measureCase(
  { name, operationFor, times = TIMES_MAX }: PointCase,
  { key, client, lift, read }: Asking,
): Promise<PointCost> {
  await lift();
  let asked = 0;
  let last: Answer = { cost: { complexity: 0, requests: 0 }, bytes: 0 };
  const ask = async (times: number) => {
    for (let count = 0; count < times; count++) {
      last = await askOnce(client, postBytes('/graphql', key, operationFor(asked++)), lift);
    }
  };
  for (const end = performance.now() + WARM_UP_MS_MAX; asked < WARM_UPS && performance.now() < end; ) await ask(ROUND);
  const spent = { serverMs: 0, databaseMs: 0, requests: 0 };
  let before = await read();
  const end = performance.now() + MEASURE_MS_MAX;
  const isEnough = () => spent.serverMs + spent.databaseMs >= CPU_MS || (spent.requests > 0 && performance.now() > end);
  for (let lost = 0; asked + ROUND <= times && !isEnough(); ) {
    await ask(ROUND);
    const after = await read();
    const { serverMs, databaseMs } = cpuBetween(before, after);
    before = after;
    if (serverMs === undefined || databaseMs === undefined) {
      lost += 1;
      if (lost >= LOST_ROUNDS_MAX) break;
      continue;
    }
    spent.serverMs += serverMs;
    spent.databaseMs += databaseMs;
    spent.requests += ROUND;
  }
  const { complexity, requests } = last.cost;
  if (spent.requests === 0) {
    if (last.fault === undefined) throw new Error(`${name}: ${NO_CPU_TIME}`);
    const fault = `not measured, as no connection lasted: ${last.fault}`;
    return { name, points: complexity, requests, serverMs: 0, databaseMs: 0, bytes: last.bytes, fault };
  }
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
async function askOnce(client: Asking['client'], request: Buffer, lift: () => Promise<unknown>): Promise<Answer> {
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
