import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

const FIRST_PORT = 47_241;
const WORKERS = 2;
const START_MS = 30_000;
const SETTINGS = [
  'shared_preload_libraries=citus',
  'wal_level=logical',
  'max_connections=300',
  'max_prepared_transactions=300',
  'max_replication_slots=20',
  'max_wal_senders=20',
  'shared_buffers=64MB',
  'citus.node_conninfo=sslmode=prefer',
  'citus.local_hostname=127.0.0.1',
  'citus.enable_statistics_collection=off',
];

interface Account {
  uid: number;
  gid: number;
}

/** One PostgreSQL server with the extension, on this machine alone; everybody here may connect. */
export class Node {
  constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly account: Account | undefined,
    readonly port: number,
  ) {}

  create(): void {
    const words = ['-D', this.folder, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'];
    execFileSync(join(this.programs, 'initdb'), words, { ...this.account, stdio: 'ignore' });
  }

  /** Resolves once it answers. @throws Error where it does not within 30 s. */
  async start(): Promise<void> {
    const own = [`port=${this.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const words = [...own, ...SETTINGS].flatMap((setting) => ['-c', setting]);
    spawn(join(this.programs, 'postgres'), ['-D', this.folder, ...words], { ...this.account, stdio: 'ignore' });
    for (let waitedMs = 0; !(await this.answers()); waitedMs += 100) {
      if (waitedMs > START_MS) throw new Error(`the PostgreSQL server on port ${this.port} does not start`);
      await pause(100);
    }
  }

  /** All of its processes at once, as a machine that loses its power; `SIGSTOP` as one that hangs. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    const main = this.pid();
    const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const pairs = listed.map((line) => line.trim().split(/\s+/).map(Number));
    const children = pairs.flatMap(([pid, parent]) => (pid !== undefined && parent === main ? [pid] : []));
    for (const pid of [main, ...children]) process.kill(pid, signal);
  }

  async query<Row extends object>(database: string, text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<Row>(text, values).finally(() => client.end());
    return rows;
  }

  url(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.port}/${database}`;
  }

  private pid(): number {
    return Number(readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  private async answers(): Promise<boolean> {
    return this.query('postgres', 'select').then(
      () => true,
      () => false,
    );
  }
}

/** A coordinator and its workers on this machine, with nothing in them. */
export interface Cluster {
  coordinator: Node;
  workers: Node[];
  stop: () => void;
}

/**
 * @param programs the folder of the programs of a PostgreSQL that has the extension.
 * @throws Error where one does not start.
 */
export async function startCluster(programs: string): Promise<Cluster> {
  const isRoot = process.getuid?.() === 0;
  const home = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'bvm-citus-'));
  const account = isRoot ? postgresAccount() : undefined;
  if (account) chownSync(home, account.uid, account.gid);
  chmodSync(home, 0o700);
  const nodes = Array.from({ length: WORKERS + 1 }, (_, at) => {
    const folder = join(home, `node-${at}`);
    mkdirSync(folder, { mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
    return new Node(programs, folder, account, FIRST_PORT + at);
  });
  const stop = () => {
    for (const node of nodes) endOf(node);
    rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  };
  try {
    for (const node of nodes) node.create();
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    stop();
    throw error;
  }
  const [coordinator, ...workers] = nodes;
  if (!coordinator) throw new Error('a cluster has a coordinator');
  return { coordinator, workers, stop };
}

/** A database on every server, which the coordinator's knows the workers of. */
export async function createOnCluster({ coordinator, workers }: Cluster, name: string): Promise<void> {
  const off = 'set citus.enable_create_database_propagation = off';
  for (const node of [coordinator, ...workers]) {
    const client = new Client({ connectionString: node.url('postgres') });
    await client.connect();
    await client.query(off);
    await client.query(`create database ${name}`).finally(() => client.end());
    await node.query(name, 'create extension citus');
  }
  await coordinator.query(name, `select citus_set_coordinator_host('127.0.0.1', $1)`, [coordinator.port]);
  for (const { port } of workers) await coordinator.query(name, `select citus_add_node('127.0.0.1', $1)`, [port]);
}

/** PostgreSQL refuses to run as root. */
function postgresAccount(): Account {
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** One that was killed, or never started, has ended already. */
function endOf(node: Node): void {
  try {
    node.signal('SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')))
      throw error;
  }
}
