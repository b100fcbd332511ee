import { randomUUID } from 'node:crypto';
import { openAccount, type TestAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { queryDatabase } from '../support/sql.js';

/** Fewer than half of the tier's requests a minute: each is sent twice. */
const WRITES = 90;
const WRITERS = 6;
const KILLED_AFTER = 30;

interface Write {
  key: string;
  text: string;
}

interface Acknowledged {
  status: number;
  body: string;
  isReplayed: boolean;
}

describe('a service killed in the middle of writes', () => {
  let database: TestDatabase;
  let account: TestAccount;

  beforeAll(async () => {
    database = await createTestDatabase();
    account = await openAccount(database.db);
  });
  afterAll(async () => {
    killProcesses();
    await database.close();
  });

  async function post(service: ServiceProcess, path: string, body: object, key: string): Promise<Acknowledged> {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${account.apiKey}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
    });
    const isReplayed = answer.headers.get('Idempotent-Replayed') === 'true';
    return { status: answer.status, body: await answer.text(), isReplayed };
  }

  test('keeps every acknowledged write, once, nothing half-written; repeating them completes the rest', async () => {
    const env = { DATABASE_URL: databaseUrl(database.address), LOG_LEVEL: 'error' };
    const service = await startService(env);
    const project = JSON.parse((await post(service, '/projects', BRAND, randomUUID())).body);
    const prompts = `/projects/${project.data.id}/prompts`;
    const writes = Array.from({ length: WRITES }, (_, at): Write => ({ key: randomUUID(), text: `question ${at}` }));

    const acknowledged = new Map<string, Acknowledged>();
    const queue = [...writes];
    const send = async ({ key, text }: Write) => {
      const response = await post(service, prompts, { prompt_text: text }, key).catch(() => null);
      if (response) acknowledged.set(key, response);
      if (acknowledged.size >= KILLED_AFTER) service.kill('SIGKILL');
    };
    await Promise.all(Array.from({ length: WRITERS }, () => sendAll(queue, send)));
    expect(await service.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLED_AFTER);
    expect(acknowledged.size).toBeLessThan(WRITES);

    const again = await startService(env);
    for (const { key, text } of writes) {
      expectRepeated(await post(again, prompts, { prompt_text: text }, key), acknowledged.get(key));
    }
    const stored = await queryDatabase<{ prompt_text: string }>(database, 'select prompt_text from prompt');
    expect(stored.map(({ prompt_text }) => prompt_text).toSorted()).toEqual(writes.map(({ text }) => text).toSorted());
    const open = await queryDatabase(database, 'select key from idempotency_record where status is null');
    expect(open).toEqual([]);
  });
});

async function sendAll(queue: Write[], send: (write: Write) => Promise<void>): Promise<void> {
  for (let write = queue.shift(); write; write = queue.shift()) await send(write);
}

/** A repeated write has the first response again, where there was one. */
function expectRepeated(response: Acknowledged, first: Acknowledged | undefined): void {
  expect(response).toMatchObject(first ? { ...first, isReplayed: true } : { status: 201 });
}

const BRAND = { brand_name: 'Acme', website_url: 'https://acme.example' };
