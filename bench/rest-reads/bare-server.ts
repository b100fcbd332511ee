import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { parseKey } from '../../src/core/keys/key-format.js';
import { DOOR, type DoorRow } from '../../src/core/limits/door.statement.js';
import type { DatabaseAddress } from '../../src/database/connection.js';
import { BARE_ANSWERS, type Period } from './bare-answers.js';
import { clientConfig } from './database.js';

/**
 * The bar: node:http and pg with hand-written SQL, without framework, authentication, limits, log, checks or headers.
 * Started with the form of its JSON (`rows` or `json`) and `door` or `open`: with `door`, the service's own door
 * statement runs before each question, which tells its cost apart. Whose projects are asked for is read from the key,
 * which is not looked at otherwise.
 */
const [form, door] = process.argv.slice(2);
if (form !== 'rows' && form !== 'json') throw new Error('the form must be rows or json');
const answers = BARE_ANSWERS[form];
// Written by the benchmark that started this process.
const address = JSON.parse(process.env.BENCH_DATABASE ?? '') as DatabaseAddress;
const pool = new Pool({ ...clientConfig(address), max: 10, options: '-c TimeZone=UTC', application_name: 'bvm-bench' });

const VISIBILITY_URL = /^\/api\/v1\/projects\/([0-9a-f-]{36})\/visibility\?window=90d$/;
const DAY_MS = 86_400_000;

const server = createServer(async (req, res) => {
  try {
    const key = req.headers.authorization?.slice('Bearer '.length) ?? '';
    const accountId = door === 'door' ? await passDoor(key) : accountOf(key);
    const body = await answer(req, accountId);
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

function answer({ url }: IncomingMessage, accountId: string): Promise<string> {
  if (url === '/api/v1/projects') return answers.list(pool, accountId);
  const projectId = VISIBILITY_URL.exec(url ?? '')?.[1];
  if (projectId === undefined) throw new Error(`no such path: ${url}`);
  return answers.visibility(pool, accountId, projectId, lastNinetyDays());
}

function lastNinetyDays(): Period {
  const now = Date.now();
  return { from: dayOf(now - 90 * DAY_MS), to: dayOf(now) };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function accountOf(key: string): string {
  const hex = key.slice(36, 68);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

async function passDoor(key: string): Promise<string> {
  const parsed = parseKey(key);
  if (!parsed) throw new Error('no key');
  const { accountId, hash } = parsed;
  const { rows } = await pool.query<DoorRow>({ name: DOOR.name, text: DOOR.text, values: [accountId, hash, 1] });
  if (!rows[0]?.admitted) throw new Error('refused at the door');
  return accountId;
}
