import { randomUUID } from 'node:crypto';
import type { Context } from '../../../src/core/context.js';
import { DATA_MAX_BYTES, fitData, withAnswerAddresses } from '../../../src/core/events/event-data.js';
import { mailDestinations } from '../../../src/core/events/mail-destinations.js';
import { type NewEvent, recordEvent } from '../../../src/core/events/record-event.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';

const NOW = '2026-11-23T04:12:09.120Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let ctx: Context;
let projectId: string;
beforeEach(async () => {
  ({ ctx } = await openAccount(database.db, 'agency', new TestClock(NOW)));
  ({ id: projectId } = await createProject(ctx, {
    name: 'Acme',
    brandName: 'Acme',
    websiteUrl: 'https://acme.example',
  }));
});

interface Chosen {
  events?: string[];
  kinds?: string[];
  projectIds?: string[];
  state?: string;
  removedAt?: string;
  restingUntil?: string;
}

async function destination(chosen: Chosen = {}): Promise<string> {
  const { events = ['alert.opened'], kinds, projectIds, state = 'active', removedAt, restingUntil } = chosen;
  const id = randomUUID();
  await queryDatabase(
    database,
    `insert into destination (account_id, id, kind, name, url, events, kinds, project_ids, state, removed_at,
       resting_until, created_at, updated_at)
     values ($1, $2, 'webhook', 'x', 'https://receiver.example/', $3, $4, $5, $6, $7, $8, $9, $9)`,
    [ctx.caller.accountId, id, events, kinds, projectIds, state, removedAt, restingUntil, NOW],
  );
  return id;
}

const record = (event: Partial<NewEvent> = {}) =>
  ctx.db.transaction((db) => recordEvent({ ...ctx, db }, { type: 'alert.opened', projectId, data: {}, ...event }));

interface Delivered {
  destination_id: string;
  due_at: Date;
  data: Record<string, unknown>;
}

const deliveries = () =>
  queryDatabase<Delivered>(
    database,
    `select d.destination_id, d.due_at, e.data
     from delivery d
     join event e on e.account_id = d.account_id and e.id = d.event_id and e.day = d.event_day
     where d.account_id = $1 and d.state = 'waiting'
     order by d.due_at`,
    [ctx.caller.accountId],
  );

test('an event has a delivery to each destination that chose it, and its data says whose it is', async () => {
  const all = await destination();
  const narrow = await destination({ kinds: ['prompt_lost'], projectIds: [projectId] });
  const missed = [
    await destination({ events: ['report.ready'] }),
    await destination({ kinds: ['source_found'] }),
    await destination({ projectIds: [randomUUID()] }),
    await destination({ state: 'disabled' }),
    await destination({ removedAt: NOW }),
  ];
  expect(await record({ alertKind: 'prompt_lost', data: { alert: { id: 'a' } } })).toBe(2);
  const found = await deliveries();
  expect(found.map(({ destination_id }) => destination_id).toSorted()).toEqual([all, narrow].toSorted());
  expect(missed).not.toContain(found[0]?.destination_id);
  expect(found[0]?.data).toEqual({
    version: 1,
    account_id: ctx.caller.accountId,
    project: { id: projectId, brand_name: 'Acme' },
    alert: { id: 'a' },
    is_cut: false,
  });
  expect(found[0]?.due_at).toEqual(new Date(NOW));
});

test('a destination of another account is no recipient, also where it is named', async () => {
  const other = await openAccount(database.db);
  await destination();
  const [mine] = await queryDatabase<{ id: string }>(database, 'select id from destination where account_id = $1', [
    ctx.caller.accountId,
  ]);
  ctx = other.ctx;
  const recipients = [{ destinationId: String(mine?.id) }];
  expect(await record({ projectId: null, recipients })).toBe(0);
});

