import { setTimeout as pause } from 'node:timers/promises';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createCompetitor } from '../../src/core/competitors/competitor.writes.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { createAnalysis, selectAnalysis } from '../../src/monitoring/facts/selected-analysis.js';
import { WITHOUT_JUDGE } from '../../src/monitoring/judge/judging.js';
import { ClientPool } from '../load/client-pool.js';
import { type BenchAccount, createAccounts } from '../shared/accounts.js';
import { readCpu } from '../shared/cpu.js';
import type { BenchDatabase } from '../shared/database.js';
import { getBytes, okBody } from '../shared/keep-alive-client.js';
import { type Server, Servers } from '../shared/servers.js';
import { quantile } from '../shared/statistics.js';
import type { EnginePart } from './engine-part.js';
import { answersOf, openProject, type WatchedProject } from './watched-project.js';

const ANSWERS = 2_000;
const CHARACTERS = 100_000;
/** The tenants that have nothing to do with it; together they stay below the limits of each. */
const TENANTS = 20;
const REQUESTS_PER_SECOND = 25;
/** Without a re-analysis, before it. */
const QUIET_MS = 10_000;
const LOOK_MS = 100;
const DAY = '2026-11-20';
/** Answers of one statement that stores them. */
const STORED_TOGETHER = 20;

/** What the requests of others meet while long answers are analysed again, by where they are analysed. */
export const LONG_ANSWERS: EnginePart = {
  name: 'long-answers',
  title: `${ANSWERS} answers of ${CHARACTERS / 1_000} kB analysed again beside ${REQUESTS_PER_SECOND} requests/s`,
  heads: [
    'ANALYSIS_THREADS',
    'refused',
    'request p50, ms',
    'p99',
    'most',
    'event loop p99, ms',
    'most',
    'answers/s',
    'CPU ms an answer',
  ],
  measure: async (database) => {
    const tenants = await createAccounts(database.client, TENANTS, DAY);
    const rows: string[][] = [];
    for (const threads of ['0', '']) rows.push(...(await measureThreads(database, tenants, threads)));
    return rows;
  },
};

/** The empty string is the service's own default. */
async function measureThreads(database: BenchDatabase, tenants: readonly BenchAccount[], threads: string) {
  const project = await retain(database);
  const servers = new Servers(database);
  try {
    const environment = { ...database.environment, ROLE: 'all', DEMO: 'false', ANALYSIS_THREADS: threads };
    const service = await servers.startService(environment);
    const shown = threads || 'default';
    const quiet = await measureWhile(service, tenants, () => pause(QUIET_MS, QUIET_MS));
    const before = (await readCpu(database.client, service.pid)).server;
    const busy = await measureWhile(service, tenants, () => reanalysed(database, project));
    const after = (await readCpu(database.client, service.pid)).server;
    const cpuMs = before === undefined || after === undefined ? undefined : (after - before) / ANSWERS;
    return [
      [`${shown}, quiet`, ...quiet.cells, '', ''],
      [shown, ...busy.cells, ((ANSWERS * 1_000) / busy.ms).toFixed(1), cpuMs?.toFixed(1) ?? 'not known'],
    ];
  } finally {
    await servers.stop();
  }
}

/** A project whose selected analysis is about to be replaced: its answers are retained, with a reading each. */
async function retain({ db, client }: BenchDatabase): Promise<WatchedProject> {
  const project = await openProject(db);
  const { accountId, projectId } = project;
  const texts = answersOf(project, DAY).map(({ text }) => text);
  await createAnalysis(db, project, WITHOUT_JUDGE, { id: projectId, answersTotal: 0 });
  await selectAnalysis(db, project, projectId);
  await ensurePartitions(db, [DAY]);
  for (let stored = 0; stored < ANSWERS; stored += STORED_TOGETHER) {
    const long = Array.from({ length: STORED_TOGETHER }, (_, at) => longText(texts, stored + at));
    await client.query(RETAIN, [accountId, projectId, DAY, long]);
  }
  await client.query('vacuum analyze');
  return project;
}

const RETAIN = `
with stored as (
  insert into answer (account_id, project_id, bucket_date, id, platform, question, text, citations, is_truncated,
    answered_at)
  select $1, $2, $3::date, gen_random_uuid(), 'chatgpt', 'best running shoes?', l.text, '[]', false, $3::date
  from unnest($4::text[]) as l (text)
  returning account_id, project_id, bucket_date, id, platform, answered_at
)
insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
  question_hash, is_brand_named, sentiment)
select account_id, project_id, project_id, bucket_date, id, platform, answered_at, sha256('best running shoes?'), false,
  null
from stored`;

/** Rankings one after the other, beginning with another one for each number. */
function longText(texts: readonly string[], first: number): string {
  let text = '';
  for (let at = first; text.length < CHARACTERS; at += 1) text += `${texts[at % texts.length]}\n\n`;
  return text.slice(0, CHARACTERS);
}

/** Adds a competitor and waits until readers see its analysis. */
async function reanalysed({ db, client }: BenchDatabase, { accountId, projectId }: WatchedProject): Promise<number> {
  const ctx = { db, clock: SYSTEM_CLOCK, caller: { kind: 'operator', accountId, tier: 'agency' } } as const;
  await createCompetitor(ctx, projectId, { name: 'Zentrova' });
  const isTrue = async (sql: string) => (await client.query(sql, [accountId, projectId])).rows.length > 0;
  const until = async (sql: string) => {
    while (!(await isTrue(sql))) await pause(LOOK_MS);
  };
  await until('select from analysis where account_id = $1 and project_id = $2 and id <> $2');
  const begunMs = performance.now();
  await until('select from analysis_selection where account_id = $1 and project_id = $2 and analysis_id <> $2');
  return performance.now() - begunMs;
}

/** Sends requests at a steady rate during the work. @returns what they met, and the milliseconds that the work says. */
async function measureWhile(service: Server, tenants: readonly BenchAccount[], work: () => Promise<number>) {
  const pool = new ClientPool(service.port);
  const latencies: number[] = [];
  const pending = new Set<Promise<void>>();
  let isDone = false;
  let refused = 0;
  await loopDelay(service);
  const working = work().finally(() => {
    isDone = true;
  });
  const startMs = performance.now();
  for (let n = 0; !isDone; n += 1) {
    const dueMs = startMs + (n * 1_000) / REQUESTS_PER_SECOND;
    if (dueMs > performance.now()) await pause(dueMs - performance.now());
    const tenant = tenants[n % tenants.length];
    if (!tenant) throw new Error('there are no tenants');
    const one = pool.send(getBytes('/api/v1/projects', tenant.key)).then((reply) => {
      // Refused once its account has held connections for too long, by whatever held them up; 0 where it was cut off.
      if (reply.status === 503 || reply.status === 0) refused += 1;
      else okBody(reply);
      latencies.push(performance.now() - dueMs);
      pending.delete(one);
    });
    pending.add(one);
  }
  await Promise.all(pending);
  const ms = await working;
  const delay = await loopDelay(service);
  pool.close();
  const shown = [quantile(latencies, 0.5), quantile(latencies, 0.99), Math.max(...latencies), delay.p99, delay.max];
  return { ms, cells: [String(refused), ...shown.map((value) => value.toFixed(1))] };
}

/** In milliseconds, since it was last asked. */
async function loopDelay({ port }: Server): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const msOf = (name: string) => {
    const value = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`/metrics has no delay of the event loop: ${text.slice(0, 200)}`);
    return Number(value) * 1_000;
  };
  return { p99: msOf('p99'), max: msOf('max') };
}
