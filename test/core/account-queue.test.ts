import { createProject } from '../../src/core/projects/project.writes.js';
import { createPrompt } from '../../src/core/prompts/prompt.writes.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

describe("an account's writes", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test('hold one connection however many come at once, so that other accounts are served', async () => {
    const { db } = database;
    const { ctx } = await openAccount(db);
    const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example.com' });
    const pool = await db.em.getConnection().getNativeClient();
    let most = 0;
    pool.on('acquire', () => {
      most = Math.max(most, pool.totalCount - pool.idleCount);
    });
    await Promise.all(Array.from({ length: 60 }, (_, at) => createPrompt(ctx, id, { promptText: `question ${at}` })));
    expect(most).toBe(1);
  });

  test('go on after one that fails', async () => {
    const { ctx } = await openAccount(database.db);
    const failing = createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example.com' }).then((project) =>
      Promise.allSettled([
        createPrompt(ctx, project.id, { promptText: 'same' }),
        createPrompt(ctx, project.id, { promptText: 'same' }),
        createPrompt(ctx, project.id, { promptText: 'other' }),
      ]),
    );
    expect((await failing).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
