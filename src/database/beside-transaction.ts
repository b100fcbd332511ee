import type { EntityManager } from '@mikro-orm/postgresql';
import { Pool, type PoolClient } from 'pg';
import { leadBeside } from './cluster/server-chooser.js';
import { refuseUnreplicated } from './lost-connections.js';

/** Such transactions are short; more than these wait for one another. */
const CONNECTIONS = 2;
/** Opening a connection takes longer than the transaction, and names that nobody knew come in bursts. */
const IDLE_MS = 10_000;

/** By the pool that they are beside. */
const pools = new WeakMap<Pool, Pool>();

/**
 * A short transaction committed while the caller's own goes on, for what others need before that one ends. On a
 * connection beside the pool: transactions that hold all of the pool may be the ones that wait for it. `work` must not
 * wait for such a transaction in its turn.
 */
export async function besideTransaction<Result>(
  em: EntityManager,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await poolBeside(await em.getConnection().getNativeClient()).connect();
  client.on('error', ignoreLoss);
  let hasFailed = true;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    hasFailed = false;
    return result;
  } finally {
    client.off('error', ignoreLoss);
    // A failed transaction is left by closing its connection.
    client.release(hasFailed);
  }
}

/** Ends the connections beside a pool, when that one ends. */
export async function closeBeside(pool: Pool): Promise<void> {
  const beside = pools.get(pool);
  pools.delete(pool);
  await beside?.end();
}

function poolBeside(pool: Pool): Pool {
  const known = pools.get(pool);
  if (known) return known;
  const beside = new Pool({ ...pool.options, min: 0, max: CONNECTIONS, idleTimeoutMillis: IDLE_MS });
  beside.on('error', ignoreLoss);
  leadBeside(pool, beside);
  refuseUnreplicated(beside);
  pools.set(pool, beside);
  return beside;
}

/** A lost connection fails the statement under way too, which is where it is reported. */
function ignoreLoss(): void {}
