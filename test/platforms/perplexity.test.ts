import { readReply } from '../../src/platforms/platform-apis.js';
import { sonarAnswer } from './bodies.js';
import { accepted, outcome } from './expectations.js';

const read = (body: unknown) => readReply('perplexity', body);
const text = (content: string) => accepted(read(sonarAnswer(content))).text;
const urls = (fields: Record<string, unknown>) => accepted(read(sonarAnswer('Acme.', fields))).citations;

test('an answer is read as its text, model and citations with the titles of the search results', () => {
  const body = sonarAnswer('Acme leads.[2][1]', {
    citations: ['https://acme.example', 'https://list.example'],
    search_results: [
      { url: 'https://list.example', title: 'List', date: '2026-01-01' },
      { url: 'https://acme.example', title: 'Acme', date: null },
    ],
  });
  expect(read(body)).toEqual({
    accepted: true,
    text: 'Acme leads.[2][1]',
    model: 'sonar',
    citations: [
      { url: 'https://acme.example', title: 'Acme' },
      { url: 'https://list.example', title: 'List' },
    ],
    searches: [],
    truncated: false,
  });
});

test('a number in the text keeps meaning the citation at that place, a page listed twice included', () => {
  const citations = ['https://a.example', 'https://a.example', 'https://b.example'];
  expect(urls({ citations })[2]).toEqual({ url: 'https://b.example', title: null });
});

test('search results that are not among the citations follow them, each page once', () => {
  const search_results = [
    { url: 'https://b.example', title: null },
    { url: 'https://a.example', title: 'A' },
    { url: 'https://b.example', title: 'B' },
    { url: 'https://b.example', title: 'B again' },
  ];
  const [a, b] = [
    { url: 'https://a.example', title: 'A' },
    { url: 'https://b.example', title: 'B' },
  ];
  expect(urls({ citations: ['https://a.example'], search_results })).toEqual([a, b]);
  expect(urls({ citations: null, search_results })).toEqual([b, a]);
});

test('anything but a list, and anything but an address of the web, is no citation', () => {
  expect(urls({ citations: 'https://a.example', search_results: { url: 'https://b.example' } })).toEqual([]);
  expect(
    urls({ citations: [7, '', 'file:///etc/hosts', 'a.example', 'https://', 'https://[a'], search_results: [null] }),
  ).toEqual([]);
});

test('reasoning before the answer is not part of it', () => {
  expect(text('<think>\nBolt?\n</think>\n\nAcme leads.')).toBe('Acme leads.');
  expect(text('\n<think>Bolt?</think> <think>No.</think>Acme.')).toBe('Acme.');
});

test('tags further down the answer are part of it', () => {
  expect(text('Acme prints <think>x</think>.')).toBe('Acme prints <think>x</think>.');
  expect(text('<think>a</think>Use `<think>`.')).toBe('Use `<think>`.');
});

test('reasoning that is never closed leaves no answer', () => {
  expect(outcome(read(sonarAnswer('<think>Acme or Bolt', {}, 'length')))).toBe('empty');
  expect(outcome(read(sonarAnswer('<think>a</think> <think>b')))).toBe('empty');
});

test('very many reasoning blocks are read all the same', () => {
  expect(text(`${'<think>a</think>\n'.repeat(100_000)}Acme.`)).toBe('Acme.');
});

test('an answer cut off in its text is accepted as truncated', () => {
  expect(accepted(read(sonarAnswer('Acme le', {}, 'length'))).truncated).toBe(true);
});

test.each([
  ['an empty answer', sonarAnswer(''), 'empty'],
  ['an answer still being written', sonarAnswer('Ac', {}, null), 'unfinished'],
  ['an error body', { error: { message: 'Too long.', type: 'too_many_prompt_tokens', code: 400 } }, 'error'],
  ['a body without choices', { id: '1', model: 'sonar', citations: [] }, 'unreadable'],
  ['content that is an object', sonarAnswer({ text: 'Acme' }), 'unreadable'],
])('%s is not accepted', (_, body, reason) => {
  expect(outcome(read(body))).toBe(reason);
});
