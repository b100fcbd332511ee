import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { shareOut } from '../../src/database/cluster/share-out.js';
import { connect, migrate } from '../../src/database/connection.js';
import { createAccounts } from '../shared/accounts.js';
import { Servers } from '../shared/servers.js';
import { type Cluster, createOnCluster, type Node, startCluster } from './cluster.js';
import { type Told, Traffic } from './traffic.js';

const PROJECT = join(import.meta.dirname, '..', '..', '..');
const ACCOUNTS = 32;
const SHARDS = 8;
const STEADY_MS = 8_000;
const FAULT_MS = 12_000;
/** The aims: so soon a dead server's accounts are told, and so soon everything is back. */
const TOLD_WITHIN_MS = 6_000;
const BACK_WITHIN_MS = 5_000;
const WAIT_MAX_MS = 60_000;

/** The project's own tests; not those that compare a plan of one server, or tamper with rows as a cluster refuses. */
const SUITES = [
  'test/rest/(projects|prompts|competitors|visibility|mentions|citations|sentiment|idempotency|project-update)\\.test',
  'test/graphql/(metrics|mutations|responses|analysis|parity|runs)\\.test',
  'test/monitoring/(ingest/|facts/(rollups|compare-visibility)|upkeep/drop-partitions|partitions)',
  'test/monitoring/reanalysis/(reanalyse|project-lock|discard-analyses)',
  'test/monitoring/engine/(planner|claims|run-worker|run-due|ledger|decide-runs|unanswered|platform-limits)',
  'test/core/(credits|runs|schedule|tasks)/',
  'test/database/(distribution|backup-of-accounts)',
  'test/(drills/(engine|import-crash)|process/operator-runs)',
].join('|');

/**
 * `npm run bench:citus [-- --only suites|faults]`: a cluster of a coordinator and two workers on this machine, of the
 * PostgreSQL whose programs are in the folder `PG_BIN` and that has the extension (docs/benchmarks.md). Runs the
 * project's tests on it; then, under load, kills a worker, brings it back, stops another as if it hung, and moves
 * shards. Says so where there is no such PostgreSQL. Exits 1 where a test fails, an acknowledged write is lost or an
 * answer is wrong.
 */
const programs = process.env.PG_BIN;
if (programs === undefined || !hasExtension(programs)) {
  console.log('citus: not run, for want of the extension; PG_BIN names the programs of a PostgreSQL that has it');
} else {
  const cluster = await startCluster(programs);
  try {
    const only = process.argv[process.argv.indexOf('--only') + 1];
    if (only !== 'faults' && !(await holdSuites(cluster))) process.exitCode = 1;
    if (only !== 'suites' && !(await bearFaults(cluster))) process.exitCode = 1;
  } finally {
    cluster.stop();
  }
}

function hasExtension(folder: string): boolean {
  const config = join(folder, 'pg_config');
  if (!existsSync(config)) return false;
  const shared = execFileSync(config, ['--sharedir'], { encoding: 'utf8' }).trim();
  return existsSync(join(shared, 'extension', 'citus.control'));
}

async function holdSuites(cluster: Cluster): Promise<boolean> {
  await createOnCluster(cluster, 'tests');
  const jest = join(PROJECT, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', 'service'];
  const env = { ...process.env, DISTRIBUTED_DATABASE_URL: cluster.coordinator.url('tests') };
  const words = [...flags, '--testPathPatterns', SUITES];
  const { status } = spawnSync(process.execPath, words, { cwd: PROJECT, env, stdio: 'inherit' });
  console.log(status === 0 ? 'suites: held' : `suites: failed, exit ${status}`);
  return status === 0;
}

async function bearFaults(cluster: Cluster): Promise<boolean> {
  const { accounts, url } = await prepare(cluster);
  const servers = new Servers({ address: { url }, environment: {} });
  try {
    const environment = { DATABASE_URL: url, DATABASE_DISTRIBUTED: 'true', DEMO: 'false', LOG_LEVEL: 'error' };
    const { port } = await servers.startService(environment);
    const traffic = new Traffic(`http://127.0.0.1:${port}`, accounts);
    const holds = await goThrough(cluster, traffic);
    await traffic.stop();
    return countWrites(await stored(cluster.coordinator), traffic) && holds;
  } finally {
    await servers.stop();
  }
}

async function prepare(cluster: Cluster) {
  await createOnCluster(cluster, 'live');
  const url = cluster.coordinator.url('live');
  const database = await connect({ address: { url }, isPooled: false, isDistributed: true, report: () => {} });
  await migrate(database).finally(() => database.close());
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await shareOut(client, SHARDS);
    return { accounts: await createAccounts(client, ACCOUNTS, new Date().toISOString().slice(0, 10)), url };
  } finally {
    await client.end();
  }
}

