import { ADMIT_KEY, CHECK_KEY } from '../../src/core/admission/admission.sql.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import {
  addCandidate,
  addCitations,
  addMentions,
  addResponses,
  candidateOf,
  selectAnalysis,
} from '../support/history.js';
import { addRun } from '../support/listed-runs.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';
import { recordStatements } from '../support/statements.js';

/**
 * What an operation costs the database beside its admission: one statement for each kind of field, however many
 * projects.
 */

const api = useApi();
const PROJECTS = 20;

let texts: string[];
let caller: ApiCaller;
let ids: string[];

beforeAll(async () => {
  texts = await recordStatements(api.db);
  caller = await api.open();
  ids = await Promise.all(Array.from({ length: PROJECTS }, () => seedProject(caller)));
  await liftLimits(caller);
});

async function seedProject(owner: ApiCaller): Promise<string> {
  await liftLimits(owner);
  const { id } = await createProject(owner);
  const { id: promptId } = await createPrompt(owner, id);
  const place = { accountId: owner.account.accountId, projectId: id };
  const answer = { id, bucketDate: '2026-06-10' };
  for (const day of ['09', '10'])
    await addRun(owner.api.db, place, { promptId, plannedAt: `2026-06-${day}T08:00:00Z`, answer });
  const { id: competitorId } = await createCompetitor(owner, id);
  const candidate = await candidateOf(owner, competitorId);
  const history = await selectAnalysis(owner, id, [candidate]);
  const bucket = { date: '2026-06-10', platform: 'claude' as const, responses: 3 };
  await addResponses(history, [{ ...bucket, naming: 1, positive: 1 }]);
  await addMentions(history, [
    { ...bucket, subject: id, mentions: 4 },
    { ...bucket, subject: candidate, mentions: 2 },
    { ...bucket, subject: await addCandidate(owner, id), mentions: 1 },
  ]);
  await addCitations(history, [{ ...bucket, domain: 'a.example', citations: 3 }]);
  return id;
}

/** The statements of an operation beside those that let it in. */
async function statementsOf(query: string, variables: object = {}, owner = caller): Promise<number> {
  await liftLimits(owner);
  texts.length = 0;
  await askGraphql(owner, query, variables);
  return texts.filter((text) => text !== ADMIT_KEY.text && text !== CHECK_KEY.text).length;
}

const LIST = 1;

