import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, types } from 'pg';
import type { DatabaseAddress } from '../../src/database/connection.js';
import { clientConfig } from './database.js';
import { gatherAtDoor, passDoor, presentedKey } from './pass-door.js';

/** The request to a bare server; `sent` is the body of a POST. */
export interface BareRequest {
  url: string;
  sent: string;
  accountId: string;
}

/** How a request gets in: by its key's account alone, by a door statement of its own, or by one with others. */
export type BareDoor = 'open' | 'door' | 'gathered';

/** Dates as PostgreSQL writes them, as careful code would: a Date object for each instant costs more than the rest. */
for (const type of [types.builtins.DATE, types.builtins.TIMESTAMPTZ]) types.setTypeParser(type, (text) => text);

/**
 * The bar of every comparison: node:http and a pg pool of 10 to the database of `BENCH_DATABASE`, without framework,
 * authentication, limits, log, checks or headers. The account is read from the key, which is not checked otherwise.
 * Behind a `door` the service's own door statement runs before each query, `gathered` for those that wait together.
 */
export async function listenBare(
  answer: (pool: Pool, request: BareRequest) => Promise<string>,
  door: BareDoor = 'open',
): Promise<void> {
  const pool = new Pool({
    ...clientConfig(databaseAddress()),
    max: 10,
    options: '-c TimeZone=UTC',
    application_name: 'bvm-bench',
  });
  const enter = await entrance(pool, door);
  const server = createServer(async (req, res) => {
    try {
      const key = presentedKey(req.headers.authorization);
      const sent = req.method === 'POST' ? await readBody(req) : '';
      const accountId = await enter(key);
      const body = await answer(pool, { url: req.url ?? '', sent, accountId });
      res.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
      });
      res.end(body);
    } catch (error) {
      res.statusCode = 500;
      res.end(String(error));
    }
  });
  server.listen(0, '127.0.0.1', () => {
    // A TCP server that listens has an AddressInfo.
    process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

/** Of a key the account, once it is let in. */
async function entrance(pool: Pool, door: BareDoor): Promise<(key: string) => string | Promise<string>> {
  if (door === 'gathered') return gatherAtDoor(databaseAddress());
  return door === 'door' ? (key) => passDoor(pool, key) : accountOf;
}

/** One text made by a named statement: a response that PostgreSQL has written. */
export async function inSql(pool: Pool, name: string, text: string, values: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ body: string }>({ name, text, values: [...values] });
  return rows[0]?.body ?? '';
}

/** `2026-11-02 09:30:00.12+00` as ISO 8601 with milliseconds. */
export function toIso(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}

/** Whole percent, half up. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((200 * part + whole) / (2 * whole));
}

function databaseAddress(): DatabaseAddress {
  // Written by the benchmark that started this process.
  return JSON.parse(process.env.BENCH_DATABASE ?? '') as DatabaseAddress;
}

function readBody(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk) => chunks.push(chunk));
    req.on('end', () => resolve(Buffer.concat(chunks).toString()));
    req.on('error', reject);
  });
}

function accountOf(key: string): string {
  const hex = key.slice(36, 68);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
