import { ADMIT_KEY, CHECK_KEY } from '../../src/core/admission/admission.sql.js';
import { setKillSwitch } from '../../src/core/writes.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { dataOf } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt, seedPrompts, type WirePrompt } from '../support/resources.js';
import { queryDatabase } from '../support/sql.js';
import { recordStatements } from '../support/statements.js';

/** Many prompts at once: by the rules of one, all or none, in as many statements however many they are. */

const api = useApi();

const CREATE = `mutation ($id: ID!, $inputs: [CreatePromptInput!]!) {
  createPrompts(projectId: $id, inputs: $inputs) { id promptText tags platforms monitoringFrequency isActive } }`;
const UPDATE = `mutation ($ids: [ID!]!, $input: UpdatePromptsInput!) {
  updatePrompts(ids: $ids, input: $input) { id tags isActive monitoringFrequency } }`;
const DELETE = 'mutation ($ids: [ID!]!) { deletePrompts(ids: $ids) { deleted } }';

let texts: string[];
let caller: ApiCaller;
let id: string;

beforeAll(async () => {
  texts = await recordStatements(api.db);
});

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id } = await createProject(caller));
});

async function ask(query: string, variables: object, as = caller) {
  const { data, errors } = (await askGraphql(as, query, variables)).body;
  return { data, error: errors?.[0], issues: errors?.[0]?.extensions['issues'] };
}

const inputsOf = (...promptTexts: string[]) => promptTexts.map((promptText) => ({ promptText }));
const stored = async () => dataOf<WirePrompt[]>(await caller.get(`/projects/${id}/prompts`));
const storedTexts = async () => (await stored()).map(({ prompt_text }) => prompt_text);
const many = (count: number) => inputsOf(...Array.from({ length: count }, (_, at) => `Question ${at}?`));

test('prompts are created in the order sent, each with what it says or the defaults, and are due', async () => {
  const inputs = [...inputsOf(' One? '), { promptText: 'Two?', tags: ['tea'], platforms: ['CLAUDE'] }];
  const { data } = await ask(CREATE, { id, inputs });
  expect(data?.['createPrompts']).toMatchObject([
    { promptText: 'One?', tags: [], platforms: ['CHATGPT', 'PERPLEXITY'], monitoringFrequency: 'WEEKLY' },
    { promptText: 'Two?', tags: ['tea'], platforms: ['CLAUDE'], isActive: true },
  ]);
  expect(await storedTexts()).toEqual(['One?', 'Two?']);
  const due = await queryDatabase(api.database, 'select from prompt_schedule where account_id = $1', [
    caller.account.accountId,
  ]);
  expect(due).toHaveLength(2);
});

test('a fault names its entry, and nothing is created', async () => {
  const { issues, error } = await ask(CREATE, { id, inputs: inputsOf('One?', ' ', 'Three?') });
  expect(issues).toEqual([{ path: ['inputs', 1, 'promptText'], message: 'must not be empty' }]);
  expect(error?.message).toBe('inputs[1].promptText: must not be empty');
  expect(await storedTexts()).toEqual([]);
});

test('texts that are taken are told by entry, by a prompt and by an entry before, and nothing is created', async () => {
  await createPrompt(caller, id, { prompt_text: 'Which tea?' });
  const { issues, error } = await ask(CREATE, { id, inputs: inputsOf('New?', 'WHICH tea?', 'new?', 'Which tea?') });
  expect(error?.extensions['code']).toBe('CONFLICT');
  expect(issues).toEqual([
    { path: ['inputs', 1, 'promptText'], message: 'a prompt of the project has this text' },
    { path: ['inputs', 2, 'promptText'], message: 'inputs.0 has this text too' },
    { path: ['inputs', 3, 'promptText'], message: 'a prompt of the project has this text' },
  ]);
  expect(await storedTexts()).toEqual(['Which tea?']);
});

test('taken texts are told before anything is written', async () => {
  const { id: promptId } = await createPrompt(caller, id, { prompt_text: 'Which tea?' });
  const query = `query ($id: ID!, $texts: [String!]!) {
    project(id: $id) { promptDuplicates(texts: $texts) { at promptId entry } } }`;
  const { data } = await ask(query, { id, texts: ['New?', 'which TEA? ', 'NEW?'] });
  expect(data?.['project']).toEqual({
    promptDuplicates: [
      { at: 1, promptId, entry: null },
      { at: 2, promptId: null, entry: 0 },
    ],
  });
});

test('capacity and daily slots hold for all together', async () => {
  await seedPrompts(caller, id, 150);
  const beyond = await ask(CREATE, { id, inputs: many(51) });
  expect(beyond.error?.message).toMatch(/^Prompt capacity of 200 is reached/);
  const daily = many(50).map((input) => ({ ...input, monitoringFrequency: 'DAILY' }));
  expect((await ask(CREATE, { id, inputs: daily })).error).toBeUndefined();
  const ids = (await stored()).map((prompt) => prompt.id);
  const all = await ask(UPDATE, { ids: ids.slice(-11), input: { monitoringFrequency: 'DAILY' } });
  expect(all.issues).toMatchObject([{ path: ['monitoringFrequency'] }]);
  expect((await ask(UPDATE, { ids: ids.slice(-10), input: { monitoringFrequency: 'DAILY' } })).error).toBeUndefined();
});

