import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { accessOf, holdingPermit } from './access.js';
import { cancelRunning } from './cancel.js';
import { Pipelines } from './pipelines.js';
import { isReadTimeout } from './unavailable.js';

/** A statement that matters has a name, so that PostgreSQL plans it once a connection, and says what a row of it is. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

/** What changes rows, holds them locked, or sets something in the session; names of columns have further letters. */
const CHANGES = /\b(?:insert|update|delete|merge|truncate|call|set_config|nextval|for\s+(?:key\s+)?share)\b/i;

/** Whether a statement only reads, so that it may be sent twice. In doubt it does not. */
export function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !CHANGES.test(text);
}

/** Looked at once each. */
const reads = new WeakMap<Statement<unknown>, boolean>();

/** The texts by name, as the modules that hold them are loaded. */
const known = new Map<string, string>();

export function statement<Row>(name: string, text: string): Statement<Row> {
  known.set(name, text);
  return { name, text };
}

/** The text of each statement that the modules loaded so far have made, by name. */
export function knownStatements(): ReadonlyMap<string, string> {
  return known;
}

/**
 * A statement that took so long is cancelled; the connection is given up, as on a dead network nothing else ends the
 * wait.
 */
const ANSWER_TIMEOUT_MS = 5_000;

const pooled = new WeakSet<Pool>();

const pipelinesOf = new WeakMap<Pool, Pipelines>();

/** The transactions whose statements are planned once a connection. */
const repeated = new WeakSet<EntityManager>();

/**
 * From now on the statements of a transaction go by their names: for those that are run again and again on tables of
 * all sizes. Left out by default, as a plan that was made for an empty table is of no use to the import that fills it.
 */
export function planOnce(tx: EntityManager): void {
  repeated.add(tx);
}

/** The query builder hands the text on as it is, and the driver takes a statement with a name in its place. */
function asText(named: { name: string; text: string }): string {
  return named as unknown as string;
}

/** Behind a transaction pooler a statement's name outlives its connection, so such pools go without names. */
export function withoutNames(pool: Pool): void {
  pooled.add(pool);
}

/** Puts quick statements of requests into pipelines; the pool's clients must have that mode of the driver. */
export function withPipelines(pool: Pool): void {
  pipelinesOf.set(pool, new Pipelines(pool));
}

/**
 * Runs one statement with bound parameters and returns its plain rows: in the transaction of `em` where it has one,
 * else on a connection of its share of the pool, cancelled once nobody waits for it any more; a quick read may be in a
 * pipeline with others, and is not cancelled. Entities are never hydrated here: on reads that was measured at 4 to 10
 * times the cost of plain rows.
 * @throws PermitsExhausted where no connection becomes free in time, and what the driver throws.
 */
export async function rows<Row>(em: EntityManager, asked: Statement<Row>, values: readonly unknown[]) {
  const { name, text } = asked;
  const pool: Pool = await em.getConnection().getNativeClient();
  if (em.isInTransaction()) {
    const sent = repeated.has(em) && !pooled.has(pool) ? asText({ name, text }) : text;
    const result = await em.getKysely<unknown>().executeQuery<Row>(CompiledQuery.raw(sent, [...values]));
    return result.rows;
  }
  const access = accessOf(em);
  const bound = { text, values: [...values], query_timeout: ANSWER_TIMEOUT_MS };
  const query = pooled.has(pool) ? bound : { name, ...bound };
  const isRead = onlyReads(asked);
  const pipelines = access.mayPipeline && isRead ? pipelinesOf.get(pool) : undefined;
  const result = await holdingPermit(access, isRead, (noteWait) => {
    const alone = () => run(pool, query, access.signal, noteWait);
    return pipelines?.query({ accountId: access.key, name, query, alone }, noteWait) ?? alone();
  });
  // The statement's text and its row type are side by side in one declaration; nothing else checks them.
  const found = result.rows as Row[];
  // What hangs on the driver's result outlives the young generation's collections: emptied, a list of 20 projects was
  // measured at a fifth less CPU, most of it garbage collection.
  result.rows = [];
  return found;
}

function onlyReads(asked: Statement<unknown>): boolean {
  const known = reads.get(asked) ?? isRead(asked.text);
  reads.set(asked, known);
  return known;
}

/** A connection whose statement failed is closed: a cancellation still on its way must not meet the next statement. */
async function run(
  pool: Pool,
  query: QueryConfig,
  signal: AbortSignal | undefined,
  noteWait: (ms: number) => void,
): Promise<QueryResult> {
  const startedMs = performance.now();
  const client = await pool.connect();
  noteWait(performance.now() - startedMs);
  const cancel = () => void cancelRunning(client);
  client.on('error', ignoreLoss);
  signal?.addEventListener('abort', cancel, { once: true });
  let hasFailed = true;
  try {
    signal?.throwIfAborted();
    const result = await client.query(query);
    hasFailed = signal?.aborted ?? false;
    return result;
  } catch (error) {
    if (isReadTimeout(error)) await cancelRunning(client);
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    client.off('error', ignoreLoss);
    client.release(hasFailed);
  }
}

/** A connection that is lost fails its statement too, which is where the loss is reported. */
function ignoreLoss(): void {}
