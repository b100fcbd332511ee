import { randomUUID } from 'node:crypto';
import { COMPETITORS_OF_PROJECTS, PLAIN_COMPETITORS_OF_PROJECTS } from '../../src/core/competitors/competitor.reads.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import type { Statement } from '../../src/database/rows.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A project with so many competitors, all looked for and named each day of June's first week. */
async function openProject(competitors: number) {
  const { accountId, ctx } = await openAccount(database.db);
  const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  const key = [accountId, id];
  const analysisId = randomUUID();
  const ask = (text: string, values: unknown[] = key) => queryDatabase(database, text, values);
  await ask(
    `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method)
     select $1, gen_random_uuid(), $2, 'n' || n, '', '', 'manual' from generate_series(1, $3::int) n`,
    [...key, competitors],
  );
  await ask(
    `insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id)
     select account_id, gen_random_uuid(), project_id, name, name, id from competitor
     where account_id = $1 and project_id = $2`,
  );
  await ask(
    `insert into analysis (account_id, id, project_id, version, subjects)
     select $1, $3, $2, 1, jsonb_build_object('competitors', jsonb_agg(jsonb_build_object('id', id)))
     from competitor_candidate where account_id = $1 and project_id = $2`,
    [...key, analysisId],
  );
  await ask(`insert into analysis_selection (account_id, project_id, analysis_id) values ($1, $2, $3)`, [
    ...key,
    analysisId,
  ]);
  await ask(
    `insert into daily_response
     select $1, $2, $3, date '2026-06-01' + n, 'claude', 3, 1, 1, 0, 0, 0
     from generate_series(0, 6) n`,
    [...key, analysisId],
  );
  await ask(
    `insert into daily_mention
     select $1, $2, $3, date '2026-06-01' + n, 'claude', id, 2, 1, now(), now()
     from competitor_candidate, generate_series(0, 6) n where account_id = $1 and project_id = $2`,
    [...key, analysisId],
  );
  return key;
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The rows that all steps of the plan handled together, those they left out included. */
async function rowsHandled({ text }: Statement<unknown>, values: unknown[]): Promise<number> {
  const [plan] = await queryDatabase<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    database,
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return sumOf(plan?.['QUERY PLAN'][0]?.Plan);
}

function sumOf(node: PlanNode | undefined): number {
  if (!node) return 0;
  const left = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + left) * node['Actual Loops'];
  return own + (node.Plans ?? []).reduce((sum, each) => sum + sumOf(each), 0);
}

test.each([
  ['with their aggregates', COMPETITORS_OF_PROJECTS, ['2026-06-01', '2026-06-30']],
  ['without them', PLAIN_COMPETITORS_OF_PROJECTS, []],
])(
  'lists of competitors %s handle rows in proportion to their number, with and without statistics',
  async (...given) => {
    const [, listed, period] = given;
    for (const statistics of ['none', 'analyzed']) {
      const [few, many] = [await openProject(100), await openProject(800)];
      if (statistics === 'analyzed') await queryDatabase(database, 'analyze');
      const [small, large] = await Promise.all(
        [few, many].map(([accountId, id]) => rowsHandled(listed, [accountId, [id], ...period])),
      );
      expect((large ?? 0) / (small ?? 0)).toBeGreaterThan(4);
      expect((large ?? 0) / (small ?? 0)).toBeLessThan(12);
    }
  },
);

test('lists of many projects together handle rows in proportion to their competitors', async () => {
  const { accountId, ctx } = await openAccount(database.db);
  const ids: string[] = [];
  for (let n = 0; n < 40; n++)
    ids.push((await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' })).id);
  await queryDatabase(
    database,
    `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method)
     select $1, gen_random_uuid(), p.id, 'n' || n, '', '', 'manual'
     from unnest($2::uuid[]) p (id), generate_series(1, 50) n`,
    [accountId, ids],
  );
  const handled = async (projects: readonly string[]) =>
    rowsHandled(COMPETITORS_OF_PROJECTS, [accountId, projects, '2026-06-01', '2026-06-30']);
  expect((await handled(ids)) / (await handled(ids.slice(0, 5)))).toBeLessThan(12);
});
