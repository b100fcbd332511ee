import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createProject } from '../../src/core/projects/project.writes.js';
import {
  CITATIONS_DAILY,
  MENTIONS_DAILY,
  PROMPTS_DAILY,
  RESPONSES_DAILY,
  SENTIMENT_DAILY,
  VISIBILITY_DAILY,
} from '../../src/core/reporting/daily-rows.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { databaseUrl } from '../support/database-url.js';
import { queryDatabase } from '../support/sql.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A project with 100 cited domains, and as many named subjects, on each day of a quarter, all of one platform. */
async function openProject(): Promise<[string, string]> {
  const { accountId, ctx } = await openAccount(database.db);
  const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  const key = [accountId, id, randomUUID()];
  const ask = (text: string) => queryDatabase(database, text, key);
  await ask(`insert into analysis (account_id, id, project_id, version, subjects) values ($1, $3, $2, 1, '{}')`);
  await ask('insert into analysis_selection (account_id, project_id, analysis_id) values ($1, $2, $3)');
  const days = `generate_series(date '2026-03-01', date '2026-05-29', interval '1 day') d`;
  await ask(`insert into daily_response select $1, $2, $3, d, 'claude', 3, 1, 1, 0, 0, 0 from ${days}`);
  await ask(
    `insert into daily_citation
       (account_id, project_id, analysis_id, bucket_date, platform, domain, citation_count, response_count,
       first_seen_at, last_seen_at)
     select $1, $2, $3, d, 'claude', n || '.example', 1, 1, now(), now() from ${days}, generate_series(1, 100) n`,
  );
  await ask(
    `insert into daily_mention
     select $1, $2, $3, d, 'claude', gen_random_uuid(), 2, 1, now(), now() from ${days}, generate_series(1, 100) n`,
  );
  await ask(
    `insert into daily_question_response
       (account_id, project_id, analysis_id, bucket_date, platform, question_hash, response_count, brand_mention_count)
     select $1, $2, $3, d, 'claude', sha256(n::text::bytea), 2, 1 from ${days}, generate_series(1, 100) n`,
  );
  await queryDatabase(database, 'analyze');
  return [accountId, id];
}

/** The plan that the service's connections keep for a statement, as it ran for one row of a platform without any. */
async function planFor(text: string, [accountId, projectId]: readonly string[]): Promise<string> {
  const client = new Client(databaseUrl(database.address));
  await client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare asked (uuid, uuid[], date, date, text[], bigint, bigint, uuid[]) as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, timing off)
       execute asked ('${accountId}', '{${projectId}}', '2026-03-01', '2026-05-29', '{gemini}', 1, 0, null)`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}

test('a flat table of a platform without rows passes over no row of the others', async () => {
  const key = await openProject();
  const tables = [CITATIONS_DAILY, MENTIONS_DAILY, PROMPTS_DAILY, RESPONSES_DAILY, SENTIMENT_DAILY, VISIBILITY_DAILY];
  for (const table of tables) {
    const removed = [...(await planFor(table.ofPlatforms.text, key)).matchAll(/Rows Removed by Filter: (\d+)/g)];
    expect(removed.reduce((sum, [, rows]) => sum + Number(rows), 0)).toBeLessThan(100);
  }
});
