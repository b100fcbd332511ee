import type { Client } from 'pg';

const HAS_EXTENSION = `select exists (select from pg_extension where extname = 'citus') as has_extension`;

/** Each shard with the servers that it lies on. */
const PLACES = `select coalesce(string_agg(shardid || ' ' || groupid, ',' order by shardid, groupid), '') as places
  from pg_dist_placement`;

/**
 * Where the shards of a cluster lie, for comparing; empty on one server. Asked outside a transaction that reads them:
 * one does not see that a shard was moved meanwhile, nor all of its rows.
 */
export async function placesOfShards(client: Client): Promise<string> {
  const { rows: found } = await client.query<{ has_extension: boolean }>(HAS_EXTENSION);
  if (!found[0]?.has_extension) return '';
  return (await client.query<{ places: string }>(PLACES)).rows[0]?.places ?? '';
}

/**
 * For a repeatable-read transaction that is to see each account as it is at one instant: every server of the cluster
 * begins now, on one connection each. On a second one to the same server a later instant would be seen.
 */
export async function seeAccountsAtOnce(client: Client): Promise<void> {
  await client.query('set local citus.max_adaptive_executor_pool_size = 1');
  await client.query('select count(*) from account');
}
