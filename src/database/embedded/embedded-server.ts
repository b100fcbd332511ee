import { existsSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPackage, prepareBinaries } from './binaries.js';
import {
  DATABASE_NAME,
  ensureCluster,
  isRunning,
  type Postmaster,
  prepareCluster,
  readPostmaster,
  SUPERUSER,
} from './embedded-cluster.js';
import { type Home, makeDataFolder, nameFullDisk, openHome, sweep } from './home-folder.js';
import { type Lease, leaseFile, openLease, startSupervisor, tailOfLog } from './supervisor.js';

/** Where the running server is found, and this process's share in it. */
export interface EmbeddedServer {
  /** Where the data is. */
  folder: string;
  /** The folder of the Unix socket; there is no TCP port. */
  host: string;
  port: number;
  user: string;
  databaseName: string;
  /** True once it has ended, or has no supervisor any more: holders of a share must join another. */
  isLost(): boolean;
  /** Releases the share; the server stops once all shares are released. Repeating it does nothing. */
  release(): Promise<void>;
}

/** The bound for joining and starting; a server that is still reading its journal after a crash is given longer. */
const START_TIMEOUT_MS = 20_000;
const RECOVERY_TIMEOUT_MS = 300_000;
const POLL_MS = 10;
/** Between two starts of a server that does not come up. */
const MAX_PAUSE_MS = 1_000;
const MAX_FAILED_STARTS = 3;
const PORT = 5432;

/**
 * Joins the PostgreSQL server of `dataDir`, starting it, and making its cluster and database, where there is none. The
 * server lives as long as one process holds a share, however the others end, and stops when the last one is gone.
 * Holding a share does not keep a process from exiting. The design is in docs/embedded-database.md.
 *
 * @throws Error when this platform has no binaries, the folder belongs to somebody else, or the server does not
 * answer within 20 s (5 min while it recovers); the message then ends in the last lines of its log.
 */
export async function startEmbedded({
  dataDir,
  log = () => undefined,
  timeoutMs = START_TIMEOUT_MS,
}: {
  dataDir: string;
  log?: (line: string) => void;
  /** For joining and starting, where it is less than 20 s. */
  timeoutMs?: number;
}): Promise<EmbeddedServer> {
  findPackage(); // refuses before anything is written
  makeDataFolder(resolve(dataDir));
  const home = await nameFullDisk(dataDir, async () => openHome(dataDir));
  const { lease, postmaster, socketDir } = await nameFullDisk(home.folder, async () => {
    await ensureCluster(home);
    return joinOrStart(home, log, timeoutMs);
  });
  return {
    folder: home.folder,
    host: socketDir,
    port: PORT,
    user: SUPERUSER,
    databaseName: DATABASE_NAME,
    isLost: () => !isServing(home, postmaster),
    release: async () => lease.release(),
  };
}

interface Share {
  lease: Lease;
  postmaster: Postmaster;
  socketDir: string;
}

/** Where two processes find nothing and start, PostgreSQL's own lock file lets one win; the other then joins it. */
async function joinOrStart(home: Home, log: (line: string) => void, timeoutMs: number): Promise<Share> {
  const deadline = { startedAt: performance.now(), timeoutMs };
  let pauseMs = POLL_MS;
  for (let failedStarts = 0; failedStarts < MAX_FAILED_STARTS; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    const outcome = await joinOrStartOnce(home, log, deadline);
    if (typeof outcome !== 'string') return outcome;
    // A lock file left behind is another server's, or one whose last processes are still ending: that passes.
    if (outcome === 'not started') failedStarts = readPostmaster(home) ? 0 : failedStarts + 1;
    refuseAfterTimeout(home, deadline);
    await delay(pauseMs);
  }
  throw new Error(`The embedded PostgreSQL did not start.${tailOfLog(home)}`);
}

