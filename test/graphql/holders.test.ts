import { SYSTEM_CLOCK } from '../../src/clock.js';
import { useApi } from '../support/api.js';
import {
  addPerson,
  anEmail,
  askWithSession,
  cookieOf,
  cookiesOf,
  openOwner,
  PASSWORD,
  type Person,
  postSignIn,
} from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

/** People are listed in the order of the machine's own clock, which makes them. */
const api = useApi({ clock: SYSTEM_CLOCK });

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let owner: Person;
let cookie: string;
beforeEach(async () => {
  owner = await openOwner(api.db, 'starter');
  cookie = await cookieOf(api, owner.email);
});

const ask = async (query: string, variables: object = {}, who = cookie) =>
  (await askWithSession(api, who, query, variables)).body;

async function done(query: string, variables: object = {}, who = cookie) {
  const { data, errors } = await ask(query, variables, who);
  expect(errors).toBeUndefined();
  return data;
}

test('who asks: the holder, the account and the role', async () => {
  const query = `{ viewer { role holder { id email name role hasPassword disabledAt createdAt }
    account { id name tier subscription cadence isReadOnly usage { promptsUsed } } } }`;
  const holder = { id: owner.holderId, email: owner.email, name: 'Test', role: 'OWNER', hasPassword: true };
  const account = { id: owner.accountId, name: 'Test', tier: 'STARTER', subscription: 'ACTIVE', cadence: 'WEEKLY' };
  expect(await done(query)).toEqual({
    viewer: {
      role: 'OWNER',
      holder: { ...holder, disabledAt: null, createdAt: INSTANT },
      account: { ...account, isReadOnly: false, usage: { promptsUsed: 0 } },
    },
  });
  expect(await done('mutation { updateViewer(input: { name: " Ann " }) { name } }')).toEqual({
    updateViewer: { name: 'Ann' },
  });
});

test('an owner changes the name and cadence of the account, each by itself', async () => {
  const update = 'mutation ($input: UpdateAccountInput!) { updateAccount(input: $input) { name cadence } }';
  expect(await done(update, { input: { name: 'Acme' } })).toEqual({
    updateAccount: { name: 'Acme', cadence: 'WEEKLY' },
  });
  expect(await done(update, { input: { cadence: 'DAILY' } })).toEqual({
    updateAccount: { name: 'Acme', cadence: 'DAILY' },
  });
  for (const [input, path] of [
    [{ name: null }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ cadence: null }, 'cadence'],
  ] as const) {
    const { errors } = await ask(update, { input });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
  }
  expect(await done('{ account { name cadence } }')).toEqual({ account: { name: 'Acme', cadence: 'DAILY' } });
});

