import { rollUp } from '../../src/core/facts/rollups.js';
import { daysBefore } from '../../src/core/time.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { longTransaction } from '../../src/monitoring/long-transaction.js';
import { type BenchAccount, HISTORY_DAYS } from '../shared/accounts.js';
import type { BenchDatabase } from '../shared/database.js';

/** A project with a long history, whose fields are asked about. */
export interface DeepProject {
  key: string;
  accountId: string;
  projectId: string;
  /** The account's other projects, which have no history. */
  otherProjectIds: readonly string[];
  promptIds: readonly string[];
  competitorIds: readonly string[];
  /** Candidates of the competitors, then those of names that nobody tracks. */
  candidateIds: readonly string[];
  today: string;
}

export const ANSWERS = 20_000;
const PROMPTS = 100;
const COMPETITORS = 30;
const DISCOVERED = 1_000;
const DOMAINS = 2_000;
const QUERIES = 20_000;
const SEARCH_TERMS = 5_000;
const NOTES = 400;

/**
 * A whole number below `most` drawn from a text, lower ones more often (Zipf), as in recorded answers: a few names and
 * sources again and again, and hundreds once.
 */
function fewOften(most: number, text: string): string {
  return `floor(power(${most}, abs(hashtext(${text})::float8) / 2147483649) - 1)::int`;
}

const INSERT_PROMPTS = `
insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency, tags,
  created_at, updated_at)
select $1, gen_random_uuid(), $2, q.prompt_text, sha256(q.prompt_text::bytea),
  '{chatgpt,perplexity,claude,gemini}', 'weekly', '{shoes,trail}', q.created_at, q.created_at
from generate_series(1, ${PROMPTS}) n
cross join lateral (
  select 'Which running shoes are the best for runner number ' || n || '?' as prompt_text,
    timestamptz '2026-01-01' + n * interval '1 minute' as created_at
) q`;

const INSERT_NAMES = `
with created as (
  insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method, created_at,
    updated_at)
  select $1, gen_random_uuid(), $2, 'Rival ' || n, 'https://rival-' || n || '.example', '', 'manual',
    timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01'
  from generate_series(1, ${COMPETITORS}) n
  returning id, name, created_at
)
insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id, created_at)
select $1, gen_random_uuid(), $2, name, lower(name), id, created_at
from created
union all
select $1, gen_random_uuid(), $2, 'Name ' || n, 'name' || n, null, timestamptz '2026-02-01' + n * interval '1 second'
from generate_series(1, ${DISCOVERED}) n`;

const LOOK_FOR_NAMES = `
update analysis
set subjects = (
  select jsonb_build_object('brand', jsonb_build_object('name', 'Brand 1'), 'competitors',
    jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name)))
  from competitor_candidate k
  where k.account_id = $1 and k.project_id = $2 and k.competitor_id is not null
)
where account_id = $1 and id = $2`;

/** Spread evenly over days, platforms and prompts; about 2,800 characters, as recorded answers have. */
const INSERT_ANSWERS = `
with asked as (
  select array_agg(id order by created_at) as ids
  from prompt
  where account_id = $1 and project_id = $2
),
stored as (
  insert into answer (account_id, project_id, bucket_date, id, platform, model, prompt_id, question, text, citations,
    is_truncated, answered_at)
  select $1, $2, d.bucket_date, gen_random_uuid(), (array['chatgpt', 'perplexity', 'claude', 'gemini'])[1 + n % 4],
    'a model', asked.ids[1 + n % ${PROMPTS}],
    'Which running shoes are the best for runner number ' || 1 + n % ${PROMPTS} || '?',
    (select string_agg(md5(n || ' ' || i), ' ') from generate_series(1, 85) i), '[]', false,
    d.bucket_date + n % 86400 * interval '1 second'
  from generate_series(0, ${ANSWERS - 1}) n
  cross join asked
  cross join lateral (select $3::date - n / 4 % ${HISTORY_DAYS} as bucket_date) d
  returning bucket_date, id, platform, answered_at, question
)
insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
  question_hash, is_brand_named, text_length, sentiment, evidence)
select $1, $2, $2, bucket_date, id, platform, answered_at, sha256(question::bytea), h.named, 2804,
  case when h.named then 'positive' end, case when h.named then repeat('A sentence about the brand. ', 4) end
from stored
cross join lateral (select hashtext(id::text) % 5 <> 0 as named) h`;

/** The brand where it is named, six of the competitors and four other names in each answer. */
const INSERT_MENTIONS = `
with names as (
  select array_agg(id order by created_at) as ids
  from competitor_candidate
  where account_id = $1 and project_id = $2
)
insert into answer_mention (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
  subject_id, mention_count, spans, position)
select r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.answer_id, r.platform, r.answered_at,
  m.subject_id, 3, array[b.at, b.at + 7, b.at + 90, b.at + 97, b.at + 290, b.at + 297], 1 + b.at % 7
from answer_reading r
cross join names
cross join lateral (
  select r.project_id as subject_id
  where r.is_brand_named
  union
  select names.ids[1 + abs(hashtext(r.answer_id::text || i)) % ${COMPETITORS}]
  from generate_series(1, 6) i
  union
  select names.ids[${COMPETITORS} + 1 + ${fewOften(DISCOVERED, 'r.answer_id::text || i')}]
  from generate_series(7, 10) i
) m
cross join lateral (select abs(hashtext(r.answer_id::text || m.subject_id)) % 2500 as at) b
where r.account_id = $1 and r.project_id = $2`;

