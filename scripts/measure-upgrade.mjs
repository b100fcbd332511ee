/**
 * Measures how long the migrations take that run over retained answers: `npm run bench:upgrade -- ANSWERS FROM`. A
 * database is migrated up to FROM, a migration's name, and filled with so many answers of 50 projects and 300 days,
 * each with a text of 1,500 characters, two names and three cited pages, and their rollups; then each migration that is
 * missing runs in a transaction of its own, and its seconds are printed. On a server of its own, or that of
 * `DATABASE_URL`.
 */
import pg from 'pg';
import { connect, migrate } from '../dist/database/connection.js';
import { MIGRATIONS } from '../dist/database/migrations/index.js';
import { prepareServer, releaseServer } from '../test/support/server.mjs';

const [answers = '1000000', from = '2026-11-22-attempts-at-analyses'] = process.argv.slice(2);
const names = MIGRATIONS.map(({ name }) => name);
const last = names.indexOf(from);
if (last < 0) throw new Error(`${from} is no migration`);

const DAYS = 300;
const PROJECTS = 50;
const PLATFORMS = `(array['chatgpt', 'perplexity', 'claude', 'gemini'])`;
const idOf = (text) => `md5(${text})::uuid`;
const OWNER = `${idOf(`'account' || n % ${PROJECTS} % 10`)} as account_id,
  ${idOf(`'project' || n % ${PROJECTS}`)} as project_id`;
const KEY = 'account_id, project_id, analysis_id, bucket_date';

/** In the order in which rows refer to each other. */
const ROWS = [
  `insert into account (account_id, name, email, tier, subscription, cadence)
   select ${idOf(`'account' || n`)}, 'Account', 'account-' || n || '@example.com', 'agency', 'active', 'daily'
   from generate_series(0, 9) n`,
  `insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
     platforms, monitoring_frequency, auto_discover_competitors)
   select ${OWNER}, 'Acme', 'Acme', 'https://acme.example', '', 'US', '', '{chatgpt}', 'daily', false
   from generate_series(0, ${PROJECTS - 1}) n`,
  `insert into analysis (account_id, id, project_id, version, subjects)
   select ${OWNER}, ${idOf(`'project' || n`)}, 1, jsonb_build_object('competitors', jsonb_build_array(
     jsonb_build_object('id', ${idOf(`'name1'`)}), jsonb_build_object('id', ${idOf(`'name2'`)})))
   from generate_series(0, ${PROJECTS - 1}) n`,
  `insert into analysis_selection (account_id, project_id, analysis_id)
   select account_id, project_id, id from analysis`,
  `insert into answer (account_id, project_id, bucket_date, id, platform, question, text, citations, is_truncated,
     answered_at)
   select ${OWNER}, d.day, ${idOf(`'answer' || n`)}, ${PLATFORMS}[1 + n % 4], 'Which anvil is number ' || n % 40 || '?',
     left(repeat(md5(n::text), 47), 1500), '[]', false, d.day + interval '9 hours'
   from generate_series(1, ${Number(answers)}) n
   cross join lateral (select date '2026-01-01' + (n / ${PROJECTS} % ${DAYS})::int as day) d`,
  `insert into answer_reading (${KEY}, answer_id, platform, answered_at, is_brand_named, sentiment@)
   select account_id, project_id, project_id, bucket_date, id, platform, answered_at, hashtext(id::text) % 3 = 0,
     'neutral'@@
   from answer`,
  `insert into answer_mention (${KEY}, answer_id, subject_id, platform, answered_at, mention_count, spans)
   select account_id, project_id, project_id, bucket_date, answer.id, s.id, platform, answered_at, 1, '{0,4}'
   from answer
   cross join lateral (values (${idOf(`'name1'`)}), (${idOf(`'name2'`)})) s (id)
   where hashtext(answer.id::text || s.id::text) % 2 = 0`,
  `insert into answer_citation (${KEY}, answer_id, ordinal, platform, answered_at, domain, url)
   select account_id, project_id, project_id, bucket_date, id, o, platform, answered_at, 'source-' || s || '.example',
     'https://source-' || s || '.example/page-' || abs(hashtext(id::text)) % 20
   from answer
   cross join generate_series(1, 3) o
   cross join lateral (select abs(hashtext(id::text || o)) % 60 as s) s`,
  `insert into daily_response (${KEY}, platform, response_count, brand_mention_count, positive, neutral, negative,
     mixed)
   select ${KEY}, platform, count(*), count(*) filter (where is_brand_named), 0, count(*), 0, 0
   from answer_reading
   group by ${KEY}, platform`,
  `insert into daily_mention (${KEY}, platform, subject_id, mention_count, response_count, first_seen_at, last_seen_at)
   select ${KEY}, platform, subject_id, count(*), count(*), min(answered_at), max(answered_at)
   from answer_mention
   group by ${KEY}, platform, subject_id`,
  `insert into daily_citation (${KEY}, platform, domain, citation_count, response_count, first_seen_at, last_seen_at)
   select ${KEY}, platform, domain, count(*), count(distinct answer_id), min(answered_at), max(answered_at)
   from answer_citation
   group by ${KEY}, platform, domain`,
  `insert into daily_citation_url (${KEY}, platform, domain, url_hash, url, citation_count)
   select ${KEY}, platform, domain, sha256(convert_to(url, 'UTF8')), url, count(*)
   from answer_citation
   group by ${KEY}, platform, domain, url`,
];

