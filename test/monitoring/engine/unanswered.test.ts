import { archivePrompt } from '../../../src/core/prompts/prompt.writes.js';
import { runPrompt } from '../../../src/core/runs/run-now.js';
import { creditsOf, verifyCredits } from '../../../src/core/schedule/credits.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms, FaultName } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import { addPrompt, type Monitored, monitored, plan, platformsOf, work, workerOf } from './asking-worker.js';
import { useAsking } from './use-asking.js';

const GRANTED = 15_000;

let database: TestDatabase;
let fake: FakePlatforms;
useAsking((started) => {
  ({ database, fake } = started);
});

/** Runs of the month that ended without an answer, and were paid for. */
const setUnanswered = ({ accountId }: Monitored, unanswered: number) =>
  queryDatabase(
    database,
    `insert into monitoring_month (account_id, month, unanswered) values ($1, '2026-11-01', $2)
     on conflict (account_id, month) do update set unanswered = excluded.unanswered`,
    [accountId, unanswered],
  );

/** A prompt that is created, asked at once, and archived. @returns how many requests it took. */
async function cycle(given: Monitored): Promise<number> {
  const before = fake.requests.length;
  const prompt = await addPrompt(given);
  await plan(database, given);
  await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }));
  await archivePrompt(given.ctx, prompt.id);
  return fake.requests.length - before;
}

describe('prompts made to be refused, archived and made again', () => {
  test('cost no credits for as many attempts without an answer as the tier has credits, then one each', async () => {
    const given = await monitored(database);
    fake.fail({ fault: 'refusal' });
    await setUnanswered(given, GRANTED - 1);
    expect(await cycle(given)).toBe(1);
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 0, remaining: GRANTED });
    expect(await cycle(given)).toBe(1);
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 0, remaining: GRANTED - 1 });
    expect(await verifyCredits(database.db, given.clock)).toEqual([]);
  });

  test('are not asked any more once those are used up too, on schedule or by request', async () => {
    const given = await monitored(database);
    fake.fail({ fault: 'refusal' });
    await setUnanswered(given, 2 * GRANTED - 1);
    expect([await cycle(given), await cycle(given), await cycle(given)]).toEqual([1, 0, 0]);
    expect(await creditsOf(given.ctx)).toMatchObject({ used: 0, remaining: 0 });
    const prompt = await addPrompt(given);
    const refused = { code: 'VALIDATION_ERROR', message: expect.stringContaining('0 are left') };
    await expect(runPrompt(given.ctx, prompt.id)).rejects.toMatchObject(refused);
  });

  test.each<[FaultName, number]>([
    ['refusal', 1],
    ['http_400', 0],
  ])('a run that ends by %s counts %i attempts', async (fault, attempts) => {
    const given = await monitored(database);
    fake.fail({ fault });
    await cycle(given);
    const [month] = await queryDatabase(
      database,
      'select credits_used, unanswered from monitoring_month where account_id = $1',
      [given.accountId],
    );
    expect(month).toEqual({ credits_used: 0, unanswered: attempts });
  });
});
