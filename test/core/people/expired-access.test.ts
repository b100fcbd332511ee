import { randomUUID } from 'node:crypto';
import { deleteExpiredAccess } from '../../../src/core/people/expired-access.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { openOwner } from '../../support/people.js';
import { queryDatabase } from '../../support/sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Each table of people's access: how a row of a certain age is made, and the ages in days that go and that stay. */
const TABLES: [string, string, number, number][] = [
  [
    'session',
    `insert into session (account_id, id, holder_id, token_hash, created_at, last_seen_at, expires_at, ended_at,
       network, user_agent)
     values ($1, $2, $3, $5, now() - $4 * interval '1 day', now(), now() + interval '1 day',
       now() - $4 * interval '1 day', 'x', '')`,
    91,
    89,
  ],
  [
    'one_time_link',
    `insert into one_time_link (account_id, id, holder_id, purpose, token_hash, expires_at)
     values ($1, $2, $3, 'reset', $5, now() - $4 * interval '1 day')`,
    31,
    29,
  ],
  [
    'security_event',
    `insert into security_event (account_id, id, holder_id, at, kind, network, user_agent)
     values ($1, $2, $3, now() - $4 * interval '1 day', 'sign_in', 'x', '')`,
    401,
    399,
  ],
  [
    'known_device',
    `insert into known_device (account_id, id, holder_id, token_hash, last_seen_at)
     values ($1, $2, $3, $5, now() - $4 * interval '1 day')`,
    402,
    399,
  ],
  [
    'sso_flow',
    `with provider as (
       insert into identity_provider (account_id, id, name, issuer, client_id, client_secret, is_encrypted)
       values ($1, $2, 'x', 'https://idp.example', 'x', 'x', false)
       returning id
     )
     insert into sso_flow (account_id, id, provider_id, token_hash, state_hash, nonce, code_verifier, purpose,
       holder_id, return_to, expires_at)
     select $1, $2, id, $5, 'x', 'x', 'x', 'link', $3, '/', now() - $4 * interval '1 day'
     from provider`,
    2,
    0,
  ],
];

test.each(TABLES)('what is old of %s is deleted, what is not stays', async (table, insert, old, young) => {
  const { accountId, holderId } = await openOwner(database.db);
  const [gone, stays] = [randomUUID(), randomUUID()];
  await queryDatabase(database, insert, [accountId, gone, holderId, old, Buffer.from(gone)].slice(0, valuesOf(insert)));
  await queryDatabase(
    database,
    insert,
    [accountId, stays, holderId, young, Buffer.from(stays)].slice(0, valuesOf(insert)),
  );
  await deleteExpiredAccess(database.db);
  const left = await queryDatabase<{ id: string }>(database, `select id from ${table} where account_id = $1`, [
    accountId,
  ]);
  expect(left).toEqual([{ id: stays }]);
});

test('a session that is good stays, however old it is', async () => {
  const { accountId, holderId } = await openOwner(database.db);
  await queryDatabase(
    database,
    `insert into session (account_id, id, holder_id, token_hash, created_at, expires_at, network, user_agent)
     values ($1, gen_random_uuid(), $2, 'x', now() - interval '1 year', now() + interval '1 day', 'x', '')`,
    [accountId, holderId],
  );
  await deleteExpiredAccess(database.db);
  expect(await queryDatabase(database, 'select id from session where account_id = $1', [accountId])).toHaveLength(1);
});

test('counts of attempts that are over are deleted, others stay', async () => {
  const insert = `insert into sign_in_throttle (key, points, expire)
    values ($1, 1, (extract(epoch from now()) * 1000)::bigint + $2)`;
  await queryDatabase(database, insert, ['over', -1_000]);
  await queryDatabase(database, insert, ['counting', 60_000]);
  await deleteExpiredAccess(database.db);
  expect(await queryDatabase(database, 'select key from sign_in_throttle')).toEqual([{ key: 'counting' }]);
});

/** How many parameters a statement takes. */
function valuesOf(insert: string): number {
  return insert.includes('$5') ? 5 : 4;
}
