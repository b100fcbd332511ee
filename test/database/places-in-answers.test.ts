import { MIGRATIONS } from '../../src/database/migrations/index.js';
import { verifyRollups } from '../../src/monitoring/facts/verify-rollups.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf, openProject } from '../monitoring/monitored-project.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const NAME = '2026-11-24t1310-places-in-answers';
const PLACES = ['first_count', 'early_count', 'ranked_count', 'rank_sum'];
const COLUMNS = [
  ['answer_reading', 'text_length'],
  ...PLACES.map((column) => ['daily_question_response', `brand_${column}`]),
  ...PLACES.map((column) => ['daily_question_mention', column]),
];

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const query = <Row>(text: string, values: unknown[] = []) => database.db.em.execute<Row[]>(text, values);

test('places in answers from before it are those that their analysis finds today', async () => {
  const project = await openProject(database, ['Globex', 'Initech']);
  const answers = [
    '1. **Globex** – ropes\n2. **Acme** – anvils\n3. **Initech** – tape',
    '🪢🪢🪢🪢 Acme 🪢🪢🪢 and Globex',
    'Long before anything is said of Globex, much is said of other things. Acme, at last, is also there.',
    'Die Größe zählt. Über Acme schreibt man viel, über 𝔄𝔟𝔠 wenig.',
    'None of them.',
    'Initech, Globex.',
  ];
  const lines = answers.map((answer, at) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform: at % 2 ? 'claude' : 'chatgpt', question: `Ask ${at % 4}?`, answer },
      answered_at: `2026-03-0${1 + (at % 3)}T09:00:00Z`,
    }),
  );
  await importAnswers(database.db, { projectId: project.projectId }, fileOf(lines));
  const tables = ['answer_reading', 'daily_question_response', 'daily_question_mention'];
  const contents = async () =>
    Promise.all(tables.map((table) => query(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`)));
  const written = await contents();
  expect(written.map((rows) => rows.length)).toEqual([6, 6, expect.any(Number)]);

  for (const [table, column] of COLUMNS) await query(`alter table ${table} drop column ${column}`);
  await query('delete from mikro_orm_migrations where name = ?', [NAME]);
  await database.orm.migrator.up({ migrations: [NAME] });

  expect(await contents()).toEqual(written);
  expect(await verifyRollups(database.db)).toMatchObject({ consistent: true, differenceCount: 0 });
  expect(MIGRATIONS.filter(({ name }) => name === NAME)).toHaveLength(1);
});
