import { isObjectType, parse } from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator } from 'graphql-query-complexity';
import { offsetCursor } from '../../src/core/pages.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';

/** What each field of the schema costs: a point for each REST call that it replaces. */

const schema = buildGraphqlSchema();
const estimators = [fieldExtensionsEstimator(), simpleEstimator({ defaultComplexity: 0 })];
const pointsOf = (query: string, variables = {}) =>
  getComplexity({ schema, query: parse(query), variables, estimators });

const ID = 'id: "00000000-0000-4000-8000-000000000000"';
const SOME = 'where: { tags: ["a"] }';
const NESTED = ['prompts', 'competitors', 'mentions', 'citations', 'responses'];
const METRICS = [
  'visibility { score }',
  'cells { platform promptText }',
  'changes { at kind text }',
  'sentiment { total }',
  'analysis { state answersRead }',
  'monitoring { queued }',
  'nameAdvice { name suggestedAliases }',
];

test.each([
  ['{ rateLimit { cost } }', 0],
  ['{ __typename }', 0],
  ['{ account { id usage { requestsToday } limits { dailySlots } } }', 1],
  ['{ account { credits { used forecast } } }', 2],
  ['{ apiKeys { id } }', 1],
  ['{ viewer { role holder { id } account { usage { requestsToday } } } }', 1],
  ['{ holders { id } sessions { isCurrent } }', 2],
  ['{ securityEvents(first: 100) { totalCount nodes { detail { value } } edges { node { id } } } }', 1],
  ['mutation { endOtherSessions { ended } updateViewer(input: {name: "A"}) { name } }', 10],
  ['mutation { inviteHolder(input: {email: "", name: "", role: OWNER}) { holder { id } url } }', 5],
  ['{ projects { totalCount nodes { id settings { platforms } } edges { node { id } } } }', 1],
  [`{ project(${ID}) { id } }`, 1],
  [`{ prompt(${ID}) { id } }`, 1],
  [`{ prompt(${ID}) { nextRunAt lastRuns { state } } }`, 3],
  [`mutation { runPrompt(${ID}) { id state } }`, 5],
  [`mutation { runPrompt(${ID}) { prompt { id nextRunAt } } }`, 9],
  [`{ project(${ID}) { quality { lastAnsweredAt } } }`, 6],
  [`{ project(${ID}) { quality(window: D90) { byDay { planned } } } }`, 12],
  ['{ platformStatus { platform state reason } }', 1],
  [`{ project(${ID}) { sampleSize(input: {changePoints: 5}) { options { prompts } cheapest { limit } } } }`, 3],
  [`{ project(${ID}) { searchTermFiles { source termCount } } }`, 2],
  [`{ project(${ID}) { promptSuggestions(origin: TOPIC, first: 60) { nodes { text wordingOf { id } } } } }`, 5],
  [`{ prompt(${ID}) { wordingOfId wordings { id promptText } } }`, 2],
  [`{ project(${ID}) { promptSuggestions(origin: SEARCH_TERMS, first: 60) { nodes { text } } } }`, 5],
  [`{ project(${ID}) { promptSuggestions(origin: SEARCH_TERMS, branded: true) { nodes { text } } } }`, 8],
  [`{ project(${ID}) { likelyWordings { similarity prompt { id promptText } like { id } } } }`, 5],
  ['{ methods { platform surface model isSearchForced places requestVersion note } }', 1],
  [`{ competitor(${ID}) { id } }`, 1],
  [`{ competitor(${ID}) { nameAdvice { message } } }`, 2],
  [`{ project(${ID}) { cells { promptText isBranded } } }`, 3],
  [
    `{ project(${ID}) { cells(${SOME}) { platform } prompts(${SOME}) { totalCount } visibility(${SOME}) { score } } }`,
    7,
  ],
  [`{ project(${ID}) { segments(by: TAG) { key evenScore } } }`, 3],
  [`{ project(${ID}) { segments(by: TAG) { previous { score } previousPlaces { meanRankVerdict } } } }`, 5],
  [`{ project(${ID}) { segments(by: TAG) { previous { score verdict } differsFrom(key: "a") { change } } } }`, 6],
  [`{ project(${ID}) { visibility { evenScore evenConfidence { low } } } }`, 4],
  [`{ project(${ID}) { responses(${SOME}) { nodes { id } } sentiment(${SOME}) { total } } }`, 11],
  [`{ project(${ID}) { brands(tracked: true, ${SOME}) { name } } }`, 6],
  [`{ project(${ID}) { citations(${SOME}) { nodes { domain } } } }`, 18],
  [`{ project(${ID}) { pages(${SOME}) { nodes { url } } } }`, 22],
  [`{ a: project(${ID}) { id } b: project(${ID}) { id } }`, 2],
  [`mutation { pauseProject(${ID}) { id } deleteProject(${ID}) { deleted } }`, 10],
  [`mutation { pauseProject(${ID}) { sentiment { total } } }`, 6],
])('%s costs %d', (query, points) => {
  expect(pointsOf(query)).toBe(points);
});

