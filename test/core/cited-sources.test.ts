import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { COUNT_ANSWERS } from '../../src/core/answers/answer.reads.js';
import { rollUp } from '../../src/core/facts/rollups.js';
import { citationStatement } from '../../src/core/metrics/citations.js';
import { CITED_PAGES } from '../../src/core/metrics/cited-pages.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { verifyRollups } from '../../src/monitoring/facts/verify-rollups.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

/** What the responses that cite a source name is read from rollups; the counts are those of all responses at once. */

const [FROM, TO] = ['2026-03-01', '2026-05-29'];
const ANSWERS = 4_000;

let database: TestDatabase;
let accountId: string;
let projectId: string;
/** The selected analysis, and one in progress. */
const analyses = [randomUUID(), randomUUID()];

/** The competitors that both analyses looked for: of the tracked ones the first alone, and the removed one. */
const LOOKED_FOR = [1, 3];
const subjectId = (n: number) => createHash('md5').update(`subject${n}`).digest('hex');

type Row = Record<string, unknown>;
const ask = async (text: string, values: unknown[] = []): Promise<Row[]> => queryDatabase<Row>(database, text, values);

beforeAll(async () => {
  database = await createTestDatabase();
  const { accountId: account, ctx } = await openAccount(database.db);
  const { id } = await createProject(ctx, { brandName: 'Acme', websiteUrl: 'https://acme.example' });
  [accountId, projectId] = [account, id];
  const key = `'${account}'::uuid, '${id}'::uuid`;
  for (const analysis of analyses) {
    await ask(
      `insert into analysis (account_id, id, project_id, version, subjects)
       values ('${account}', '${analysis}', '${id}', 1, $1)`,
      [{ competitors: LOOKED_FOR.map((n) => ({ id: subjectId(n) })) }],
    );
  }
  await ask(`insert into analysis_selection (account_id, project_id, analysis_id) values (${key}, '${analyses[0]}')`);
  // Two tracked rivals, one that is tracked no more, and a candidate.
  await ask(
    `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method, removed_at)
     select '${account}', md5('rival' || n)::uuid, '${id}', 'Rival ' || n, '', '', 'manual',
        case when n = 3 then now() end
     from generate_series(1, 3) n`,
  );
  await ask(
    `insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id)
     select '${account}', md5('subject' || n)::uuid, '${id}', 'Rival ' || n, 'rival ' || n,
       case when n <= 3 then md5('rival' || n)::uuid end
     from generate_series(1, 4) n`,
  );
  await ensurePartitions(
    database.db,
    [2, 3, 4, 5, 6].map((month) => `2026-0${month}-01`),
  );
  await ask(
    `create table given as
     select n, gen_random_uuid() as id, date '2026-02-25' + n % 100 as day,
       (array['chatgpt', 'claude', 'gemini'])[1 + n * 7 % 3] as platform
     from generate_series(1, ${ANSWERS}) n`,
  );
  await ask(
    `insert into answer (account_id, project_id, bucket_date, id, platform, question, text, citations, is_truncated,
       answered_at)
     select ${key}, day, id, platform, 'Which?', 'That.', '[]', false, day + n % 1000 * interval '1 minute' from given`,
  );
  for (const [at, analysis] of analyses.entries()) {
    const facts = `${key}, '${analysis}'::uuid, day, id`;
    const seen = `platform, day + n % 1000 * interval '1 minute'`;
    await ask(
      `insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
         is_brand_named, question_hash)
       select ${facts}, ${seen}, (n + ${at}) % 5 = 0, sha256('q') from given`,
    );
    await ask(
      `insert into answer_mention (account_id, project_id, analysis_id, bucket_date, answer_id, subject_id, platform,
         answered_at, mention_count, spans)
       select ${facts}, md5('subject' || k)::uuid, ${seen}, 1, '{0,4}'
       from given cross join generate_series(1, 4) k where (n * 11 + k * 3 + ${at}) % 7 < 2`,
    );
    await ask(
      `insert into answer_citation (account_id, project_id, analysis_id, bucket_date, answer_id, ordinal, platform,
         answered_at, url, domain)
       select ${facts}, k, ${seen}, 'https://d' || (n * k % 17) || '.example/' || k, 'd' || (n * k % 17) || '.example'
       from given cross join generate_series(1, 4) k`,
    );
  }
  await ask('analyze');
  await rollUpAll(id);
}, 120_000);
afterAll(() => database.close());

/** Rolls up all days of a project that have facts, under every analysis of it. */
async function rollUpAll(project: string): Promise<void> {
  const days = await ask('select distinct bucket_date::text as day from answer_reading where project_id = $1', [
    project,
  ]);
  const found = await ask('select id from analysis where project_id = $1', [project]);
  for (const { id } of found) {
    const touched = days.map(({ day }) => String(day));
    await database.db.transaction((tx) => rollUp(tx, { accountId, projectId: project }, String(id), touched));
  }
  await ask('analyze daily_citation, daily_citation_url');
}

