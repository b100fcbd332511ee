import { SYSTEM_CLOCK } from '../../src/clock.js';
import { updateAccount } from '../../src/core/people/accounts.js';
import { useApi } from '../support/api.js';
import { dataOf, expectError, first, TIMESTAMP, UUID_V4 } from '../support/expectations.js';
import { createProject, createPrompt, type WirePrompt } from '../support/resources.js';

const api = useApi();

const PROMPT_FIELDS = [
  'id',
  'project_id',
  'prompt_text',
  'platforms',
  'monitoring_frequency',
  'category',
  'tags',
  'is_active',
  'created_at',
  'updated_at',
];

async function openProject() {
  const caller = await api.open();
  const project = await createProject(caller);
  return { caller, project, path: `/projects/${project.id}/prompts` };
}

test('a created prompt is answered with 201 and every field of the specification', async () => {
  const { caller, project, path } = await openProject();
  const sent = {
    prompt_text: '  Which tea is best?\n',
    platforms: ['gemini', 'chatgpt', 'gemini'],
    monitoring_frequency: 'daily',
    tags: [' green ', 'black'],
  };
  expect(dataOf<WirePrompt>(await caller.post(path, sent), 201)).toEqual({
    id: expect.stringMatching(UUID_V4),
    project_id: project.id,
    prompt_text: 'Which tea is best?',
    platforms: ['gemini', 'chatgpt'],
    monitoring_frequency: 'daily',
    category: null,
    tags: ['green', 'black'],
    is_active: true,
    created_at: expect.stringMatching(TIMESTAMP),
    updated_at: expect.stringMatching(TIMESTAMP),
  });
});

test('a prompt that leaves them out has the platforms of its project, a weekly cadence and no tags', async () => {
  const { caller, project } = await openProject();
  const settings = { platforms: ['claude', 'gemini'], monitoring_frequency: 'daily' };
  await caller.patch(`/projects/${project.id}`, { settings });
  const prompt = await createPrompt(caller, project.id);
  expect(prompt).toMatchObject({ platforms: ['claude', 'gemini'], monitoring_frequency: 'weekly', tags: [] });
});

test('a frequency left out is the cadence of the account', async () => {
  const { caller, project } = await openProject();
  await updateAccount(api.db, SYSTEM_CLOCK, caller.account.accountId, { cadence: 'daily' });
  expect((await createPrompt(caller, project.id)).monitoring_frequency).toBe('daily');
});

test('create, get, list and update show the same fields in the same order', async () => {
  const { caller, project, path } = await openProject();
  const created = await createPrompt(caller, project.id);
  const read = dataOf<WirePrompt>(await caller.get(`/prompts/${created.id}`));
  const listed = first(dataOf<WirePrompt[]>(await caller.get(path)));
  const updated = dataOf<WirePrompt>(await caller.patch(`/prompts/${created.id}`, {}));
  for (const prompt of [created, read, listed, updated]) {
    expect(Object.keys(prompt)).toEqual(PROMPT_FIELDS);
    expect(prompt).toEqual(created);
  }
});

test('a list holds the prompts of its project alone, oldest first, then by id', async () => {
  const { caller, project, path } = await openProject();
  const sibling = await createProject(caller);
  await createPrompt(caller, sibling.id);
  expect((await caller.get(path)).body).toEqual({ data: [] });
  const created = await Promise.all(Array.from({ length: 15 }, () => createPrompt(caller, project.id)));
  const inOrder = created.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1));
  expect(dataOf<WirePrompt[]>(await caller.get(path))).toEqual(inOrder);
});

test.each([
  ['no prompt_text', { tags: [] }, /^prompt_text: is required/],
  ['prompt_text in camel case', { promptText: 'x' }, /^prompt_text: is required/],
  ['an unknown platform', { prompt_text: 'x', platforms: ['bing'] }, /^platforms\[0\]: must be one of chatgpt/],
  ['an empty list of platforms', { prompt_text: 'x', platforms: [] }, /^platforms: /],
  ['platforms that are no list', { prompt_text: 'x', platforms: 'chatgpt' }, /^platforms: /],
  ['platforms that are null', { prompt_text: 'x', platforms: null }, /^platforms: /],
  ['an unknown frequency', { prompt_text: 'x', monitoring_frequency: 'hourly' }, /^monitoring_frequency: /],
  ['tags that are no list', { prompt_text: 'x', tags: 'green' }, /^tags: /],
  ['a tag that is no string', { prompt_text: 'x', tags: ['a', 7] }, /^tags\[1\]: /],
  ['an empty tag', { prompt_text: 'x', tags: ['a', ' '] }, /^tags\[1\]: /],
  ['21 tags', { prompt_text: 'x', tags: Array(21).fill('a') }, /^tags: must have at most 20 tags/],
])('a prompt with %s is refused, and the message names the field', async (_fault, body, message) => {
  const { caller, path } = await openProject();
  expectError(await caller.post(path, body), 'VALIDATION_ERROR', message);
  expect((await caller.get(path)).body).toEqual({ data: [] });
});

test('20 tags are taken, in the order sent', async () => {
  const { caller, project } = await openProject();
  const tags = Array.from({ length: 20 }, (_, at) => `tag ${19 - at}`);
  expect((await createPrompt(caller, project.id, { tags })).tags).toEqual(tags);
});

test('fields that the server decides are ignored in a creation', async () => {
  const { caller, project } = await openProject();
  const prompt = await createPrompt(caller, project.id, { id: 'x', category: 'tea', is_active: false, aliases: 7 });
  expect(prompt).toMatchObject({ category: null, is_active: true });
});

test('an archived prompt is gone from get, list, update and delete', async () => {
  const { caller, project, path } = await openProject();
  const [kept, gone] = [await createPrompt(caller, project.id), await createPrompt(caller, project.id)];
  expect((await caller.delete(`/prompts/${gone.id}`)).body).toEqual({ data: { deleted: true } });
  expect(dataOf<WirePrompt[]>(await caller.get(path))).toEqual([kept]);
  expectError(await caller.get(`/prompts/${gone.id}`), 'NOT_FOUND', 'Prompt not found');
  expectError(await caller.patch(`/prompts/${gone.id}`, { is_active: true }), 'NOT_FOUND');
  expectError(await caller.delete(`/prompts/${gone.id}`), 'NOT_FOUND');
});

test('of two deletions at once one archives and the other finds nothing', async () => {
  const { caller, project } = await openProject();
  const { id } = await createPrompt(caller, project.id);
  const answers = await Promise.all([caller.delete(`/prompts/${id}`), caller.delete(`/prompts/${id}`)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test('prompts created while their project is archived are in it or refused, never lost', async () => {
  const { caller, project, path } = await openProject();
  const creations = Array.from({ length: 8 }, (_, at) => caller.post(path, { prompt_text: `Ask ${at}` }));
  const [deletion, ...answers] = await Promise.all([caller.delete(`/projects/${project.id}`), ...creations]);
  expect(deletion?.status).toBe(200);
  for (const { status } of answers) expect([201, 404]).toContain(status);
});