test('recipients have a delivery whatever they chose, from their instant on, and one alone', async () => {
  const [person] = await ctx.db.transaction((db) => mailDestinations({ ...ctx, db }, [{ holderId: randomUUID() }]));
  const chose = await destination();
  const resting = await destination({ restingUntil: '2026-11-23T05:00:00.000Z' });
  const dueAt = new Date('2026-11-23T08:00:00.000Z');
  const recipients = [{ destinationId: String(person), dueAt }, { destinationId: chose }];
  expect(await record({ recipients })).toBe(3);
  expect((await deliveries()).map(({ destination_id, due_at }) => [destination_id, due_at.toISOString()])).toEqual([
    [chose, NOW],
    [resting, '2026-11-23T05:00:00.000Z'],
    [person, dueAt.toISOString()],
  ]);
});

test('nothing is recorded where the transaction is rolled back, and no event where none wants it', async () => {
  expect(await record()).toBe(0);
  await destination();
  const failed = ctx.db.transaction(async (db) => {
    await recordEvent({ ...ctx, db }, { type: 'alert.opened', projectId, data: {} });
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  const [left] = await queryDatabase<{ count: number }>(
    database,
    'select count(*)::int as count from event where account_id = $1',
    [ctx.caller.accountId],
  );
  expect(left?.count).toBe(0);
  expect(await deliveries()).toEqual([]);
});

test('people and addresses have one destination of mail each, whoever asks first', async () => {
  const holderId = randomUUID();
  const ask = () =>
    ctx.db.transaction((db) => mailDestinations({ ...ctx, db }, [{ address: 'Ann@example.org' }, { holderId }]));
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(first).toEqual(second);
  expect(new Set(first).size).toBe(2);
  const again = await ctx.db.transaction((db) => mailDestinations({ ...ctx, db }, [{ address: 'ann@EXAMPLE.org' }]));
  expect(again).toEqual(first.slice(0, 1));
  expect(await ctx.db.transaction((db) => mailDestinations({ ...ctx, db }, []))).toEqual([]);
});

describe('the data of an event', () => {
  const entries = (count: number, size: number) => Array.from({ length: count }, () => 'é'.repeat(size));

  test('is sent whole where it fits', () => {
    expect(fitData({ alert: { answers: [1] } })).toEqual({ alert: { answers: [1] }, is_cut: false });
  });

  test('loses answers first, then changes, then parts, and says so', () => {
    const few = fitData({ alert: { answers: entries(10, 2_000), changes: entries(2, 10), parts: [] } });
    expect(few).toMatchObject({ is_cut: true, alert: { answers: entries(4, 2_000), changes: entries(2, 10) } });
    const none = fitData({ alert: { parts: ['p'], answers: entries(9, 50), changes: entries(4, 3_000) } });
    expect(none).toMatchObject({ is_cut: true, alert: { answers: [], changes: entries(3, 3_000), parts: ['p'] } });
    expect(Buffer.byteLength(JSON.stringify(none))).toBeLessThanOrEqual(DATA_MAX_BYTES);
  });

  test('keeps an alert with ten prompts as long as they may be', () => {
    const prompts = entries(10, 2_000);
    expect(fitData({ alert: { answers: [1], prompts } })).toMatchObject({
      is_cut: true,
      alert: { answers: [], prompts: prompts.slice(0, 4) },
    });
  });

  test('has the address of each answer of an alert, where the service knows its own', () => {
    const answers = [{ id: 'x', date: '2026-11-21' }, 'unheard of'];
    const url = 'https://visibility.example/dashboard/projects/p/alerts';
    expect(withAnswerAddresses({ alert: { answers, url } })).toEqual({
      alert: {
        answers: [
          {
            id: 'x',
            date: '2026-11-21',
            url: 'https://visibility.example/dashboard/projects/p/answers?answer=2026-11-21.x',
          },
          'unheard of',
        ],
        url,
      },
    });
    expect(withAnswerAddresses({ alert: { answers: [{ id: 'x' }], url: null } })).toEqual({
      alert: { answers: [{ id: 'x', url: null }], url: null },
    });
    expect(withAnswerAddresses({ report: { url } })).toEqual({ report: { url } });
  });

  test('is refused where nothing can be cut from it', () => {
    expect(() => fitData({ text: 'x'.repeat(DATA_MAX_BYTES) })).toThrow('20000 bytes');
  });
});
