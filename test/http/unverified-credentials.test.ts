import { randomUUID } from 'node:crypto';
import { generateKey } from '../../src/core/admission/credential.js';
import { statement } from '../../src/database/rows.js';
import { useApi } from '../support/api.js';
import { queryDatabase } from '../support/sql.js';
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

test.each([
  ['its own account', (accountId: string) => accountId],
  ['accounts that do not exist', () => randomUUID()],
])('a key in use waits behind two forged keys at most, whatever their number, where they name %s', async (_, named) => {
  const caller = await api.open();
  await caller.get('/projects');
  const answered: (number | string)[] = [];
  const asking: Promise<unknown>[] = [];
  await api.db.transaction(async (tx) => {
    await tx.rows(statement('hold-keys', 'lock table api_key in access exclusive mode'), []);
    for (let at = 0; at < FORGED; at += 1) {
      const headers = {
        Authorization: `Bearer ${generateKey(named(caller.account.accountId)).key}`,
        'X-Forwarded-For': `198.51.100.${at}`,
      };
      asking.push(api.request('GET', '/api/v1/projects', headers).then(({ status }) => answered.push(status)));
    }
    await until(countWaiting, (waiting) => waiting >= 2);
    asking.push(caller.get('/projects').then(({ status }) => answered.push(`own ${status}`)));
    await until(countWaiting, (waiting) => waiting >= 3);
  });
  await Promise.all(asking);
  expect(answered).toHaveLength(FORGED + 1);
  expect(answered.indexOf('own 200')).toBeGreaterThanOrEqual(0);
  expect(answered.indexOf('own 200')).toBeLessThan(FORGED / 2);
});