/** The facts of all responses, each with what it names, put together without any regard to days. */
const PLAIN = (source: string) => `
  select ${source}, count(distinct r.answer_id)::int as response_count,
    (count(distinct r.answer_id) filter (where r.is_brand_named))::int as naming_brand,
    (count(distinct r.answer_id) filter (where exists (${rivals})))::int as naming_rival,
    (count(distinct r.answer_id) filter (where not r.is_brand_named and exists (${rivals})))::int as alone,
    min(r.answered_at) as first_seen_at, max(r.answered_at) as last_seen_at
  from answer_citation f
  join answer_reading r using (account_id, project_id, analysis_id, bucket_date, answer_id)
  where f.account_id = $1 and f.project_id = any ($2::uuid[]) and f.bucket_date between $3 and $4
    and ($5::text[] is null or f.platform = any ($5::text[]))
    and f.analysis_id = (
      select s.analysis_id from analysis_selection s where s.account_id = $1 and s.project_id = f.project_id
    )
  group by ${source}`;
const rivals = `
  select from answer_mention m
  join competitor_candidate k on k.account_id = $1 and k.id = m.subject_id
  join competitor c on c.account_id = $1 and c.id = k.competitor_id and c.removed_at is null
  where m.account_id = $1 and m.analysis_id = r.analysis_id and m.bucket_date = r.bucket_date
    and m.answer_id = r.answer_id`;

function placed(from: string, to: string, platforms: string[] | null, project = projectId): unknown[] {
  return [accountId, [project], from, to, platforms];
}

const FILTERS: [string, string, string, string[] | null][] = [
  ['a quarter', FROM, TO, null],
  ['a platform', FROM, TO, ['claude']],
  ['a month on two platforms', '2026-04-01', '2026-04-30', ['gemini', 'claude']],
  ['a day', '2026-04-07', '2026-04-07', null],
  ['days without responses', '2025-04-01', '2025-04-07', null],
];

/** Compares domains, pages and the count of responses with the facts. */
async function compareAll(project = projectId, filters = FILTERS): Promise<void> {
  for (const [, from, to, platforms] of filters) {
    const place = placed(from, to, platforms, project);
    const domains = await ask(citationStatement({ withNames: true, gaps: false, byOwner: false }).text, [
      ...place,
      ...[100, 0, false, [], [], [], null, false],
    ]);
    const pages = await ask(CITED_PAGES.text, [...place, 1000, 0, null, [], [], false]);
    expect(countsOf(domains, 'domain')).toEqual(countsOf(await ask(PLAIN('f.domain'), place), 'domain'));
    expect(countsOf(pages, 'url')).toEqual(countsOf(await ask(PLAIN('f.url'), place), 'url'));
    const [counted] = await ask(COUNT_ANSWERS.text, [...place, null, null]);
    const [expected] = await ask(
      `select count(*)::int as total from answer where account_id = $1 and project_id = any ($2::uuid[])
         and bucket_date between $3 and $4 and ($5::text[] is null or platform = any ($5::text[]))`,
      place,
    );
    expect(counted).toEqual({ project_id: project, total: expected?.['total'] });
  }
}

function countsOf(rows: readonly Row[], key: string): Map<unknown, unknown[]> {
  const counts = rows
    .filter((row) => row[key] !== null)
    .map((row): [unknown, unknown[]] => [
      row[key],
      [
        ...['response_count', 'naming_brand', 'naming_rival', 'first_seen_at', 'last_seen_at'].map((name) => row[name]),
        row['is_gap'] ?? isGap(Number(row['alone']), Number(row['naming_brand'])),
      ],
    ]);
  return new Map(counts);
}

/** As docs/metrics.md defines it. */
function isGap(alone: number, brand: number): boolean {
  return alone >= 3 && (brand === 0 || (alone > brand && (alone - brand - 1) ** 2 >= 2.706 * (alone + brand)));
}

test('domains, pages and counts are those of all responses at once, whatever the filter', () => compareAll());

test('they are so with another analysis, while answers are deleted, and for a rival tracked again', async () => {
  await ask(`update analysis_selection set analysis_id = $2 where account_id = $1`, [accountId, analyses[1]]);
  await compareAll();
  for (const table of ['answer', 'answer_reading', 'answer_mention', 'answer_citation'])
    await ask(`delete from ${table} where account_id = $1 and bucket_date < '2026-03-20'`, [accountId]);
  await rollUpDeleted();
  await compareAll();
  await ask('update competitor set removed_at = null where account_id = $1', [accountId]);
  await compareAll();
}, 60_000);

/** Rolls up the days of which the test above deletes the facts. */
async function rollUpDeleted(): Promise<void> {
  const days = Array.from({ length: 30 }, (_, back) =>
    new Date(Date.UTC(2026, 2, 20 - back)).toISOString().slice(0, 10),
  );
  for (const analysis of analyses)
    await database.db.transaction((tx) => rollUp(tx, { accountId, projectId }, analysis, days));
}