test.each([0, 101])('%d entries are refused', async (count) => {
  expect((await ask(CREATE, { id, inputs: many(count) })).issues).toEqual([
    { path: ['inputs'], message: 'must have 1 to 100 entries' },
  ]);
});

test('prompts are changed alike: their own labels stay, others come and go', async () => {
  const one = await createPrompt(caller, id, { prompt_text: 'One?', tags: ['a', 'b'] });
  const two = await createPrompt(caller, id, { prompt_text: 'Two?', tags: ['c'] });
  const input = { isActive: false, addTags: ['c', 'd'], removeTags: ['b'] };
  const { data } = await ask(UPDATE, { ids: [two.id, one.id, two.id], input });
  expect(data?.['updatePrompts']).toEqual([
    { id: two.id, tags: ['c', 'd'], isActive: false, monitoringFrequency: 'WEEKLY' },
    { id: one.id, tags: ['a', 'c', 'd'], isActive: false, monitoringFrequency: 'WEEKLY' },
  ]);
});

test('a prompt that would have too many labels is named, and nothing is changed', async () => {
  const few = await createPrompt(caller, id, { prompt_text: 'One?' });
  const tags = Array.from({ length: 20 }, (_, at) => `t${at}`);
  const full = await createPrompt(caller, id, { prompt_text: 'Two?', tags });
  const { issues } = await ask(UPDATE, { ids: [few.id, full.id], input: { addTags: ['x'] } });
  expect(issues).toEqual([{ path: ['ids', 1], message: 'would have more than 20 tags' }]);
  expect((await stored()).map((prompt) => prompt.tags.length).toSorted()).toEqual([0, 20]);
});

test('other platforms are refused, as for one prompt', async () => {
  const { id: promptId } = await createPrompt(caller, id, { prompt_text: 'One?', platforms: ['claude'] });
  const { error } = await ask(UPDATE, { ids: [promptId], input: { platforms: ['GEMINI'] } });
  expect(error?.message).toContain('fixed by');
  expect((await ask(UPDATE, { ids: [promptId], input: { platforms: ['CLAUDE'] } })).error).toBeUndefined();
});

test('prompts are archived together', async () => {
  const prompts = await seedPrompts(caller, id, 3);
  const ids = prompts.slice(0, 2).map((prompt) => prompt.id);
  expect((await ask(DELETE, { ids })).data).toEqual({ deletePrompts: { deleted: true } });
  expect(await storedTexts()).toHaveLength(1);
  const again = await ask(DELETE, { ids });
  expect(again.error?.extensions['code']).toBe('NOT_FOUND');
  expect(again.issues).toHaveLength(2);
});

test("another account's prompt among them is refused by its place, and nothing is done", async () => {
  const stranger = await api.open();
  const theirs = await createPrompt(stranger, (await createProject(stranger)).id);
  const own = await createPrompt(caller, id);
  for (const [query, variables] of [
    [DELETE, {}],
    [UPDATE, { input: { isActive: false } }],
  ] as const) {
    const { error, issues } = await ask(query, { ids: [own.id, theirs.id], ...variables });
    expect(error?.extensions['code']).toBe('FORBIDDEN');
    expect(issues).toEqual([{ path: ['ids', 1], message: 'Prompt belongs to another account' }]);
  }
  expect(await stored()).toMatchObject([{ is_active: true }]);
});

test('each prompt is told among the changes of its project', async () => {
  await ask(CREATE, { id, inputs: inputsOf('One?', 'Two?') });
  const ids = (await stored()).map((prompt) => prompt.id);
  await ask(UPDATE, { ids, input: { isActive: false, addTags: ['x'] } });
  await ask(DELETE, { ids });
  const { data } = await ask('query ($id: ID!) { project(id: $id) { changes { kind } } }', { id });
  const kinds = JSON.stringify(data?.['project']).match(/PROMPT_\w+/g) ?? [];
  expect(kinds.filter((kind) => kind === 'PROMPT_ADDED')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'PROMPT_DEACTIVATED')).toHaveLength(2);
  expect(kinds.filter((kind) => kind === 'PROMPT_ARCHIVED')).toHaveLength(2);
});

test('the kill switch stops them', async () => {
  await setKillSwitch(api.db, true);
  const { error } = await ask(CREATE, { id, inputs: inputsOf('One?') });
  await setKillSwitch(api.db, false);
  expect(error?.extensions['code']).toBe('SERVICE_KILL_SWITCH_ACTIVE');
});

test('a hundred prompts take as many statements as two', async () => {
  const ids: string[] = [];
  const counts: number[][] = [];
  for (const count of [2, 98]) {
    const inputs = many(count).map(({ promptText }) => ({ promptText: `${count} ${promptText}` }));
    const created = await statementsOf(() => ask(CREATE, { id, inputs }));
    const now = await stored();
    ids.splice(0, ids.length, ...now.slice(-count).map((prompt) => prompt.id));
    const updated = await statementsOf(() => ask(UPDATE, { ids, input: { isActive: false, addTags: ['x'] } }));
    counts.push([created, updated, await statementsOf(() => ask(DELETE, { ids }))]);
  }
  expect(counts[1]).toEqual(counts[0]);
});

async function statementsOf(work: () => Promise<{ error: unknown }>): Promise<number> {
  texts.length = 0;
  expect((await work()).error).toBeUndefined();
  return texts.filter((text) => text !== ADMIT_KEY.text && text !== CHECK_KEY.text).length;
}
