import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { Client } from 'pg';
import { Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import type { Context } from '../../src/core/context.js';
import { recordEvent } from '../../src/core/events/record-event.js';
import type { Carriers, ClaimedDelivery, Outcome } from '../../src/sending/carrier.js';
import { type Sending, startSending } from '../../src/sending/deliver.js';
import { claimDeliveries, settleDelivery } from '../../src/sending/delivery-queue.js';
import { noteFailure } from '../../src/sending/destination-health.js';
import type { Guard } from '../../src/sending/guarded-request.js';
import { createSendingMeter } from '../../src/sending/sending-metrics.js';
import { slackCarrier } from '../../src/sending/slack.js';
import { dropUnwanted } from '../../src/sending/unwanted-deliveries.js';
import { webhookCarrier } from '../../src/sending/webhook.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { secretText, storeDestination, TOLD_WITHOUT_MAIL } from '../support/destinations.js';
import { type Receiver, startReceiver, withStatus } from '../support/receiver.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';
import { until } from '../support/until.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const guard: Guard = {
  rules: { networks: [ipaddr.parseCIDR('127.0.0.0/8')] },
  resolve: async () => [],
  bounds: { connectMs: 1_000, totalMs: 2_000 },
};
const secrets = createSecretBox();
const CARRIERS: Carriers = {
  webhook: webhookCarrier({ guard, secrets }),
  slack: slackCarrier({ guard, secrets }),
  mail: null,
};

let database: TestDatabase;
let receiver: Receiver;
let clock: TestClock;
let ctx: Context;
let sending: Sending[] = [];
let logged: string[] = [];
/** How far the clocks were apart where that was told: a test's clock goes ahead. */
let skews: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  receiver = await startReceiver();
  clock = new TestClock();
  ({ ctx } = await openAccount(database.db, 'agency', clock));
  logged = [];
  skews = [];
});
afterEach(async () => {
  await Promise.all(sending.map((each) => each.stop()));
  sending = [];
  expect(logged).toEqual([]);
  await receiver.close();
  await queryDatabase(database, 'delete from delivery');
});

function start(carriers = CARRIERS, meter = createSendingMeter(new Registry())): Sending {
  const error = (details: object, message: string) => {
    if ('seconds' in details) skews.push(Number(details.seconds));
    else logged.push(`${message} ${JSON.stringify(details)}`);
  };
  const mayMail = carriers.mail && (() => true);
  const telling = { ...TOLD_WITHOUT_MAIL, mail: { mayMail } };
  const started = startSending({ database, clock, log: { error }, meter, carriers, telling, drainMs: HOUR });
  sending.push(started);
  return started;
}

const destination = (stored: Parameters<typeof storeDestination>[2] = {}) =>
  storeDestination(database, ctx.caller.accountId, { url: receiver.url, ...stored });

const record = (data: Record<string, unknown> = {}) =>
  ctx.db.transaction((db) => recordEvent({ ...ctx, db }, { type: 'alert.opened', projectId: null, data }));

interface Stored {
  id: string;
  destination_id: string;
  state: string;
  due_at: Date;
  attempts: { status: number | null; fault: string | null; took_ms: number; response_head: string | null }[];
}

const deliveries = () =>
  queryDatabase<Stored>(
    database,
    `select d.id, d.destination_id, d.state, d.due_at, coalesce(
       (select json_agg(a order by a.number) from delivery_attempt a where a.delivery_id = d.id), '[]'
     ) as attempts
     from delivery d
     where d.account_id = $1
     order by d.created_at, d.id`,
    [ctx.caller.accountId],
  );

/** The only delivery, once `attempts` of it have ended. */
async function attempted(attempts: number): Promise<Stored> {
  const [found] = await until(deliveries, ([only]) => only?.attempts.length === attempts);
  if (!found) throw new Error('there is no delivery');
  return found;
}

/** Moves the clock until the deliveries were looked at again at that time. */
async function pass(ms: number): Promise<void> {
  await clock.waits(2 * sending.length);
  clock.advance(ms);
  await clock.waits(2 * sending.length);
}

