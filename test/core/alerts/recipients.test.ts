import { randomUUID } from 'node:crypto';
import { acknowledgeAlert, resolveAlert } from '../../../src/core/alerts/alerts.js';
import { plainEvidence } from '../../../src/core/alerts/evidence.js';
import { updateNotifications } from '../../../src/core/alerts/notifications.js';
import { type AlertChange, openAlert, tellAlerts } from '../../../src/core/alerts/standing-alerts.js';
import type { Context } from '../../../src/core/context.js';
import { disableHolder } from '../../../src/core/people/holders.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import type { AlertKind, Role } from '../../../src/entities/vocabulary.js';
import { isReservedAddress } from '../../../src/mail/reserved-domains.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { storeDestination } from '../../support/destinations.js';
import { addPerson, openOwner, type Person } from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';
import { recordStatements } from '../../support/statements.js';
import { TestClock } from '../../support/test-clock.js';

/** A Wednesday. */
const NOON = '2026-06-10T12:00:00.000Z';
const MONDAY = '2026-06-15T08:00:00.000Z';

let database: TestDatabase;
let owner: Person;
let ctx: Context;
let projectId: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  owner = await openOwner(database.db);
  const { accountId, tier } = owner;
  ctx = { db: database.db, clock: new TestClock(NOON), caller: { kind: 'operator', accountId, tier } };
  ({ id: projectId } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' }));
});

const MAIL = { mayMail: (address: string) => !isReservedAddress(address) };

/** What a check tells: alerts of these kinds. */
function tell(kinds: readonly AlertKind[], of: string | null = projectId): Promise<void> {
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const changes: AlertChange[] = [];
    for (const kind of kinds) {
      const evidence = plainEvidence('Acme', { type: 'brand', id: of, name: 'Acme' });
      const alert = { kind, projectId: of, series: randomUUID(), direction: null, evidence, parts: [] };
      changes.push({ id: await openAlert(tx, { ...alert, day: '2026-06-09' }), type: 'alert.opened' });
    }
    await tellAlerts(tx, changes, MAIL);
  });
}

/** When who is mailed, by address. */
const mailed = () =>
  queryDatabase<{ email: string; due_at: Date }>(
    database,
    `select h.email, d.due_at
     from delivery d
     join destination t on t.account_id = d.account_id and t.id = d.destination_id
     join holder h on h.account_id = d.account_id and h.id = t.holder_id
     where d.account_id = $1
     order by h.email, d.due_at`,
    [owner.accountId],
  ).then((rows) => rows.map(({ email, due_at }) => [email, due_at.toISOString()]));

const as = ({ accountId, holderId, tier }: Person, role: Role): Context => {
  const session = { sessionId: randomUUID(), subscription: 'active', isSteppedUp: true, projectIds: null } as const;
  return { ...ctx, caller: { kind: 'holder', accountId, tier, holderId, role, ...session } };
};

describe('recipients of alerts', () => {
  test('are the owners without any setting, and of others those who asked for it', async () => {
    const second = await addPerson(database.db, owner, 'owner');
    await addPerson(database.db, owner, 'member');
    const viewer = await addPerson(database.db, owner, 'viewer');
    await updateNotifications(as(viewer, 'viewer'), { immediate: true });
    await tell(['visibility_changed']);
    expect(await mailed()).toEqual([owner, second, viewer].map(({ email }) => [email, NOON]).toSorted());
  });

  test('are people who sign in by a provider alone too, and never those who have not joined yet', async () => {
    const byProvider = await addPerson(database.db, owner, 'owner');
    const invited = await addPerson(database.db, owner, 'owner');
    await queryDatabase(database, 'update holder set password_hash = null where id = any ($1)', [
      [byProvider.holderId, invited.holderId],
    ]);
    await queryDatabase(
      database,
      `with provider as (
         insert into identity_provider (account_id, id, name, issuer, client_id, client_secret, is_encrypted)
         values ($1, $2, 'x', 'https://idp.example', 'x', 'x', false)
         returning id
       )
       insert into holder_identity (account_id, id, holder_id, provider_id, subject)
       select $1, $2, $3, id, 'x'
       from provider`,
      [owner.accountId, randomUUID(), byProvider.holderId],
    );
    await tell(['visibility_changed']);
    expect(await mailed()).toEqual([owner, byProvider].map(({ email }) => [email, NOON]).toSorted());
  });

  test('are never at a reserved domain, and never people who are disabled', async () => {
    const disabled = await addPerson(database.db, owner, 'owner');
    await disableHolder(as(owner, 'owner'), disabled.holderId, { network: 'test', userAgent: 'test' });
    for (const domain of ['example.com', 'mail.example', 'shop.test', 'localhost.localhost', 'x.invalid']) {
      await queryDatabase(database, 'update holder set email = $2 where account_id = $1 and disabled_at is null', [
        owner.accountId,
        `${randomUUID()}@${domain}`,
      ]);
      await tell(['visibility_changed']);
    }
    expect(await mailed()).toEqual([]);
  });

  test('chose kinds and projects; what concerns the account is of every project', async () => {
    const other = await createProject(ctx, { brandName: 'Bolt', websiteUrl: 'https://bolt.example' });
    const chosen = { kinds: ['prompt_lost', 'credits_low'], projectIds: [other.id] };
    await updateNotifications(as(owner, 'owner'), chosen);
    await tell(['prompt_lost', 'visibility_changed']);
    await tell(['visibility_changed'], other.id);
    expect(await mailed()).toEqual([]);
    await tell(['prompt_lost'], other.id);
    await tell(['credits_low'], null);
    expect(await mailed()).toHaveLength(2);
  });

  test('are asked for once a check, whatever it opens', async () => {
    await tell(['visibility_changed']);
    const statements = await recordStatements(database.db);
    await tell(['visibility_changed', 'prompt_lost', 'sentiment_changed', 'rival_overtook']);
    expect(statements.filter((text) => text.includes('left join notification'))).toHaveLength(1);
    expect(statements.filter((text) => text.includes('insert into destination'))).toHaveLength(1);
  });
});

