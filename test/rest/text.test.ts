import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { dataOf, expectError } from '../support/expectations.js';
import { BRAND, createProject, createPrompt } from '../support/resources.js';

/** What every text field is held to, on creation and on change. */

const api = useApi();

let caller: ApiCaller;
let projectId: string;
let promptId: string;

beforeEach(async () => {
  caller = await api.open();
  await liftLimits(caller);
  projectId = (await createProject(caller)).id;
  promptId = (await createPrompt(caller, projectId)).id;
});

/** A field with its bound, and the route that takes it: `send` gives what was stored, where it was accepted. */
interface Field {
  field: string;
  max: number;
  isRequired: boolean;
  send: (value: unknown) => ReturnType<ApiCaller['post']>;
  stored: (body: unknown) => unknown;
}

const member = (name: string) => (body: unknown) => Object(body)[name];
const firstTag = (body: unknown) => Object(body).tags[0];
const postProject = (fields: object) => caller.post('/projects', { ...BRAND, ...fields });
const postCompetitor = (fields: object) => caller.post(`/projects/${projectId}/competitors`, { name: 'A', ...fields });
const patchProject = (fields: object) => caller.patch(`/projects/${projectId}`, fields);
const patchPrompt = (fields: object) => caller.patch(`/prompts/${promptId}`, fields);

/** Below a project of its own each time, where no text is a duplicate. */
async function postPrompt(fields: object) {
  const { id } = await createProject(caller);
  const answer = await caller.post(`/projects/${id}/prompts`, { prompt_text: 'A', ...fields });
  await caller.delete(`/projects/${id}`);
  return answer;
}

function field(
  name: string,
  max: number,
  isRequired: boolean,
  send: (fields: object) => ReturnType<ApiCaller['post']>,
) {
  return { field: name, max, isRequired, send: (value: unknown) => send({ [name]: value }), stored: member(name) };
}

function tag(send: (fields: object) => ReturnType<ApiCaller['post']>): Field {
  return { field: 'tags', max: 50, isRequired: true, send: (value) => send({ tags: [value] }), stored: firstTag };
}

const FIELDS: [string, Field][] = [
  ['brand_name of a new project', field('brand_name', 200, true, postProject)],
  ['description of a new project', field('description', 2_000, false, postProject)],
  ['main_topic of a new project', field('main_topic', 200, false, postProject)],
  ['brand_name of a project', field('brand_name', 200, true, patchProject)],
  ['description of a project', field('description', 2_000, false, patchProject)],
  ['main_topic of a project', field('main_topic', 200, false, patchProject)],
  ['prompt_text of a new prompt', field('prompt_text', 2_000, true, postPrompt)],
  ['tag of a new prompt', tag(postPrompt)],
  ['prompt_text of a prompt', field('prompt_text', 2_000, true, patchPrompt)],
  ['tag of a prompt', tag(patchPrompt)],
  ['name of a new competitor', field('name', 200, true, postCompetitor)],
  ['description of a new competitor', field('description', 2_000, false, postCompetitor)],
];

/** Texts that a careless layer would act upon, or not keep. */
const VERBATIM = [
  "'; drop table project; --",
  "' or '1'='1",
  '$1 ?? :name \\\\ %s %00',
  '<script>alert(1)</script>',
  '{{7*7}} <%= 7*7 %>',
  '../../etc/passwd',
  '__proto__',
  'null',
  'NULL',
  '{a,b}',
  'comma, "quote"\nbreak, {brace}\ttab\u0001',
  'a\u0001\u001b[31m\u007f',
  'line\nbreak\ttab',
  '\u202eright to left\u200b',
  '👩‍👩‍👧‍👦 naïve Ⅷ 東京 \u{10ffff}\uffff',
  '"quoted" \\u0000 \\',
  'e\u0301 stays decomposed',
];

describe.each(FIELDS)('%s', (_name, { field: name, max, isRequired, send, stored }) => {
  const refusedWith = async (value: unknown, message: RegExp) => {
    expectError(await send(value), 'VALIDATION_ERROR', message);
  };
  const kept = async (value: unknown) => {
    const answer = await send(value);
    return stored(dataOf(answer, answer.status === 201 ? 201 : 200));
  };

  test('is at most its limit in code points, whatever their width', async () => {
    for (const character of ['a', 'é', '😀']) {
      expect(await kept(character.repeat(max))).toBe(character.repeat(max));
      await refusedWith(character.repeat(max + 1), new RegExp(`^${name}.*at most ${max} characters`));
    }
  });

  test('is trimmed before it is measured and stored', async () => {
    expect(await kept(`\u3000\n\t ${'b'.repeat(max)} \ufeff\r\n`)).toBe('b'.repeat(max));
  });

  test(isRequired ? 'is refused where nothing but white space is in it' : 'may be empty', async () => {
    for (const blank of ['', ' ', '\n\t\u00a0']) {
      if (isRequired) await refusedWith(blank, new RegExp(`^${name}.*must not be empty`));
      else expect(await kept(blank)).toBe('');
    }
  });

  test('is refused with NUL or half a surrogate pair in it', async () => {
    for (const text of ['a\0b', '\0', 'a\ud800', '\udc00b', '\ude00\ud83d'])
      await refusedWith(text, new RegExp(`^${name}`));
  });

  test('is refused where it is no string', async () => {
    for (const value of [null, 1, true, [], {}, ['a'], { a: 'b' }]) await refusedWith(value, new RegExp(`^${name}`));
  });

  test('is stored and shown verbatim, whatever is in it', async () => {
    for (const text of VERBATIM) expect(await kept(text)).toBe(text);
  });
});