const health = async (id: string) => {
  const [row] = await queryDatabase<{
    state: string;
    failures: number;
    failing_since: Date | null;
    resting_until: Date | null;
    last_fault: string | null;
  }>(database, 'select state, failures, failing_since, resting_until, last_fault from destination where id = $1', [id]);
  if (!row) throw new Error('there is no such destination');
  return row;
};

describe('a webhook', () => {
  test('is signed so that the standard package verifies it, with the body as it was sent', async () => {
    const { secret } = await destination();
    await record({ alert: { id: 'a', summary: 'É “quoted” <b>' } });
    start();
    expect(await attempted(1)).toMatchObject({ state: 'delivered', attempts: [{ status: 204, fault: null }] });
    const [got] = receiver.received;
    const told = new Webhook(secret).verify(got?.body ?? '', headersOf(got?.headers));
    expect(told).toEqual({
      type: 'alert.opened',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        version: 1,
        account_id: ctx.caller.accountId,
        project: null,
        alert: { id: 'a', summary: 'É “quoted” <b>' },
        is_cut: false,
      },
    });
    expect(got?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'brand-visibility/1',
      'webhook-id': expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    });
    expect(() => new Webhook(secretText(randomBytes(32))).verify(got?.body ?? '', headersOf(got?.headers))).toThrow();
    expect(() => new Webhook(secret).verify(`${got?.body} `, headersOf(got?.headers))).toThrow();
  });

  test('is signed with the former secret too while that is good, and no longer', async () => {
    const former = randomBytes(32);
    const formerUntil = new Date(clock.now().getTime() + MINUTE);
    const { secret } = await destination({ formerSecret: former, formerUntil });
    start();
    const signatures = async () => {
      await record();
      await pass(2 * SECOND);
      const last = await until(
        async () => receiver.received.shift(),
        (got) => got !== undefined,
      );
      const verifies = (each: string) => {
        try {
          return Boolean(new Webhook(each).verify(last?.body ?? '', headersOf(last?.headers)));
        } catch {
          return false;
        }
      };
      return [
        String(last?.headers['webhook-signature']).split(' ').length,
        verifies(secret),
        verifies(secretText(former)),
      ];
    };
    expect(await signatures()).toEqual([2, true, true]);
    await pass(MINUTE);
    expect(await signatures()).toEqual([1, true, false]);
  });

  test('whose secret cannot be read here is not called', async () => {
    const box = createSecretBox(randomBytes(32));
    const { id } = await destination();
    const sealed = box.seal(randomBytes(32), id);
    await queryDatabase(database, 'update destination set secret = $2, is_encrypted = true where id = $1', [
      id,
      sealed.secret,
    ]);
    await record();
    start();
    expect(await attempted(1)).toMatchObject({
      state: 'waiting',
      attempts: [{ status: null, fault: 'secret_unreadable' }],
    });
    expect(receiver.received).toEqual([]);
    expect(await health(id)).toMatchObject({ failures: 0, failing_since: null });
  });
});

test('a channel of Slack gets text in which no name is a mention or a link', async () => {
  await destination({ kind: 'slack', url: null, secret: Buffer.from(`${receiver.url}/services/T0/B0/x`) });
  await record({
    alert: { summary: 'Acme <!channel> & <https://evil.example|x>', url: 'https://visibility.example/a' },
  });
  start();
  await attempted(1);
  const [got] = receiver.received;
  expect(got?.path).toBe('/services/T0/B0/x');
  expect(got?.headers['webhook-signature']).toBeUndefined();
  const escaped = 'Acme &lt;!channel&gt; &amp; &lt;https://evil.example|x&gt;';
  expect(JSON.parse(got?.body ?? '')).toEqual({
    text: `Alert: ${escaped}`,
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: `*Alert*\n${escaped}\n<https://visibility.example/a|Open>` },
      },
    ],
  });
});