const server = await prepareServer();
const url = Object.assign(new URL(server.url), { pathname: `/upgrade_${process.pid}` }).href;
const admin = await connected(server.url);
try {
  await admin.query(`create database upgrade_${process.pid} template template0`);
  await measure();
} finally {
  await admin.query(`drop database if exists upgrade_${process.pid} with (force)`);
  await admin.end();
  await releaseServer(server);
}

async function measure() {
  const database = await connect({ address: { url }, isPooled: false, report: () => {} });
  await migrate(database, { names: names.slice(0, last + 1) });
  await fill();
  const started = performance.now();
  for (let next = last + 1; next < names.length; next += 1) {
    const begun = performance.now();
    await migrate(database, { names: names.slice(0, next + 1) });
    process.stdout.write(`${secondsSince(begun).padStart(7)} s  ${names[next]}\n`);
  }
  process.stdout.write(`${secondsSince(started).padStart(7)} s  all, over ${answers} answers\n`);
  await database.close();
}

async function fill() {
  const client = await connected(url);
  const partitioned = await client.query(`select relname from pg_class where relkind = 'p' and relname like 'answer%'`);
  for (const { relname } of partitioned.rows) {
    for (let month = 1; month <= 11; month += 1) {
      const [first, next] = [month, month + 1].map((each) => `2026-${String(each).padStart(2, '0')}-01`);
      const part = `${relname}_2026_${first.slice(5, 7)}`;
      await client.query(
        `create table if not exists ${part} partition of ${relname} for values from ('${first}') to ('${next}')`,
      );
    }
  }
  const hashed = await client.query(
    `select 1 from information_schema.columns where table_name = 'answer_reading' and column_name = 'question_hash'`,
  );
  const [column, value] =
    hashed.rows.length === 0 ? ['', ''] : [', question_hash', `, sha256(convert_to(question, 'UTF8'))`];
  for (const sql of ROWS) await client.query(sql.replace('@@', value).replace('@', column));
  await client.query('vacuum analyze');
  await client.end();
}

async function connected(to) {
  const client = new pg.Client(to);
  // What failed before is what is told, not that the database is dropped below its connections.
  client.on('error', () => {});
  await client.connect();
  return client;
}

function secondsSince(startedMs) {
  return ((performance.now() - startedMs) / 1000).toFixed(1);
}