test('people are invited, changed and disabled, and listed with all of it', async () => {
  const email = anEmail();
  const invite = `mutation ($input: InviteHolderInput!) { inviteHolder(input: $input) {
    holder { id email role hasPassword } isMailed url expiresAt } }`;
  const invited = await done(invite, { input: { email, name: 'Ann', role: 'VIEWER' } });
  expect(invited).toEqual({
    inviteHolder: {
      holder: { id: expect.any(String), email, role: 'VIEWER', hasPassword: false },
      isMailed: false,
      url: expect.stringMatching(/\/dashboard\/link#[\w-]{64}$/),
      expiresAt: INSTANT,
    },
  });
  const { holder } = (invited as { inviteHolder: { holder: { id: string } } }).inviteHolder;
  const renew = 'mutation ($id: ID!) { renewHolderLink(id: $id) { url holder { id } } }';
  expect(await done(renew, holder)).toEqual({
    renewHolderLink: { url: expect.stringMatching(/link#[\w-]{64}$/), holder: { id: holder.id } },
  });
  const update = 'mutation ($id: ID!) { updateHolder(id: $id, input: { role: MEMBER }) { role } }';
  expect(await done(update, holder)).toEqual({ updateHolder: { role: 'MEMBER' } });
  const disable = 'mutation ($id: ID!) { disableHolder(id: $id) { disabledAt } }';
  expect(await done(disable, holder)).toEqual({ disableHolder: { disabledAt: INSTANT } });
  expect(await done('{ holders { id role disabledAt } }')).toEqual({
    holders: [
      { id: owner.holderId, role: 'OWNER', disabledAt: null },
      { id: holder.id, role: 'MEMBER', disabledAt: INSTANT },
    ],
  });
  const last = await ask('mutation ($id: ID!) { disableHolder(id: $id) { id } }', { id: owner.holderId });
  expect(last.errors?.[0]).toMatchObject({
    message: expect.stringMatching(/^An account needs an owner/),
    extensions: { code: 'CONFLICT' },
  });
});

test('sessions are those of who asks, this one marked, with where they began', async () => {
  const other = cookiesOf(await postSignIn(api, owner.email, PASSWORD, { 'User-Agent': 'Other/1.0' }));
  await cookieOf(api, (await addPerson(api.db, owner, 'member')).email);
  const listed = await done('{ sessions { id isCurrent userAgent network createdAt lastSeenAt } }', {}, other);
  const { sessions } = listed as { sessions: { id: string; isCurrent: boolean }[] };
  const seen = { network: '127.0.0.1', createdAt: INSTANT, lastSeenAt: INSTANT, id: expect.any(String) };
  expect(sessions).toHaveLength(2);
  expect(sessions).toContainEqual({ ...seen, isCurrent: true, userAgent: 'Other/1.0' });
  expect(sessions).toContainEqual({ ...seen, isCurrent: false, userAgent: expect.any(String) });
  const id = sessions.find(({ isCurrent }) => !isCurrent)?.id;
  expect(await done('mutation ($id: ID!) { endSession(id: $id) { ended } }', { id }, other)).toEqual({
    endSession: { ended: 1 },
  });
  expect((await askWithSession(api, cookie, '{ account { id } }')).status).toBe(401);
});

test('security events are paged, newest first, and tell who, what and where from', async () => {
  await done(`mutation { inviteHolder(input: { email: "${anEmail()}", name: "Ann", role: VIEWER }) { isMailed } }`);
  const query = `query ($after: String) { securityEvents(first: 1, after: $after) { totalCount
    pageInfo { hasNextPage hasPreviousPage endCursor }
    nodes { at kind holderId holderName network userAgent detail { name value } } } }`;
  type Page = { securityEvents: { pageInfo: { endCursor: string } } };
  const first = (await done(query)) as Page;
  expect(first).toMatchObject({
    securityEvents: {
      totalCount: 2,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
      nodes: [
        {
          at: INSTANT,
          kind: 'INVITED',
          holderId: owner.holderId,
          holderName: 'Test',
          network: '127.0.0.1',
          detail: expect.arrayContaining([{ name: 'role', value: 'viewer' }]),
        },
      ],
    },
  });
  const second = await done(query, { after: first.securityEvents.pageInfo.endCursor });
  expect(second).toMatchObject({
    securityEvents: { pageInfo: { hasNextPage: false, hasPreviousPage: true }, nodes: [{ kind: 'SIGN_IN' }] },
  });
  const wrong = await ask('{ securityEvents(first: 101) { totalCount } }');
  expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a starter is told why it gets no key, and a professional gets one by the same session', async () => {
  const create = 'mutation { createApiKey(input: { name: "k" }) { apiKey } }';
  const { errors } = await ask(create);
  expect(errors?.[0]).toMatchObject({
    message: 'The starter subscription tier has no API access',
    extensions: { code: 'FORBIDDEN' },
  });
  await queryDatabase(api.database, `update account set tier = 'professional' where account_id = $1`, [
    owner.accountId,
  ]);
  expect(await done(create)).toEqual({ createApiKey: { apiKey: expect.stringMatching(/^bvm_\w{70}$/) } });
});