const INSERT_CITATIONS = `
insert into answer_citation (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
  ordinal,
  domain, url)
select r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.answer_id, r.platform, r.answered_at, i,
  'site-' || c.site || '.example', 'https://site-' || c.site || '.example/blog/best-running-shoes/page-' || c.page
from answer_reading r
cross join generate_series(1, 6) i
cross join lateral (
  select ${fewOften(DOMAINS, 'r.answer_id::text || i')} as site, abs(hashtext(i || r.answer_id::text)) % 8 as page
) c
where r.account_id = $1 and r.project_id = $2`;

/** Three queries an answer: some again and again, most of them once or twice. */
const INSERT_SEARCHES = `
insert into answer_search (account_id, project_id, bucket_date, answer_id, ordinal, platform, query, query_hash)
select r.account_id, r.project_id, r.bucket_date, r.answer_id, i, r.platform, q.query, sha256(q.query::bytea)
from answer_reading r
cross join generate_series(0, 2) i
cross join lateral (
  select 'best running shoes for runner number ' || ${fewOften(QUERIES, "r.answer_id::text || 'q' || i")} as query
) q
where r.account_id = $1 and r.project_id = $2`;

/** As many as a file may have, in groups of five of nearly the same words. */
const INSERT_SEARCH_TERMS = `
insert into search_term (account_id, project_id, source, term_hash, lead_hash, term, stage, clicks, impressions)
select $1, $2, 'google', sha256(t.term::bytea), sha256(('best running shoes for terrain ' || n / 5 || ' no 0')::bytea),
  t.term, 'consideration', 1, 5000 - n
from generate_series(0, ${SEARCH_TERMS - 1}) n
cross join lateral (select 'best running shoes for terrain ' || n / 5 || ' no ' || n % 5 as term) t`;

/** Some of the notes that a project may have; the other changes are those of its prompts. */
const INSERT_NOTES = `
insert into project_change (account_id, project_id, at, id, kind, text)
select $1, $2, $3::date - n % ${HISTORY_DAYS} * interval '1 day', gen_random_uuid(), 'note', 'New pricing page ' || n
from generate_series(1, ${NOTES}) n`;

/** What the schedule makes of these prompts in as many days, each of them daily on four platforms. */
const INSERT_RUNS = `
insert into run (account_id, project_id, prompt_id, platform, period_date, occasion, state, queue_at, not_before,
  expires_at, planned_at, started_at, finished_at, model, answer_id, bucket_date)
select $1, $2, q.id, f.platform, d.day, 0, case when a.id is null then 'failed' else 'accepted' end, t.at, t.at,
  t.at + interval '1 day', t.at, t.at, t.at + interval '1 minute', 'a model', a.id, a.bucket_date
from prompt q
cross join unnest(array['chatgpt', 'perplexity', 'claude', 'gemini']) as f (platform)
cross join lateral (select $3::date - n as day from generate_series(0, ${HISTORY_DAYS - 1}) n) d
cross join lateral (
  select (d.day::timestamp at time zone 'UTC') + abs(hashtext(q.id::text)) % 1440 * interval '1 minute' as at
) t
left join lateral (
  select a.id, a.bucket_date
  from answer a
  where a.account_id = $1 and a.project_id = $2 and a.bucket_date = d.day and a.prompt_id = q.id
    and a.platform = f.platform
  limit 1
) a on true
where q.account_id = $1 and q.project_id = $2`;

/**
 * Adds to one account's project 100 prompts, 30 competitors, 1,000 names that no competitor has, 5,000 search terms,
 * 400 notes, and 20,000 answers of the 91 days up to `today` with their facts; the rollups are the service's own.
 */
export async function storeDeepProject(
  { client, db }: BenchDatabase,
  { accountId, projectId, key }: BenchAccount,
  today: string,
): Promise<DeepProject> {
  const days = Array.from({ length: HISTORY_DAYS }, (_, back) => daysBefore(today, back));
  await ensurePartitions(db, days);
  for (const sql of [INSERT_PROMPTS, INSERT_NAMES, LOOK_FOR_NAMES]) await client.query(sql, [accountId, projectId]);
  await client.query(INSERT_ANSWERS, [accountId, projectId, today]);
  await client.query('vacuum analyze');
  for (const sql of [INSERT_MENTIONS, INSERT_CITATIONS, INSERT_SEARCHES])
    await client.query(sql, [accountId, projectId]);
  await client.query(INSERT_SEARCH_TERMS, [accountId, projectId]);
  for (const sql of [INSERT_RUNS, INSERT_NOTES]) await client.query(sql, [accountId, projectId, today]);
  await client.query('vacuum analyze');
  await longTransaction(db, (tx) => rollUp(tx, { accountId, projectId }, projectId, days));
  await client.query('vacuum analyze');
  const idsOf = async (table: string, condition = 'project_id = $2') => {
    const sql = `select id from ${table} where account_id = $1 and ${condition} order by created_at, id`;
    return (await client.query<{ id: string }>(sql, [accountId, projectId])).rows.map(({ id }) => id);
  };
  return {
    ...{ key, accountId, projectId, today },
    otherProjectIds: await idsOf('project', 'id <> $2'),
    promptIds: await idsOf('prompt'),
    competitorIds: await idsOf('competitor'),
    candidateIds: await idsOf('competitor_candidate'),
  };
}
