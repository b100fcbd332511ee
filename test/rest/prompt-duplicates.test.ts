import { useApi } from '../support/api.js';
import { expectError } from '../support/expectations.js';
import { createProject, createPrompt } from '../support/resources.js';

const api = useApi();

async function openProject() {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const post = (prompt_text: string) => caller.post(`/projects/${id}/prompts`, { prompt_text });
  return { caller, id, post };
}

test.each([
  ['the same text', 'Which tea?', 'Which tea?'],
  ['white space around it', 'Which tea?', '\u00a0\n Which tea?\t'],
  ['letter case', 'Which Tea?', 'wHICH tEA?'],
  ['ß and ss', 'Welche Straße?', 'Welche STRASSE?'],
  ['ß and its capital', 'Straße', 'STRA\u1e9eE'],
  ['the capital ß and ss', 'STRA\u1e9eE', 'strasse'],
  ['a dotted capital I and its folded form', '\u0130stanbul', 'i\u0307stanbul'],
  ['a final sigma', 'ΟΔΟΣ', 'οδος'],
  ['a final sigma and another', 'οδος', 'οδοσ'],
  ['ligatures', 'o\ufb03ce', 'OFFICE'],
  ['the Kelvin sign', '10 \u212a', '10 k'],
  ['composed and decomposed accents', 'caf\u00e9', 'cafe\u0301'],
  ['composed and decomposed accents in capitals', 'CAF\u00c9', 'cafe\u0301'],
  ['Cyrillic capitals', 'Какой чай?', 'КАКОЙ ЧАЙ?'],
])('texts that differ in %s are one', async (_how, text, other) => {
  const { post } = await openProject();
  expect((await post(text)).status).toBe(201);
  expectError(await post(other), 'CONFLICT', /already exists/);
});

test.each([
  ['accents', 'cafe', 'café'],
  ['the dot of an i', 'sinir', 's\u0131n\u0131r'],
  ['white space within', 'Which tea?', 'Which  tea?'],
  ['punctuation', 'Which tea?', 'Which tea'],
  ['width', 'A', '\uff21'],
])('texts that differ in %s are two', async (_how, text, other) => {
  const { post } = await openProject();
  expect((await post(text)).status).toBe(201);
  expect((await post(other)).status).toBe(201);
});

test('another project of the account may have the same text', async () => {
  const { caller, post } = await openProject();
  expect((await post('Which tea?')).status).toBe(201);
  await createPrompt(caller, (await createProject(caller)).id, { prompt_text: 'Which tea?' });
});

test('the text of an inactive prompt is taken, that of an archived one is free', async () => {
  const { caller, id, post } = await openProject();
  const prompt = await createPrompt(caller, id, { prompt_text: 'Which tea?' });
  await caller.patch(`/prompts/${prompt.id}`, { is_active: false });
  expectError(await post('Which tea?'), 'CONFLICT');
  await caller.delete(`/prompts/${prompt.id}`);
  expect((await post('Which tea?')).status).toBe(201);
});

test('of 20 duplicates at once one is made and 19 conflict', async () => {
  const { post } = await openProject();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => post(at % 2 ? 'Which tea?' : ' WHICH TEA? ')),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
});
