import { rollUp } from '../../src/core/facts/rollups.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { selectAnalysis } from '../support/history.js';
import { createCompetitor, createProject } from '../support/resources.js';
import { queryDatabase } from '../support/sql.js';

/** What the responses that cite a source name, and where competitors are named and the brand is not. */

const api = useApi();

let caller: ApiCaller;
let id: string;
let rivalId: string;

const [BOTH, RIVAL, BRAND, NOBODY] = ['Contoso, then Northwind.', 'Contoso.', 'Northwind.', 'Try your local shop.'];

/** Answers with the pages that they cite, on one platform each. */
const ANSWERS: [platform: string, text: string, ...urls: string[]][] = [
  ...Array<[string, string, string, string]>(7).fill([
    'chatgpt',
    RIVAL,
    'https://www.teareviews.com/best',
    'https://teareviews.com/more',
  ]),
  ['claude', BOTH, 'https://teareviews.com/best'],
  ...Array<[string, string, string]>(3).fill(['claude', RIVAL, 'https://teapress.com/rivals']),
  ...Array<[string, string, string]>(2).fill(['chatgpt', RIVAL, 'https://fewtea.com/a']),
  ...Array<[string, string, string]>(4).fill(['chatgpt', RIVAL, 'https://eventea.com/a']),
  ['chatgpt', BRAND, 'https://eventea.com/a'],
  ...Array<[string, string, string, string]>(3).fill([
    'claude',
    RIVAL,
    'https://blog.northwindtea.com/us',
    'https://shop.contosotea.com/them',
  ]),
  ['claude', NOBODY, 'https://notnorthwindtea.com/a'],
  ...Array<[string, string, string]>(4).fill(['claude', BOTH, 'https://bothtea.com/a']),
];

beforeAll(async () => {
  caller = await api.open();
  ({ id } = await createProject(caller, { website_url: 'https://northwindtea.com' }));
  ({ id: rivalId } = await createCompetitor(caller, id, { website_url: 'https://contosotea.com' }));
  const lines = ANSWERS.map(([platform, answer, ...urls], at) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform, question: `Question ${at}?`, answer },
      ...{ citations: urls.map((url) => ({ url, title: 'T' })), answered_at: `2026-06-1${at % 5}T09:00:00Z` },
    }),
  );
  await importAnswers(api.db, { projectId: id }, fileOf(lines));
});

beforeEach(() => liftLimits(caller));

const NAMED = 'responseCount responseCountNamingBrand competitorResponseCount isGap';

