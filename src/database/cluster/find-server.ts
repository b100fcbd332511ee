import type { DatabaseSession } from '../database-session.js';
import { statement } from '../rows.js';
import { isUnavailable } from '../unavailable.js';

/** The coordinator's own records: no other server is asked. */
const FIND_SERVER = statement<{ server: string }>(
  'find-server-of-account',
  `select n.nodename || ':' || n.nodeport as server
   from pg_dist_placement p
   join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
   where p.shardid = get_shard_id_for_distribution_column('public.account', $1::uuid)`,
);

/** The server that the rows of an account are on, there or not, as `host:port`; only on a distributed database. */
export async function findServer(db: DatabaseSession, accountId: string): Promise<string | undefined> {
  return (await db.rows(FIND_SERVER, [accountId]))[0]?.server;
}

/** A look at one shard: its server is asked. */
const ASK_SERVER = statement<object>('does-server-answer', 'select from account where account_id = $1');

/** Whether the server that the rows of an account are on answers; one that reports a fault of its own does. */
export async function answersFor(db: DatabaseSession, accountId: string): Promise<boolean> {
  return db.rows(ASK_SERVER, [accountId]).then(
    () => true,
    (error: unknown) => !isUnavailable(error),
  );
}
