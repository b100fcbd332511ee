import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { ApiCaller, liftLimits, TODAY, useApi, useReplica } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

/**
 * Markets, wordings, notes, search terms and searches of one account, changed on one process and read on another.
 */

const api = useApi();
const replica = useReplica(api);

const TEXT = 'Which tea shop is best?';
const WORDS = 'What is the best shop for tea?';

interface Owned {
  projectId: string;
}

let owner: ApiCaller;
let own: Owned;

beforeAll(async () => {
  owner = await api.open();
  await liftLimits(owner);
  own = await seed(owner);
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
  const { createMarket } = await ask<Record<string, { id: string }>>(
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
  return { projectId };
}

/** What any of them changes. */
const ALL = `query ($id: ID!) { project(id: $id) {
  repeats markets { id name promptCount } archived: markets(archived: true) { id }
  changes { id kind text } searches { nodes { query responseCount } }
  prompts { nodes { id promptText category stage persona tags wordingCount wordingOf { id } market { id } } }
  segments(by: MARKET) { key label responseCount }
  promptSuggestions(origin: SEARCH_TERMS) { nodes { text impressions } } } }`;

const stateOf = (as: ApiCaller, { projectId: id }: Owned) => ask<object>(as, ALL, { id });

test('what is written on one process is read on the other at once', async () => {
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