describe('what fails', () => {
  test('is sent again with the same id after 5 seconds and 5 minutes, and the destination recovers', async () => {
    const { id } = await destination();
    receiver.answer = withStatus(500, {}, 'no\u0000pe');
    await record();
    start();
    const first = await attempted(1);
    expect(first).toMatchObject({
      state: 'waiting',
      attempts: [{ status: 500, fault: 'status', response_head: 'no pe' }],
    });
    expect(first.due_at.getTime() - clock.now().getTime()).toBeGreaterThanOrEqual(4 * SECOND);
    expect(first.due_at.getTime() - clock.now().getTime()).toBeLessThanOrEqual(6 * SECOND);
    expect(await health(id)).toMatchObject({ failures: 1, last_fault: 'status', failing_since: clock.now() });
    await pass(3 * SECOND);
    await pass(6 * SECOND);
    const second = await attempted(2);
    expect(second.due_at.getTime() - clock.now().getTime()).toBeGreaterThanOrEqual(4 * MINUTE);
    expect(second.due_at.getTime() - clock.now().getTime()).toBeLessThanOrEqual(6 * MINUTE);
    receiver.answer = withStatus(200);
    await pass(6 * MINUTE);
    expect(await attempted(3)).toMatchObject({ state: 'delivered' });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await health(id)).toMatchObject({ failures: 0, failing_since: null, resting_until: null, last_fault: null });
  });

  test('ten times within some 76 hours has failed for good', async () => {
    await destination();
    receiver.answer = withStatus(503);
    await record();
    start();
    for (let attempts = 1; attempts < 10; attempts += 1) {
      const { due_at } = await attempted(attempts);
      await pass(due_at.getTime() - clock.now().getTime());
    }
    const last = await attempted(10);
    expect(last.state).toBe('failed');
    expect(clock.elapsedMs()).toBeGreaterThan(0.8 * 75.5 * HOUR);
    expect(clock.elapsedMs()).toBeLessThan(1.2 * 75.7 * HOUR);
  });

  test.each([
    [302, 'waiting', 'active'],
    [404, 'waiting', 'active'],
    [410, 'failed', 'disabled'],
  ])('with %i leaves the delivery %s and the destination %s', async (status, state, left) => {
    const { id } = await destination();
    receiver.answer = withStatus(status, { location: receiver.url });
    await record();
    start();
    expect(await attempted(1)).toMatchObject({ state, attempts: [{ status }] });
    expect(await health(id)).toMatchObject({ state: left });
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    ['seconds', () => '3600'],
    ['a date', () => new Date(clock.now().getTime() + HOUR).toUTCString()],
  ])('with 429 and Retry-After in %s waits so long, and with it all that is sent there', async (_form, header) => {
    const { id } = await destination();
    receiver.answer = withStatus(429, { 'retry-after': header() });
    await record();
    start();
    const { due_at } = await attempted(1);
    expect(due_at.getTime() - clock.now().getTime()).toBeGreaterThan(HOUR - 2 * SECOND);
    expect(due_at.getTime() - clock.now().getTime()).toBeLessThanOrEqual(HOUR);
    expect((await health(id)).resting_until).toEqual(due_at);
    await record();
    expect((await deliveries()).map((each) => each.due_at)).toEqual([due_at, due_at]);
  });

  test('an unheard-of time of Retry-After counts as a day', async () => {
    await destination();
    receiver.answer = withStatus(503, { 'retry-after': '999999999' });
    await record();
    start();
    expect((await attempted(1)).due_at.getTime()).toBe(clock.now().getTime() + 24 * HOUR);
  });

  test('for five days disables the destination, drops what waits, and others are told', async () => {
    const { id } = await destination();
    const other = await startReceiver();
    await destination({ url: other.url, events: ['destination.disabled'] });
    receiver.answer = withStatus(500);
    start();
    for (let hours = 0; hours <= 121; hours += 11) {
      await record();
      await pass(11 * HOUR);
      await until(
        () => health(id),
        ({ failures }) => failures > hours / 11,
      );
    }
    await until(
      () => health(id),
      ({ state }) => state === 'disabled',
    );
    await pass(2 * SECOND);
    const told = await until(
      async () => other.received[0],
      (got) => got !== undefined,
    );
    expect(JSON.parse(told?.body ?? '')).toMatchObject({
      type: 'destination.disabled',
      data: { destination: { id, name: 'Receiver', kind: 'webhook', fault: 'status' } },
    });
    const left = (await deliveries()).filter(({ destination_id }) => destination_id === id);
    expect(left.filter(({ state }) => state === 'waiting')).toEqual([]);
    expect(left.filter(({ state }) => state === 'dropped').length).toBeGreaterThan(0);
    expect(await record()).toBe(0);
    await other.close();
  });

  test('for a day is told once, by mail, to the owners who have joined', async () => {
    const mailed: ClaimedDelivery[] = [];
    const send = async (delivery: ClaimedDelivery): Promise<Outcome> => {
      mailed.push(delivery);
      return { fault: null, status: 250, responseHead: null };
    };
    await queryDatabase(
      database,
      `insert into holder (account_id, id, email, name, role, password_hash, created_at, updated_at)
       select $1::uuid, gen_random_uuid(), lower(n.name) || '-' || $1::uuid || '@example.org', n.name, 'owner', n.hash,
         now(), now()
       from (values ('Ann', 'x'), ('Bob', 'x'), ('Eve', null)) as n (name, hash)`,
      [ctx.caller.accountId],
    );
    await queryDatabase(
      database,
      `insert into notification (account_id, holder_id, time_zone, quiet_days, is_immediate, has_digest, updated_at)
       select account_id, id, 'UTC', '{}', false, false, now()
       from holder
       where account_id = $1 and name = 'Bob'`,
      [ctx.caller.accountId],
    );
    const { id } = await destination();
    receiver.answer = withStatus(500);
    await record();
    start({ ...CARRIERS, mail: { send } });
    for (let hours = 0; hours < 70; hours += 10) {
      await record();
      await pass(10 * HOUR);
      await until(
        () => health(id),
        ({ failures }) => failures > hours / 10,
      );
    }
    expect(new Set(mailed.map(({ event }) => event.type))).toEqual(new Set(['destination.failing']));
    // Neither the owner who wants no such mail, nor those who have not accepted their invitation.
    const owners = await queryDatabase<{ id: string; name: string }>(
      database,
      'select id, name from holder where account_id = $1',
      [ctx.caller.accountId],
    );
    expect(mailed.map(({ destination: { holderId } }) => owners.find((one) => one.id === holderId)?.name)).toEqual([
      'Ann',
    ]);
    expect(mailed[0]?.destination).toMatchObject({ kind: 'mail', url: null, secret: null });
  });

  test('lets one delivery at a time try the destination, while the others wait', async () => {
    const { id } = await destination();
    receiver.answer = withStatus(500);
    start();
    await record();
    await pass(2 * SECOND);
    await until(
      () => health(id),
      ({ failures }) => failures === 1,
    );
    for (let more = 0; more < 8; more += 1) await record();
    receiver.received.length = 0;
    receiver.atOnce = 0;
    await pass(10 * SECOND);
    await until(
      () => health(id),
      ({ failures }) => failures === 2,
    );
    expect(receiver.received).toHaveLength(1);
    receiver.answer = withStatus(200);
    await pass(6 * MINUTE);
    await until(deliveries, (all) => all.every(({ state }) => state === 'delivered'));
    expect(receiver.atOnce).toBeLessThanOrEqual(2);
  });
});

