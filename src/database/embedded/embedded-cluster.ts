import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fchownSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { majorOf, prepareBinaries } from './binaries.js';
import { type Home, makeFolder, mendPrivacy, readIfPresent, spawnOptions } from './home-folder.js';

export const DATABASE_NAME = 'brandvisibility';
const CLUSTER = 'cluster';

/**
 * Fixed here and not in the cluster's own file, so that a new release of the product changes them for old clusters too.
 * Statements stay out of the log, failed ones (`log_min_messages=log`) and those of a process that was killed
 * (`terse`): they hold customers' text.
 */
const SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=100',
  'shared_buffers=128MB',
  'jit=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_min_messages=log',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
  // Before it recovers PostgreSQL writes the whole cluster to disk; file by file that takes seconds.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];

/** The server that the lock file names. It may have ended without removing the file. */
export interface Postmaster {
  pid: number;
  /** Absent in the first moments of a start. */
  socketDir: string | undefined;
  isStarting: boolean;
  isReady: boolean;
}

/**
 * Makes the cluster where there is none: UTF-8, sorted by code point whatever the machine's locale, with page checksums
 * and the product's database.
 */
export async function ensureCluster(home: Home): Promise<void> {
  if (existsSync(clusterFolder(home))) return;
  const bin = join(await prepareBinaries(home), 'bin');
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER}`, '--auth=peer'];
  await makeFolder(home, CLUSTER, async (draft) => {
    await run(home, join(bin, 'initdb'), ['-D', draft, ...access, ...locale, '--data-checksums', '--no-instructions']);
    // An explicit oid: alone in single-user mode PostgreSQL would take one from the range that it keeps for itself.
    const singleUser = ['--single', '-D', draft, '-c', 'exit_on_error=on', 'postgres'];
    await run(home, join(bin, 'postgres'), singleUser, `create database ${DATABASE_NAME} with oid = 16384\n`);
  });
}

/**
 * Makes an existing cluster one that `native` can run and that only we can reach: its owner and mode, who may connect.
 * @throws Error of one line when it is of another major version, which PostgreSQL cannot run.
 */
export function prepareCluster(home: Home, native: string): void {
  const cluster = clusterFolder(home);
  mendPrivacy(home, cluster);
  const [ofData, ofBinaries] = [readIfPresent(join(cluster, 'PG_VERSION')).trim(), majorOf(home, native)];
  if (ofData !== ofBinaries) {
    throw new Error(
      `The data in ${cluster} is of PostgreSQL ${ofData || 'an unknown version'}, and this build runs ${ofBinaries}: ` +
        'back up with the build before, and restore into a new DATA_DIR (docs/embedded-database.md).',
    );
  }
  restrictAccess(home, cluster);
}

/** The command that runs the server in the foreground, listening in `socketDir` alone. */
export function serverCommand(home: Home, native: string, socketDir: string): string[] {
  const settings = [...SETTINGS, ...accessSettings(clusterFolder(home)), `unix_socket_directories="${socketDir}"`];
  return [
    join(native, 'bin', 'postgres'),
    '-D',
    clusterFolder(home),
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
}

/** Reads the lock file of the cluster; undefined when there is none, or it is only being written. */
export function readPostmaster(home: Home): Postmaster | undefined {
  const lines = readIfPresent(join(clusterFolder(home), 'postmaster.pid')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const status = lines[7]?.trim();
  return { pid, socketDir: lines[4] || undefined, isStarting: status === 'starting', isReady: status === 'ready' };
}

/** Whether the process of that number is still this cluster's server, and no other that was given the number since. */
export function isRunning(home: Home, { pid }: Postmaster): boolean {
  return commandLineOf(pid).includes(clusterFolder(home));
}

/** The arguments of a running process; empty when there is none, or it is not ours to see. */
function commandLineOf(pid: number): string {
  if (existsSync('/proc/self')) return readIfPresent(`/proc/${pid}/cmdline`);
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function clusterFolder(home: Home): string {
  return join(home.folder, CLUSTER);
}

async function run(home: Home, program: string, args: string[], input = ''): Promise<void> {
  const running = promisify(execFile)(program, args, spawnOptions(home));
  running.child.stdin?.end(input);
  await running;
}

export const SUPERUSER = 'postgres';
const RULES_FILE = 'pg_hba.conf';
const NAMES_FILE = 'pg_ident.conf';
const ROOT_UID = 0;
/** Other services run as this user too. */
const SHARED_USER = 'nobody';
/** A first letter that PostgreSQL would read as something else than the beginning of a name, and what would end it. */
const NOT_A_NAME = /^[/+]|["\n]/;

/**
 * Lets only root and the user that the data belongs to connect, as the kernel tells who is at the other end of the
 * socket: no password that could be lost, read or guessed. Rewritten before each start, so old clusters, which trusted
 * everybody, follow.
 */
function restrictAccess(home: Home, cluster: string): void {
  replaceFile(home, join(cluster, RULES_FILE), `local all ${SUPERUSER} peer map=owner\n`);
  const lines = namesAllowed(home).map((name) => `owner "${name}" ${SUPERUSER}\n`);
  replaceFile(home, join(cluster, NAMES_FILE), lines.join(''));
}

/** Settings that keep the server to these two files, whatever its own configuration says. */
function accessSettings(cluster: string): string[] {
  return [`hba_file=${join(cluster, RULES_FILE)}`, `ident_file=${join(cluster, NAMES_FILE)}`];
}

/** Where root has to run the server as a user that others share, that user's processes are strangers. */
function namesAllowed({ account }: Home): string[] {
  const owner = account && userName(account.uid);
  const names = [
    userName(ROOT_UID),
    userName(process.getuid?.() ?? ROOT_UID),
    owner === SHARED_USER ? undefined : owner,
  ];
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** Of any user directory; undefined for a user without a name, who cannot run PostgreSQL either. */
function userName(uid: number): string | undefined {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' });
  const name = stdout?.trim() ?? '';
  return status === 0 && name !== '' && !NOT_A_NAME.test(name) ? name : undefined;
}

/** In one step, so that a server that starts at the same time reads one or the other. */
function replaceFile({ account }: Home, file: string, text: string): void {
  if (readIfPresent(file) === text) return;
  const draft = `${file}.${randomUUID()}`;
  const fd = openSync(draft, 'wx', 0o600);
  try {
    if (account) fchownSync(fd, account.uid, account.gid);
    writeFileSync(fd, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}
