import { randomUUID } from 'node:crypto';
import { SEARCHES } from '../../src/core/metrics/searches.js';
import { createProject } from '../../src/core/projects/project.writes.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import { openAccount } from '../support/accounts.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { queryDatabase } from '../support/sql.js';

/** What platforms searched for, against a plain count of all responses, and what it takes with a long history. */

const ANSWERS = 6_000;
const RIVALS = 3;
const QUESTIONS = 40;
const DAYS_OF_MONTH = 30;

let database: TestDatabase;
let accountId: string;
/** With answers that the database has no statistics of, and the one of the counts. */
const projectIds: string[] = [];

type Row = Record<string, unknown>;
const ask = async (text: string, values: unknown[] = []): Promise<Row[]> => queryDatabase<Row>(database, text, values);

/** The server's own upkeep would give the tables statistics, and plans with them, in the midst of a test. */
const NO_AUTOVACUUM = `
  do $$
  declare
    each regclass;
  begin
    for each in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('alter table %s set (autovacuum_enabled = false)', each);
    end loop;
  end
  $$`;

beforeAll(async () => {
  database = await createTestDatabase();
  const { accountId: account, ctx } = await openAccount(database.db);
  accountId = account;
  await ensurePartitions(
    database.db,
    [2, 3, 4, 5, 6].map((month) => `2026-0${month}-01`),
  );
  await ask(NO_AUTOVACUUM);
  for (const name of ['Acme', 'Other']) {
    const { id } = await createProject(ctx, { brandName: name, websiteUrl: `https://${name}.example` });
    projectIds.push(id);
    await fill(id);
  }
}, 120_000);
afterAll(() => database.close());

/** Two tracked competitors and one that is tracked no more; an answer in six is of an analysis that is not selected. */
async function fill(projectId: string): Promise<void> {
  const analyses = [randomUUID(), randomUUID()];
  for (const id of analyses) {
    await ask(
      `insert into analysis (account_id, id, project_id, version, subjects)
       values ($1, $2, $3, 1, '{"competitors": []}')`,
      [accountId, id, projectId],
    );
  }
  await ask('insert into analysis_selection (account_id, project_id, analysis_id) values ($1, $2, $3)', [
    ...[accountId, projectId, analyses[0]],
  ]);
  const subject = (n: number) => `md5('${projectId}' || ${n})::uuid`;
  for (let n = 1; n <= RIVALS; n++) {
    const removed = n === RIVALS ? 'now()' : 'null';
    await ask(
      `insert into competitor (account_id, id, project_id, name, website_url, description, discovery_method, removed_at)
       values ($1, ${subject(n)}, $2, 'Rival ${n}', '', '', 'manual', ${removed})`,
      [accountId, projectId],
    );
    await ask(
      `insert into competitor_candidate (account_id, id, project_id, name, name_key, competitor_id)
       values ($1, ${subject(n)}, $2, 'Rival ${n}', 'rival ${n}', ${subject(n)})`,
      [accountId, projectId],
    );
  }
  // In the order of days, as answers come.
  const given = `(
    select n, md5('${projectId} answer' || n)::uuid as id, date '2026-02-25' + n % 100 as day,
      (array['chatgpt', 'claude', 'gemini'])[1 + n * 7 % 3] as platform,
      (date '2026-02-25' + n % 100) + n % 1000 * interval '1 minute' as at
    from generate_series(1, ${ANSWERS}) n
    order by day, n
  ) g`;
  await ask(
    `insert into answer (account_id, project_id, bucket_date, id, platform, prompt_id, question, text, citations,
       is_truncated, answered_at)
     select $1, $2, day, id, platform, case when n % 4 > 0 then md5('prompt' || n % 13)::uuid end, 'Which?', 'That.',
       '[]', false, at
     from ${given}`,
    [accountId, projectId],
  );
  await ask(
    `insert into answer_reading (account_id, project_id, analysis_id, bucket_date, answer_id, platform, answered_at,
       is_brand_named, question_hash)
     select $1, $2, case when n % 6 > 0 then $3::uuid else $4::uuid end, day, id, platform, at, n % 5 = 0,
       sha256(('question ' || n % ${QUESTIONS})::bytea)
     from ${given}`,
    [accountId, projectId, ...analyses],
  );
  await ask(
    `insert into answer_mention (account_id, project_id, analysis_id, bucket_date, answer_id, subject_id, platform,
       answered_at, mention_count, spans)
     select $1, $2, $3, day, id, md5('${projectId}' || k)::uuid, platform, at, 1, '{0,4}'
     from ${given}
     cross join generate_series(1, ${RIVALS}) k
     where (n * 11 + k * 3) % 7 < 3`,
    [accountId, projectId, analyses[0]],
  );
  await ask(
    `insert into answer_search (account_id, project_id, bucket_date, answer_id, ordinal, platform, query, query_hash)
     select $1, $2, day, id, k, platform, 'Query ' || n * (k + 1) % 611, sha256(('query ' || n * (k + 1) % 611)::bytea)
     from ${given}
     cross join generate_series(0, 2) k
     where n % 7 > k and n * (k + 1) % 611 <> all (array(select n * j % 611 from generate_series(1, k) j))`,
    [accountId, projectId],
  );
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

/** Half of the questions of a project, as they are bound; or no condition. */
async function chosenOf(projectId: string | undefined, ofSome: boolean): Promise<unknown[]> {
  if (!ofSome) return [null, [], []];
  const half = await ask(
    `select sha256(('question ' || n * 2)::bytea) as hash from generate_series(0, ${QUESTIONS / 2 - 1}) n`,
  );
  return [true, half.map(() => projectId), half.map(({ hash }) => hash)];
}

async function planOf(from: string, to: string, ofSome: boolean): Promise<Plan> {
  const place = [accountId, [projectIds[0]], from, to, null, 100, 0, false, true];
  const values = [...place, ...(await chosenOf(projectIds[0], ofSome))];
  const [row] = await ask(`explain (analyze, buffers, format json) ${SEARCHES.text}`, values);
  // PostgreSQL documents the form.
  const [{ Plan: plan } = { Plan: undefined }] = (row?.['QUERY PLAN'] ?? []) as { Plan: Plan }[];
  if (!plan) throw new Error('there is no plan');
  return plan;
}

const flat = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flat)];