describe('the work', () => {
  test('is two at once to a destination, and goes on as they end', async () => {
    await destination();
    receiver.answer = (_request, response) => void pause(20).then(() => response.end());
    for (let count = 0; count < 9; count += 1) await record();
    start();
    await until(deliveries, (all) => all.every(({ state }) => state === 'delivered'));
    expect(receiver.atOnce).toBe(2);
    expect(receiver.received).toHaveLength(9);
  });

  test('of two processes delivers each once', async () => {
    for (let count = 0; count < 5; count += 1) await destination();
    for (let count = 0; count < 20; count += 1) await record();
    start();
    start();
    const goOn = () => {
      clock.advance(100);
      return deliveries();
    };
    await until(goOn, (all) => all.every(({ state }) => state === 'delivered'));
    expect(receiver.received).toHaveLength(100);
    expect((await deliveries()).every(({ attempts }) => attempts.length === 1)).toBe(true);
  });

  test('begins at an even pace where a crowd waits, so that requests are served meanwhile', async () => {
    for (let count = 0; count < 6; count += 1) await destination();
    for (let count = 0; count < 6; count += 1) await record();
    start();
    const arrived = async (count: number) => {
      // Both loops wait, and what is beyond the pace.
      await clock.waits(3);
      await until(deliveries, (all) => all.filter(({ state }) => state === 'delivered').length === count);
      expect(receiver.received).toHaveLength(count);
    };
    await arrived(15);
    clock.advance(100);
    await arrived(30);
    clock.advance(100);
    await until(deliveries, (all) => all.every(({ state }) => state === 'delivered'));
    expect(receiver.received).toHaveLength(36);
  });

  test('that a process left behind is taken up after its lease, and what comes late changes nothing', async () => {
    await destination();
    await record();
    const terms = { now: clock.now(), kinds: ['webhook'] as const, places: 10 };
    const [lost] = await claimDeliveries(database.db, ctx.caller.accountId, terms);
    if (!lost) throw new Error('nothing was claimed');
    expect(await claimDeliveries(database.db, ctx.caller.accountId, terms)).toEqual([]);
    await queryDatabase(database, `update delivery set lease_until = now() - interval '1 second'`);
    start();
    expect(await attempted(1)).toMatchObject({ state: 'delivered' });
    const attempt = { at: clock.now(), status: 500, tookMs: 0, fault: 'status', responseHead: null } as const;
    const late = { state: 'waiting', dueAt: clock.now(), attempt } as const;
    expect(await settleDelivery(database.db, lost, late, clock.now())).toBe(false);
    expect(await attempted(1)).toMatchObject({ state: 'delivered' });
  });

  test('under way is ended before a stop, or cut and left to others', async () => {
    await destination();
    const held: (() => void)[] = [];
    receiver.answer = (_request, response) => void held.push(() => response.end());
    await record();
    const first = start();
    await until(
      async () => held.length,
      (count) => count === 1,
    );
    const stopped = first.stop();
    await clock.waits(1);
    clock.advance(HOUR);
    await stopped;
    const [left] = await queryDatabase<{ lease_until: Date | null; attempts: number }>(
      database,
      'select lease_until, attempts from delivery where account_id = $1',
      [ctx.caller.accountId],
    );
    expect(left).toEqual({ lease_until: null, attempts: 0 });
    sending = [];
    receiver.answer = withStatus(204);
    start();
    expect(await attempted(1)).toMatchObject({ state: 'delivered' });
  });

  test('waits for a process that carries its kind', async () => {
    await destination();
    await record();
    const registry = new Registry();
    const meter = createSendingMeter(registry);
    start({ ...CARRIERS, webhook: null }, meter);
    await clock.waits(2);
    expect((await deliveries())[0]).toMatchObject({ state: 'waiting', attempts: [] });
    expect(await registry.metrics()).toContain('deliveries_due 1');
    await Promise.all(sending.map((each) => each.stop()));
    sending = [];
    start(CARRIERS, meter);
    await attempted(1);
    expect(await registry.metrics()).toContain('deliveries_total{kind="webhook",outcome="delivered"} 1');
  });

  test('that is put off is due later, and no attempt of it is spent', async () => {
    await destination();
    await record();
    const registry = new Registry();
    const meter = createSendingMeter(registry);
    let sent = 0;
    const send = async () => {
      sent += 1;
      return { putOffMs: MINUTE };
    };
    start({ ...CARRIERS, webhook: { send, patienceMs: 0 } }, meter);
    const [put] = await until(deliveries, ([only]) => only !== undefined && only.due_at > clock.now());
    expect(put).toMatchObject({ state: 'waiting', due_at: new Date(clock.now().getTime() + MINUTE), attempts: [] });
    await pass(MINUTE);
    await until(deliveries, ([only]) => only !== undefined && only.due_at > clock.now());
    expect(sent).toBe(2);
    expect(await registry.metrics()).toContain('deliveries_total{kind="webhook",outcome="put_off"} 2');
  });

  test('that changes many deliveries waits for none that another transaction holds', async () => {
    const { id } = await destination();
    await record();
    await record();
    const [held, free] = await deliveries();
    if (!held || !free) throw new Error('there are no two deliveries');
    const other = new Client(database.url);
    await other.connect();
    try {
      await other.query('begin');
      await other.query('update delivery set claim_no = claim_no where id = $1', [held.id]);
      const restsUntil = () => new Date(clock.now().getTime() + HOUR);
      const failure = { fault: 'status', restsUntil, disablesAfter: undefined } as const;
      const of = { accountId: ctx.caller.accountId, destinationId: id, clock };
      await database.db.transaction((db) => noteFailure(db, of, failure, TOLD_WITHOUT_MAIL));
      const dueAt = async () => new Map((await deliveries()).map((each) => [each.id, each.due_at]));
      expect(await dueAt()).toEqual(
        new Map([
          [held.id, held.due_at],
          [free.id, restsUntil()],
        ]),
      );
      await queryDatabase(database, 'update destination set removed_at = now() where id = $1', [id]);
      await dropUnwanted(database.db, clock.now());
      const states = async () => new Map((await deliveries()).map((each) => [each.id, each.state]));
      expect(await states()).toEqual(
        new Map([
          [held.id, 'waiting'],
          [free.id, 'dropped'],
        ]),
      );
      await other.query('rollback');
      await dropUnwanted(database.db, clock.now());
      expect((await states()).get(held.id)).toBe('dropped');
    } finally {
      await other.end();
    }
  });

  test('that nothing is to be done with is dropped: too old, too much, or for a destination that is gone', async () => {
    const { id } = await destination();
    await record();
    await queryDatabase(
      database,
      `insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at, created_at)
       select account_id, gen_random_uuid(), day, destination_id, event_id, event_day, state,
         due_at - case when n = 1 then interval '9 days' else interval '0' end, created_at - n * interval '1 second'
       from delivery, generate_series(1, 1004) n
       where account_id = $1`,
      [ctx.caller.accountId],
    );
    const waiting = async () => (await deliveries()).filter(({ state }) => state === 'waiting').length;
    await dropUnwanted(database.db, clock.now());
    expect(await waiting()).toBe(999);
    await dropUnwanted(database.db, clock.now());
    expect(await waiting()).toBe(999);
    await queryDatabase(
      database,
      `update delivery set created_at = created_at - interval '16 days'
       where account_id = $1 and id in (select id from delivery where account_id = $1 and state = 'waiting' limit 9)`,
      [ctx.caller.accountId],
    );
    await dropUnwanted(database.db, clock.now());
    expect(await waiting()).toBe(990);
    await queryDatabase(database, 'update destination set removed_at = now() where id = $1', [id]);
    await dropUnwanted(database.db, clock.now());
    expect(await waiting()).toBe(0);
  });
});

test('a machine whose clock is far from the database is told of, once in ten minutes', async () => {
  clock = new TestClock(new Date(Date.now() + 3 * MINUTE));
  ctx = { ...ctx, clock };
  await destination();
  await record();
  await record();
  start({ ...CARRIERS, webhook: null });
  await pass(2 * SECOND);
  await pass(2 * SECOND);
  expect(skews).toEqual([180]);
});

function headersOf(headers: Record<string, unknown> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
