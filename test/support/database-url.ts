import type { DatabaseAddress } from '../../src/database/connection.js';

/** A test database as the `DATABASE_URL` of a process. */
export function databaseUrl(address: DatabaseAddress): string {
  if ('url' in address) return address.url;
  const { host, port, user, database } = address;
  return `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}