interface Page {
  totalCount: number;
  nodes: Record<string, unknown>[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

async function list(field: string, args: string, fields: string): Promise<Page> {
  const page = `totalCount nodes { ${fields} } pageInfo { endCursor hasNextPage }`;
  const query = `{ project(id: "${id}") { ${field}${args} { ${page} } } }`;
  const { data, errors } = (await askGraphql(caller, query)).body;
  expect(errors).toBeUndefined();
  // Shaped by the query above.
  return (data as { project: Record<string, Page> }).project[field] as Page;
}

async function domains(args = ''): Promise<unknown[]> {
  return (await list('citations', args, 'domain')).nodes.map(({ domain }) => domain);
}

test('a domain tells how many of its responses name the brand and a competitor, and whether it is a gap', async () => {
  const { nodes } = await list('citations', '', `domain ownership ${NAMED}`);
  const counts = (all: number, brand: number, rival: number, isGap: boolean) => ({
    ...{ responseCount: all, responseCountNamingBrand: brand, competitorResponseCount: rival, isGap },
  });
  expect(nodes).toEqual([
    { domain: 'teareviews.com', ownership: 'OTHER', ...counts(8, 1, 8, true) },
    { domain: 'eventea.com', ownership: 'OTHER', ...counts(5, 1, 4, false) },
    { domain: 'bothtea.com', ownership: 'OTHER', ...counts(4, 4, 4, false) },
    { domain: 'blog.northwindtea.com', ownership: 'OWN', ...counts(3, 0, 3, false) },
    { domain: 'shop.contosotea.com', ownership: 'COMPETITOR', ...counts(3, 0, 3, true) },
    { domain: 'teapress.com', ownership: 'OTHER', ...counts(3, 0, 3, true) },
    { domain: 'fewtea.com', ownership: 'OTHER', ...counts(2, 0, 2, false) },
    { domain: 'notnorthwindtea.com', ownership: 'OTHER', ...counts(1, 0, 0, false) },
  ]);
});

test('gaps come first by how far competitors are ahead, and never with the own site', async () => {
  expect(await domains('(gaps: true)')).toEqual(['teareviews.com', 'shop.contosotea.com', 'teapress.com']);
  expect(await domains('(gaps: true, ownership: COMPETITOR)')).toEqual(['shop.contosotea.com']);
  expect(await domains('(gaps: true, ownership: OWN)')).toEqual([]);
  expect(await domains('(gaps: false, first: 1)')).toEqual(['teareviews.com']);
  expect((await list('citations', '(gaps: true, first: 1)', 'domain')).totalCount).toBe(3);
});

test('domains are chosen by whose they are, as each says, by registrable domain', async () => {
  expect(await domains('(ownership: OWN)')).toEqual(['blog.northwindtea.com']);
  expect(await domains('(ownership: COMPETITOR)')).toEqual(['shop.contosotea.com']);
  expect(await domains('(ownership: OTHER)')).toEqual([
    ...['teareviews.com', 'eventea.com', 'bothtea.com', 'teapress.com', 'fewtea.com', 'notnorthwindtea.com'],
  ]);
});

test.each([
  ['platforms: [CHATGPT]', ['teareviews.com', 'eventea.com', 'fewtea.com']],
  ['platforms: [CHATGPT], provider: CHATGPT', ['teareviews.com', 'eventea.com', 'fewtea.com']],
  ['platforms: [CHATGPT], provider: CLAUDE', []],
  ['platforms: [CHATGPT], gaps: true', ['teareviews.com']],
  ['platforms: [PERPLEXITY]', []],
  ['to: "2026-06-09"', []],
])('%s keeps %j', async (args, expected) => {
  expect(await domains(`(${args})`)).toEqual(expected);
});

test('what REST tells is the same with and without what responses name, as are the answers to it', async () => {
  const fields = 'domain citationCount responseCount share firstSeen lastSeen topUrls { url count }';
  const [plain, named] = [
    await list('citations', '(platforms: [CHATGPT, CLAUDE])', fields),
    await list('citations', '(platforms: [CHATGPT, CLAUDE])', `${fields} isGap`),
  ];
  expect(named.nodes.map(({ isGap, ...rest }) => rest)).toEqual(plain.nodes);
  for (const { domain, responseCountNamingBrand, competitorResponseCount } of (
    await list('citations', '', `domain ${NAMED}`)
  ).nodes) {
    const found = async (filter: string) =>
      (await list('responses', `(citing: "${String(domain)}", ${filter})`, 'id')).totalCount;
    expect([await found('named: true'), await found(`mentioning: "${rivalId}"`)]).toEqual([
      responseCountNamingBrand,
      competitorResponseCount,
    ]);
  }
});

test('the pages of a domain follow one another, each with the same counts and when it was seen', async () => {
  const fields = `url domain ownership ${NAMED} firstSeen lastSeen`;
  const page = await list('pages', '(domain: " WWW.TeaReviews.com", first: 1)', fields);
  expect(page).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
  const rest = await list('pages', `(domain: "teareviews.com", after: "${page.pageInfo.endCursor}")`, fields);
  const seen = { firstSeen: '2026-06-10T09:00:00.000Z', lastSeen: '2026-06-14T09:00:00.000Z' };
  const site = { domain: 'teareviews.com', ownership: 'OTHER' };
  const seven = { responseCount: 7, responseCountNamingBrand: 0, competitorResponseCount: 7, isGap: true };
  expect([...page.nodes, ...rest.nodes]).toEqual([
    { url: 'https://teareviews.com/more', ...site, ...seven, ...seen },
    { url: 'https://www.teareviews.com/best', ...site, ...seven, ...seen },
    {
      ...{ url: 'https://teareviews.com/best', ...site, isGap: false },
      ...{ responseCount: 1, responseCountNamingBrand: 1, competitorResponseCount: 1 },
      ...{ firstSeen: '2026-06-12T09:00:00.000Z', lastSeen: '2026-06-12T09:00:00.000Z' },
    },
  ]);
});

test('all pages that cite a competitor and not the brand are one list', async () => {
  const { totalCount, nodes } = await list('pages', '(gaps: true)', 'url ownership');
  expect([totalCount, nodes]).toEqual([
    4,
    [
      { url: 'https://teareviews.com/more', ownership: 'OTHER' },
      { url: 'https://www.teareviews.com/best', ownership: 'OTHER' },
      { url: 'https://shop.contosotea.com/them', ownership: 'COMPETITOR' },
      { url: 'https://teapress.com/rivals', ownership: 'OTHER' },
    ],
  ]);
  expect((await list('pages', '(platforms: [CLAUDE], domain: "eventea.com")', 'url')).totalCount).toBe(0);
});

test('a competitor that is tracked no longer leaves no gaps', async () => {
  const { id: other } = await createProject(caller);
  const competitor = await createCompetitor(caller, other);
  const lines = [0, 1, 2].map((at) =>
    JSON.stringify({
      ...{ external_id: `${at}`, platform: 'claude', question: 'Which?', answer: RIVAL },
      ...{ citations: [{ url: 'https://teapress.com/a', title: 'T' }], answered_at: '2026-06-10T09:00:00Z' },
    }),
  );
  await importAnswers(api.db, { projectId: other }, fileOf(lines));
  const gaps = async () => {
    const fields = 'citations(gaps: true) { totalCount } pages(gaps: true) { totalCount }';
    const query = `{ project(id: "${other}") { ${fields} } }`;
    return (await askGraphql(caller, query)).body.data?.['project'];
  };
  expect(await gaps()).toEqual({ citations: { totalCount: 1 }, pages: { totalCount: 1 } });
  await caller.delete(`/competitors/${competitor.id}`);
  expect(await gaps()).toEqual({ citations: { totalCount: 0 }, pages: { totalCount: 0 } });
});

test.each([
  ['pages(domain: "")', 'domain'],
  ['pages(domain: "a\\u0000b")', 'domain'],
  ['pages(first: 101)', 'first'],
  ['pages(platforms: [])', 'platforms'],
  ['citations(platforms: [])', 'platforms'],
  ['pages(after: "x")', 'after'],
])('%s is refused by its field', async (field, path) => {
  const { errors } = (await askGraphql(caller, `{ project(id: "${id}") { ${field} { totalCount } } }`)).body;
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: [path] }] });
});