describe('a digest', () => {
  test('has what is no matter of hours, for those who want one, on Monday at 08:00', async () => {
    await updateNotifications(as(owner, 'owner'), { digest: true });
    await tell(['candidate_found', 'source_found', 'visibility_changed']);
    expect(await mailed()).toEqual([NOON, MONDAY, MONDAY].map((at) => [owner.email, at]));
  });

  test('has all alerts of those who want no mail at once, in their zone', async () => {
    await updateNotifications(as(owner, 'owner'), { immediate: false, digest: true, timeZone: 'America/New_York' });
    await tell(['visibility_changed']);
    expect(await mailed()).toEqual([[owner.email, '2026-06-15T12:00:00.000Z']]);
  });

  test('is none where there is nothing, and none for those who did not ask', async () => {
    await tell(['candidate_found']);
    expect(await mailed()).toEqual([]);
  });
});

test('what falls into quiet hours is due at their end, all of it at once', async () => {
  await updateNotifications(as(owner, 'owner'), { timeZone: 'Asia/Tokyo', quietHours: { from: 20, to: 8 } });
  await tell(['visibility_changed']);
  await tell(['prompt_lost'], null);
  expect(await mailed()).toEqual([1, 2].map(() => [owner.email, '2026-06-10T23:00:00.000Z']));
});

describe('mail that waits', () => {
  /** The kinds of alerts that each destination is yet to be told of, by its kind. */
  const waiting = () =>
    queryDatabase<{ kind: string; of: string[] }>(
      database,
      `select t.kind, array_agg(e.type || ' ' || e.alert_kind order by e.type, e.alert_kind) as of
       from delivery d
       join event e on e.account_id = d.account_id and e.id = d.event_id
       join destination t on t.account_id = d.account_id and t.id = d.destination_id
       where d.account_id = $1 and d.state = 'waiting'
       group by t.kind`,
      [owner.accountId],
    ).then((rows) => Object.fromEntries(rows.map(({ kind, of }) => [kind, of])));

  const alertOf = async (kind: AlertKind): Promise<string> => {
    const [found] = await queryDatabase<{ id: string }>(
      database,
      'select id from alert where account_id = $1 and kind = $2',
      [owner.accountId, kind],
    );
    return found?.id ?? '';
  };

  test.each([
    ['for quiet hours to end', { timeZone: 'Asia/Tokyo', quietHours: { from: 20, to: 8 } }],
    ['for the digest', { immediate: false, digest: true }],
  ])('%s is dropped of an alert that was acknowledged or resolved, and of no other', async (_what, settings) => {
    await updateNotifications(as(owner, 'owner'), settings);
    await tell(['visibility_changed', 'prompt_lost', 'sentiment_changed']);
    await acknowledgeAlert(ctx, await alertOf('prompt_lost'));
    expect(await waiting()).toEqual({ mail: ['sentiment_changed', 'visibility_changed'].map(asOpened) });
    await resolveAlert(ctx, await alertOf('visibility_changed'));
    expect(await waiting()).toEqual({ mail: [asOpened('sentiment_changed')] });
  });

  test('is of people alone: programs are sent every event', async () => {
    await updateNotifications(as(owner, 'owner'), { immediate: false, digest: true });
    await storeDestination(database, owner.accountId, { url: 'https://hook.dev/in', events: ['alert.opened'] });
    await tell(['prompt_lost'], null);
    await acknowledgeAlert(ctx, await alertOf('prompt_lost'));
    expect(await waiting()).toEqual({ webhook: [asOpened('prompt_lost')] });
  });

  const asOpened = (kind: string) => `alert.opened ${kind}`;
});
