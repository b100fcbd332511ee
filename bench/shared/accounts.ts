import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { generateKey } from '../../src/core/admission/credential.js';

/** An agency account with one key; `projectId` is the one of its projects that has a history. */
export interface BenchAccount {
  accountId: string;
  projectId: string;
  key: string;
}

export const PROJECTS_PER_ACCOUNT = 20;

/** The days of the longest question, both ends counted, today the last. */
export const HISTORY_DAYS = 91;

const INSERT_ACCOUNTS = `
insert into account (account_id, name, email, tier, subscription, cadence)
select id, 'Bench', id || '@example.com', 'agency', 'active', 'weekly'
from unnest($1::uuid[]) id`;

const INSERT_BUDGETS = 'insert into request_budget (account_id) select unnest($1::uuid[])';

const INSERT_KEYS = `
insert into api_key (account_id, id, key_hash, prefix, name, description)
select account_id, gen_random_uuid(), key_hash, prefix, 'bench', ''
from unnest($1::uuid[], $2::bytea[], $3::text[]) as k (account_id, key_hash, prefix)`;

/** The first project of an account has the id that was chosen for it; the milliseconds keep the order strict. */
const INSERT_PROJECTS = `
insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic, platforms,
  monitoring_frequency, auto_discover_competitors, created_at, updated_at)
select account_id, case when n = 1 then first_id else gen_random_uuid() end, 'Brand ' || n, 'Brand ' || n,
  'https://brand-' || n || '.example', 'A maker of running shoes for trails, roads and tracks', 'US', 'running shoes',
  '{chatgpt,perplexity,claude,gemini}', 'weekly', false, at.created_at, at.created_at
from unnest($1::uuid[], $2::uuid[]) as a (account_id, first_id)
cross join generate_series(1, ${PROJECTS_PER_ACCOUNT}) n
cross join lateral (select timestamptz '2026-01-01' + n * interval '1 day 1 millisecond') as at (created_at)`;

/** One analysis a project, with the project's own id, and selected. */
export const SELECT_ANALYSES = [
  `insert into analysis (account_id, id, project_id, version, subjects)
   select account_id, project_id, project_id, 1, '[]'
   from unnest($1::uuid[], $2::uuid[]) as a (account_id, project_id)`,
  `insert into analysis_selection (account_id, project_id, analysis_id)
   select account_id, project_id, project_id
   from unnest($1::uuid[], $2::uuid[]) as a (account_id, project_id)`,
];

const INSERT_ROLLUPS = `
insert into daily_response (account_id, project_id, analysis_id, bucket_date, platform, response_count,
  brand_mention_count, positive, neutral, negative, mixed)
select account_id, project_id, project_id, $3::date - d, platform, 10 + d % 7, d % 9, d % 9, 0, 0, 0
from unnest($1::uuid[], $2::uuid[]) as a (account_id, project_id)
cross join generate_series(0, ${HISTORY_DAYS - 1}) d
cross join unnest(array['chatgpt', 'perplexity', 'claude', 'gemini']) platform`;

/** Accounts with their keys and 20 projects each, and daily rollups of one of these up to `today`. */
export async function createAccounts(client: Client, count: number, today: string): Promise<BenchAccount[]> {
  const accounts = Array.from({ length: count }, () => ({ accountId: randomUUID(), projectId: randomUUID() }));
  const ids = accounts.map(({ accountId }) => accountId);
  const projectIds = accounts.map(({ projectId }) => projectId);
  const keys = ids.map(generateKey);
  await client.query(INSERT_ACCOUNTS, [ids]);
  await client.query(INSERT_BUDGETS, [ids]);
  await client.query(INSERT_KEYS, [ids, keys.map(({ hash }) => hash), keys.map(({ prefix }) => prefix)]);
  await client.query(INSERT_PROJECTS, [ids, projectIds]);
  for (const sql of SELECT_ANALYSES) await client.query(sql, [ids, projectIds]);
  await client.query(INSERT_ROLLUPS, [ids, projectIds, today]);
  await client.query('vacuum analyze');
  return accounts.map((account, at) => ({ ...account, key: keys[at]?.key ?? '' }));
}

/** Gives every account its whole budget back, so that the limits stay on and nobody meets one. */
export async function resetBudgets(client: Client): Promise<void> {
  await client.query('update request_budget set minute_count = 0, day_count = 0');
}
