import { DatabaseError } from 'pg';
import { loggedError } from '../../src/http/log.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const SECRET = 'sesame';

describe('an error in the log', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  /** The error of a statement, as whoever asked through the unit of work gets it. */
  const faultOf = (sql: string, ...values: unknown[]) =>
    database.db.em.execute(sql, values).then(
      () => Promise.reject(new Error('the statement succeeded')),
      (error: unknown) => error,
    );

  test.each([
    ['a value that is taken', `insert into service_switch (name, is_active) values ('kill_switch', false)`, '23505'],
    [
      'a row against a check',
      `insert into account (account_id, name, email, tier, subscription, cadence)
       values (gen_random_uuid(), ?, ?, 'x', 'x', 'x')`,
      '23514',
    ],
    ['a text that is no uuid', 'select ?::uuid, ?', '22P02'],
    ['a text that is no number', `select ?::text::int, ?`, '22P02'],
    ['a fault of syntax beside a value', `select ? sesame '${SECRET}' from ?`, '42601'],
  ])('of the database tells its code and nothing of the values: %s', async (_what, sql, code) => {
    const values = sql.includes('?') ? [SECRET, SECRET] : [];
    const logged = loggedError(await faultOf(sql, ...values));
    expect(logged).toMatchObject({ code, severity: 'ERROR', stack: expect.stringMatching(/^\s+at /) });
    const written = JSON.stringify(logged);
    expect(written).not.toContain(SECRET);
    expect(written).not.toMatch(/insert into|select |kill_switch\)/);
  });

  test('is cut in its causes, and in the errors that it stands for, too', () => {
    const inner = new DatabaseError(`invalid input: "${SECRET}"\nmore ${SECRET}`, 0, 'error');
    Object.assign(inner, { code: '22P02', severity: 'ERROR', detail: SECRET, where: SECRET, parameters: [SECRET] });
    const cause = new Error('the answer could not be stored', { cause: new AggregateError([inner], 'several') });
    const logged = loggedError(new Error('failed', { cause }));
    expect(JSON.stringify(logged)).not.toContain(SECRET);
    expect(logged).toMatchObject({
      message: 'failed',
      cause: { message: 'the answer could not be stored', cause: { errors: [{ code: '22P02', severity: 'ERROR' }] } },
    });
  });

  test('that is its own cause ends', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(loggedError(error)).match(/round/g)).toHaveLength(6);
  });

  test('that is none at all is not written out', () => {
    expect(loggedError(SECRET)).toEqual({ type: 'string', message: 'something else than an error was thrown' });
    expect(loggedError(null)).toEqual({ type: 'object', message: 'something else than an error was thrown' });
  });
});
