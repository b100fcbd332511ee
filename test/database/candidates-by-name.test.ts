import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { createEmptyDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

const NAME = '2026-11-20-candidates-by-name';

test('candidates from before the migration keep their ids and are known by their names', async () => {
  const database = await createEmptyDatabase();
  const at = MIGRATIONS.findIndex(({ name }) => name === NAME);
  await database.orm.migrator.up({ to: MIGRATIONS[at - 1]?.name ?? '' });
  const [account, project, competitor, candidate] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
  await queryDatabase(
    database,
    `insert into account (account_id, name, email, tier, subscription, cadence)
     values ('${account}', 'Test', 'test@example.com', 'agency', 'active', 'weekly');
     insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
       platforms, monitoring_frequency, auto_discover_competitors)
     values ('${account}', '${project}', 'A', 'A', 'https://a.example', '', 'US', '', '{claude}', 'weekly', false);
     insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method)
     values ('${account}', '${competitor}', '${project}', 'Globex - Two', '', '', 'manual');
     insert into competitor_candidate (account_id, id, project_id, name, competitor_id)
     values ('${account}', '${candidate}', '${project}', 'Globex - Two', '${competitor}');`,
  );
  await database.orm.migrator.up();
  expect(await queryDatabase(database, 'select id, name, name_key, competitor_id from competitor_candidate')).toEqual([
    { id: candidate, name: 'Globex - Two', name_key: 'globextwo', competitor_id: competitor },
  ]);
  await database.close();
});
