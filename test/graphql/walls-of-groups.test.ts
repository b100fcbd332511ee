import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { ApiCaller, liftLimits, TODAY, useApi, useReplica } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

/**
 * Markets, wordings, notes, search terms, searches and filters of one account, asked for by another on two processes.
 */

const api = useApi();
const replica = useReplica(api);

const TEXT = 'Which tea shop is best?';
const WORDS = 'What is the best shop for tea?';

interface Owned {
  projectId: string;
  marketId: string;
  promptIds: [string, string];
  noteId: string;
}

let owner: ApiCaller;
let stranger: ApiCaller;
let own: Owned;
let strangers: Owned;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([api.open(), api.open()]);
  await Promise.all([owner, stranger].map(liftLimits));
  [own, strangers] = [await seed(owner), await seed(stranger)];
});

/** The same account on either process. */
const onEach = ({ account }: ApiCaller) => [new ApiCaller(api, account), new ApiCaller(replica, account)];

async function ask<Data>(as: ApiCaller, query: string, variables: object = {}): Promise<Data> {
  const { body } = await askGraphql(as, query, variables);
  expect(body.errors).toBeUndefined();
  // Shaped by the query.
  return body.data as Data;
}

async function seed(as: ApiCaller): Promise<Owned> {
  const { id: projectId } = await createProject(as);
  const { createMarket, addNote } = await ask<Record<string, { id: string }>>(
    as,
    `mutation ($id: ID!, $csv: String!) {
      createMarket(projectId: $id, input: { name: "Munich", country: "DE", language: "de" }) { id }
      addNote(projectId: $id, input: { at: "${TODAY}T08:00:00Z", text: "New pricing page" }) { id }
      addSearchTerms(projectId: $id, input: { source: BING, csv: $csv }) { accepted }
    }`,
    { id: projectId, csv: 'Query,Impressions\ngreen tea shop,20' },
  );
  const marketId = createMarket?.id ?? '';
  const create = `mutation ($id: ID!, $inputs: [CreatePromptInput!]!) {
    createPrompts(projectId: $id, inputs: $inputs) { id } }`;
  const inputs = [TEXT, WORDS].map((promptText) => ({ promptText, marketId, persona: 'Chef' }));
  const { createPrompts } = await ask<{ createPrompts: { id: string }[] }>(as, create, { id: projectId, inputs });
  const [lead, wording] = createPrompts.map(({ id }) => id);
  if (!lead || !wording) throw new Error('two prompts were created');
  await ask(as, 'mutation ($id: ID!, $of: ID!) { updatePrompt(id: $id, input: { wordingOfId: $of }) { id } }', {
    ...{ id: wording, of: lead },
  });
  const line = { question: TEXT, market: 'Munich', answer: 'Northwind.', searches: ['tea shops of munich'] };
  await importAnswers(api.db, { projectId }, fileOf([plainLine({ ...line, answered_at: `${TODAY}T09:00:00Z` })]));
  return { projectId, marketId, promptIds: [lead, wording], noteId: addNote?.id ?? '' };
}

/** All that another account could reach for. */
const ALL = `query ($id: ID!) { project(id: $id) {
  repeats markets { id name promptCount } archived: markets(archived: true) { id }
  changes { id kind text } searches { nodes { query responseCount } }
  prompts { nodes { id promptText category stage persona tags wordingCount wordingOf { id } market { id } } }
  segments(by: MARKET) { key label responseCount }
  promptSuggestions(origin: SEARCH_TERMS) { nodes { text impressions } } } }`;

const stateOf = (as: ApiCaller, { projectId: id }: Owned) => ask<object>(as, ALL, { id });

test('what is written on one process is read on the other at once, by its own account', async () => {
  const [here, there] = onEach(owner);
  if (!here || !there) throw new Error('there are two processes');
  const { createMarket } = await ask<{ createMarket: { id: string } }>(
    here,
    'mutation ($id: ID!) { createMarket(projectId: $id, input: { name: "Vienna", country: "AT" }) { id } }',
    { id: own.projectId },
  );
  expect(await stateOf(there, own)).toEqual(await stateOf(here, own));
  await ask(there, 'mutation ($id: ID!) { archiveMarket(id: $id) { id } }', { id: createMarket.id });
  expect(await stateOf(here, own)).toEqual(await stateOf(there, own));
});

