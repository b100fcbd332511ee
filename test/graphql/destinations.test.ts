import { randomUUID } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { createSecretBox } from '../../src/core/access/secret-box.js';
import { deleteRemovedDestinations } from '../../src/core/destinations/destination.writes.js';
import { rotateDestinationKeys } from '../../src/core/destinations/destination-key-rotation.js';
import type { Tier } from '../../src/entities/vocabulary.js';
import { liftLimitsOf, sql, TODAY, useApi } from '../support/api.js';
import { addPerson, askWithSession, cookieOf, openOwner, type Person } from '../support/people.js';
import { createProject } from '../support/resources.js';
import { queryDatabase } from '../support/sql.js';

/** Where events of an account are delivered to, as people manage it. */

const SECRETS_KEY = Buffer.alloc(32, 7);
const api = useApi({
  destinations: {
    webhookNetworks: [ipaddr.parseCIDR('127.0.0.0/8')],
    publicUrl: 'https://visibility.example',
    secretsKey: SECRETS_KEY,
  },
});

const URL = 'http://127.0.0.1:9/hook?token=1';

let owner: Person;
let cookie: string;
beforeEach(async () => {
  await open();
});

async function open(tier: Tier = 'agency'): Promise<void> {
  owner = await openOwner(api.db, tier);
  cookie = await cookieOf(api, owner.email);
  await liftLimitsOf(api.db, owner.accountId);
}

/** The data of an operation, or the code and message of its first error. */
async function ask(query: string, variables: object = {}, as = cookie): Promise<Record<string, unknown>> {
  const { body } = await askWithSession(api, as, query, variables);
  const [error] = body.errors ?? [];
  // Each test knows the fields that it asks for.
  return (error ? { code: error.extensions['code'], message: error.message } : body.data) as Record<string, unknown>;
}

const FIELDS = `id kind name url host events kinds projectIds state failingSince restingUntil lastFault disabledAt
  formerSecretUntil createdByName`;

interface Created {
  destination: { id: string; [field: string]: unknown };
  secret: string | null;
}

const create = (input: object = {}, as = cookie) =>
  ask(
    `mutation ($input: CreateDestinationInput!) {
      createDestination(input: $input) { secret destination { ${FIELDS} } }
    }`,
    { input: { kind: 'WEBHOOK', name: 'Sync', url: URL, ...input } },
    as,
  );

async function created(input: object = {}): Promise<Created> {
  const { createDestination } = await create(input);
  return createDestination as Created;
}

const rowOf = async (id: string) => {
  const [row] = await queryDatabase<Record<string, unknown>>(api.database, 'select * from destination where id = $1', [
    id,
  ]);
  return row;
};

async function events(): Promise<string[]> {
  const rows = await queryDatabase<{ kind: string; detail: { name?: string } }>(
    api.database,
    `select kind, detail
     from security_event
     where account_id = $1 and (kind like '%destination%' or kind like 'deliver%')
     order by at, id`,
    [owner.accountId],
  );
  return rows.map(({ kind, detail }) => `${kind} ${detail.name}`);
}

