import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** CPU time used so far, in ms: of the server's process, and of each database connection by process id. */
export interface CpuReading {
  server: number | undefined;
  database: ReadonlyMap<number, number>;
}

/** Linux counts a process's CPU time in hundredths of a second, on every platform that Node is built for. */
const TICK_MS = 10;

/** A field is absent where the system does not report it: no /proc, or a database on another machine. */
export async function readCpu(client: Client, pid: number): Promise<CpuReading> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid
     from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const database = new Map<number, number>();
  for (const row of rows) {
    const ms = cpuMs(row.pid, 'postgres');
    if (ms !== undefined) database.set(row.pid, ms);
  }
  return { server: cpuMs(pid), database };
}

/** CPU time between two readings, over the connections that are in both. */
export function cpuBetween(before: CpuReading, after: CpuReading) {
  const lasting = [...after.database].filter(([pid]) => before.database.has(pid));
  const spent = lasting.reduce((sum, [pid, ms]) => sum + ms - (before.database.get(pid) ?? 0), 0);
  return {
    serverMs: before.server === undefined || after.server === undefined ? undefined : after.server - before.server,
    databaseMs: lasting.length === 0 ? undefined : spent,
  };
}

/** Process ids of another machine's database mean nothing here, so the host name is compared. */
function cpuMs(pid: number, named?: string): number | undefined {
  let line: string;
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // no /proc, or no such process
  }
  const nameEnd = line.lastIndexOf(')');
  if (named !== undefined && line.slice(line.indexOf('(') + 1, nameEnd) !== named) return undefined;
  const [user, system] = line
    .slice(nameEnd + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return user === undefined || system === undefined ? undefined : (user + system) * TICK_MS;
}
