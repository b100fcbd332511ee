import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

const NAME = '2026-11-22t2153-changes-of-projects';

test('what rows tell of the time before the migration becomes changes', async () => {
  const database = await createEmptyDatabase();
  const at = MIGRATIONS.findIndex(({ name }) => name === NAME);
  await database.orm.migrator.up({ to: MIGRATIONS[at - 1]?.name ?? '' });
  const [account, project, prompt, competitor] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  await queryDatabase(
    database,
    `insert into account (account_id, name, tier, subscription, cadence, email)
     values ('${account}', 'Test', 'agency', 'active', 'weekly', 'test@example.com');
     insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
       platforms, monitoring_frequency, auto_discover_competitors)
     values ('${account}', '${project}', 'A', 'A', 'https://a.example', '', 'US', '', '{claude}', 'weekly', false);
     insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency, tags,
       created_at, archived_at)
     values ('${account}', '${prompt}', '${project}', '${'x'.repeat(300)}', '', '{claude}', 'weekly', '{}',
       '2026-01-01', '2026-01-03');
     insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method, created_at)
     values ('${account}', '${competitor}', '${project}', 'Globex', '', '', 'manual', '2026-01-02');`,
  );
  await database.orm.migrator.up();
  expect(await queryDatabase(database, 'select kind, text from project_change order by at')).toEqual([
    { kind: 'prompt_added', text: `Prompt added: ${'x'.repeat(199)}…` },
    { kind: 'competitor_tracked', text: 'Competitor tracked: Globex' },
    { kind: 'prompt_archived', text: `Prompt archived: ${'x'.repeat(199)}…` },
  ]);
  await database.close();
});
