import type { Pool, PoolClient } from 'pg';
import type { DatabaseSession } from '../../src/database/database-session.js';

/** Records the text of every statement that reaches the database through this pool from now on. */
export async function recordStatements(db: DatabaseSession): Promise<string[]> {
  const texts: string[] = [];
  const pool: Pool = await db.em.getConnection().getNativeClient();
  const heard = new WeakSet<PoolClient>();
  pool.on('acquire', (client: PoolClient) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = new Proxy(client.query, {
      apply(target, self, args: unknown[]) {
        texts.push(textOf(args[0]));
        return Reflect.apply(target, self, args);
      },
    });
    Object.defineProperty(client, 'query', { value: query });
  });
  return texts;
}

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : '';
}
