import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';

/** A statement that matters has a name, so that PostgreSQL plans it once a connection, and says what a row of it is. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text };
}

/** A connection that gave no answer for so long is given up: on a dead network nothing else would end the wait. */
const ANSWER_TIMEOUT_MS = 5_000;

const pooled = new WeakSet<Pool>();

/** Behind a transaction pooler a statement's name outlives its connection, so such pools go without names. */
export function withoutNames(pool: Pool): void {
  pooled.add(pool);
}

/**
 * Runs one statement with bound parameters and gives its plain rows, in the transaction of `em` where it has one.
 * Entities are never hydrated here: on reads that was measured at 4 to 10 times the cost of plain rows.
 */
export async function rows<Row>(em: EntityManager, { name, text }: Statement<Row>, values: readonly unknown[]) {
  if (em.isInTransaction()) {
    const result = await em.getKysely<unknown>().executeQuery<Row>(CompiledQuery.raw(text, [...values]));
    return result.rows;
  }
  const pool: Pool = await em.getConnection().getNativeClient();
  const bound = { text, values: [...values], query_timeout: ANSWER_TIMEOUT_MS };
  const query = pooled.has(pool) ? bound : { name, ...bound };
  // The statement's text and its row type stand side by side in one declaration; nothing else checks them.
  const result = await pool.query(query);
  const found = result.rows as Row[];
  // What hangs on the driver's result outlives the young generation's collections: emptied, a list of 20 projects was
  // measured at a fifth less CPU, most of it garbage collection.
  result.rows = [];
  return found;
}
