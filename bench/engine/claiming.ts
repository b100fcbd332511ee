import { randomUUID } from 'node:crypto';
import { connect } from '../../src/database/connection.js';
import type { Database } from '../../src/database/database.js';
import type { Ending } from '../../src/monitoring/engine/attempt.js';
import { type ClaimedRun, claimRun, lookForRuns, NO_COST } from '../../src/monitoring/engine/claim.js';
import { settle } from '../../src/monitoring/engine/settle.js';
import { WITHOUT_JUDGE } from '../../src/monitoring/judge/judging.js';
import type { BenchDatabase } from '../shared/database.js';
import type { EnginePart } from './engine-part.js';
import { queueRuns } from './queued-runs.js';

const NOW = new Date('2026-11-25T10:00:00.000Z');
const ACCOUNTS = 200;
const RUNS = 6_000;
const WORKERS = [1, 2, 4, 8];
/** Runs that a worker claims at a time, as many as it has places for. */
const TOGETHER = 8;
const LEASE_MS = 45_000;
/** As a refusal ends: no answer to take in. */
const ENDING: Ending = { kind: 'failed', isPaid: true, reason: 'refused', message: null, cost: NO_COST };

/** How fast runs go through the queue, whatever asking and taking in an answer cost beside it. */
export const CLAIMING: EnginePart = {
  name: 'claiming',
  title: `${RUNS} runs of ${ACCOUNTS} accounts looked for, claimed ${TOGETHER} at a time, settled without an answer`,
  heads: ['workers', 'runs/s', 'claims that another had'],
  measure: async (database) => {
    const table: string[][] = [];
    for (const workers of WORKERS) table.push(await measureWorkers(database, workers));
    return table;
  },
};

async function measureWorkers(bench: BenchDatabase, count: number): Promise<string[]> {
  await queueRuns(bench, { accounts: ACCOUNTS, runs: RUNS, now: NOW });
  const { address } = bench;
  const databases = await Promise.all(
    Array.from({ length: count }, () => connect({ address, isPooled: false, report: () => {} })),
  );
  const begunAt = performance.now();
  const done = await Promise.all(databases.map(workOff));
  const seconds = (performance.now() - begunAt) / 1_000;
  await Promise.all(databases.map((database) => database.close()));
  const [settled, missed] = [sum(done.map((one) => one.settled)), sum(done.map((one) => one.missed))];
  const { rows } = await bench.client.query(`select count(*)::int as failed from run where state = 'failed'`);
  if (settled !== RUNS || rows[0]?.failed !== RUNS) throw new Error(`${settled} of ${RUNS} runs were settled`);
  return [String(count), (RUNS / seconds).toFixed(0), `${((100 * missed) / (settled + missed)).toFixed(0)} %`];
}

async function workOff(database: Database): Promise<{ settled: number; missed: number }> {
  const claimant = { worker: randomUUID(), leaseMs: LEASE_MS };
  const done = { settled: 0, missed: 0 };
  for (;;) {
    const found = await lookForRuns(database.openForJob(), NOW, new Map([['chatgpt', TOGETHER]]));
    const tried = (found.get('chatgpt') ?? []).slice(0, TOGETHER);
    if (tried.length === 0) return done;
    const terms = { now: NOW, claimant, reserved: NO_COST };
    const claims = await Promise.all(tried.map((run) => claimRun(database.openForJob(), run, terms)));
    const runs = claims.flatMap((claim) => (claim ? [claim.run] : []));
    done.missed += tried.length - runs.length;
    const projects = Map.groupBy(runs, ({ projectId }) => projectId);
    const settled = await Promise.all([...projects.values()].map((ofProject) => settleAll(database, ofProject)));
    done.settled += sum(settled);
  }
}

async function settleAll(database: Database, runs: readonly ClaimedRun[]): Promise<number> {
  const ended = runs.map((run) => ({ run, ending: ENDING }));
  return (await settle(database.openForJob(), ended, { now: NOW, judging: WITHOUT_JUDGE })).runs.size;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