/** A project whose answers, and what they name and cite, are drawn from a number; with four competitors. */
async function drawProject(seed: number, lookedFor: readonly number[]): Promise<string> {
  const [project, analysis] = [randomUUID(), randomUUID()];
  const drawn = (text: string, most: number) => `(abs(hashtext('${seed} ' || ${text})) % ${most})`;
  const facts = `$1::uuid, $2::uuid, $3::uuid, f.day, f.id, f.platform, f.day + interval '1 hour' * (f.n % 24)`;
  const columns = 'account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at';
  const key = [accountId, project, analysis];
  const from = `from (
      select n, md5($3::uuid || ' ' || n)::uuid as id, date '2026-04-05' + ${drawn('n', 4)} as day,
        (array['chatgpt', 'claude', 'gemini'])[1 + ${drawn(`'p' || n`, 3)}] as platform
      from generate_series(1, 120) n
    ) f`;
  await ask(
    `insert into project (account_id, id, name, brand_name, website_url, description, target_country, main_topic,
       platforms, monitoring_frequency, auto_discover_competitors)
     select account_id, $2, 'Drawn', brand_name, website_url, description, target_country, main_topic, platforms,
       monitoring_frequency, false
     from project where account_id = $1 and id = $3`,
    [accountId, project, projectId],
  );
  await ask('insert into analysis (account_id, id, project_id, version, subjects) values ($1, $3, $2, 1, $4)', [
    ...key,
    { competitors: lookedFor.map((n) => ({ id: ofProject(project, n) })) },
  ]);
  await ask('insert into analysis_selection (account_id, project_id, analysis_id) values ($1, $2, $3)', key);
  await ask(
    `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method)
     select $1, id, $2, 'Rival ' || id, '', '', 'manual' from unnest($3::uuid[]) as id`,
    [accountId, project, RIVALS.map((n) => ofProject(project, n))],
  );
  await ask(
    `insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id)
     select $1, id, $2, 'Rival ' || id, 'rival ' || id, id from unnest($3::uuid[]) as id`,
    [accountId, project, RIVALS.map((n) => ofProject(project, n))],
  );
  await ask(
    `insert into answer (account_id, project_id, bucket_date, id, platform, question, text, citations, is_truncated,
       answered_at)
     select $1::uuid, $2::uuid, f.day, f.id, f.platform, 'Which?', 'That.', '[]', false,
       f.day + interval '1 hour' * (f.n % 24) ${from}`,
    key,
  );
  await ask(
    `insert into answer_reading (${columns}, is_brand_named, question_hash)
     select ${facts}, ${drawn(`'b' || n`, 4)} = 0, sha256('q') ${from}`,
    key,
  );
  await ask(
    `insert into answer_mention (${columns}, subject_id, mention_count, spans)
     select ${facts}, r.id, 1, '{0,4}' ${from}
     cross join unnest($4::uuid[]) with ordinality as r (id, at)
     where ${drawn(`'m' || n || ' ' || r.at`, 3)} = 0`,
    [...key, RIVALS.map((n) => ofProject(project, n))],
  );
  await ask(
    `insert into answer_citation (${columns}, ordinal, url, domain)
     select ${facts}, min(c.at), 'https://' || c.source || '.example/' || c.page, c.source || '.example' ${from}
     cross join lateral (
       select at, ${drawn(`'c' || n || ' ' || at`, 5)} as source, ${drawn(`'u' || n || ' ' || at`, 2)} as page
       from generate_series(1, ${drawn(`'k' || n`, 4)}) at
     ) c
     group by f.day, f.id, f.platform, f.n, c.source, c.page`,
    key,
  );
  await rollUpAll(project);
  return project;
}

const RIVALS = [0, 1, 2, 3];
/** The id of a project's competitor, and that of its candidate. */
const ofProject = (project: string, n: number) => createHash('md5').update(`${project} ${n}`).digest('hex');

test('they are so in any history, and after any change of what is tracked', async () => {
  const some = fc.subarray(RIVALS);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      some,
      fc.array(some, { minLength: 1, maxLength: 3 }),
      async (seed, lookedFor, tracked) => {
        const project = await drawProject(seed, lookedFor);
        for (const now of tracked) {
          await ask(
            `update competitor set removed_at = case when id <> all ($2::uuid[]) then now() end where project_id = $1`,
            [project, now.map((n) => ofProject(project, n))],
          );
          await compareAll(project, FILTERS.slice(0, 2));
        }
        expect(await verifyRollups(database.db, { projectId: project })).toMatchObject({ differenceCount: 0 });
      },
    ),
    { numRuns: 8, includeErrorInReport: true },
  );
}, 120_000);

test('a count sorts no answers', async () => {
  const values = [`'${accountId}'`, `'{${projectId}}'`, `'${FROM}'`, `'${TO}'`, 'null', 'null', 'null'];
  const text = COUNT_ANSWERS.text.replace(/\$(\d)/g, (_, at: string) => values[Number(at) - 1] ?? 'null');
  const plan = (await ask(`explain ${text}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(/Sort|HashAggregate/);
});
