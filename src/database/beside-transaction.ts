import type { EntityManager } from '@mikro-orm/postgresql';
import { Client, type Pool } from 'pg';

/**
 * A short transaction committed while the caller's own goes on, for what others need before that one ends. On a
 * connection beside the pool: transactions that hold all of the pool may be the ones that wait for it.
 */
export async function besideTransaction<Result>(
  em: EntityManager,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const pool: Pool = await em.getConnection().getNativeClient();
  const client = new Client(pool.options);
  // A lost connection fails the statement under way too, which reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}