test('every field with a resolver states its price, and those that are free are named here', () => {
  const unpriced = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && !type.name.startsWith('__')
      ? Object.values(type.getFields())
          .filter(({ resolve, extensions }) => resolve && extensions['complexity'] === undefined)
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
  expect(unpriced.toSorted()).toEqual([
    'Account.usage',
    'Citation.ownership',
    'MentionBucketConnection.totalCount',
    'Query.rateLimit',
  ]);
});

test.each([...NESTED.map((list) => `${list} { totalCount nodes { __typename } edges { cursor } }`), ...METRICS])(
  '%s is one point for each project of the page',
  (field) => {
    expect(pointsOf(`{ project(${ID}) { ${field} } }`)).toBe(2);
    expect(pointsOf(`{ projects { nodes { ${field} } } }`)).toBe(21);
    expect(pointsOf(`{ projects(first: 3) { nodes { ${field} } edges { node { ${field} } } } }`)).toBe(7);
  },
);

test('everything of a hundred projects', () => {
  const fields = [...NESTED.map((list) => `${list}(first: 100) { nodes { __typename } }`), ...METRICS].join(' ');
  expect(pointsOf(`{ projects(first: 100) { nodes { ${fields} } } }`)).toBe(1_201);
});

test('what stands below an entry of a page is multiplied', () => {
  expect(pointsOf(`{ project(${ID}) { mentions(first: 5) { nodes { name competitor { name } } } } }`)).toBe(7);
  expect(pointsOf(`{ project(${ID}) { responses(first: 5) { nodes { id prompt { tags } } } } }`)).toBe(2);
  expect(pointsOf(`{ project(${ID}) { responses(first: 5) { nodes { prompt { nextRunAt } } } } }`)).toBe(7);
  expect(pointsOf(`{ response(projectId: "x", date: "2026-06-10", ${ID}) { text mentions { name } } }`)).toBe(3);
  expect(pointsOf(`{ project(${ID}) { visibility { score previous { change } } } }`)).toBe(3);
  expect(pointsOf(`{ project(${ID}) { visibility { trend { score } } } }`)).toBe(2);
  expect(pointsOf(`{ project(${ID}) { visibility { trend(over: 7) { score } } } }`)).toBe(3);
  expect(pointsOf(`{ project(${ID}) { visibility { adjustedConfidence { low } } } }`)).toBe(3);
  expect(pointsOf(`{ project(${ID}) { visibility { byPlatform { previous { score } trend { score } } } } }`)).toBe(4);
});

test.each([-100_000, 0, 101, 2_000_000_000])(
  'a page of %d costs what the largest does, and is refused when run',
  (first) => {
    const query = 'query ($first: Int!) { projects(first: $first) { nodes { sentiment { total } } } }';
    expect(pointsOf(query, { first })).toBe(101);
  },
);

test.each(['visibilityDaily', 'mentionsDaily', 'citationsDaily', 'sentimentDaily', 'responsesDaily'])(
  '%s is a point for each hundred rows, whatever else is asked',
  (table) => {
    const points = [undefined, 1, 100, 101, 1_000].map((limit) =>
      pointsOf(`{ ${table}${limit === undefined ? '' : `(limit: ${limit})`} { date projectName } }`),
    );
    expect(points).toEqual([1, 1, 1, 2, 10]);
    expect(pointsOf(`{ ${table}(limit: -5) { date } }`)).toBe(10);
  },
);

test('fields of prompts that are read at once are a point for each fifty of a list', () => {
  const fields = 'isBranded lastAnsweredAt nextRunAt visibility { score trend { score } }';
  expect(pointsOf(`{ project(${ID}) { prompts(first: 50) { nodes { ${fields} } } } }`)).toBe(11);
  expect(pointsOf(`{ project(${ID}) { prompts(first: 51) { nodes { ${fields} } } } }`)).toBe(20);
  expect(pointsOf(`{ project(${ID}) { prompts(first: -1) { nodes { isBranded } } } }`)).toBe(4);
  expect(pointsOf(`{ projects(first: 3) { nodes { prompts { nodes { isBranded } } } } }`)).toBe(7);
  expect(pointsOf(`{ prompt(${ID}) { ${fields} } }`)).toBe(10);
  expect(pointsOf(`{ project(${ID}) { runs(first: 3) { nodes { prompt { isBranded } } } } }`)).toBe(5);
  expect(pointsOf(`mutation { updatePrompt(${ID}, input: {}) { isBranded } }`)).toBe(6);
});

