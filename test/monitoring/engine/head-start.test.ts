import { createPrompt } from '../../../src/core/prompts/prompt.writes.js';
import type { Frequency } from '../../../src/entities/vocabulary.js';
import type { TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { type Monitored, monitored, plan } from './asking-worker.js';
import { useAsking } from './use-asking.js';

const START = '2026-11-25T10:00:00.000Z';
const MINUTE_MS = 60_000;

let database: TestDatabase;
let texts = 0;
useAsking((started) => {
  ({ database } = started);
});

async function addPrompts({ ctx, projectId }: Monitored, frequencies: readonly Frequency[]): Promise<void> {
  for (const monitoringFrequency of frequencies) {
    texts += 1;
    const promptText = `Which anvils are best, ask ${texts}?`;
    await createPrompt(ctx, projectId, { promptText, monitoringFrequency, platforms: ['chatgpt'] });
  }
}

/** The frequencies of the queued runs in the order of the queue, each with the name of its account. */
async function inLine(accounts: Readonly<Record<string, Monitored>>): Promise<string[]> {
  const rows = await queryDatabase<{ account_id: string; frequency: Frequency }>(
    database,
    `select r.account_id, q.monitoring_frequency as frequency
     from run r
     join prompt q on q.account_id = r.account_id and q.id = r.prompt_id
     where r.state = 'queued'
     order by r.queue_at, r.account_id`,
  );
  const nameOf = (id: string) => Object.entries(accounts).find(([, { accountId }]) => accountId === id)?.[0];
  return rows.map(({ account_id, frequency }) => `${nameOf(account_id)} ${frequency}`);
}

test('daily runs pass the weekly ones of their own account, and none of another', async () => {
  const [mine, theirs] = [await monitored(database, START), await monitored(database, START)];
  await addPrompts(theirs, ['weekly', 'weekly', 'weekly']);
  await plan(database, theirs);
  mine.clock.advance(MINUTE_MS / 2);
  await addPrompts(mine, ['weekly', 'daily']);
  await plan(database, mine);
  mine.clock.advance(MINUTE_MS);
  await addPrompts(mine, ['daily']);
  await plan(database, mine);
  expect(await inLine({ mine, theirs })).toEqual([
    'theirs weekly',
    'mine daily',
    'theirs weekly',
    'mine daily',
    'theirs weekly',
    'mine weekly',
  ]);
});

test('a weekly run that was planned six hours before is passed by no daily one', async () => {
  const mine = await monitored(database, START);
  await addPrompts(mine, ['weekly']);
  await plan(database, mine);
  mine.clock.advance(6 * 60 * MINUTE_MS);
  await addPrompts(mine, ['daily']);
  await plan(database, mine);
  expect(await inLine({ mine })).toEqual(['mine weekly', 'mine daily']);
});
