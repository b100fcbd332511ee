/**
 * The key of an advisory lock, as an SQL expression over its name: `named` is an expression of text. Locks are taken
 * for the length of a transaction only, so that they fall with their holder.
 */
export function lockKey(named: string): string {
  return `hashtextextended(${named}, 0)`;
}

/** A lock's name: what it is for, and of which row. */
export function lockName(purpose: string, id: string): string {
  return `${purpose} ${id}`;
}

/**
 * Whether somebody holds, at this instant, the lock of `purpose` of the row whose id the expression `id` gives; as an
 * SQL condition. It reads all locks of the server, so it belongs behind a condition that is hardly ever met.
 */
export function isHeld(purpose: string, id: string): string {
  return `exists (
       select
       from pg_locks l
       where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
         and l.database = (select d.oid from pg_database d where d.datname = current_database())
         and ((l.classid::bigint << 32) | l.objid::bigint) = ${lockKey(`'${lockName(purpose, '')}' || ${id}::text`)}
     )`;
}
