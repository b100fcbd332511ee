import { ensurePartitions } from '../../../src/database/partitions.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { LOOK } from '../../../src/monitoring/engine/claim.js';
import { createTestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';

const NOW = '2026-11-25T10:00:00.000Z';

test('among 100,000 queued runs a look reads some of each platform by the index, and sorts nothing', async () => {
  const database = await createTestDatabase();
  try {
    await ensurePartitions(database.db, ['2026-11-25'], ['run']);
    await queryDatabase(
      database,
      `insert into run (account_id, prompt_id, platform, period_date, occasion, project_id, state, queue_at, not_before,
         expires_at, planned_at)
       select gen_random_uuid(), gen_random_uuid(), ($1::text[])[1 + n % 4], '2026-11-25', 0, gen_random_uuid(),
         'queued',
         $2::timestamptz - n * interval '1 s', $2, $2::timestamptz + interval '1 day', $2
       from generate_series(1, 100000) n`,
      [PLATFORMS, NOW],
    );
    await queryDatabase(database, 'analyze run');
    const plan = await queryDatabase<{ 'QUERY PLAN': string }>(database, `explain ${LOOK.text}`, [
      NOW,
      '2026-11-16',
      ...PLATFORMS.map(() => 24),
    ]);
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text.match(/Index Scan using run_\w*platform_queue_at\w*/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).not.toMatch(/Seq Scan|Sort/);
  } finally {
    await database.close();
  }
});