test.each([
  ['before the database has statistics', 'all'],
  ['before the database has statistics', 'some'],
  ['with statistics', 'all'],
  ['with statistics', 'some'],
])('what is read grows with the period alone, %s, of %s questions', async (when, which) => {
  if (when === 'with statistics') await ask('analyze');
  const week = await planOf('2026-04-01', '2026-04-07', which === 'some');
  const [days, inAll] = [7, 100];
  const read = flat(week)
    .filter((plan) => plan['Relation Name']?.startsWith('answer'))
    .map((plan) => (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']);
  // At most two rows of a table for each that a week of answers has, or the month that it is in: a partition holds it.
  const month = projectIds.length * ANSWERS * (DAYS_OF_MONTH / inAll);
  expect(Math.max(...read)).toBeLessThanOrEqual(Math.max(month, 2 * RIVALS * ANSWERS * (days / inAll)));
  // Without statistics, each search would be compared with each response, were these joined.
  const passes = flat(week)
    .filter((plan) => /^answer_(reading|search)_/.test(plan['Relation Name'] ?? ''))
    .map((plan) => plan['Actual Loops']);
  expect(passes.length).toBeGreaterThan(1);
  expect(new Set(passes)).toEqual(new Set([1]));
  const day = await planOf('2026-04-07', '2026-04-07', which === 'some');
  const pages = (plan: Plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  expect(pages(day)).toBeLessThan(pages(week) / 2);
});

/** The same of each response, put together without any regard to days. */
const PLAIN = `
  select max(s.query) as query, count(distinct s.answer_id)::int as response_count,
    (count(distinct s.answer_id) filter (where r.is_brand_named))::int as naming_brand,
    (count(distinct s.answer_id) filter (where n.named))::int as naming_rival,
    (count(distinct s.answer_id) filter (where n.named and not r.is_brand_named))::int as alone,
    (
      select array_agg(p.name order by p.place)
      from unnest(array['chatgpt', 'perplexity', 'claude', 'gemini']) with ordinality p (name, place)
      where p.name = any (array_agg(s.platform))
    ) as platforms,
    count(distinct a.prompt_id)::int as prompt_count
  from answer_search s
  join answer a on a.account_id = s.account_id and a.project_id = s.project_id and a.bucket_date = s.bucket_date
    and a.id = s.answer_id
  join analysis_selection x on x.account_id = s.account_id and x.project_id = s.project_id
  join answer_reading r on r.account_id = s.account_id and r.project_id = s.project_id
    and r.analysis_id = x.analysis_id and r.bucket_date = s.bucket_date and r.answer_id = s.answer_id
  cross join lateral (
    select exists (
      select
      from answer_mention m
      join competitor c on c.id = m.subject_id and c.removed_at is null
      where m.account_id = $1 and m.project_id = s.project_id and m.analysis_id = x.analysis_id
        and m.bucket_date = s.bucket_date and m.answer_id = s.answer_id
    ) as named
  ) n
  where s.account_id = $1 and s.project_id = any ($2::uuid[]) and s.bucket_date between $3 and $4
    and ($5::text[] is null or s.platform = any ($5::text[]))
    and ($6::bytea[] is null or r.question_hash = any ($6::bytea[]))
  group by s.query_hash`;

/** As docs/metrics.md defines it. */
function isGap(alone: number, brand: number): boolean {
  return alone >= 3 && (brand === 0 || (alone > brand && (alone - brand - 1) ** 2 >= 2.706 * (alone + brand)));
}

const byQuery = (rows: readonly Row[]) =>
  rows.toSorted((one, other) => (String(one['query']) < String(other['query']) ? -1 : 1));

test.each([
  ['a quarter', '2026-03-01', '2026-05-29', null],
  ['some questions', '2026-03-01', '2026-05-29', null],
  ['a platform', '2026-03-01', '2026-05-29', ['claude']],
  ['a month on two platforms', '2026-04-01', '2026-04-30', ['gemini', 'claude']],
  ['a day', '2026-04-07', '2026-04-07', null],
  ['days without responses', '2025-04-01', '2025-04-07', null],
])('the counts of %s are those of all its responses at once', async (_what, from, to, platforms) => {
  const place = [accountId, [projectIds[1]], from, to, platforms];
  const chosen = await chosenOf(projectIds[1], _what === 'some questions');
  const rows = await ask(SEARCHES.text, [...place, 10_000, 0, false, true, ...chosen]);
  const found = rows.flatMap(({ project_id, total, ...row }) => (row['query'] === null ? [] : [row]));
  const expected = (await ask(PLAIN, [...place, chosen[0] === null ? null : chosen[2]])).map(({ alone, ...row }) => ({
    ...row,
    is_gap: isGap(Number(alone), Number(row['naming_brand'])),
  }));
  expect(byQuery(found)).toEqual(byQuery(expected));
  expect(found.length > 0).toBe(!from.startsWith('2025'));
  if (_what === 'a quarter') expect(new Set(found.map((row) => row['is_gap']))).toEqual(new Set([true, false]));
  expect(rows[0]?.['total']).toBe(expected.length);
});
