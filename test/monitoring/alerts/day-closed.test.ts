import { randomUUID } from 'node:crypto';
import { getVisibility } from '../../../src/core/metrics/visibility.js';
import { createProject } from '../../../src/core/projects/project.writes.js';
import { createPrompts } from '../../../src/core/prompts/prompt.writes.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { checkProject } from '../../../src/monitoring/alerts/check-project.js';
import { openAccount } from '../../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';
import { TestClock } from '../../support/test-clock.js';
import { incoming, ingestAndRollUp } from '../monitored-project.js';

const DAY = '2026-01-05';
const QUESTIONS = ['Which anvils are best?', 'Which anvils last?', 'Which anvils are cheap?'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A project with a day of answers, which its account's webhooks are told of or not. */
async function checked(events: string[]) {
  const clock = new TestClock(`${DAY}T12:00:00Z`);
  const { ctx, accountId } = await openAccount(database.db, 'agency', clock);
  const { id: projectId } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  await createPrompts(
    ctx,
    projectId,
    QUESTIONS.map((promptText) => ({ promptText })),
  );
  await queryDatabase(
    database,
    `insert into destination (account_id, id, kind, name, url, events, created_at, updated_at)
     values ($1, $2, 'webhook', 'x', 'https://receiver.example/', $3, now(), now())`,
    [accountId, randomUUID(), events],
  );
  const answers = QUESTIONS.flatMap((question, at) =>
    PLATFORMS.map((platform, of) => {
      const text = (at + of) % 3 === 0 ? 'We like Acme.' : 'It depends.';
      return incoming({ platform, question, text, answeredAt: new Date(`${DAY}T09:30:00Z`) });
    }),
  );
  await ingestAndRollUp(database, { accountId, projectId }, answers);
  clock.advance(86_400_000);
  const parts = { clock, mail: { mayMail: null }, publicUrl: null };
  const check = () => checkProject(database.db, { accountId, projectId }, DAY, parts);
  await check();
  const told = () =>
    queryDatabase<{ project_id: string; data: Record<string, unknown> }>(
      database,
      `select project_id, data from event where account_id = $1 and type = 'project.day_closed'`,
      [accountId],
    );
  return { ctx, projectId, check, told };
}

test('a day that closes is told once to who waits for it, with the numbers that the API has', async () => {
  const { ctx, projectId, check, told } = await checked(['project.day_closed']);
  await check();
  const visibility = await getVisibility(ctx, projectId, { from: DAY, to: DAY });
  expect(visibility.counts.responses).toBe(12);
  expect(await told()).toEqual([
    {
      project_id: projectId,
      data: {
        version: 1,
        account_id: ctx.caller.accountId,
        project: { id: projectId, brand_name: 'Acme' },
        day: DAY,
        analysis_id: expect.any(String),
        score: visibility.score,
        even_score: expect.any(Number),
        responses: 12,
        is_cut: false,
      },
    },
  ]);
});

test('it is told to none who did not choose it', async () => {
  const { told } = await checked(['alert.opened']);
  expect(await told()).toEqual([]);
});