describe('a destination', () => {
  test('is made with a secret that is shown once, sealed in its row, and in no list', async () => {
    const { destination, secret } = await created();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(destination).toEqual({
      id: expect.any(String),
      kind: 'WEBHOOK',
      name: 'Sync',
      url: URL,
      host: '127.0.0.1:9',
      events: ['ALERT_OPENED', 'ALERT_ACKNOWLEDGED', 'ALERT_RESOLVED', 'REPORT_READY', 'DESTINATION_DISABLED'],
      kinds: null,
      projectIds: null,
      state: 'ACTIVE',
      failingSince: null,
      restingUntil: null,
      lastFault: null,
      disabledAt: null,
      formerSecretUntil: null,
      createdByName: 'Test',
    });
    const row = await rowOf(destination.id);
    const stored = { secret: row?.['secret'] as Buffer, isEncrypted: row?.['is_encrypted'] === true };
    expect(stored.isEncrypted).toBe(true);
    const box = createSecretBox(SECRETS_KEY);
    expect(`whsec_${box.open(stored, destination.id).toString('base64')}`).toBe(secret);
    expect((await ask(`{ destinations { ${FIELDS} } }`))['destinations']).toEqual([destination]);
    expect(await events()).toEqual(['destination_created Sync']);
  });

  test('of Slack keeps its address as a secret, also from members', async () => {
    const url = 'http://127.0.0.1:9/services/T0/B0/secret';
    const { destination, secret } = await created({ kind: 'SLACK', url, name: 'Channel' });
    expect(secret).toBeNull();
    expect(destination).toMatchObject({ kind: 'SLACK', url: null, host: '127.0.0.1:9' });
    const row = await rowOf(destination.id);
    expect(JSON.stringify(row?.['url'])).not.toContain('secret');
    const stored = { secret: row?.['secret'] as Buffer, isEncrypted: true };
    expect(createSecretBox(SECRETS_KEY).open(stored, destination.id).toString()).toBe(url);
    const other = 'http://127.0.0.1:9/services/T0/B0/other';
    await ask(`mutation { updateDestination(id: "${destination.id}", input: { url: "${other}" }) { id } }`);
    const changed = (await rowOf(destination.id))?.['secret'] as Buffer;
    const read = createSecretBox(SECRETS_KEY).open({ secret: changed, isEncrypted: true }, destination.id);
    expect(read.toString()).toBe(other);
  });

  test('shows viewers the host alone', async () => {
    const { destination } = await created();
    const viewer = await cookieOf(api, (await addPerson(api.db, owner, 'viewer')).email);
    const seen = await ask('{ destinations { id url host } }', {}, viewer);
    expect(seen['destinations']).toEqual([{ id: destination.id, url: null, host: '127.0.0.1:9' }]);
  });

  test.each([
    [{ url: 'https://10.0.0.1/' }, 'input.url: address not allowed'],
    [{ url: 'https://localhost/' }, 'input.url: no address of its host is known'],
    [{ url: 'https://visibility.example/hook' }, 'input.url: address not allowed'],
    [{ url: 'ftp://127.0.0.1/' }, 'input.url: must begin with https://'],
    [{ url: 'https://user@127.0.0.1/' }, 'input.url: must have no user and no password'],
    [{ url: 'nowhere' }, 'input.url: must be a URL such as https://receiver.example/hook'],
    [{ url: 'https://no-such-name.invalid/' }, 'input.url: no address of its host is known'],
    [{ name: ' ' }, 'input.name: must not be empty'],
    [{ events: [] }, 'input.events: must name at least one of events'],
    [{ events: ['DESTINATION_TEST'] }, 'input.events[0]: must be one of'],
    [{ projectIds: [] }, 'input.projectIds: must name at least one project'],
    [{ projectIds: ['x'] }, 'input.projectIds[0]'],
  ])('with %j is refused, and nothing is stored', async (input, message) => {
    const refused = await create(input);
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(String(refused['message'])).toContain(message.replace('input.', ''));
    expect((await ask('{ destinations { id } }'))['destinations']).toEqual([]);
  });

  test('is for projects of the account alone', async () => {
    expect(await create({ projectIds: [randomUUID()] })).toMatchObject({ code: 'NOT_FOUND' });
    const stranger = await api.open();
    const { id } = await createProject(stranger);
    expect(await create({ projectIds: [id] })).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('is one of 20 at most, removed ones not counted', async () => {
    const { destination } = await created();
    await sql(
      api.db,
      `insert into destination (account_id, id, kind, name, url, events, created_at, updated_at)
       select $1, gen_random_uuid(), 'webhook', 'x', 'https://x.example/', '{}', now(), now()
       from generate_series(1, 19)`,
      [owner.accountId],
    );
    expect(await create()).toMatchObject({ code: 'VALIDATION_ERROR' });
    await ask(`mutation { deleteDestination(id: "${destination.id}") { deleted } }`);
    expect(await create()).not.toHaveProperty('code');
  });

  test('needs a tier with API access where it is a webhook', async () => {
    await open('starter');
    expect(await create()).toMatchObject({ code: 'FORBIDDEN', message: expect.stringContaining('no webhooks') });
    expect(await create({ kind: 'SLACK' })).not.toHaveProperty('code');
  });

  test('is made and changed only by who confirmed their identity lately', async () => {
    const { destination } = await created();
    await sql(api.db, `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`, [
      owner.accountId,
    ]);
    const id = `id: "${destination.id}"`;
    const writes = [
      `createDestination(input: { kind: WEBHOOK, name: "x", url: "${URL}" }) { secret }`,
      `updateDestination(${id}, input: { name: "x" }) { id }`,
      `rotateDestinationSecret(${id}) { secret }`,
      `enableDestination(${id}) { id }`,
      `testDestination(${id}) { sent }`,
      `deleteDestination(${id}) { deleted }`,
    ];
    for (const write of writes) {
      expect(await ask(`mutation { ${write} }`)).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('Confirm your identity'),
      });
    }
    expect(await ask('{ destinations { id } }')).not.toHaveProperty('code');
  });

  test('is changed in part, and begins without failures at another address', async () => {
    const { destination } = await created({ kinds: ['PROMPT_LOST'] });
    const { id } = destination;
    await sql(
      api.db,
      `update destination
       set failures = 3, failing_since = now(), resting_until = now(), last_fault = 'tls'
       where id = $1`,
      [id],
    );
    const update = (input: object) =>
      ask(
        `mutation ($input: UpdateDestinationInput!) { updateDestination(id: "${id}", input: $input) { ${FIELDS} } }`,
        {
          input,
        },
      );
    expect((await update({ name: 'Other', kinds: null }))['updateDestination']).toEqual({
      ...destination,
      name: 'Other',
      kinds: null,
      failingSince: expect.any(String),
      restingUntil: expect.any(String),
      lastFault: 'TLS',
    });
    const moved = { url: 'http://127.0.0.1:10/', events: ['PROJECT_DAY_CLOSED'] };
    expect((await update(moved))['updateDestination']).toEqual({
      ...destination,
      ...moved,
      name: 'Other',
      host: '127.0.0.1:10',
      kinds: null,
    });
    expect(await update({ url: 'https://10.0.0.1/' })).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await events()).toEqual([
      'destination_created Sync',
      'destination_changed Other',
      'destination_changed Other',
    ]);
  });

  test('gets a new secret, beside which the former one is good for its hours, or not at all', async () => {
    const { destination, secret } = await created();
    const rotate = async (hours: string) =>
      (
        await ask(
          `mutation {
            rotateDestinationSecret(id: "${destination.id}"${hours}) { secret destination { formerSecretUntil } }
          }`,
        )
      )['rotateDestinationSecret'] as { secret: string; destination: { formerSecretUntil: string | null } };
    const first = await rotate('');
    expect(first.secret).not.toBe(secret);
    expect(first.destination.formerSecretUntil).toBe('2026-06-16T12:00:00.000Z');
    const former = (await rowOf(destination.id))?.['former_secret'] as Buffer;
    const box = createSecretBox(SECRETS_KEY);
    const read = box.open({ secret: former, isEncrypted: true }, destination.id);
    expect(`whsec_${read.toString('base64')}`).toBe(secret);
    expect((await rotate(', graceHours: 0')).destination.formerSecretUntil).toBeNull();
    expect((await rowOf(destination.id))?.['former_secret']).toBeNull();
    expect(
      await ask(`mutation { rotateDestinationSecret(id: "${destination.id}", graceHours: 169) { secret } }`),
    ).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('168') });
    const channel = await created({ kind: 'SLACK' });
    expect(await ask(`mutation { rotateDestinationSecret(id: "${channel.destination.id}") { secret } }`)).toMatchObject(
      {
        code: 'VALIDATION_ERROR',
      },
    );
  });

  test('that is removed has no secret left, and its row goes after two months', async () => {
    const { destination } = await created();
    await ask(`mutation { testDestination(id: "${destination.id}") { sent } }`);
    await ask(`mutation { deleteDestination(id: "${destination.id}") { deleted } }`);
    expect(await rowOf(destination.id)).toMatchObject({ secret: null, former_secret: null });
    const [delivery] = await queryDatabase(api.database, 'select state from delivery where destination_id = $1', [
      destination.id,
    ]);
    expect(delivery).toEqual({ state: 'dropped' });
    expect(await ask(`mutation { deleteDestination(id: "${destination.id}") { deleted } }`)).toMatchObject({
      code: 'NOT_FOUND',
    });
    await sql(api.db, `update destination set removed_at = now() - interval '63 days' where id = $1`, [destination.id]);
    await deleteRemovedDestinations(api.db);
    expect(await rowOf(destination.id)).toBeUndefined();
  });
});

