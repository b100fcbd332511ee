import { admit, check, RateLimitExceeded } from '../../../src/core/admission/admission.js';
import { ADMIT_SESSION } from '../../../src/core/admission/admission.sql.js';
import { readCredential } from '../../../src/core/admission/credential.js';
import { sql } from '../../support/api.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { addPerson, openOwner, type Person, signedIn } from '../../support/people.js';
import { recordStatements } from '../../support/statements.js';

let database: TestDatabase;
let texts: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  texts = await recordStatements(database.db);
});
afterAll(() => database.close());

let owner: Person;
let ofOwner: string;
let ofMember: string;
beforeEach(async () => {
  owner = await openOwner(database.db);
  ofOwner = await openSession(owner);
  ofMember = await openSession(await addPerson(database.db, owner, 'member'));
  await spend({});
});

async function openSession(person: Person): Promise<string> {
  return (await signedIn(database, person)).session.token;
}

const ask = (text: string, cost = 1) => admit(database, readCredential('session', text), cost);

async function refusalOf(asked: Promise<unknown>): Promise<RateLimitExceeded> {
  const error = await asked.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error instanceof RateLimitExceeded) return error;
  throw new Error('the request was not refused for its rate', { cause: error });
}

/** As if the account's people had asked so often together, the owner so often of it, in a minute begun so long ago. */
async function spend({ together = 0, byOwner = 0, secondsAgo = 20 }): Promise<void> {
  await sql(
    database.db,
    `update dashboard_budget
     set minute_started_at = now() - make_interval(secs => $2), minute_count = $3,
       holder_counts = jsonb_build_object($4::text, $5::int)
     where account_id = $1`,
    [owner.accountId, secondsAgo, together, owner.holderId, byOwner],
  );
}

async function countsOf(): Promise<{ minute_count: number; holder_counts: Record<string, number> } | undefined> {
  const [row] = await sql<{ minute_count: number; holder_counts: Record<string, number> }>(
    database.db,
    'select minute_count, holder_counts from dashboard_budget where account_id = $1',
    [owner.accountId],
  );
  return row;
}

test('a person is counted with all people of the account, in one statement', async () => {
  texts.length = 0;
  const { budget } = await ask(ofOwner);
  expect(texts).toEqual([ADMIT_SESSION.text]);
  expect(budget).toEqual({ limit: 120, remaining: 119, reset: expect.any(Number) });
  await ask(ofMember, 3);
  expect(await countsOf()).toEqual({
    minute_count: 4,
    holder_counts: expect.objectContaining({ [owner.holderId]: 1 }),
  });
});

test('the sessions of a person are counted together', async () => {
  const other = await openSession(owner);
  await spend({ together: 118, byOwner: 118 });
  expect((await ask(ofOwner)).budget.remaining).toBe(1);
  expect((await ask(other)).budget.remaining).toBe(0);
  await refusalOf(ask(ofOwner));
});

test('who has asked 120 times is refused by that bound, is charged nothing, and a colleague is served', async () => {
  await spend({ together: 120, byOwner: 120 });
  const refusal = await refusalOf(ask(ofOwner));
  expect(refusal.message).toMatch(/^Rate limit exceeded: a person may send 120 requests a minute\./);
  expect(refusal.exhaustion.budget).toMatchObject({ limit: 120, remaining: 0 });
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(40);
  await refusalOf(check(database, readCredential('session', ofOwner)));
  expect(await countsOf()).toEqual({ minute_count: 120, holder_counts: { [owner.holderId]: 120 } });
  // Of the two windows the account's has fewer requests left.
  expect((await ask(ofMember)).budget).toMatchObject({ limit: 200, remaining: 79 });
});

test('where all people have asked 200 times the refusal names that bound, and charges the person nothing', async () => {
  await spend({ together: 200, byOwner: 100 });
  const refusal = await refusalOf(ask(ofOwner));
  expect(refusal.message).toMatch(/the people of an account may send 200 requests a minute together\./);
  expect(refusal.exhaustion.budget).toMatchObject({ limit: 200, remaining: 0 });
  expect(await countsOf()).toEqual({ minute_count: 200, holder_counts: { [owner.holderId]: 100 } });
});

test('an operation dearer than the minute of a person takes all of it, and is served as before', async () => {
  const dear = await ask(ofOwner, 200);
  expect(dear).toMatchObject({ ceiling: 200, isOverCeiling: false, budget: { remaining: 0 } });
  expect(await countsOf()).toMatchObject({ minute_count: 200, holder_counts: { [owner.holderId]: 120 } });
  await spend({ together: 1, byOwner: 1 });
  expect((await refusalOf(ask(ofOwner, 150))).exhaustion.budget).toMatchObject({ limit: 120, remaining: 119 });
});

test('an operation dearer than the minute of the account is charged as one request of both', async () => {
  expect(await ask(ofOwner, 201)).toMatchObject({ isOverCeiling: true, budget: { limit: 120, remaining: 119 } });
});

test('a new minute begins for all of them', async () => {
  await spend({ together: 200, byOwner: 120, secondsAgo: 60 });
  expect((await ask(ofMember)).budget).toMatchObject({ limit: 120, remaining: 119 });
  expect(await countsOf()).toMatchObject({ minute_count: 1 });
  expect(Object.keys((await countsOf())?.holder_counts ?? {})).not.toContain(owner.holderId);
});