describe('another account', () => {
  const READS = [
    'project(id: $projectId) { markets { id } }',
    'project(id: $projectId) { segments(by: MARKET) { label } }',
    'project(id: $projectId) { searches { nodes { query } } }',
    'project(id: $projectId) { changes { text } }',
    'project(id: $projectId) { promptSuggestions(origin: SEARCH_TERMS) { nodes { text } } }',
    'project(id: $projectId) { likelyWordings { promptId } }',
    'project(id: $projectId) { sampleSize(input: { changePoints: 5 }) { present { prompts } } }',
    'prompt(id: $promptId) { market { name } wordingOf { id } }',
  ];
  const WRITES = [
    'createMarket(projectId: $projectId, input: { name: "Mine", country: "DE" }) { id }',
    'updateMarket(id: $marketId, input: { name: "Mine" }) { id }',
    'archiveMarket(id: $marketId) { id }',
    'copyPrompts(ids: [$promptId], marketId: $marketId) { id }',
    'copyPrompts(ids: [$promptId], marketId: $ownMarketId) { id }',
    'copyPrompts(ids: [$ownPromptId], marketId: $marketId) { id }',
    'createPrompt(projectId: $ownId, input: { promptText: "Mine?", marketId: $marketId }) { id }',
    'createPrompt(projectId: $ownId, input: { promptText: "Mine?", wordingOfId: $promptId }) { id }',
    'updatePrompt(id: $promptId, input: { persona: "Thief", wordingOfId: null }) { id }',
    'updatePrompts(ids: [$ownPromptId, $promptId], input: { category: "Mine" }) { id }',
    'deletePrompts(ids: [$promptId]) { deleted }',
    'updateProject(id: $projectId, input: { repeats: 4 }) { id }',
    `addNote(projectId: $projectId, input: { at: "${TODAY}T08:00:00Z", text: "Mine" }) { id }`,
    'removeNote(id: $noteId) { deleted }',
    'addSearchTerms(projectId: $projectId, input: { source: BING, csv: "Query,Impressions\\na,1" }) { accepted }',
    'deleteSearchTerms(projectId: $projectId, source: BING) { removed }',
  ];
  const operations = [
    ...READS.map((field) => ({ kind: 'query', field })),
    ...WRITES.map((field) => ({ kind: 'mutation', field })),
  ];

  test.each(operations)('is refused as $kind { $field } on either process, and changes nothing', async (one) => {
    const { kind, field } = one;
    const variables: Record<string, string> = {
      ...{ projectId: own.projectId, marketId: own.marketId, promptId: own.promptIds[0], noteId: own.noteId },
      ...{ ownId: strangers.projectId, ownMarketId: strangers.marketId, ownPromptId: strangers.promptIds[0] },
    };
    const used = Object.keys(variables).filter((name) => new RegExp(`\\$${name}\\b`).test(field));
    const declared = used.map((name) => `$${name}: ID!`).join(', ');
    const before = [await stateOf(owner, own), await stateOf(stranger, strangers)];
    for (const as of onEach(stranger)) {
      const { body } = await askGraphql(as, `${kind} (${declared}) { ${field} }`, variables);
      expect(body.errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
      expect(JSON.stringify(body)).not.toMatch(/Munich|pricing|Chef|tea shop/i);
    }
    expect([await stateOf(owner, own), await stateOf(stranger, strangers)]).toEqual(before);
  });

  test('finds nothing of its own by ids of the other', async () => {
    const where = `{ marketIds: ["${own.marketId}"] }`;
    const byPrompt = `{ promptIds: ["${own.promptIds[0]}"] }`;
    const numbers = (
      filter: string,
    ) => `responses(where: ${filter}) { totalCount } prompts(where: ${filter}) { totalCount }
      visibility(where: ${filter}) { byPlatform { responseCount } } cells(where: ${filter}) { promptId }
      searches(where: ${filter}) { totalCount } runs(where: ${filter}) { totalCount }
      quality(where: ${filter}) { byPlatform { planned } } sentiment(where: ${filter}) { total }
      brandTrends(competitorIds: [], where: ${filter}) { points { date } } citations(where: ${filter}) { totalCount }
      segments(by: MARKET, where: ${filter}) { key }
      promptDuplicates(texts: ["${TEXT}"], marketId: "${own.marketId}") { promptId }`;
    for (const as of onEach(stranger)) {
      for (const filter of [where, byPrompt]) {
        const { project } = await ask<{ project: object }>(
          as,
          `{ project(id: "${strangers.projectId}") { ${numbers(filter)} } }`,
        );
        const none = { totalCount: 0 };
        expect(project).toEqual({
          ...{ responses: none, prompts: none, searches: none, runs: none, citations: none, cells: [], segments: [] },
          promptDuplicates: [],
          ...{ quality: { byPlatform: [] }, sentiment: { total: 0 }, brandTrends: [{ points: [] }] },
          visibility: { byPlatform: expect.anything() },
        });
        const { byPlatform } = (project as { visibility: { byPlatform: { responseCount: number }[] } }).visibility;
        expect(byPlatform.reduce((sum, { responseCount }) => sum + responseCount, 0)).toBe(0);
      }
    }
  });
});
