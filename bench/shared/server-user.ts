import { readFileSync } from 'node:fs';

/** PostgreSQL and its poolers refuse to run as root: the user that runs them then. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = (users.find((line) => /^postgres:/.test(line)) ?? 'nobody::65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
