import { Client } from 'pg';
import { addressOptions, CONNECT_TIMEOUT_MS, chosenAddress, type DatabaseAddress } from './connection.js';
import { socketOf } from './driver-client.js';

/**
 * Does `work` on one connection beside any pool, without the limits of requests: for what streams whole tables. Where
 * `work` fails the connection is cut, for in the midst of a stream no other end of it is certain.
 */
export async function withClient<Result>(
  address: DatabaseAddress,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    ...addressOptions(await chosenAddress(address)),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'brand-visibility-monitor',
  });
  // A lost connection fails the statement under way too, which reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    socketOf(client).destroy();
    throw error;
  }
}

/** A transaction of `client` that may take as long as a table is long; `mode` is what follows `begin`. */
export async function longTransactionOf<Result>(
  client: Client,
  mode: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query(`begin ${mode}`);
  await client.query('set local statement_timeout = 0');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const result = await work();
  await client.query('commit');
  return result;
}
