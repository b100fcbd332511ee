import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { serverUser } from '../shared/server-user.js';

const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
const START_MS = 10_000;

/** The program; undefined where it is not installed. */
export function findPgBouncer(): string | undefined {
  return PLACES.find((place) => existsSync(place));
}

export function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n', 1)[0] ?? '';
}

export interface Pooler {
  port: number;
  stop: () => Promise<void>;
}

/**
 * PgBouncer in transaction mode on a free port, for all databases of the server in `socketDir`; its files are written
 * to `folder`.
 * @param ignored start-up parameters that it takes and drops; it refuses the others.
 */
export async function startPgBouncer(
  program: string,
  folder: string,
  { socketDir, ignored = [] }: { socketDir: string; ignored?: readonly string[] },
): Promise<Pooler> {
  const port = await freePort();
  const [settings, users] = [join(folder, `pgbouncer-${port}.ini`), join(folder, 'users.txt')];
  const lines = [
    '[databases]',
    `* = host=${socketDir} port=5432 user=postgres`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 40',
    'max_client_conn = 500',
    'server_idle_timeout = 5',
    ...(ignored.length > 0 ? [`ignore_startup_parameters = ${ignored.join(',')}`] : []),
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  writeFileSync(users, '"postgres" ""\n');
  for (const file of [settings, users]) chmodSync(file, 0o644);
  const child = spawn(program, ['-q', settings], { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'], ...serverUser() });
  const stop = () => end(child);
  await answering(port).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { port, stop };
}

async function answering(port: number): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 50) {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    const fault = await client.connect().then(
      () => client.query('select 1').then(() => undefined),
      (error: unknown) => error,
    );
    await client.end();
    if (fault === undefined) return;
    if (waitedMs > START_MS) throw fault;
    await pause(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
