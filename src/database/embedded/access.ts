import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, fchownSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Home, readIfPresent } from './home.js';

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
export function restrictAccess(home: Home, cluster: string): void {
  replaceFile(home, join(cluster, RULES_FILE), `local all ${SUPERUSER} peer map=owner\n`);
  const lines = namesAllowed(home).map((name) => `owner "${name}" ${SUPERUSER}\n`);
  replaceFile(home, join(cluster, NAMES_FILE), lines.join(''));
}

/** Settings that keep the server to these two files, whatever its own configuration says. */
export function accessSettings(cluster: string): string[] {
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
