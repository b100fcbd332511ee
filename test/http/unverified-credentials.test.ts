import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { generateKey, parseKey } from '../../src/core/admission/credential.js';
import { statement } from '../../src/database/rows.js';
import { useApi } from '../support/api.js';
import { queryDatabase } from '../support/sql.js';
import { watchStatements } from '../support/statements.js';
import { until } from '../support/until.js';

const api = useApi({ trustProxy: true });

const FORGED = 40;

/** Statements of admission that wait for the table of keys. */
const WAITING = `select pid
  from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%from api_key k%'`;

async function countWaiting(): Promise<number> {
  return (await queryDatabase(api.database, WAITING)).length;
}

/** Resolves once so many requests have reached the service since. */
function arrivals(): (count: number) => Promise<unknown> {
  let arrived = 0;
  const onArrival = () => {
    arrived += 1;
  };
  subscribe('http.server.request.start', onArrival);
  return async (count) => {
    await until(
      async () => arrived,
      (now) => now === count,
    );
    unsubscribe('http.server.request.start', onArrival);
  };
}

test.each([
  ['its own account', (accountId: string) => accountId],
  ['accounts that do not exist', () => randomUUID()],
])('a key in use waits behind two forged keys at most, whatever their number, where they name %s', async (_, named) => {
  const caller = await api.open();
  await caller.get('/projects');
  const asked: string[] = [];
  const own = parseKey(caller.key)?.hash;
  const isOwn = (value: unknown) => Buffer.isBuffer(value) && own?.equals(value) === true;
  await watchStatements(api.db, ({ text, values }) => {
    if (text.includes('from api_key k')) asked.push(values.some(isOwn) ? 'own' : 'forged');
  });
  const asking: Promise<number>[] = [];
  await api.db.transaction(async (tx) => {
    await tx.rows(statement('hold-keys', 'lock table api_key in access exclusive mode'), []);
    const haveArrived = arrivals();
    for (let at = 0; at < FORGED; at += 1) {
      const headers = {
        Authorization: `Bearer ${generateKey(named(caller.account.accountId)).key}`,
        'X-Forwarded-For': `198.51.100.${at}`,
      };
      asking.push(api.request('GET', '/api/v1/projects', headers).then(({ status }) => status));
    }
    await haveArrived(FORGED);
    await until(countWaiting, (waiting) => waiting >= 2);
    asking.push(caller.get('/projects').then(({ status }) => status));
    await until(countWaiting, (waiting) => waiting >= 3);
  });
  expect(await Promise.all(asking)).toEqual([...Array(FORGED).fill(401), 200]);
  // The order in which the service asks is its own; that of the answers is the network's.
  expect(asked).toEqual(['forged', 'forged', 'own', ...Array(FORGED - 2).fill('forged')]);
});
