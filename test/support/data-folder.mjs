import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. A container may have 64 MB there, which is too little. */
const MEMORY = '/dev/shm';
const ROOM_MIN_BYTES = 2 * 1024 ** 3;
const PREFIX = 'bvm-data-';
/** Longer than any run takes. */
const ABANDONED_MS = 6 * 3_600_000;

/**
 * Makes a folder for a server's data, readable for all, as root's server runs as another user. In memory where there is
 * room: a database is some 600 files, and cloning one took 20 ms of processor time there, 390 ms on the disk of a busy
 * machine. The caller removes it.
 */
export function makeDataFolder() {
  const place = hasRoomInMemory() ? MEMORY : placeForAll();
  removeAbandoned(place);
  const folder = fs.mkdtempSync(join(place, PREFIX));
  fs.chmodSync(folder, 0o755);
  return folder;
}

/** Root's own temporary folder may be closed to the user that its server runs as. */
function placeForAll() {
  return process.getuid?.() === 0 ? '/tmp' : tmpdir();
}

/** PostgreSQL's programs are copied beside the data where they cannot run in place: the folder must let them. */
function hasRoomInMemory() {
  if (process.platform !== 'linux') return false;
  const mounts = fs.readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , kind, options = ''] = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === MEMORY) ?? [];
  if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize >= ROOM_MIN_BYTES;
}

/** Those of runs that were killed: in memory they would take it until the machine starts again. */
function removeAbandoned(place) {
  for (const name of fs.readdirSync(place).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(place, name);
    const { mtimeMs = Date.now() } = fs.statSync(folder, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > ABANDONED_MS) fs.rmSync(folder, { recursive: true, force: true });
  }
}
