import type { Client } from 'pg';
import type { BenchAccount } from '../shared/accounts.js';

/** Prompts of each project, each asked daily on four platforms. */
export const PROMPTS = 200;
/** Labels of the prompts: each has one of them. */
export const TAGS = 10;
/** Days of the question, today the last of them. */
export const GROUP_DAYS = 90;

const INSERT_PROMPTS = `
insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency, tags,
  created_at, updated_at)
select a.account_id, gen_random_uuid(), a.project_id, q.prompt_text, sha256(q.prompt_text::bytea),
  '{chatgpt,perplexity,claude,gemini}', 'daily', array['topic ' || n % ${TAGS}], q.created_at, q.created_at
from unnest($1::uuid[], $2::uuid[]) as a (account_id, project_id)
cross join generate_series(1, ${PROMPTS}) n
cross join lateral (
  select 'Which trail shoes are the best for runner number ' || n || '?' as prompt_text,
    timestamptz '2026-01-01' + n * interval '1 minute' as created_at
) q`;

/** One answer to each prompt on each platform and day; which of them name the brand differs between projects. */
const INSERT_ROLLUPS = `
insert into daily_question_response (account_id, project_id, analysis_id, bucket_date, platform, question_hash,
  response_count, brand_mention_count, brand_first_count, brand_early_count, brand_ranked_count, brand_rank_sum)
select p.account_id, p.project_id, p.project_id, $3::date - d, platform, p.text_hash, 1, m.named, m.named, m.named, 0, 0
from prompt p
cross join generate_series(0, ${GROUP_DAYS - 1}) d
cross join unnest(array['chatgpt', 'perplexity', 'claude', 'gemini']) platform
cross join lateral (
  select (abs(hashtext(p.id::text || platform || d)) % 3 = 0)::int as named
) m
where p.account_id = any ($1::uuid[]) and p.project_id = any ($2::uuid[])`;

/** Gives one project of each account 200 prompts. */
export async function createPrompts(client: Client, accounts: readonly BenchAccount[]): Promise<void> {
  await client.query(INSERT_PROMPTS, projectsOf(accounts));
  await client.query('vacuum analyze prompt');
}

/** Gives one project of each account 200 prompts, and what the service rolls up of their answers by question. */
export async function createDeepPrompts(client: Client, accounts: readonly BenchAccount[], today: string) {
  const of = projectsOf(accounts);
  await createPrompts(client, accounts);
  await client.query(INSERT_ROLLUPS, [...of, today]);
  await client.query('vacuum analyze');
}

function projectsOf(accounts: readonly BenchAccount[]): [string[], string[]] {
  return [accounts.map(({ accountId }) => accountId), accounts.map(({ projectId }) => projectId)];
}