interface Delivery {
  id: string;
  eventId: string;
  type: string;
  state: string;
  createdAt: string;
  nextAttemptAt: string | null;
  attempts: { at: string; status: number | null; ms: number; fault: string | null; responseHead: string | null }[];
}

describe('the deliveries of a destination', () => {
  let id: string;
  beforeEach(async () => {
    id = (await created()).destination.id;
  });

  const QUERY = `query ($id: ID!, $state: DeliveryState, $first: Int, $after: String) {
    deliveries(destinationId: $id, state: $state, first: $first, after: $after) {
      totalCount
      nodes { id eventId type state createdAt nextAttemptAt attempts { at status ms fault responseHead } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

  const list = async (variables: object = {}, as = cookie) =>
    (await ask(QUERY, { id, ...variables }, as))['deliveries'] as {
      totalCount: number;
      nodes: Delivery[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };

  const send = () => ask(`mutation { testDestination(id: "${id}") { sent } }`);

  /** As a worker leaves them. */
  async function end(state: string, status: number): Promise<void> {
    await sql(
      api.db,
      `with ended as (
         update delivery set state = $2, attempts = 1 where destination_id = $1 and state = 'waiting'
         returning account_id, id, day, due_at
       )
       insert into delivery_attempt (account_id, delivery_id, day, number, at, status, took_ms, fault, response_head)
       select account_id, id, day, 1, due_at, $3::int, 300, case when $3::int < 300 then null else 'status' end, 'no'
       from ended`,
      [id, state, status],
    );
  }

  test('begin with a test, five an hour, and show each attempt; viewers see no reply', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect(await send()).toEqual({ testDestination: { sent: true } });
    expect(await send()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    const waiting = await list();
    expect(waiting.totalCount).toBe(5);
    expect(waiting.nodes[0]).toEqual({
      id: expect.any(String),
      eventId: expect.any(String),
      type: 'DESTINATION_TEST',
      state: 'WAITING',
      createdAt: `${TODAY}T12:00:00.000Z`,
      nextAttemptAt: `${TODAY}T12:00:00.000Z`,
      attempts: [],
    });
    await end('failed', 500);
    const failed = await list({ state: 'FAILED', first: 1 });
    const attempt = { at: `${TODAY}T12:00:00.000Z`, status: 500, ms: 300, fault: 'STATUS', responseHead: 'no' };
    expect(failed.nodes[0]).toMatchObject({ nextAttemptAt: null, attempts: [attempt] });
    expect((await list({ state: 'WAITING' })).totalCount).toBe(0);
    const viewer = await cookieOf(api, (await addPerson(api.db, owner, 'viewer')).email);
    expect((await list({ first: 1 }, viewer)).nodes[0]?.attempts).toEqual([{ ...attempt, responseHead: null }]);
  });

  test('are paged newest first, each once', async () => {
    for (let sent = 0; sent < 5; sent += 1) await send();
    const seen: string[] = [];
    let after: string | null = null;
    for (let isMore = true; isMore; ) {
      const page = await list({ first: 2, after });
      seen.push(...page.nodes.map((each) => each.id));
      after = page.pageInfo.endCursor;
      isMore = page.pageInfo.hasNextPage;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });

  test('are replayed one by one once they have ended, as the same event', async () => {
    await send();
    const [first] = (await list()).nodes;
    const replay = () => ask(`mutation { replayDelivery(id: "${first?.id}") { id } }`);
    expect(await replay()).toMatchObject({ code: 'VALIDATION_ERROR' });
    await end('delivered', 204);
    const { replayDelivery } = await replay();
    const again = (await list()).nodes.find((each) => each.id === (replayDelivery as { id: string }).id);
    expect(again).toMatchObject({ eventId: first?.eventId, state: 'WAITING', attempts: [] });
    await open();
    expect(await replay()).toMatchObject({ code: 'FORBIDDEN' });
  });

  test('are replayed together by how they ended, each event once, and not what arrived since', async () => {
    for (let sent = 0; sent < 3; sent += 1) await send();
    await end('failed', 500);
    const replay = (state = '', to = '2026-06-15T12:00:01Z') =>
      ask(`mutation { replayDeliveries(destinationId: "${id}", from: "2026-06-15T00:00:00Z", to: "${to}"${state}) }`);
    expect(await replay('', '2026-06-15T12:00:00Z')).toEqual({ replayDeliveries: 0 });
    expect(await replay()).toEqual({ replayDeliveries: 3 });
    expect(await replay()).toEqual({ replayDeliveries: 0 });
    await end('failed', 500);
    expect(await replay()).toEqual({ replayDeliveries: 3 });
    await end('delivered', 204);
    expect(await replay()).toEqual({ replayDeliveries: 0 });
    expect(await replay(', state: DELIVERED')).toEqual({ replayDeliveries: 3 });
    expect((await list({ first: 100 })).nodes.filter(({ state }) => state === 'WAITING')).toHaveLength(3);
    expect(await replay(', state: WAITING')).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await replay('', '2026-06-14T00:00:00Z')).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await events()).filter((kind) => kind === 'deliveries_replayed Sync')).toHaveLength(3);
  });

  test('wait, 1,000 at most: more are not replayed', async () => {
    await send();
    const fill = `insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at,
        created_at)
      select account_id, gen_random_uuid(), day, destination_id, event_id, event_day, 'waiting', due_at, created_at
      from delivery, generate_series(1, 999) where destination_id = $1`;
    await end('failed', 500);
    const [failed] = (await list()).nodes;
    await send();
    await sql(api.db, `${fill} and state = 'waiting'`, [id]);
    const full = { code: 'VALIDATION_ERROR', message: expect.stringContaining('1000 deliveries wait') };
    expect(await ask(`mutation { replayDelivery(id: "${failed?.id}") { id } }`)).toMatchObject(full);
    const args = `destinationId: "${id}", from: "2026-06-15T00:00:00Z", to: "2026-06-16T00:00:00Z"`;
    expect(await ask(`mutation { replayDeliveries(${args}) }`)).toMatchObject(full);
  });

  test('end where the destination is disabled, until it is enabled', async () => {
    await sql(api.db, `update destination set state = 'disabled', disabled_at = now(), failures = 12 where id = $1`, [
      id,
    ]);
    expect(await send()).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('enable it first'),
    });
    const enabled = await ask(`mutation { enableDestination(id: "${id}") { state disabledAt } }`);
    expect(enabled['enableDestination']).toEqual({ state: 'ACTIVE', disabledAt: null });
    expect(await send()).toEqual({ testDestination: { sent: true } });
  });
});

test('secrets are encrypted with another key, one by one, and stay readable meanwhile', async () => {
  const { destination, secret } = await created();
  await ask(`mutation { rotateDestinationSecret(id: "${destination.id}") { secret } }`);
  const newKey = Buffer.alloc(32, 9);
  const other = createSecretBox(newKey, SECRETS_KEY, 'SECRETS_KEY');
  expect((await rotateDestinationKeys(api.db, other)).rotated).toBeGreaterThan(0);
  expect(await rotateDestinationKeys(api.db, other)).toMatchObject({ rotated: 0, unreadable: 0 });
  const row = await rowOf(destination.id);
  const former = { secret: row?.['former_secret'] as Buffer, isEncrypted: true };
  expect(`whsec_${createSecretBox(newKey).open(former, destination.id).toString('base64')}`).toBe(secret);
  const lost = await rotateDestinationKeys(api.db, createSecretBox(Buffer.alloc(32, 1), null, 'SECRETS_KEY'));
  expect(lost).toMatchObject({ rotated: 0, current: 0 });
  expect(lost.unreadable).toBeGreaterThan(0);
});