const FIELDS: [string, string, number][] = [
  ['prompts', 'prompts { totalCount nodes { id } }', 1],
  ['filtered prompts', 'prompts(search: "a", order: NEWEST_FIRST) { totalCount nodes { id } }', 1],
  ['labels of prompts', 'promptTags { tag promptCount }', 1],
  ['taken texts', 'promptDuplicates(texts: ["A?"]) { at promptId }', 1],
  ['competitors', 'competitors { totalCount nodes { visibilityScore } }', 1],
  ['their score', 'visibility { score }', 0],
  ['their score and a field of their own', 'description visibility { score }', 1],
  ['visibility with its days', 'name visibility { trend { date } }', 0],
  ['visibility with its trend', 'visibility { score confidence { low } trend { date } byPlatform { platform } }', 1],
  ['visibility and the period before', 'visibility { score previous { change } }', 1],
  ['what explains a move', 'visibility { previous { verdict explanation { isExplainedBy changes { text } } } }', 3],
  ['visibility by model', 'visibility { byPlatform { byModel { model score } } }', 2],
  ['visibility adjusted for questions', 'visibility { score adjustedConfidence { low } }', 1],
  ['visibility with its pooled trend', 'visibility { trend(over: 7) { score } }', 1],
  ['visibility with verdicts of platforms', 'visibility { byPlatform { previous { verdict } } }', 2],
  ['visibility with trends of platforms', 'visibility { byPlatform { trend(over: 7) { score } } }', 2],
  ['visibility of prompts that name the brand', 'visibility(branded: true) { score }', 2],
  ['visibility of some prompts', 'visibility(where: { tags: ["a"] }) { score previous { verdict } }', 3],
  [
    'numbers by several filters, which are one statement more',
    `a: cells(where: { tags: ["a"] }) { platform } b: cells(where: { stages: [USE] }) { platform }
     c: sentiment(where: { branded: true }) { total }
     d: sentiment(where: { personas: ["A"], branded: false }) { total }`,
    5,
  ],
  [
    'segments with all that is told of them',
    'segments(by: TAG) { key evenScore previous { verdict } differsFrom(key: "a") { verdict } }',
    2,
  ],
  [
    'segments of several kinds, some of them filtered',
    'a: segments(by: BRANDED) { key } b: segments(by: TAG, where: { stages: [USE] }) { key }',
    3,
  ],
  ['even scores', 'visibility { evenScore evenConfidence { low } byPlatform { evenScore } }', 2],
  ['filtered lists of prompts', 'prompts(where: { branded: true }) { nodes { id } }', 2],
  ['prompts with their visibility', 'prompts { nodes { visibility { score byPlatform { platform } } } }', 2],
  [
    'prompts with their trends',
    'prompts { nodes { visibility { trend { score } byPlatform { trend { date } } } } }',
    3,
  ],
  ['prompts with what is told of them', 'prompts { nodes { isBranded lastAnsweredAt nextRunAt } }', 4],
  ['when they were last answered', 'lastAnsweredAt', 1],
  ['mentions', 'mentions { nodes { name isBrand } }', 1],
  ['mentions with their count', 'mentions { totalCount nodes { name } }', 2],
  ['mentions with their competitors', 'mentions { nodes { competitor { marketShare } } }', 2],
  ['citations', 'citations { totalCount nodes { share topUrls { url } } }', 1],
  ['citations with their ownership', 'citations { nodes { ownership } }', 2],
  ['cells', 'cells { promptId promptText visibilityScore }', 1],
  ['changes', 'changes { at kind text }', 1],
  ['citations with what responses name', 'citations { nodes { responseCountNamingBrand } }', 1],
  ['citations that are gaps', 'citations(gaps: true) { nodes { isGap } }', 3],
  ['cited pages', 'pages { totalCount nodes { url ownership isGap } }', 2],
  ['cited pages that are gaps', 'pages(gaps: true) { nodes { url } }', 4],
  ['what platforms searched for', 'searches { totalCount nodes { query promptCount isGap } }', 1],
  ['searches of some prompts', 'searches(where: { tags: ["a"] }) { nodes { query } }', 2],
  ['searches that are gaps', 'searches(gaps: true) { nodes { query platforms } }', 1],
  ['brands', 'brands { name previous { share } }', 1],
  [
    'brands with their standings',
    'brands(tracked: true) { adjustedConfidence { low } againstBrand { verdict } previous { verdict } }',
    2,
  ],
  [
    'brands with their places',
    'brands(tracked: true) { firstNamedCount meanRankInterval { low } previous { prominence prominenceVerdict } }',
    2,
  ],
  ['trends of brands', 'brandTrends(competitorIds: [], over: 7) { points { date } }', 1],
  ['trends of brands in some prompts', 'brandTrends(competitorIds: [], where: { tags: ["a"] }) { name }', 2],
  ['visibility with its adjusted trend', 'visibility { trend(over: 7) { score adjustedConfidence { low } } }', 2],
  [
    'platforms with interval and verdict',
    'visibility { byPlatform { adjustedConfidence { low } previous { verdict } } }',
    2,
  ],
  ['brands with their competitors', 'brands(tracked: true) { competitor { name } }', 2],
  ['suggested competitors', 'candidates { totalCount nodes { name listedCount } }', 1],
  ['suggested competitors with samples', 'candidates { nodes { sample { text } } }', 2],
  ['sentiment', 'sentiment { total }', 1],
  ['the state of the analysis', 'analysis { state answersRead startedAt }', 1],
  ['responses', 'responses { nodes { text brandMentions { start } citations { url } evidence } }', 1],
  ['monitoring', 'monitoring { nextRunAt lastRunAt queued }', 1],
  ['what came of the runs', 'quality { byPlatform { planned } byDay { reasons { count } } }', 1],
  ['what came of the runs of some prompts', 'quality(where: { tags: ["a"] }) { byPlatform { planned } }', 2],
  ['runs of some prompts', 'runs(where: { tags: ["a"] }) { totalCount nodes { state } }', 3],
  ['runs', 'runs { nodes { state reason plannedAt } }', 1],
  ['runs with their count', 'runs { totalCount nodes { id } }', 2],
  ['runs with their prompts and responses', 'runs { nodes { prompt { id } response { text } } }', 3],
  ['prompts with their next and last runs', 'prompts { nodes { nextRunAt lastRuns { platform state } } }', 3],
  [
    'prompts with the responses of their last runs',
    'prompts(first: 1) { nodes { lastRuns { prompt { id } response { text sentiment } } } }',
    4,
  ],
  ['responses with what was searched for them', 'responses { nodes { searches citations { url } } }', 1],
  ['responses with all names', 'responses { nodes { mentions { name spans { start } } } }', 1],
  ['responses by what was found in them', 'responses(named: true, sentiments: [POSITIVE]) { nodes { id } }', 1],
  ['responses with their count', 'responses { totalCount nodes { id } }', 2],
];

