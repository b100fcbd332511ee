import { segmentsOfProjects } from '../../src/core/metrics/prompt-segments.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { createPrompts } from '../../src/core/prompts/prompt.writes.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const PROMPTS = 100;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('the prompts of filtered segments are counted in one pass over what the filter leaves', async () => {
  const { ctx } = await openAccount(database.db, 'agency');
  const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  const texts = Array.from({ length: PROMPTS }, (_, at) => ({
    promptText: `Which anvil for forge ${at}?`,
    tags: ['a'],
  }));
  await createPrompts(ctx, id, texts);
  const spelled = jest.spyOn(Buffer.prototype, 'toString');
  try {
    const query = { by: 'tag', first: 50, withPrevious: false, withPlaces: false, where: { tags: ['a'] } } as const;
    const period = { from: '2026-06-01', to: '2026-06-30' };
    const segments = await segmentsOfProjects(ctx, [id], { ...query, period });
    expect(segments.get(id)?.list).toMatchObject([{ key: 'a', promptCount: PROMPTS }]);
    const hashes = spelled.mock.calls.filter(([encoding]) => encoding === 'hex');
    expect(hashes.length).toBeLessThanOrEqual(2 * PROMPTS);
  } finally {
    spelled.mockRestore();
  }
});
