import { readReply } from '../../src/platforms/platform-apis.js';
import { accepted, outcome } from './expectations.js';

type Fields = Record<string, unknown>;

const page = (id: unknown, url = `https://${id}.example`) => ({ id, url, title: `Page ${id}`, snippet: '…' });
const search = (...results: unknown[]) => ({ type: 'search_results', results });
const message = (...texts: unknown[]) => ({
  type: 'message',
  role: 'assistant',
  content: texts.map((text) => ({ type: 'output_text', text, annotations: [] })),
});
const agent = (output: unknown, fields: Fields = {}) => ({
  object: 'response',
  status: 'completed',
  model: 'perplexity/sonar',
  output,
  ...fields,
});
const read = (body: unknown) => readReply('perplexity', body);
const urlsOf = (...output: unknown[]) => accepted(read(agent(output))).citations.map(({ url }) => url);

test('sources are cited whose marks are in the text, once each, in the order of their first marks', () => {
  const found = search(page(1), page(2), page(3));
  expect(urlsOf(found, message('Acme.[3] Bolt.[1][3]'))).toEqual(['https://3.example', 'https://1.example']);
  expect(urlsOf(found, message('Acme.[web:2]'))).toEqual(['https://2.example']);
  expect(urlsOf(found, message('Acme [2', ']'))).toEqual(['https://2.example']);
});

test('an id names one source over all searches, the first that had it', () => {
  const again = search(page(1, 'https://other.example'), page(2));
  expect(urlsOf(search(page(1)), again, message('Acme.[1][2]'))).toEqual(['https://1.example', 'https://2.example']);
});

test('a text without marks cites nothing, and a mark without a source cites nothing', () => {
  expect(urlsOf(search(page(1)), message('Acme.'))).toEqual([]);
  expect(urlsOf(search(page(1)), message('Acme.[7] [x] [0] [1000000000] list[2]'))).toEqual([]);
  expect(urlsOf(search(page(1, 'file:///etc/hosts'), 'page', null), message('Acme.[1]'))).toEqual([]);
});

test('several messages are paragraphs, and reasoning before the answer is no part of it', () => {
  expect(accepted(read(agent([message('Acme ', 'leads.'), search(), message('Bolt.')]))).text).toBe(
    'Acme leads.\n\nBolt.',
  );
  expect(accepted(read(agent([message('<think>Bolt?</think>Acme.')]))).text).toBe('Acme.');
});

test.each([
  ['failed', 'error'],
  ['cancelled', 'error'],
  ['in_progress', 'unfinished'],
  ['something new', 'unfinished'],
  ['completed', 'accepted'],
  [undefined, 'accepted'],
])('a body of the status %s is read as %s', (status, expected) => {
  expect(outcome(read(agent([message('Acme.')], { status })))).toBe(expected);
});

test('an incomplete answer is accepted as truncated, unless a filter stopped it', () => {
  const incomplete = (reason: string) =>
    read(agent([message('Acme le')], { status: 'incomplete', incomplete_details: { reason } }));
  expect(accepted(incomplete('max_output_tokens')).truncated).toBe(true);
  expect(outcome(incomplete('content_filter'))).toBe('refusal');
});

test.each([
  ['a refusal', agent([{ type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }]), 'refusal'],
  ['no message', agent([search(page(1))]), 'empty'],
  ['output that is no list', agent({}), 'unreadable'],
  ['content that is no list', agent([{ type: 'message', content: 'Acme' }]), 'unreadable'],
  ['a text that is a number', agent([message(7)]), 'unreadable'],
])('%s is not accepted', (_, body, reason) => {
  expect(outcome(read(body))).toBe(reason);
});
