import { randomUUID } from 'node:crypto';
import { Client, escapeLiteral } from 'pg';
import { daysBefore, daysFrom } from '../../src/core/time.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { knownStatements } from '../../src/database/rows.js';
import { DAYS_READ } from '../../src/monitoring/alerts/scan.js';
import { readWatchedNumbers } from '../../src/monitoring/alerts/watched-numbers.js';
import { cpuBetween, readCpu } from '../shared/cpu.js';
import { type BenchDatabase, clientConfig } from '../shared/database.js';
import { median, quantile } from '../shared/statistics.js';
import type { EnginePart } from './engine-part.js';

/** Prompts of a project, asked on four platforms, and the answers that they have on an average day. */
const DESIGNS = [
  { name: '100 weekly', daily: 0, weekly: 100 },
  { name: '20 daily, 80 weekly', daily: 20, weekly: 80 },
  { name: '60 daily, 140 weekly: a full agency project', daily: 60, weekly: 140 },
];
const PLATFORM_COUNT = 4;
const COMPETITORS = 30;
/** Competitors that an answer names. */
const NAMED = 6;
/** Days that are stored, of which {@link DAYS_READ} are read. */
const DAYS = 120;
/** Days of one insert: all at once would be beyond the time that a statement may take. */
const DAYS_AT_ONCE = 10;
/** Other projects of each design, whose rows lie beside those that are read. */
const NEIGHBOURS = 5;
const ROUNDS = 21;

interface CheckedProject {
  accountId: string;
  projectId: string;
  daily: number;
  weekly: number;
}

/** The one statement that reads the numbers of a project's daily check, by the answers that it has a day. */
export const ALERTS_CHECK: EnginePart = {
  name: 'alerts-check',
  title: `The statement of a daily check: ${DAYS_READ} days by subject, question and platform, ms in the database`,
  heads: ['prompts × 4 platforms', 'answers a day', 'rows', 'CPU ms', 'median', '9 of 10', 'pages'],
  measure: async (database) => {
    await database.client.query('set statement_timeout = 0');
    const today = new Date().toISOString().slice(0, 10);
    const projects: CheckedProject[] = [];
    for (const design of DESIGNS) {
      for (let at = 0; at <= NEIGHBOURS; at += 1) {
        const project = { accountId: randomUUID(), projectId: randomUUID(), ...design };
        await storeProject(database, project, today);
        if (at === 0) projects.push(project);
      }
    }
    await database.client.query('vacuum analyze');
    const rows: string[][] = [];
    for (const [at, project] of projects.entries()) {
      await refuseMiscount(database, project, daysBefore(today, 1));
      rows.push([DESIGNS[at]?.name ?? '', ...(await timeCheck(database, project, daysBefore(today, 1)))]);
    }
    return rows;
  },
};