test('the last runs of prompts are a point for each ten of a list', () => {
  expect(pointsOf(`{ project(${ID}) { prompts(first: 50) { nodes { lastRuns { state } isBranded } } } }`)).toBe(8);
  expect(pointsOf(`{ project(${ID}) { prompts(first: 11) { nodes { lastRuns { state } } } } }`)).toBe(4);
  expect(pointsOf(`{ project(${ID}) { prompts(first: 5) { nodes { lastRuns { response { id } } } } } }`)).toBe(23);
});

test('writes of many prompts are a write and a point for each ten', () => {
  const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, at) => String(at)) });
  const points = (count: number, fields: string) =>
    pointsOf(`mutation ($ids: [ID!]!) { updatePrompts(ids: $ids, input: {}) { ${fields} } }`, ids(count));
  expect([1, 10, 11, 100, 101, 5_000].map((count) => points(count, 'id'))).toEqual([6, 6, 7, 15, 15, 15]);
  expect(points(60, 'isBranded')).toBe(13);
  expect(pointsOf(`mutation { createPrompts(projectId: "x", inputs: [{promptText: "A?"}]) { id } }`)).toBe(6);
  expect(pointsOf('mutation ($ids: [ID!]!) { deletePrompts(ids: $ids) { deleted } }', ids(40))).toBe(9);
});

test('suggested competitors are priced by the days of names that are read', () => {
  const points = (args: string, nodes = 'nodes { name }') =>
    pointsOf(`{ project(${ID}) { candidates(${args}) { ${nodes} } } }`) - 1;
  expect([points('window: D7'), points('window: D30'), points('window: D90, first: 100')]).toEqual([2, 5, 11]);
  const sample = 'nodes { a: sample { text } sample { start } }';
  const sampled = (first: number) => points(`window: D7, first: ${first}`, sample);
  expect([sampled(25), sampled(26), sampled(100)]).toEqual([3, 4, 6]);
});

test('brands are priced by the names and answers that are read', () => {
  const points = (args: string) => pointsOf(`{ project(${ID}) { brands(${args}) { name } } }`) - 1;
  expect(points('tracked: true, window: D90')).toBe(1);
  expect(points('window: D30')).toBe(5);
  expect(points('tracked: false, window: D90')).toBe(11);
  expect(points(`promptId: "x", window: D90`)).toBe(11);
  expect(points(`promptId: "x", tracked: true, from: "2026-06-01", to: "2026-06-10"`)).toBe(2);
});

test('what compares brands by question is a point for each ten days, however many fields ask for it', () => {
  const points = (args: string, fields: string) =>
    pointsOf(`{ project(${ID}) { brands(tracked: true, ${args}) { ${fields} } } }`) - 1;
  const all = 'adjustedConfidence { low } againstBrand { verdict } previous { change verdict } competitor { id }';
  expect(points('window: D30', 'previous { change }')).toBe(1);
  expect(points('window: D30', 'previous { verdict }')).toBe(5);
  expect(points('window: D30', all)).toBe(6);
  expect(points('window: D90', all)).toBe(12);
  const places = 'firstNamedCount meanRank prominence previous { meanRankVerdict }';
  expect(points('window: D30', places)).toBe(5);
  expect(points('window: D90', `${places} adjustedConfidence { low }`)).toBe(23);
  expect(pointsOf(`{ projects(first: 3) { nodes { brands(window: D7, tracked: true) { ${all} } } } }`)).toBe(10);
  expect(
    points('window: D30', 'name') + pointsOf(`{ project(${ID}) { brandTrends(competitorIds: []) { name } } }`),
  ).toBe(3);
});

test('trends of brands are a point more for each two competitors', () => {
  const points = (count: number) =>
    pointsOf('query ($ids: [ID!]!) { project(id: "x") { brandTrends(competitorIds: $ids) { name } } }', {
      ids: Array.from({ length: count }, (_, at) => `c${at}`),
    });
  expect([0, 1, 2, 5, 6, 4_000].map((count) => points(count) - 1)).toEqual([1, 2, 2, 4, 4, 4]);
});

