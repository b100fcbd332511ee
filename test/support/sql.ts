import type { TestDatabase } from './database.js';

/** Runs one statement of the test's own, on a connection beside the service's. */
export async function queryDatabase<Row = object>(
  { ofTests }: TestDatabase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await ofTests.query(text, values);
  // The statement's text and its row type are side by side at each call.
  return rows as Row[];
}