async function goThrough(cluster: Cluster, traffic: Traffic): Promise<boolean> {
  const [first, second] = cluster.workers;
  if (!first || !second) throw new Error('two workers are needed');
  const steadyAt = performance.now();
  await pause(STEADY_MS);
  tell(
    'no fault',
    traffic.told.filter(({ atMs }) => atMs > steadyAt),
  );
  const killed = await bear(cluster, traffic, second, 'killed');
  const hung = await bear(cluster, traffic, first, 'hung');
  await moveShards(cluster, traffic);
  return killed && hung;
}

/** One worker away for a while: what its accounts are told, what the others notice, and when all is back. */
async function bear(cluster: Cluster, traffic: Traffic, node: Node, fault: 'killed' | 'hung'): Promise<boolean> {
  const there = await accountsOn(cluster.coordinator, node);
  node.signal(fault === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  const goneAt = performance.now();
  await pause(FAULT_MS);
  const during = traffic.told.filter(({ atMs }) => atMs > goneAt);
  const [own, others] = [true, false].map((is) => during.filter(({ accountId }) => there.has(accountId) === is));
  tell(`worker ${fault}: its accounts`, own ?? []);
  tell(`worker ${fault}: the others`, others ?? []);
  const returnedAt = performance.now();
  if (fault === 'killed') await node.start();
  else node.signal('SIGCONT');
  const upAt = performance.now();
  const backMs = await untilBack(traffic, there, upAt);
  console.log(`worker ${fault}: up after ${ms(upAt - returnedAt)}, all its accounts served ${ms(backMs)} later`);
  const isTold = (own ?? []).every(({ status, isInEnvelope }) => status < 500 || (status === 503 && isInEnvelope));
  const slowest = Math.max(0, ...(own ?? []).map(({ tookMs }) => tookMs));
  return isTold && slowest < TOLD_WITHIN_MS && (others ?? []).every(isServed) && backMs < BACK_WITHIN_MS;
}

async function untilBack(traffic: Traffic, there: ReadonlySet<string>, sinceMs: number): Promise<number> {
  for (let waitedMs = 0; waitedMs < WAIT_MAX_MS; waitedMs += 50) {
    const since = traffic.told.filter((told) => told.atMs > sinceMs && isServed(told) && there.has(told.accountId));
    if (new Set(since.map(({ accountId }) => accountId)).size === there.size) return performance.now() - sinceMs;
    await pause(50);
  }
  return WAIT_MAX_MS;
}

async function accountsOn(coordinator: Node, { port }: Node): Promise<Set<string>> {
  const found = await coordinator.query<{ account_id: string }>(
    'live',
    `select a.account_id
     from (select account_id, get_shard_id_for_distribution_column('account', account_id) as shard from account) a
     join pg_dist_placement p on p.shardid = a.shard
     join pg_dist_node n on n.groupid = p.groupid
     where n.nodeport = $1`,
    [port],
  );
  return new Set(found.map(({ account_id }) => account_id));
}

/** Every shard of the first worker moves to the second, while callers go on. */
async function moveShards({ coordinator, workers }: Cluster, traffic: Traffic): Promise<void> {
  const sinceMs = performance.now();
  const [from, to] = workers;
  const shards = await coordinator.query<{ shardid: string }>(
    'live',
    `select s.shardid
     from pg_dist_shard s
     join pg_dist_placement p using (shardid)
     join pg_dist_node n using (groupid)
     where s.logicalrelid = 'account'::regclass and n.nodeport = $1
     order by s.shardid`,
    [from?.port],
  );
  const move = `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`;
  for (const { shardid } of shards) await coordinator.query('live', move, [shardid, from?.port, to?.port]);
  console.log(`shards: ${shards.length} moved with their tables in ${ms(performance.now() - sinceMs)}`);
  tell(
    'while shards moved',
    traffic.told.filter(({ atMs }) => atMs > sinceMs),
  );
}

async function stored(coordinator: Node): Promise<Set<string>> {
  return new Set((await coordinator.query<{ id: string }>('live', 'select id from prompt')).map(({ id }) => id));
}

function countWrites(ids: ReadonlySet<string>, { acknowledged }: Traffic): boolean {
  const there = acknowledged.filter((id) => ids.has(id)).length;
  console.log(`acknowledged writes: ${there} of ${acknowledged.length} there`);
  return acknowledged.length > 0 && there === acknowledged.length;
}

function isServed({ status }: Told): boolean {
  return status === 200 || status === 201;
}

function tell(what: string, told: readonly Told[]): void {
  const counts = Map.groupBy(told, ({ status }) => status);
  const statuses = [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, { length }]) => `${status}: ${length}`);
  const took = told.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
  const at = (share: number) => ms(took[Math.floor(share * (took.length - 1))] ?? 0);
  console.log(`${what}: ${statuses.join(', ') || 'none'}; median ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`);
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
