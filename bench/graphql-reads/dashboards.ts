import type { Client } from 'pg';
import { type BenchAccount, SELECT_ANALYSES } from '../shared/accounts.js';

/** An account whose every project has prompts, competitors and a history; its projects oldest first. */
export interface Dashboard {
  accountId: string;
  key: string;
  projectIds: readonly string[];
}

/** Accounts that the load is spread over: 28 of the most expensive query fit an agency's minute. */
const DASHBOARDS = 250;

export const PROMPTS_PER_PROJECT = 10;
export const COMPETITORS_PER_PROJECT = 5;

const PROJECTS = `
select account_id, array_agg(id order by created_at, id) as project_ids
from project
where account_id = any ($1::uuid[])
group by account_id`;

const INSERT_PROMPTS = `
insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency, tags,
  created_at, updated_at)
select p.account_id, gen_random_uuid(), p.id, q.prompt_text, sha256(q.prompt_text::bytea), p.platforms, 'weekly',
  '{shoes}', q.created_at, q.created_at
from project p
cross join generate_series(1, ${PROMPTS_PER_PROJECT}) n
cross join lateral (
  select 'Which running shoes are the best for runner number ' || n || '?' as prompt_text,
    p.created_at + n * interval '1 minute' as created_at
) q
where p.account_id = any ($1::uuid[])`;

const INSERT_COMPETITORS = `
with created as (
  insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method, created_at,
    updated_at)
  select p.account_id, gen_random_uuid(), p.id, 'Rival ' || n, 'https://rival-' || n || '.example', '', 'manual',
    p.created_at + n * interval '1 minute', p.created_at
  from project p
  cross join generate_series(1, ${COMPETITORS_PER_PROJECT}) n
  where p.account_id = any ($1::uuid[])
  returning account_id, id, project_id, name, created_at
)
insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id, created_at)
select account_id, gen_random_uuid(), project_id, name, lower(name), id, created_at
from created`;

/** For each project without a history; the counts differ between projects and days. */
const INSERT_ROLLUPS = `
insert into daily_response (account_id, project_id, analysis_id, bucket_date, platform, response_count,
  brand_mention_count, positive, neutral, negative, mixed)
select account_id, project_id, project_id, $3::date - d, platform, 10 + d % 7, (d + n) % 10, (d + n) % 10, 0, 0, 0
from unnest($1::uuid[], $2::uuid[]) with ordinality as p (account_id, project_id, n)
cross join generate_series(0, $4::int) d
cross join unnest(array['chatgpt', 'perplexity', 'claude', 'gemini']) platform`;

/** Gives some accounts what the nested query asks for: `days` back from `today`, both ends counted. */
export async function createDashboards(
  client: Client,
  accounts: readonly BenchAccount[],
  today: string,
  days: number,
): Promise<Dashboard[]> {
  // The first account's projects may hold the answers of the REST part.
  const chosen = accounts.slice(1, DASHBOARDS + 1);
  const ids = chosen.map(({ accountId }) => accountId);
  await client.query(INSERT_PROMPTS, [ids]);
  await client.query(INSERT_COMPETITORS, [ids]);
  const { rows } = await client.query<{ account_id: string; project_ids: string[] }>(PROJECTS, [ids]);
  const projectsOf = new Map(rows.map((row) => [row.account_id, row.project_ids]));
  const without = chosen.flatMap(({ accountId, projectId }) =>
    (projectsOf.get(accountId) ?? []).filter((id) => id !== projectId).map((id) => ({ accountId, id })),
  );
  const owners = without.map(({ accountId }) => accountId);
  const projectIds = without.map(({ id }) => id);
  for (const sql of SELECT_ANALYSES) await client.query(sql, [owners, projectIds]);
  await client.query(INSERT_ROLLUPS, [owners, projectIds, today, days]);
  await client.query('vacuum analyze');
  return chosen.map(({ accountId, key }) => ({ accountId, key, projectIds: projectsOf.get(accountId) ?? [] }));
}
