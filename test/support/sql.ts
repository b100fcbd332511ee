import { Client } from 'pg';
import type { TestDatabase } from './database.js';
import { databaseUrl } from './database-url.js';

/** Runs one statement of the test's own on a connection of its own, beside the service's. */
export async function queryDatabase<Row = object>(
  { address }: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client(databaseUrl(address));
  await client.connect();
  // The statement's text and its row type are side by side at each call.
  return client
    .query(text, values)
    .then(({ rows }) => rows as Row[])
    .finally(() => client.end());
}
