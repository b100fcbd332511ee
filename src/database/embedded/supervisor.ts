import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { serverCommand } from './embedded-cluster.js';
import { type Home, readIfPresent, spawnOptions } from './home-folder.js';

/** A participant's share in a server: the writing end of a FIFO, which the kernel closes however the process ends. */
export interface Lease {
  /** Tells the supervisor that we are here; it then makes a file of the returned name in the socket folder. */
  announce(): string;
  release(): void;
}

interface Supervisor {
  socketDir: string;
  hasEnded(): boolean;
  letGo(): void;
}

/** The path of a Unix socket is limited to 104 bytes on macOS, 107 on Linux, its end included. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Runs PostgreSQL until the FIFO has no writer left. Descriptor 3 is the FIFO at both ends, for opening it to read
 * would else wait for a writer. The reader's end is opened before PostgreSQL starts and then held by the reader alone,
 * so that opening a lease fails exactly when no supervisor reads it. SIGINT is PostgreSQL's fast shutdown; it is
 * repeated because one that comes before PostgreSQL listens for signals is lost.
 */
const SUPERVISOR = `
lease=$1 sockets=$2 log=$3
shift 3
exec 4<"$lease" 3>&- >>"$log" 2>&1
mkdir -m 700 "$sockets" || exit
"$@" 4<&- &
server=$!
(
  while read -r participant; do true >"$sockets/$participant"; done
  while kill -INT $server; do sleep 0.1; done
) <&4 4<&- 2>/dev/null &
reader=$!
exec 4<&-
wait $server
kill $reader
rm -rf "$sockets" "$lease"
`;

/** The FIFO of the server that listens in `socketDir`: one for each start, so that no two supervisors read the same. */
export function leaseFile(home: Home, socketDir: string): string {
  return join(home.folder, `${basename(socketDir)}.lease`);
}

/** Opens the writing end; undefined when no supervisor reads the FIFO (ENXIO), or it is gone (ENOENT). */
export function openLease(file: string): Lease | undefined {
  const fd = openIfThere(file, constants.O_WRONLY | constants.O_NONBLOCK);
  return fd === undefined ? undefined : leaseOf(fd);
}

function openIfThere(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (isCode(error, 'ENXIO') || isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function leaseOf(fd: number): Lease {
  let isOpen = true;
  return {
    announce: () => {
      const name = randomUUID();
      try {
        writeSync(fd, `${name}\n`);
      } catch (error) {
        if (!isCode(error, 'EPIPE')) throw error; // without a reader there is no confirmation either
      }
      return name;
    },
    release: () => {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}

/**
 * Starts PostgreSQL under a supervisor in a session of its own. Until `letGo` this process holds the FIFO at both ends:
 * killed before it has a lease, it takes the server with it. `stalePid` is what the lock file of an ended server names.
 * Undefined when another start, which has won, has swept our FIFO away.
 */
export function startSupervisor(home: Home, native: string, stalePid: number | undefined): Supervisor | undefined {
  rotateLog(home);
  const socketDir = newSocketDir(home);
  const lease = leaseFile(home, socketDir);
  execFileSync('mkfifo', ['-m', '600', lease], spawnOptions(home));
  const hold = openIfThere(lease, constants.O_RDWR);
  if (hold === undefined) return undefined;
  const options = spawnOptions(home);
  const child = spawn(
    'sh',
    ['-c', SUPERVISOR, 'sh', lease, socketDir, logFile(home), ...serverCommand(home, native, socketDir)],
    {
      ...options,
      // The number in a stale lock file may since belong to another process. PostgreSQL lets a lock of its grandparent
      // pass, and still looks for surviving processes of the ended server, which deleting the file would spare it.
      env: stalePid === undefined ? options.env : { ...options.env, PG_GRANDPARENT_PID: String(stalePid) },
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', hold],
    },
  );
  let hasEnded = false;
  child.on('exit', () => {
    hasEnded = true;
  });
  child.on('error', () => {
    hasEnded = true;
  });
  child.unref();
  return { socketDir, hasEnded: () => hasEnded, letGo: () => closeSync(hold) };
}

/** A name that cannot be predicted and taken. Root's own temporary folder may be closed to the server's user. */
function newSocketDir({ account, hash }: Home): string {
  const name = `bv-${hash}-${randomBytes(4).toString('hex')}`;
  const inTmpdir = resolve(tmpdir(), name);
  const isTooLong = Buffer.byteLength(`${inTmpdir}/.s.PGSQL.5432`) > MAX_SOCKET_PATH_BYTES;
  return account || isTooLong ? join('/tmp', name) : inTmpdir;
}

/** Not by `instanceof Error`, which jest's modules see fail for Node's own errors. */
function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

const MAX_LOG_BYTES = 1_000_000;
const LOG_TAIL_LINES = 15;

function logFile({ folder }: Home): string {
  return join(folder, 'postgres.log');
}

/** Keeps two files of about a megabyte; a server that still writes into the renamed one may go on. */
function rotateLog(home: Home): void {
  const file = logFile(home);
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  try {
    if (size > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  } catch {
    // another start was quicker
  }
}

/** The last lines of the server's log, as the end of an error message. */
export function tailOfLog(home: Home): string {
  const file = logFile(home);
  const lines = readIfPresent(file).trimEnd().split('\n').slice(-LOG_TAIL_LINES);
  return ` The end of ${file}:\n${lines.join('\n')}`;
}