async function joinOrStartOnce(
  home: Home,
  log: (line: string) => void,
  deadline: Deadline,
): Promise<Share | 'not started' | 'abandoned'> {
  const postmaster = readPostmaster(home);
  const joined = postmaster && (await joinRunning(home, postmaster, deadline));
  if (joined) return joined;
  if (!postmaster || !isRunning(home, postmaster)) {
    return (await start(home, postmaster, deadline, log)) ?? 'not started';
  }
  stopAbandoned(postmaster);
  return 'abandoned';
}

async function joinRunning(home: Home, postmaster: Postmaster, deadline: Deadline): Promise<Share | undefined> {
  const { socketDir } = postmaster;
  if (socketDir === undefined) return undefined;
  return takeShare(home, socketDir, deadline, () => !isServing(home, postmaster));
}

/** Its process, its supervisor and its sockets are there: each may be lost by itself. */
function isServing(home: Home, postmaster: Postmaster): boolean {
  const { socketDir } = postmaster;
  if (socketDir === undefined || !existsSync(socketDir) || !isRunning(home, postmaster)) return false;
  const probe = openLease(leaseFile(home, socketDir));
  probe?.release();
  return probe !== undefined;
}

/**
 * A server without a reader of its lease is stopping already, or has lost its supervisor; asking again does no harm.
 */
function stopAbandoned({ pid, socketDir }: Postmaster): void {
  if (socketDir === undefined) return; // it has only begun to start
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // gone in the meantime
  }
}

async function start(
  home: Home,
  stale: Postmaster | undefined,
  deadline: Deadline,
  log: (line: string) => void,
): Promise<Share | undefined> {
  const native = await prepareBinaries(home);
  prepareCluster(home, native);
  const supervisor = startSupervisor(home, native, stale?.pid);
  if (!supervisor) return undefined;
  try {
    const share = await takeShare(home, supervisor.socketDir, deadline, supervisor.hasEnded);
    if (!share) return undefined;
    sweep(home, [leaseFile(home, supervisor.socketDir), native]);
    log(`embedded PostgreSQL started${home.account ? ` as user ${home.account.uid}` : ''}, data in ${home.folder}`);
    return share;
  } finally {
    supervisor.letGo();
  }
}

/**
 * A lease alone could be taken in the instant between the last one's end and the server's stop, so the supervisor
 * confirms it: it has read our line, hence has seen no end of file, hence the server stays while we hold on.
 */
async function takeShare(
  home: Home,
  socketDir: string,
  deadline: Deadline,
  hasEnded: () => boolean,
): Promise<Share | undefined> {
  const lease = openLease(leaseFile(home, socketDir));
  if (!lease) return undefined;
  try {
    const confirmation = join(socketDir, lease.announce());
    for (let isConfirmed = false; !hasEnded(); await delay(POLL_MS)) {
      isConfirmed ||= existsSync(confirmation);
      const status = readPostmaster(home);
      if (isConfirmed && status?.isReady && status.socketDir === socketDir && (await accepts(socketDir))) {
        rmSync(confirmation, { force: true });
        return { lease, postmaster: status, socketDir };
      }
      refuseAfterTimeout(home, status?.isStarting ? { ...deadline, timeoutMs: RECOVERY_TIMEOUT_MS } : deadline);
    }
  } catch (error) {
    lease.release();
    throw error;
  }
  lease.release();
  return undefined;
}

/** PostgreSQL keeps silent in its log about a connection that closes before it said anything. */
function accepts(socketDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(join(socketDir, `.s.PGSQL.${PORT}`));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

interface Deadline {
  startedAt: number;
  timeoutMs: number;
}

function refuseAfterTimeout(home: Home, { startedAt, timeoutMs }: Deadline): void {
  if (performance.now() - startedAt < timeoutMs) return;
  const seconds = Math.round(timeoutMs / 1000);
  throw new Error(`The embedded PostgreSQL did not answer within ${seconds} s.${tailOfLog(home)}`);
}
