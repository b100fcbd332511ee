import { type ApiCaller, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { createProject, createPrompt, type WirePrompt } from '../support/resources.js';

const api = useApi();

async function openPrompt() {
  const caller = await api.open();
  const project = await createProject(caller);
  const prompt = await createPrompt(caller, project.id, { prompt_text: 'Which tea?', tags: ['green'] });
  return { caller, project, prompt, path: `/prompts/${prompt.id}` };
}

async function patched(caller: ApiCaller, path: string, body: object): Promise<WirePrompt> {
  return dataOf<WirePrompt>(await caller.patch(path, body));
}

test.each([
  ['prompt_text', ' Which coffee? ', 'Which coffee?'],
  ['monitoring_frequency', 'daily', 'daily'],
  ['tags', [' a ', 'b'], ['a', 'b']],
  ['tags', [], []],
  ['is_active', false, false],
])('a PATCH of %s alone changes it, and updated_at, and nothing else', async (field, sent, stored) => {
  const { caller, prompt, path } = await openPrompt();
  const after = await patched(caller, path, { [field]: sent });
  expect(after).toEqual({ ...prompt, [field]: stored, updated_at: after.updated_at });
  expect(after.updated_at > prompt.updated_at).toBe(true);
  expect(dataOf<WirePrompt>(await caller.get(path))).toEqual(after);
});

test('is_active goes off and on again as sent', async () => {
  const { caller, path } = await openPrompt();
  for (const is_active of [false, true])
    expect(await patched(caller, path, { is_active })).toMatchObject({ is_active });
});

test.each([
  ['no field', {}],
  ['unknown fields only', { category: 'tea', project_id: 'x', promptText: 'y', isActive: false }],
  ['what is stored already', { prompt_text: ' Which tea? ', tags: ['green'], is_active: true }],
  ['the platforms that are stored, in any order', { platforms: ['perplexity', 'chatgpt'] }],
])('a PATCH with %s is answered with 200 and leaves updated_at alone', async (_what, body) => {
  const { caller, prompt, path } = await openPrompt();
  expect(await patched(caller, path, body)).toEqual(prompt);
});

test.each([[['claude']], [['chatgpt']], [['chatgpt', 'perplexity', 'claude']]])(
  'platforms cannot be changed to %j, and the message says that the tier fixes them',
  async (platforms) => {
    const { caller, prompt, path } = await openPrompt();
    const answer = await caller.patch(path, { prompt_text: 'Other', platforms });
    expectError(answer, 'VALIDATION_ERROR', /^platforms: .*fixed by the subscription tier/);
    expect(dataOf<WirePrompt>(await caller.get(path))).toEqual(prompt);
  },
);

test.each([
  ['prompt_text', ''],
  ['prompt_text', null],
  ['monitoring_frequency', 'Daily'],
  ['monitoring_frequency', null],
  ['tags', null],
  ['tags', ['']],
  ['is_active', 'true'],
  ['is_active', 1],
  ['is_active', null],
  ['platforms', []],
  ['platforms', ['bing']],
])('a PATCH of %s to %j is refused', async (field, value) => {
  const { caller, path } = await openPrompt();
  expectError(await caller.patch(path, { [field]: value }), 'VALIDATION_ERROR', new RegExp(`^${field}`));
});

test('a PATCH to the text of another prompt of the project is a conflict', async () => {
  const { caller, project, prompt, path } = await openPrompt();
  await createPrompt(caller, project.id, { prompt_text: 'Which coffee?' });
  expectError(await caller.patch(path, { prompt_text: ' which COFFEE? ' }), 'CONFLICT');
  expect(dataOf<WirePrompt>(await caller.get(path))).toEqual(prompt);
});

test('a PATCH may change the letter case of its own text', async () => {
  const { caller, path } = await openPrompt();
  expect(await patched(caller, path, { prompt_text: 'WHICH TEA?' })).toMatchObject({ prompt_text: 'WHICH TEA?' });
});

test('a text that a PATCH gave up is free again, and the one it took is taken', async () => {
  const { caller, project, path } = await openPrompt();
  await patched(caller, path, { prompt_text: 'Which coffee?' });
  await createPrompt(caller, project.id, { prompt_text: 'Which tea?' });
  const again = await caller.post(`/projects/${project.id}/prompts`, { prompt_text: 'which coffee?' });
  expectError(again, 'CONFLICT');
});

test('of concurrent changes to one text in a project one is made and the others conflict', async () => {
  const { caller, project } = await openPrompt();
  const prompts = await Promise.all(Array.from({ length: 6 }, () => createPrompt(caller, project.id)));
  const answers = await Promise.all(
    prompts.map(({ id }) => caller.patch(`/prompts/${id}`, { prompt_text: 'The one' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
});
