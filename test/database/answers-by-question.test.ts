import { randomUUID } from 'node:crypto';
import { promptTextHash } from '../../src/core/prompts/prompt-duplicates.js';
import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase } from '../support/database.js';

const NAME = '2026-11-20-answers-by-question';

test('readings from before it know their question, and are counted by it', async () => {
  const database = await createEmptyDatabase();
  try {
    const db = database.db;
    const before = MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex(({ name }) => name === NAME),
    );
    await database.orm.migrator.up({ migrations: before.map(({ name }) => name) });
    const key = [randomUUID(), randomUUID()];
    const analysisId = randomUUID();
    for (const table of ['answer', 'answer_reading']) {
      await db.em.execute(`create table ${table}_all partition of ${table} default`);
    }
    const asked = [
      ['Which anvils are best?', true],
      [' which ANVILS are best? ', false],
      ['Who sells ropes?', true],
    ] as const;
    for (const [question, isNamed] of asked) {
      const id = randomUUID();
      await db.em.execute(
        `insert into answer (account_id, project_id, bucket_date, id, platform, question, text, citations, is_truncated,
           answered_at)
         values (?, ?, '2026-03-04', ?, 'claude', ?, 'text', '[]', false, '2026-03-04T10:00:00Z')`,
        [...key, id, question],
      );
      await db.em.execute(
        `insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
           is_brand_named)
         values (?, ?, ?, '2026-03-04', ?, 'claude', '2026-03-04T10:00:00Z', ?)`,
        [...key, analysisId, id, isNamed],
      );
    }
    await database.orm.migrator.up();
    const found = await db.em.execute<{ hash: string; response_count: number; brand_mention_count: number }[]>(
      `select encode(question_hash, 'hex') as hash, response_count, brand_mention_count
       from daily_question_response
       where analysis_id = ?`,
      [analysisId],
    );
    const hashOf = (question: string) => promptTextHash(question).toString('hex');
    expect(new Map(found.map(({ hash, ...counts }) => [hash, counts]))).toEqual(
      new Map([
        [hashOf('Which anvils are best?'), { response_count: 2, brand_mention_count: 1 }],
        [hashOf('Who sells ropes?'), { response_count: 1, brand_mention_count: 1 }],
      ]),
    );
  } finally {
    await database.close();
  }
});
