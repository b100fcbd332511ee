import { createHash } from 'node:crypto';
import { archiveMarket, createMarket } from '../../../src/core/markets/market.writes.js';
import { updateProject } from '../../../src/core/projects/project.writes.js';
import { createPrompt } from '../../../src/core/prompts/prompt.writes.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import type { TestDatabase } from '../../support/database.js';
import type { FakePlatforms } from '../../support/fake-platforms.js';
import { queryDatabase } from '../../support/sql.js';
import { monitored, plan, platformsOf, work, workerOf } from './asking-worker.js';
import { useAsking } from './use-asking.js';

/** Where the platforms are told to search, from the prompt's market to the request, and what is kept of it. */

let database: TestDatabase;
let fake: FakePlatforms;
useAsking((started) => {
  ({ database, fake } = started);
});

const PLACE = { country: 'DE', region: 'Bavaria', city: 'Munich' };
const TEXT = 'Which anvils are best?';

/** The location that each platform was sent, null where it was sent none. */
function sentLocations(): Record<string, unknown> {
  return Object.fromEntries(
    fake.requests.map(({ path, body }) => {
      // Shaped by each platform's API.
      const { tools = [] } = body as { tools?: { user_location?: object }[] };
      return [path.split('/')[1], tools[0]?.user_location ?? null];
    }),
  );
}

test('a prompt of a market is asked there, and its answers are questions of their own', async () => {
  const given = await monitored(database);
  const { ctx, projectId } = given;
  const market = await createMarket(ctx, projectId, { name: 'Munich', ...PLACE });
  const prompt = await createPrompt(ctx, projectId, { promptText: TEXT, platforms: PLATFORMS, marketId: market.id });
  await plan(database, given);
  await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }));
  expect(sentLocations()).toEqual({
    openai: { type: 'approximate', ...PLACE },
    perplexity: PLACE,
    anthropic: { type: 'approximate', ...PLACE },
    google: null,
  });
  const answers = await queryDatabase<{ market_id: string; prompt_id: string; hash: string }>(
    database,
    `select distinct a.market_id, a.prompt_id, encode(r.question_hash, 'hex') as hash
     from answer a
     join answer_reading r on r.account_id = a.account_id and r.answer_id = a.id
     where a.project_id = $1`,
    [projectId],
  );
  const hash = createHash('sha256').update(`which anvils are best?\u001f${market.id}`).digest('hex');
  expect(answers).toEqual([{ market_id: market.id, prompt_id: prompt.id, hash }]);
});

test('a prompt without a market is asked from the country that the project has when its turn comes', async () => {
  const given = await monitored(database);
  const { ctx, projectId } = given;
  const unused = await createMarket(ctx, projectId, { name: 'Munich', ...PLACE });
  await archiveMarket(ctx, unused.id);
  await createPrompt(ctx, projectId, { promptText: TEXT, platforms: PLATFORMS });
  await plan(database, given);
  await updateProject(ctx, projectId, { targetCountry: 'AT' });
  await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }));
  expect(sentLocations()).toEqual({
    openai: { type: 'approximate', country: 'AT' },
    perplexity: { country: 'AT' },
    anthropic: { type: 'approximate', country: 'AT' },
    google: null,
  });
  const answers = await queryDatabase<{ market_id: string | null; hash: string }>(
    database,
    `select distinct a.market_id, encode(r.question_hash, 'hex') as hash
     from answer a
     join answer_reading r on r.account_id = a.account_id and r.answer_id = a.id
     where a.project_id = $1`,
    [projectId],
  );
  const hash = createHash('sha256').update('which anvils are best?').digest('hex');
  expect(answers).toEqual([{ market_id: null, hash }]);
});

test('a project without a country sends ChatGPT no country, and the others nothing', async () => {
  const given = await monitored(database);
  const { ctx, projectId } = given;
  await queryDatabase(database, `update project set target_country = '' where id = $1`, [projectId]);
  await createPrompt(ctx, projectId, { promptText: TEXT, platforms: PLATFORMS });
  await plan(database, given);
  await work(database, given, workerOf(database, given.clock, { platforms: platformsOf(fake) }));
  expect(sentLocations()).toEqual({
    openai: { type: 'approximate' },
    perplexity: null,
    anthropic: null,
    google: null,
  });
});
