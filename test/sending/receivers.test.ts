import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import { acknowledgeAlert, reopenAlert, resolveAlert } from '../../src/core/alerts/alerts.js';
import { type AlertEvidence, plainEvidence } from '../../src/core/alerts/evidence.js';
import type { Context } from '../../src/core/context.js';
import { testDestination } from '../../src/core/destinations/deliveries.js';
import { recordEvent } from '../../src/core/events/record-event.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { makeReport } from '../../src/core/reports/reports.js';
import { daysBefore, toDay } from '../../src/core/time.js';
import { EVENT_TYPES } from '../../src/entities/vocabulary.js';
import { recordDayClosed } from '../../src/monitoring/alerts/day-closed.js';
import { ReportMaker } from '../../src/monitoring/reports/make-reports.js';
import { startSending } from '../../src/sending/deliver.js';
import { noteFailure } from '../../src/sending/destination-health.js';
import { REQUEST_BOUNDS } from '../../src/sending/guarded-request.js';
import { createSendingMeter } from '../../src/sending/sending-metrics.js';
import { slackCarrier } from '../../src/sending/slack.js';
import { webhookCarrier } from '../../src/sending/webhook.js';
import { ROOT } from '../contract/sources.js';
import { openAccount, ownerOf } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { secretText, storeDestination, TOLD_WITHOUT_MAIL } from '../support/destinations.js';
import { aClient } from '../support/people.js';
import { startReceiver } from '../support/receiver.js';
import { queryDatabase } from '../support/sql.js';
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
  const telling = TOLD_WITHOUT_MAIL;
  return startSending({ database, clock: HURRIED_CLOCK, log, meter, carriers, telling, drainMs: 1_000 });
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
const BASE = 'https://visibility.example';

/** With an entry in each list, and each side, as the daily check freezes them. */
const EVIDENCE: AlertEvidence = plainEvidence(
  'Acme',
  { type: 'brand', id: null, name: 'Acme' },
  {
    windowDays: 14,
    now: { from: '2026-11-09', to: '2026-11-22', score: 48.1, answers: 140 },
    before: { from: '2026-10-12', to: '2026-11-08', score: 61.2, answers: 280 },
    changePoints: -13.1,
    interval: { low: -19.2, high: -7 },
    ratio: 41.2,
    intents: 12,
    cells: 40,
    parts: [
      {
        series: 'brand on chatgpt',
        subject: { type: 'brand', id: null, name: 'Acme' },
        platform: 'chatgpt',
        direction: 'down',
        changePoints: -22,
        interval: null,
      },
    ],
    prompts: [
      { promptId: null, question: '00', text: 'Which?', days: 14, answers: 8, answersBefore: 16, namingBefore: 9 },
    ],
    explanation: 'unknown',
    changes: [{ at: NOW, kind: 'model_changed', text: 'ChatGPT began to answer with another model.' }],
    answers: [{ id: ID, date: '2026-11-21', platform: 'chatgpt', promptId: null, namesSubject: false }],
    url: `${BASE}/dashboard/projects/${ID}/alerts`,
  },
);

async function storeAlert({ accountId }: Context['caller'], projectId: string): Promise<string> {
  const id = randomUUID();
  await queryDatabase(
    database,
    `insert into alert (account_id, id, project_id, kind, series, direction, state, evidence, parts, recovered_checks,
       revision, opened_on, opened_at, updated_at)
     values ($1, $2, $3, 'visibility_changed', 'brand', 'down', 'open', $4, '{}', 0, 1, '2026-11-23', $5, $5)`,
    [accountId, id, projectId, JSON.stringify(EVIDENCE), NOW],
  );
  return id;
}

/** Has the product record one event of each type that webhooks may be sent, by what people and workers do. */
async function recordEach(ctx: Context, destinationId: string): Promise<void> {
  const { caller } = ctx;
  const { id: projectId } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  const alertId = await storeAlert(caller, projectId);
  for (const change of [acknowledgeAlert, reopenAlert, resolveAlert]) await change(ctx, alertId);
  const day = daysBefore(toDay(ctx.clock.now()), 1);
  await makeReport(ctx, projectId, { from: daysBefore(day, 6), to: day, hasPdf: false });
  const log = { error: (details: object, message: string) => expect([message, details]).toBeUndefined() };
  const parts = { database, clock: SYSTEM_CLOCK, log, baseUrl: BASE, canMail: false, counted: () => undefined };
  const maker = new ReportMaker(parts);
  await maker.look(new AbortController().signal);
  await maker.stop();
  const worker: Context['caller'] = { kind: 'worker', accountId: caller.accountId, tier: caller.tier };
  await ctx.db.transaction((db) =>
    recordDayClosed({ ...ctx, db, caller: worker }, { projectId, day, analysisId: null }),
  );
  const other = await storeDestination(database, caller.accountId, { url: 'http://127.0.0.1:9/', events: [] });
  const failure = { fault: 'tls', restsUntil: () => new Date(), disablesAfter: 1 } as const;
  const failing = { accountId: caller.accountId, destinationId: other.id, clock: SYSTEM_CLOCK };
  await ctx.db.transaction((db) => noteFailure(db, failing, failure, TOLD_WITHOUT_MAIL));
  await testDestination({ ...ctx, caller: ownerOf(caller) }, destinationId, aClient());
}

const dataWith = (alert: object) => expect.objectContaining({ alert: expect.objectContaining(alert), is_cut: false });

describe('the schema of events', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(join(FOLDER, 'events.schema.json'), 'utf8')));

  test('fits each type as the product sends it', async () => {
    const { ctx } = await openAccount(database.db);
    const receiver = await startReceiver();
    const { id } = await storeDestination(database, ctx.caller.accountId, { url: receiver.url, events: EVENT_TYPES });
    await recordEach(ctx, id);
    // Of these people who own the account are mailed; no webhook is. A destination that is disabled is an alert too.
    const mailed = ['destination.failing', 'person.gone'];
    const types = [...EVENT_TYPES.filter((type) => !mailed.includes(type)), 'alert.opened'];
    const sending = start();
    await until(
      async () => receiver.received.length,
      (count) => count === types.length,
    );
    await sending.stop();
    await receiver.close();
    const told = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    expect(told.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
    for (const event of told) {
      expect([event.type, schema.safeParse(event).error?.issues ?? []]).toEqual([event.type, []]);
    }
    const url = `${BASE}/dashboard/projects/${ID}/answers?answer=2026-11-21.${ID}`;
    const opened = told.filter(({ type }) => type === 'alert.opened');
    const ofAlert = { kind: 'visibility_changed', answers: [expect.objectContaining({ id: ID, url })] };
    expect(opened).toContainEqual(expect.objectContaining({ data: dataWith(ofAlert) }));
    const disabled = { kind: 'destination_disabled', subject: expect.objectContaining({ type: 'destination' }) };
    expect(opened).toContainEqual(expect.objectContaining({ data: dataWith(disabled) }));
  });

  test('fits nothing else', () => {
    const destination = { id: ID, name: 'x', kind: 'webhook' };
    const data = { version: 1, account_id: ID, project: null, is_cut: false, destination };
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
