import { FIND_DUE } from '../../../src/monitoring/engine/plan.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';
import { queryDatabase } from '../../support/sql.js';

const NOW = '2026-11-22T10:00:00.000Z';
const PROMPTS = 100_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const query = (text: string, values: unknown[] = []) => queryDatabase(database, text, values);
  await query('alter table prompt_schedule drop constraint prompt_schedule_account_id_prompt_id_fkey');
  // A prompt due each second, from NOW on and before it.
  await query(
    `insert into prompt_schedule (account_id, prompt_id, next_at)
     select gen_random_uuid(), gen_random_uuid(), $1::timestamptz + (n - $2::int / 2) * interval '1 second'
     from generate_series(1, $2::int) n`,
    [NOW, PROMPTS],
  );
  await query('analyze prompt_schedule');
});
afterAll(() => database.close());

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  Plans?: Plan[];
}

async function planOf(now: string): Promise<Plan[]> {
  const [row] = await queryDatabase<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    database,
    `explain (analyze, format json) ${FIND_DUE.text}`,
    [now, 500, []],
  );
  const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];
  return row ? flat(row['QUERY PLAN'][0].Plan) : [];
}

test.each([
  ['nothing', '2026-11-01T00:00:00.000Z', 0],
  ['half of it', NOW, 500],
  ['all of it', '2026-12-31T00:00:00.000Z', 500],
])(
  'of 100,000 prompts the due ones are read from the index, no more than requested: %s is',
  async (_what, now, read) => {
    const nodes = await planOf(now);
    expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', expect.stringMatching(/^Index/)]);
    expect(nodes[1]).toMatchObject({ 'Index Name': 'prompt_schedule_due', 'Actual Rows': read });
  },
);
