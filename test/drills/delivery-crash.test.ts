import { setTimeout as pause } from 'node:timers/promises';
import { recordEvent } from '../../src/core/events/record-event.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { storeDestination } from '../support/destinations.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { startReceiver } from '../support/receiver.js';
import { queryDatabase } from '../support/sql.js';
import { until } from '../support/until.js';
import { IS_WHOLE } from '../support/whole.js';

/** Workers that are killed at any moment of their deliveries. */

const KILLS = IS_WHOLE ? 100 : 5;
/** So few that no destination ever has the 1,000 waiting beyond which the oldest are dropped. */
const EVENTS_A_KILL = 5;
const RECEIVERS = 5;
const REPLY_MS = 15;
/** A kill and a start take a second, on a busy machine three. */
const TIME_LIMIT_MS = 60_000 + KILLS * 6_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => killProcesses());
afterAll(() => database.close());

const startWorker = (): Promise<ServiceProcess> =>
  startService({
    DATABASE_URL: database.url,
    ROLE: 'worker',
    LOG_LEVEL: 'silent',
    ANALYSIS_THREADS: '0',
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  });

/** As time would do it: what the dead had in hand is free, and what the living have may be sent twice. */
const endLeases = () =>
  queryDatabase(
    database,
    `update delivery set lease_until = now() where lease_until is not null and state = 'waiting'`,
  );

test(
  'each event arrives at each receiver, however often workers are killed, and none is made up',
  async () => {
    const { ctx } = await openAccount(database.db);
    const { accountId } = ctx.caller;
    const receiver = await startReceiver();
    receiver.answer = (_request, response) => void pause(REPLY_MS).then(() => response.writeHead(204).end());
    for (let at = 0; at < RECEIVERS; at += 1)
      await storeDestination(database, accountId, { url: `${receiver.url}/${at}` });
    let recorded = 0;
    const record = async () => {
      const mayHold = recorded % 10 !== 3;
      await ctx.db
        .transaction(async (db) => {
          await recordEvent(
            { ...ctx, db },
            { type: 'alert.opened', projectId: null, data: { alert: { id: `${recorded}` } } },
          );
          if (!mayHold) throw new Error('rolled back');
        })
        .catch((error: Error) => expect(error.message).toBe('rolled back'));
      recorded += 1;
    };
    let kept = await startWorker();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const next = startWorker();
      for (let more = 0; more < EVENTS_A_KILL; more += 1) await record();
      const before = receiver.received.length;
      await until(
        async () => receiver.received.length,
        (count) => count > before,
      );
      await pause(Math.random() * 4 * REPLY_MS);
      kept.kill('SIGKILL');
      await kept.exited;
      await endLeases();
      kept = await next;
    }
    const states = () =>
      queryDatabase<{ state: string; count: number }>(
        database,
        'select state, count(*)::int as count from delivery where account_id = $1 group by state',
        [accountId],
      );
    const expected = Array.from({ length: recorded }, (_, at) => at).filter((at) => at % 10 !== 3);
    await endLeases();
    await until(states, (found) => found.every(({ state }) => state === 'delivered'), 60_000);
    expect(await states()).toEqual([{ state: 'delivered', count: expected.length * RECEIVERS }]);
    const told = receiver.received.map(({ path, headers, body }) => {
      const { data } = JSON.parse(body) as { data: { alert: { id: string } } };
      return { path, id: String(headers['webhook-id']), alert: Number(data.alert.id) };
    });
    for (let at = 0; at < RECEIVERS; at += 1) {
      const here = told.filter(({ path }) => path === `/${at}`);
      expect([...new Set(here.map(({ alert }) => alert))].toSorted((one, other) => one - other)).toEqual(expected);
      // What came twice came under one id.
      expect(new Set(here.map(({ id }) => id)).size).toBe(expected.length);
    }
    await receiver.close();
  },
  TIME_LIMIT_MS,
);
