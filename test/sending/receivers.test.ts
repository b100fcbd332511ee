import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import { type NewEvent, recordEvent } from '../../src/core/events/record-event.js';
import { startSending } from '../../src/sending/deliver.js';
import { REQUEST_BOUNDS } from '../../src/sending/guarded-request.js';
import { createSendingMeter } from '../../src/sending/sending-metrics.js';
import { slackCarrier } from '../../src/sending/slack.js';
import { webhookCarrier } from '../../src/sending/webhook.js';
import { ROOT } from '../contract/sources.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { secretText, storeDestination } from '../support/destinations.js';
import { startReceiver } from '../support/receiver.js';
import { HURRIED_CLOCK } from '../support/test-clock.js';
import { until } from '../support/until.js';

/** The receivers of the documents, as they are there, and the schema of what they get. */

const FOLDER = join(ROOT, 'docs/webhooks');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const RECEIVERS = [
  { language: 'Node', command: [process.execPath, 'receiver.mjs'] },
  ...(hasPython ? [{ language: 'Python', command: ['python3', 'receiver.py'] }] : []),
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

function start() {
  const guard = {
    rules: { networks: [ipaddr.parseCIDR('127.0.0.0/8')] },
    resolve: async () => [],
    bounds: REQUEST_BOUNDS,
  };
  const http = { guard, secrets: createSecretBox() };
  const carriers = { webhook: webhookCarrier(http), slack: slackCarrier(http), mail: null };
  const log = {
    error: (details: object, message: string) => {
      throw new Error(`${message} ${JSON.stringify(details)}`);
    },
  };
  const meter = createSendingMeter(new Registry());
  return startSending({ database, clock: HURRIED_CLOCK, log, meter, carriers, drainMs: 1_000 });
}

/** Starts a receiver of the documents. @returns its address, and the lines that it has printed since. */
async function run(command: readonly string[], secret: string) {
  const [program = '', ...args] = command;
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' };
  const child: ChildProcess = spawn(program, args, { cwd: FOLDER, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [, port] = await until(
    async () => /listening on (\d+)/.exec(text),
    (found) => found !== null,
  ).then((found) => found ?? []);
  return {
    url: `http://127.0.0.1:${port}/`,
    lines: () => text.split('\n').filter((line) => line.startsWith('evt_')),
    stop: () => child.kill(),
  };
}

test.each(RECEIVERS)(
  'the receiver in $language takes what is ours, once, and refuses the rest',
  async ({ command }) => {
    const { ctx } = await openAccount(database.db);
    const secret = Buffer.alloc(32, 5);
    const receiver = await run(command, secretText(secret));
    await storeDestination(database, ctx.caller.accountId, { url: receiver.url, secret });
    const sending = start();
    const record = () =>
      ctx.db.transaction((db) =>
        recordEvent({ ...ctx, db }, { type: 'alert.opened', projectId: null, data: { alert: { summary: 'É' } } }),
      );
    try {
      await record();
      await record();
      const lines = await until(
        async () => receiver.lines(),
        (found) => found.length === 2,
      );
      expect(lines[0]).toMatch(/^evt_[0-9a-f]{32} alert\.opened$/);
      const forged = await fetch(receiver.url, {
        method: 'POST',
        body: '{"type":"alert.opened"}',
        headers: {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
          'webhook-signature': 'v1,AAAA',
        },
      });
      expect(forged.status).toBe(401);
      expect(receiver.lines()).toHaveLength(2);
    } finally {
      await sending.stop();
      receiver.stop();
    }
  },
);

const ID = '00000000-0000-4000-8000-000000000001';
const NOW = '2026-11-23T04:12:09.120Z';
const ALERT = { id: ID, revision: 1, kind: 'prompt_lost', state: 'open', summary: 'x', opened_at: NOW };
const DESTINATION = { id: ID, name: 'x', kind: 'webhook' };
const EVENTS: readonly Pick<NewEvent, 'type' | 'data'>[] = [
  { type: 'alert.opened', data: { alert: ALERT } },
  { type: 'alert.acknowledged', data: { alert: { ...ALERT, state: 'acknowledged', revision: 2 } } },
  { type: 'alert.resolved', data: { alert: { ...ALERT, state: 'resolved', revision: 3 } } },
  {
    type: 'report.ready',
    data: { report: { id: ID, from: '2026-11-16', to: '2026-11-22', url: 'https://x.example' } },
  },
  {
    type: 'project.day_closed',
    data: { day: '2026-11-22', analysis_id: ID, score: 48.1, even_score: 47, responses: 57 },
  },
  { type: 'destination.disabled', data: { destination: { ...DESTINATION, fault: 'tls', failing_since: NOW } } },
  { type: 'destination.test', data: { destination: DESTINATION } },
];

describe('the schema of events', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(join(FOLDER, 'events.schema.json'), 'utf8')));

  test('fits each type as it is sent', async () => {
    const { ctx } = await openAccount(database.db);
    const receiver = await startReceiver();
    await storeDestination(database, ctx.caller.accountId, {
      url: receiver.url,
      events: EVENTS.map(({ type }) => type),
    });
    for (const event of EVENTS) {
      await ctx.db.transaction((db) => recordEvent({ ...ctx, db }, { ...event, projectId: null }));
    }
    const sending = start();
    await until(
      async () => receiver.received.length,
      (count) => count === EVENTS.length,
    );
    await sending.stop();
    await receiver.close();
    const told = receiver.received.map(({ body }) => JSON.parse(body) as { type: string });
    expect(told.map(({ type }) => type).toSorted()).toEqual(EVENTS.map(({ type }) => type).toSorted());
    for (const event of told) expect([event.type, schema.safeParse(event).success]).toEqual([event.type, true]);
  });

  test('fits nothing else', () => {
    const data = { version: 1, account_id: ID, project: null, is_cut: false, destination: DESTINATION };
    const event = { type: 'destination.test', timestamp: NOW, data };
    expect(schema.safeParse(event).success).toBe(true);
    const wrong = [
      { ...event, type: 'alert.opened' },
      { ...event, type: 'unheard.of' },
      { ...event, timestamp: 'yesterday' },
      { ...event, data: { ...data, version: 2 } },
      { ...event, data: { ...data, project: { id: ID } } },
    ];
    expect(wrong.filter((each) => schema.safeParse(each).success)).toEqual([]);
  });
});