test('trends of brands, runs and what came of them are dearer where prompts are chosen', () => {
  const points = (field: string) => pointsOf(`{ project(${ID}) { ${field} } }`) - 1;
  expect(points('brandTrends(competitorIds: [], window: D30, where: { tags: ["a"] }) { name }')).toBe(5);
  expect(points('brandTrends(competitorIds: [], window: D90, where: { tags: ["a"] }) { name }')).toBe(11);
  expect(points('quality(window: D90, where: { tags: ["a"] }) { byDay { planned } }')).toBe(12);
  expect(points('runs(where: { tags: ["a"] }) { nodes { id } }')).toBe(5);
  expect(points('runs(where: { tags: ["a"] }) { totalCount nodes { id } }')).toBe(9);
  expect(points('runs(promptId: "x", where: { tags: ["a"] }) { nodes { id } }')).toBe(1);
});

test('visibility by whether prompts name the brand is a point more', () => {
  expect(pointsOf(`{ project(${ID}) { visibility(branded: false) { score } } }`)).toBe(3);
  expect(pointsOf(`{ project(${ID}) { visibility(branded: null) { score } } }`)).toBe(2);
});

describe('work above a call is paid for', () => {
  const below = (field: string, variables = {}, head = '') =>
    pointsOf(`${head}{ project(${ID}) { ${field} } }`, variables) - 1;

  test.each([
    ['responses(first: 100) { nodes { id answeredAt evidence excerpt question } }', 1],
    ['responses(first: 100) { nodes { text } }', 11],
    ['responses { nodes { text } }', 3],
    ['responses(first: 1) { nodes { text } }', 2],
    ['responses(first: 11) { edges { node { text } } }', 3],
    ['responses(first: 100) { nodes { a: text b: text } }', 21],
    ['responses(first: 100) { a: nodes { text } b: nodes { text } edges { node { text } } }', 31],
    ['responses(first: 100) { nodes { text citations { url } } }', 21],
    ['responses(first: 100) { nodes { searches } }', 11],
    ['responses(first: 10) { nodes { searches text } }', 3],
    ['responses(first: 10) { nodes { text prompt { id } } totalCount }', 2],
    ['responses(first: 20) { nodes { mentions { name spans { start } } } }', 3],
  ])('%s is %d points: long values by rows and copies', (field, points) => {
    expect(below(field)).toBe(points);
    expect(pointsOf(`{ projects(first: 7) { nodes { ${field} } } }`)).toBe(1 + 7 * points);
  });

  test.each([
    ['runs(first: 100) { nodes { id state model } }', 1],
    ['runs(first: 100, from: "2026-06-01", to: "2026-06-10") { totalCount }', 2],
    ['runs { totalCount }', 5],
    ['runs(state: FAILED) { nodes { id } }', 5],
    ['runs(platform: CLAUDE, from: "2026-03-01", to: "2026-05-30") { totalCount nodes { id } }', 21],
    [`runs(state: FAILED, promptId: "${'0'.repeat(8)}-0000-4000-8000-000000000000") { totalCount }`, 1],
    ['runs(platforms: [CLAUDE]) { nodes { id } }', 5],
    ['runs(state: null) { nodes { id } }', 1],
    ['runs(first: 10) { nodes { prompt { id } responseId response { sentiment } } }', 11],
    ['runs(first: 11) { nodes { response { text } } }', 14],
    ['prompts(first: 10) { nodes { nextRunAt lastRuns { state } } }', 3],
    ['prompts(first: 10) { nodes { lastRuns { response { id } } } }', 42],
    ['prompts(first: 10) { nodes { lastRuns { response { text a: text } } } }', 62],
  ])('%s is %d points: runs by what they are narrowed by, and the answers of each', (field, points) => {
    expect(below(field)).toBe(points);
  });

  test('texts of a fragment are paid for wherever it is spread', () => {
    const query = `{
      project(${ID}) { responses(first: 10) { nodes { ...A } edges { node { ...A ... { b: text } } } } }
    }
      fragment A on Response { text }`;
    expect(pointsOf(query)).toBe(1 + 1 + 3);
  });

  const OF = 'mentioning: "00000000-0000-4000-8000-000000000000"';
  const TO = 'promptId: "00000000-0000-4000-8000-000000000000"';

  test.each([
    [`responses(${OF}) { nodes { id } }`, 1],
    ['responses(window: D90) { totalCount }', 1],
    ['responses(window: D90, platform: CLAUDE) { totalCount }', 1],
    [`responses(${OF}) { totalCount }`, 5],
    [`responses(${TO}, window: D7) { totalCount }`, 2],
    [`responses(${OF}, window: D90) { totalCount a: totalCount }`, 11],
    [`responses(${OF}, from: "2026-06-01", to: "2026-06-10") { totalCount }`, 2],
    [`responses(${OF}, from: "2026-06-01", to: "2026-06-11", window: D1) { totalCount }`, 3],
    [`responses(${OF}, ${TO}, window: D90) { nodes { id } }`, 11],
    [`responses(${OF}, ${TO}, window: D90) { totalCount }`, 21],
    [`responses(mentioning: null, window: D90) { totalCount }`, 1],
    ['responses(platforms: [CLAUDE], window: D90) { totalCount }', 1],
    [`responses(named: false, ${TO}, window: D90) { nodes { id } }`, 11],
    [`responses(sentiments: [NEGATIVE], ${TO}, window: D7) { nodes { id } }`, 2],
    [`responses(citing: "a.example", ${OF}, ${TO}, window: D90) { nodes { id } totalCount }`, 41],
    [`responses(search: "tea", ${TO}, window: D7) { nodes { id } }`, 6],
    [`responses(search: "tea", ${TO}, window: D7) { nodes { id } totalCount }`, 11],
  ])('%s is %d points: filtered responses by their days', (field, points) => {
    expect(below(field)).toBe(points);
  });

  test.each([
    ['citations(first: 100) { totalCount nodes { domain share ownership } }', 1],
    ['citations { nodes { topUrls { url } } }', 1],
    ['citations(first: 21) { nodes { topUrls { url } } }', 2],
    ['citations(first: 26) { nodes { topUrls { url } } }', 3],
    ['citations(first: 100) { nodes { a: topUrls { url } b: topUrls { count } } }', 5],
    ['citations(window: D90) { totalCount }', 4],
    ['citations(from: "2026-06-01", to: "2026-07-02") { totalCount }', 2],
    ['mentions(window: D90) { totalCount }', 1],
    ['citations(platforms: [CLAUDE], gaps: false, ownership: null) { totalCount }', 1],
    ['citations(ownership: OWN) { totalCount }', 2],
    ['citations(first: 100) { nodes { isGap responseCountNamingBrand competitorResponseCount } }', 4],
    ['citations(first: 100) { nodes { isGap topUrls { url } } }', 8],
    ['citations(gaps: true, window: D7) { nodes { isGap } }', 3],
    ['citations(gaps: true, window: D90) { totalCount }', 13],
    ['pages(window: D7, first: 100) { nodes { url isGap } totalCount }', 2],
    ['pages(domain: "a.example") { nodes { url } }', 5],
    ['pages(gaps: true, window: D90) { totalCount }', 14],
    ['searches(window: D7, first: 100) { nodes { query isGap promptCount } totalCount }', 5],
    ['searches { nodes { query } }', 17],
    ['searches(window: D1, where: { tags: ["a"] }) { nodes { query } }', 3],
    ['searches(gaps: true, window: D90) { totalCount }', 47],
    [`searches(window: D1, after: "${offsetCursor(49_999)}") { totalCount }`, 12],
  ])('%s is %d points: cited domains by days beyond a month, and their pages by their number', (field, points) => {
    expect(below(field)).toBe(points);
  });

  test('entries that are passed over are a point for each 5,000', () => {
    const cursorAt = (offset: number) => offsetCursor(offset - 1);
    expect(below(`mentions(after: "${cursorAt(4_999)}") { nodes { name } }`)).toBe(1);
    expect(below(`mentions(after: "${cursorAt(50_000)}") { nodes { name } }`)).toBe(11);
    expect(below(`mentions(after: "no cursor") { nodes { name } }`)).toBe(1);
    expect(pointsOf('{ mentionsDaily(offset: 4999) { date } }')).toBe(1);
    expect(pointsOf('{ mentionsDaily(offset: 50000, limit: 1000) { date } }')).toBe(20);
    expect(pointsOf('{ mentionsDaily(offset: -50000) { date } }')).toBe(1);
  });

  test.each([
    'from: "x"',
    'from: "2026-02-30"',
    'from: "2026-06-11", to: "2026-06-10"',
    'from: "0001-01-01", to: "2026-06-10"',
    'to: ""',
    'from: "2026-06-10"',
  ])('%s, which is no period or not known to end, counts as the longest', (days) => {
    expect(below(`responses(${days}, ${OF}) { totalCount }`)).toBe(11);
  });
});
