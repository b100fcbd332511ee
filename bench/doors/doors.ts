import type { Pool } from 'pg';
import { type DecideKey, decideAlone, type KeyRequest } from '../../src/core/admission/admission.js';
import { AdmissionBatcher } from '../../src/core/admission/batcher.js';
import { parseKey } from '../../src/core/admission/credential.js';
import { connect } from '../../src/database/connection.js';
import type { Database } from '../../src/database/database.js';
import { type BenchAccount, createAccounts, resetBudgets } from '../shared/accounts.js';
import { cpuBetween, readCpu } from '../shared/cpu.js';
import { type BenchDatabase, openBenchDatabase } from '../shared/database.js';
import type { Options } from '../shared/options.js';

/** Callers who ask at once, each its next request as soon as it is let in. */
const CALLERS = [1, 16, 32, 64] as const;

/** Each request in a statement of its own, or with those that wait. */
export const WAYS = ['alone', 'gathered'] as const;
export type Way = (typeof WAYS)[number];

/** One way, asked by so many callers in one round. CPU in ms a request, where the system reports it. */
export interface DoorMeasurement {
  way: Way;
  callers: number;
  perSecond: number;
  /** Requests of a statement, on average. */
  batch: number;
  serverCpuMs: number | undefined;
  databaseCpuMs: number | undefined;
}

/**
 * The door alone, without HTTP: `admit`'s question to the database, from this process, over all accounts in turn.
 * @throws Error where a request is not admitted.
 */
export async function measureDoors(options: Options): Promise<DoorMeasurement[]> {
  const bench = await openBenchDatabase();
  const database = await connect({ address: bench.address, isPooled: false, report: () => {} });
  try {
    const accounts = await createAccounts(bench.client, options.accounts, new Date().toISOString().slice(0, 10));
    return await measureAll(options, bench, database, accounts);
  } finally {
    await database.close();
    await bench.close();
  }
}

async function measureAll(options: Options, bench: BenchDatabase, database: Database, accounts: BenchAccount[]) {
  const statements = await countStatements(database);
  const ways: Record<Way, DecideKey> = {
    alone: decideAlone(database),
    gathered: new AdmissionBatcher(database).decide,
  };
  const next = inTurn(accounts);
  const kinds = CALLERS.flatMap((callers) => WAYS.map((way) => ({ callers, way })));
  const measurements: DoorMeasurement[] = [];
  for (let round = 0; round <= options.rounds; round++) {
    for (const { callers, way } of kinds) {
      const drive = (seconds: number) => askFor(ways[way], next, callers, seconds);
      const measured = await measure(options, bench, drive, statements);
      // The first round goes into compiling.
      if (round > 0) measurements.push({ way, callers, ...measured });
    }
  }
  return measurements;
}

type Drive = (seconds: number) => Promise<{ asked: number; elapsedMs: number }>;

async function measure({ seconds }: Options, { client }: BenchDatabase, drive: Drive, statements: { count: number }) {
  await resetBudgets(client);
  await drive(seconds / 3);
  const [cpu, count] = [await readCpu(client, process.pid), statements.count];
  const { asked, elapsedMs } = await drive(seconds);
  const batch = asked / (statements.count - count);
  const { serverMs, databaseMs } = cpuBetween(cpu, await readCpu(client, process.pid));
  return {
    perSecond: (asked * 1000) / elapsedMs,
    batch,
    serverCpuMs: serverMs && serverMs / asked,
    databaseCpuMs: databaseMs && databaseMs / asked,
  };
}

/** Each takes a connection of the pool. */
async function countStatements(database: Database): Promise<{ count: number }> {
  const pool: Pool = await database.orm.em.getConnection().getNativeClient();
  const statements = { count: 0 };
  pool.on('acquire', () => {
    statements.count += 1;
  });
  return statements;
}

function inTurn(accounts: readonly BenchAccount[]): () => KeyRequest {
  const requests = accounts.map(({ key }) => {
    const parsed = parseKey(key);
    if (!parsed) throw new Error('an account has no key');
    return { ...parsed, cost: 1 };
  });
  let at = 0;
  return () => {
    const request = requests[at++ % requests.length];
    if (!request) throw new Error('there is no account');
    return request;
  };
}

async function askFor(decide: DecideKey, next: () => KeyRequest, callers: number, seconds: number) {
  const start = performance.now();
  const end = start + seconds * 1000;
  let asked = 0;
  const call = async () => {
    while (performance.now() < end) {
      const row = await decide(next());
      if (!row?.admitted) throw new Error('a request was not admitted');
      asked += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return { asked, elapsedMs: performance.now() - start };
}