test('sites of a hundred competitors are found among many domains in time', async () => {
  const other = await createProject(caller, { website_url: 'https://www.northwindtea.com/shop' });
  for (let at = 0; at < 99; at++) {
    const website_url = `https://${'abcdefghij'.repeat(5)}${at}.com`;
    await createCompetitor(caller, other.id, { name: `Rival ${at}`, website_url });
  }
  await createCompetitor(caller, other.id, { name: 'Nobody', website_url: 'https://com' });
  const { accountId, projectId, analysisId } = await selectAnalysis(caller, other.id);
  await queryDatabase(
    api.database,
    `insert into daily_citation
     select $1, $2, $3, '2026-06-10', 'claude', d, 1, 1, now(), now()
     from (
       select md5(i::text) || '.' || substr(md5((i * 7)::text), 1, 10) || '.com' from generate_series(1, 40000) as i
       union all
       values ('eu.shop.northwindtea.com'), ('abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij7.com')
     ) as r (d)`,
    [accountId, projectId, analysisId],
  );
  const fields =
    'citations(ownership: OWN) { nodes { domain } } theirs: citations(ownership: COMPETITOR) { totalCount }';
  const { data, errors } = (await askGraphql(caller, `{ project(id: "${other.id}") { ${fields} } }`)).body;
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    project: { citations: { nodes: [{ domain: 'eu.shop.northwindtea.com' }] }, theirs: { totalCount: 1 } },
  });
});

test('gaps among thousands of responses that the database has no statistics of are found in time', async () => {
  const other = await createProject(caller);
  await createCompetitor(caller, other.id);
  const line = { external_id: 'one', platform: 'claude', question: 'Tea?', answer: RIVAL };
  const answered = { ...line, answered_at: '2026-06-10T09:00:00Z' };
  await importAnswers(api.db, { projectId: other.id }, fileOf([JSON.stringify(answered)]));
  // Each row once more for as many other answers as are sought, with five pages each.
  const copies = `select md5('a' || i)::uuid as answer, i from generate_series(1, 3000) as i`;
  const of = 'account_id, project_id, analysis_id, bucket_date';
  for (const statement of [
    `insert into answer_reading (${of}, answer_id, platform, answered_at, is_brand_named, question_hash)
     select ${of}, c.answer, platform, answered_at, is_brand_named, question_hash
     from answer_reading, (${copies}) c where project_id = $1`,
    `insert into answer_mention (${of}, answer_id, subject_id, platform, answered_at, mention_count, spans)
     select ${of}, c.answer, subject_id, platform, answered_at, mention_count, spans
     from answer_mention, (${copies}) c where project_id = $1`,
    `insert into answer_citation (${of}, answer_id, ordinal, platform, answered_at, domain, url)
     select ${of}, c.answer, n, platform, answered_at, 'd' || (i + n) % 1000 || '.com', 'https://d' || (i + n) % 1000
     from answer_reading, (${copies}) c, generate_series(1, 5) as n where project_id = $1 and answer_id <> c.answer
       and answer_id not in (select x.answer from (${copies}) x)`,
  ]) {
    await queryDatabase(api.database, statement, [other.id]);
  }
  const scope = { accountId: caller.account.accountId, projectId: other.id };
  const [selected] = await queryDatabase<{ analysis_id: string }>(
    api.database,
    'select analysis_id from analysis_selection where project_id = $1',
    [other.id],
  );
  await api.db.transaction((tx) => rollUp(tx, scope, String(selected?.analysis_id), ['2026-06-10']));
  const fields = 'citations(gaps: true) { totalCount } pages(gaps: true) { totalCount }';
  const { data, errors } = (await askGraphql(caller, `{ project(id: "${other.id}") { ${fields} } }`)).body;
  expect(errors).toBeUndefined();
  expect(data).toEqual({ project: { citations: { totalCount: 1000 }, pages: { totalCount: 1000 } } });
});