interface Plan {
  'Execution Time': number;
  Plan: { 'Actual Rows': number; 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

/** On a connection like those of the service, whose plans know no values. */
async function timeCheck(
  { client, address }: BenchDatabase,
  { accountId, projectId, daily, weekly }: CheckedProject,
  day: string,
): Promise<string[]> {
  const text = knownStatements().get('watched-numbers-of-project');
  if (text === undefined) throw new Error('the statement of a check has another name');
  const days = daysFrom(daysBefore(day, DAYS_READ - 1), day);
  const values = [accountId, `{${projectId}}`, `{${days.join(',')}}`, day].map((value) => escapeLiteral(value));
  const own = new Client({ ...clientConfig(address), options: '-c plan_cache_mode=force_generic_plan' });
  await own.connect();
  try {
    await own.query(`prepare checked as ${text}`);
    const run = async (): Promise<Plan> => {
      const { rows } = await own.query<{ 'QUERY PLAN': [Plan] }>(
        `explain (analyze, buffers, timing off, format json) execute checked (${values.join(', ')})`,
      );
      const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
      if (!plan) throw new Error('the statement of a check has no plan');
      return plan;
    };
    // It reads what the others find in memory.
    const { Plan: first } = await run();
    const before = await readCpu(client, process.pid);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push((await run())['Execution Time']);
    const { databaseMs } = cpuBetween(before, await readCpu(client, process.pid));
    return [
      String(Math.round(((7 * daily + weekly) * PLATFORM_COUNT) / 7)),
      String(first['Actual Rows']),
      databaseMs === undefined ? '–' : (databaseMs / ROUNDS).toFixed(0),
      median(times).toFixed(0),
      quantile(times, 0.9).toFixed(0),
      String(first['Shared Hit Blocks'] + first['Shared Read Blocks']),
    ];
  } finally {
    await own.end();
  }
}

/** @throws Error where the check would not read every stored answer of its days. */
async function refuseMiscount({ client, db }: BenchDatabase, project: CheckedProject, day: string): Promise<void> {
  const { accountId, projectId } = project;
  const { rows } = await client.query<{ answers: number }>(
    `select count(*)::int as answers
     from answer_reading
     where account_id = $1 and project_id = $2 and bucket_date between $3 and $4`,
    [accountId, projectId, daysBefore(day, DAYS_READ - 1), day],
  );
  const { brand } = await readWatchedNumbers(db, { accountId, projectId }, day, null);
  const read = brand.flatMap(({ answers }) => answers).reduce((sum, each) => sum + each, 0);
  if (read === 0 || read !== rows[0]?.answers) throw new Error(`a check reads ${read} of ${rows[0]?.answers} answers`);
}

const INSERT_PROJECT = [
  `insert into account (account_id, name, email, tier, subscription, cadence)
   select id, 'Bench', id || '@example.com', 'agency', 'active', 'weekly'
   from (values ($1::uuid)) a (id)`,
  `insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
     platforms, monitoring_frequency, auto_discover_competitors, created_at, updated_at)
   values ($1, $2, 'Acme', 'Acme', 'https://acme.example', '', 'US', '', '{chatgpt,perplexity,claude,gemini}',
     'weekly', false, '2026-01-01', '2026-01-01')`,
  `insert into analysis (account_id, id, project_id, version, subjects)
   values ($1, $2, $2, 1, '[]')`,
  `insert into analysis_selection (account_id, project_id, analysis_id)
   values ($1, $2, $2)`,
  `with created as (
     insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method, created_at,
       updated_at)
     select $1::uuid, gen_random_uuid(), $2::uuid, 'Rival ' || n, 'https://rival-' || n || '.example', '', 'manual',
       timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01'
     from generate_series(1, ${COMPETITORS}) n
     returning id, name, created_at
   )
   insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id, created_at)
   select $1, gen_random_uuid(), $2, name, lower(name), id, created_at
   from created`,
];

const INSERT_PROMPTS = `
insert into prompt (account_id, id, project_id, prompt_text, text_hash, platforms, monitoring_frequency, created_at,
  updated_at)
select $1, gen_random_uuid(), $2, q.prompt_text, sha256(q.prompt_text::bytea), '{chatgpt,perplexity,claude,gemini}',
  case when n < $3 then 'daily' else 'weekly' end, q.created_at, q.created_at
from generate_series(0, $3::int + $4::int - 1) n
cross join lateral (
  select 'Which running shoes are the best for runner number ' || n || '?' as prompt_text,
    timestamptz '2026-01-01' + n * interval '1 minute' as created_at
) q`;

/** Daily prompts each day, weekly ones each on a day of its own; the tone of half that name the brand is read. */
const INSERT_READINGS = `
insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
  question_hash, is_brand_named, text_length, sentiment, sentiment_source, evidence)
select $1, $2, $2, d.day, gen_random_uuid(), f.platform, d.day::timestamp at time zone 'UTC', q.text_hash, h.named,
  2800, case when h.named then (array['positive', 'neutral', 'negative'])[1 + h.drawn % 3] end,
  (array['rules', 'no_rule'])[1 + h.drawn % 2], case when h.named then 'A sentence.' end
from (
  select p.text_hash, p.monitoring_frequency, (row_number() over (order by p.created_at))::int as n
  from prompt p
  where p.account_id = $1 and p.project_id = $2
) q
cross join unnest(array['chatgpt', 'perplexity', 'claude', 'gemini']) as f (platform)
cross join lateral (select $3::date - n as day from generate_series($4::int, $5::int - 1) n) d
cross join lateral (select abs(hashtext(q.n || f.platform || d.day)) as drawn) r
cross join lateral (select r.drawn % 5 < 2 as named, r.drawn / 5 as drawn) h
where q.monitoring_frequency = 'daily' or (d.day - date '2026-01-01' + q.n) % 7 = 0`;

/** What the service rolls up of these answers, on the days from $4 to $5 before $3. */
const INSERT_ROLLUPS = [
  `insert into daily_response (account_id, project_id, analysis_id, bucket_date, platform, response_count,
     brand_mention_count, positive, neutral, negative, mixed)
   select r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform, count(*),
     count(*) filter (where r.is_brand_named), 0, 0, 0, 0
   from answer_reading r
   where r.account_id = $1 and r.project_id = $2 and r.bucket_date between $3::date - $5::int + 1 and $3::date - $4::int
   group by r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform`,
  `insert into daily_question_response (account_id, project_id, analysis_id, bucket_date, platform, question_hash,
     response_count, brand_mention_count)
   select r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform, r.question_hash, count(*),
     count(*) filter (where r.is_brand_named)
   from answer_reading r
   where r.account_id = $1 and r.project_id = $2 and r.bucket_date between $3::date - $5::int + 1 and $3::date - $4::int
   group by r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform, r.question_hash`,
  `insert into daily_question_mention (account_id, project_id, analysis_id, bucket_date, platform, question_hash,
     subject_id, response_count)
   select r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform, r.question_hash, m.subject_id, count(*)
   from answer_reading r
   cross join (
     select array_agg(k.id order by k.created_at) as ids
     from competitor_candidate k
     where k.account_id = $1 and k.project_id = $2
   ) k
   cross join lateral (
     select distinct k.ids[1 + abs(hashtext(r.answer_id::text || i)) % ${COMPETITORS}] as subject_id
     from generate_series(1, ${NAMED}) i
   ) m
   where r.account_id = $1 and r.project_id = $2 and r.bucket_date between $3::date - $5::int + 1 and $3::date - $4::int
   group by r.account_id, r.project_id, r.analysis_id, r.bucket_date, r.platform, r.question_hash, m.subject_id`,
];

/** A project of an account of its own with the answers of {@link DAYS} days to yesterday, as facts and rollups. */
async function storeProject(
  { client, db }: BenchDatabase,
  { accountId, projectId, daily, weekly }: CheckedProject,
  today: string,
): Promise<void> {
  for (const sql of INSERT_PROJECT) {
    await client.query(sql, sql.includes('$2') ? [accountId, projectId] : [accountId]);
  }
  await client.query(INSERT_PROMPTS, [accountId, projectId, daily, weekly]);
  await ensurePartitions(
    db,
    Array.from({ length: DAYS }, (_, back) => daysBefore(today, 1 + back)),
  );
  for (let from = 1; from <= DAYS; from += DAYS_AT_ONCE) {
    const values = [accountId, projectId, today, from, from + DAYS_AT_ONCE];
    for (const sql of [INSERT_READINGS, ...INSERT_ROLLUPS]) await client.query(sql, values);
  }
}