test.each(FIELDS)(`${PROJECTS} projects with %s cost the list and these statements`, async (_what, field, own) => {
  expect(await statementsOf(`{ projects { nodes { ${field} } } }`)).toBe(LIST + own);
});

test('everything at once costs one statement for each kind of field', async () => {
  const query = `{ projects { totalCount nodes { id
    prompts { nodes { id } } competitors { nodes { id } } visibility { score trend { score } }
    mentions { nodes { name } } citations { nodes { domain } } sentiment { total } analysis { state }
  } } }`;
  expect(await statementsOf(query)).toBe(LIST + 6);
});

test('aliases with the same arguments share a statement, with others they cost one each', async () => {
  const nodes = (fields: string) => `{ projects { nodes { ${fields} } } }`;
  expect(await statementsOf(nodes('a: sentiment { total } b: sentiment { positive }'))).toBe(LIST + 1);
  expect(await statementsOf(nodes('a: sentiment { total } b: sentiment(window: D7) { total }'))).toBe(LIST + 2);
  expect(await statementsOf(nodes('a: prompts { totalCount } b: prompts(first: 1) { totalCount }'))).toBe(LIST + 1);
});

test.each([
  ['its score', 'visibility { score }', 1],
  ['its days', 'name visibility { score trend { date } }', 1],
  ['its platforms and days', '...Numbers', 1],
  ['two scores of it', 'visibility { score } week: visibility(window: D7) { score }', 2],
  ['a score that a directive may leave out', 'visibility @include(if: true) { score }', 2],
  ['a score of prompts that name the brand', 'visibility(branded: true) { score }', 3],
])('a project with %s costs these statements', async (_what, fields, own) => {
  const fragment = fields.startsWith('...')
    ? 'fragment Numbers on Project { ... on Project { visibility { byPlatform { platform } trend { date } } } }'
    : '';
  expect(await statementsOf(`{ project(id: "${ids[0]}") { ${fields} } } ${fragment}`)).toBe(own);
});

test('projects by id with their scores, under however many aliases, are one statement', async () => {
  const query = `{ ${ids.map((id, at) => `p${at}: project(id: "${id}") { visibility { score } }`).join('\n')} }`;
  expect(await statementsOf(query)).toBe(1);
});

test('projects by id, under however many aliases, are one statement', async () => {
  const query = `{ ${ids.map((id, at) => `p${at}: project(id: "${id}") { name sentiment { total } }`).join('\n')} }`;
  expect(await statementsOf(query)).toBe(2);
});

test('the reasons of many absences are one statement', async () => {
  const owner = await api.open();
  const archived = await Promise.all([1, 2, 3].map(() => createProject(owner)));
  await Promise.all(archived.map(({ id }) => owner.delete(`/projects/${id}`)));
  const query = '{ projects(archived: true) { nodes { prompts { totalCount } } } }';
  expect(await statementsOf(query, {}, owner)).toBe(LIST + 2);
  const { body } = await askGraphql(owner, query);
  expect(body.data).toEqual({ projects: { nodes: archived.map(() => ({ prompts: null })) } });
  expect(body.errors?.map(({ extensions }) => extensions['code'])).toEqual(archived.map(() => 'NOT_FOUND'));
});

test.each(['visibilityDaily', 'mentionsDaily', 'citationsDaily', 'sentimentDaily', 'responsesDaily'])(
  '%s is one statement',
  async (table) => {
    expect(await statementsOf(`query ($ids: [ID!]) { ${table}(projectIds: $ids) { date } }`, { ids })).toBe(1);
  },
);

test('the account is one statement, its usage three more', async () => {
  expect(await statementsOf('{ account { tier } }')).toBe(1);
  expect(await statementsOf('{ account { usage { promptsUsed } } }')).toBe(4);
});
