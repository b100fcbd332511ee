import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The user that runs the server where this process is root, which PostgreSQL refuses. */
export interface Account {
  uid: number;
  gid: number;
}

/** The private folder (mode 700, owned by the server's user) that holds the cluster, its log and its leases. */
export interface Home {
  folder: string;
  /** Eight hexadecimal digits, from a hash of the data folder's real path. */
  hash: string;
  account: Account | undefined;
}

const PRIVATE_MODE = 0o700;
/** Where the data goes when the server's user cannot reach the data folder. */
const SYSTEM_FOLDER = '/var/lib/brand-visibility-monitor';

/**
 * Finds, or makes, the private folder `postgres` below `dataDir`. Root hands it to the user who owns it already, else
 * to `postgres`, else to `nobody`; where that user cannot reach `dataDir`, the folder is one below /var/lib.
 *
 * @throws Error when the folder belongs to another user.
 */
export function openHome(dataDir: string): Home {
  makeDataFolder(resolve(dataDir));
  const real = realpathSync(dataDir);
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 8);
  const folder = join(real, 'postgres');
  const uid = process.getuid?.();
  if (uid === 0) return openHomeAsRoot(real, hash);
  mkdirSync(folder, { recursive: true, mode: PRIVATE_MODE });
  refuseForeign(folder);
  closeToOthers(folder);
  return { folder, hash, account: undefined };
}

function openHomeAsRoot(dataDir: string, hash: string): Home {
  const inPlace = join(dataDir, 'postgres');
  const account = ownerOf(inPlace) ?? ownerOf(join(SYSTEM_FOLDER, hash)) ?? defaultAccount();
  const folder = canReach(account, dataDir) ? inPlace : join(SYSTEM_FOLDER, hash);
  if (!ownerOf(folder)) {
    mkdirSync(folder, { recursive: true, mode: PRIVATE_MODE });
    chownSync(folder, account.uid, account.gid);
    if (folder !== inPlace) chmodSync(SYSTEM_FOLDER, 0o755);
  }
  closeToOthers(folder);
  return { folder, hash, account };
}

function ownerOf(folder: string): Account | undefined {
  const { uid, gid } = statSync(folder, { throwIfNoEntry: false }) ?? { uid: 0, gid: 0 };
  return uid === 0 ? undefined : { uid, gid };
}

function defaultAccount(): Account {
  const users = readIfPresent('/etc/passwd')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL does not run as root, and there is no user nobody; set DATABASE_URL.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

function canReach({ uid, gid }: Account, folder: string): boolean {
  return spawnSync('sh', ['-c', 'test -x "$1"', 'sh', folder], { uid, gid, cwd: '/' }).status === 0;
}

/**
 * Gives what is in `folder` back to the server's user, and closes it to others, as after a copy made by root or with
 * another umask; PostgreSQL refuses both. A file with a second name stays as it is: only somebody else than PostgreSQL
 * makes those.
 * @throws Error when it belongs to another user and this process is not root.
 */
export function mendPrivacy({ account }: Home, folder: string): void {
  if (account) {
    const owner = [String(account.uid), `${account.uid}:${account.gid}`] as const;
    const kinds = ['(', '-type', 'd', '-o', '-links', '1', ')'];
    execFileSync('find', [folder, ...kinds, '!', '-user', owner[0], '-exec', 'chown', '-h', owner[1], '{}', '+']);
  } else {
    refuseForeign(folder);
  }
  closeToOthers(folder);
}

function refuseForeign(folder: string): void {
  if (statSync(folder).uid === process.getuid?.()) return;
  throw new Error(`${folder} belongs to another user; run as that user, or set DATA_DIR or DATABASE_URL.`);
}

function closeToOthers(folder: string): void {
  if ((statSync(folder).mode & 0o777) !== PRIVATE_MODE) chmodSync(folder, PRIVATE_MODE);
}

/** How the server's own programs are run: as its user, and without our environment, which holds keys. */
export function spawnOptions({ account }: Home) {
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, LC_ALL: 'C' };
  return { cwd: '/', env, ...(account && { uid: account.uid, gid: account.gid }) };
}

/**
 * Makes the folder `name` in a draft that is then moved into place, so that it is there completely or not at all. Of
 * two processes that make it at once, the quicker one's stays; errors of the other's are ignored then.
 */
export async function makeFolder(home: Home, name: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const place = join(home.folder, name);
  const draft = mkdtempSync(join(home.folder, 'init.'));
  try {
    giveToAccount(home, draft);
    await fill(draft);
    renameSync(draft, place);
    syncFolder(home.folder);
  } catch (error) {
    if (!existsSync(place)) throw error;
  } finally {
    removeTree(draft);
  }
}

export function giveToAccount({ account }: Home, path: string): void {
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, path]);
}

/** What another process is still writing to stays for the next sweep. */
function removeTree(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {}
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  fsyncSync(fd);
  closeSync(fd);
}

/**
 * Removes what killed starts have left; only for the process whose server holds the cluster, `keep` being its own
 * files.
 */
export function sweep({ folder }: Home, keep: string[]): void {
  const kept = new Set(keep.map((path) => basename(path)));
  for (const name of readdirSync(folder)) {
    if (/^init\.|^binaries-|\.lease$/.test(name) && !kept.has(name)) removeTree(join(folder, name));
  }
}

/** For what another process may remove at any moment: its text, or the empty string. */
export function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Makes a folder with what is missing above it. Level by level: Node's own recursive way never returns where a file
 * system such as /proc takes no new folders.
 * @throws Error of one line that names the variable, the fault and what is accepted.
 */
export function makeDataFolder(path: string): void {
  try {
    for (const level of missingLevels(path)) makeLevel(level);
    if (!statSync(path).isDirectory()) throw new Error('it is a file');
    accessSync(path, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(',', 1)[0] : String(error);
    throw new Error(`DATA_DIR: "${path}" must be a folder that can be made and written (${reason})`, { cause: error });
  }
}

function missingLevels(path: string): string[] {
  const levels: string[] = [];
  for (let level = path; !existsSync(level); level = dirname(level)) levels.unshift(level);
  return levels;
}

/** Another process that starts at the same time may have made it a moment ago. */
function makeLevel(level: string): void {
  try {
    mkdirSync(level);
  } catch (error) {
    if (!existsSync(level)) throw error;
  }
}

/** PostgreSQL needs a few files of 16 MB for its journal alone. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/**
 * Bytes that may still be written to the disk that holds `folder`, which need not be there; undefined where it is
 * unknown.
 */
function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined; // a file system that does not tell
  }
}

/** The line about a disk without room for the embedded database; undefined where there is enough. */
export function lackOfSpace(folder: string): string | undefined {
  const free = freeBytes(folder);
  if (free === undefined || free >= LEAST_FREE_BYTES) return undefined;
  const [left, least] = [free, LEAST_FREE_BYTES].map((bytes) => Math.floor(bytes / 1024 / 1024));
  return `the disk of ${folder} has ${left} MB left, and the embedded PostgreSQL needs ${least} MB; make room`;
}

/** Reports a full disk as the cause of whatever error `work` fails with. */
export async function nameFullDisk<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const lack = lackOfSpace(folder);
    if (lack === undefined) throw error;
    throw new Error(`DATA_DIR: ${lack}`, { cause: error });
  }
}
