import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { type ApiCaller, liftLimits, useApi } from '../support/api.js';
import { askGraphql, expectFailure } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

/** No answer is longer than 4 MiB, and none that would be is put together first. */

const api = useApi();
const MIB = 1024 * 1024;
/** Four of them are within the bound, five are not. */
const LENGTH = 0.9 * MIB;
const TOO_LONG = 'The response would be larger than 4 MiB: request fewer entries or fewer fields';

let caller: ApiCaller;
let projectId: string;

beforeAll(async () => {
  caller = await api.open();
  await liftLimits(caller);
  ({ id: projectId } = await createProject(caller));
  const lines = Array.from({ length: 6 }, (_, at) =>
    JSON.stringify({
      external_id: `long ${at}`,
      platform: 'chatgpt',
      question: 'Which?',
      answer: 'Northwind. '.padEnd(LENGTH, 'word '),
      answered_at: `2026-06-1${at}T09:00:00Z`,
    }),
  );
  await importAnswers(api.db, { projectId }, fileOf(lines));
});

const ask = (fields: string) => askGraphql(caller, `{ project(id: "${projectId}") { ${fields} } }`);

test('a page of texts within the bound comes whole', async () => {
  const { status, body, text } = await ask('responses(first: 4) { nodes { text } }');
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(text.length).toBeGreaterThan(4 * LENGTH);
});

test('a page of texts beyond the bound is refused by its field, and its texts are not fetched', async () => {
  const { status, body, text } = await ask('name responses(first: 5) { nodes { text } }');
  const message = 'first: asks for more than 4 MiB of texts, citations and evidence: request fewer responses';
  expect(body.errors).toEqual([
    expect.objectContaining({
      message,
      path: ['project', 'responses'],
      extensions: expect.objectContaining({ code: 'VALIDATION_ERROR' }),
    }),
  ]);
  expect([status, body.data]).toEqual([200, { project: { name: expect.any(String), responses: null } }]);
  expect(text.length).toBeLessThan(2_000);
});

test('what has no text is not bounded by it', async () => {
  const { body } = await ask('responses(first: 6) { totalCount nodes { id sentiment brandMentions { start } } }');
  expect(body.errors).toBeUndefined();
  expect(body.data).toMatchObject({ project: { responses: { totalCount: 6, nodes: { length: 6 } } } });
});

test.each(['first run', 'compiled run'])('copies beyond the bound are refused whole, and charged: %s', async () => {
  const answer = await ask('responses(first: 1) { nodes { a: text b: text c: text d: text e: text } }');
  expectFailure(answer, 400, 'ANSWER_TOO_LONG', TOO_LONG);
  expect(answer.body.extensions?.cost).toMatchObject({ complexity: 7, requests: 1 });
});

test('an answer whose characters fit and whose bytes do not is refused all the same', async () => {
  const caller = await api.open();
  const { id } = await createProject(caller);
  const answer = '茶'.repeat(0.5 * MIB);
  const line = {
    external_id: 'a',
    platform: 'claude',
    question: 'Which?',
    answer,
    answered_at: '2026-06-10T09:00:00Z',
  };
  await importAnswers(api.db, { projectId: id }, fileOf([JSON.stringify(line)]));
  const copies = (names: string) => `{ project(id: "${id}") { responses { nodes { ${names} } } } }`;
  expect((await askGraphql(caller, copies('a: text b: text'))).status).toBe(200);
  expectFailure(await askGraphql(caller, copies('a: text b: text c: text')), 400, 'ANSWER_TOO_LONG', TOO_LONG);
});
