import { readReply } from '../../src/platforms/platform-apis.js';
import { claudeMessage, claudeText, webLocation } from './bodies.js';
import { accepted, outcome, refused } from './expectations.js';

const read = (body: unknown) => readReply('claude', body);
const SEARCH = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } };
const RESULTS = {
  type: 'web_search_tool_result',
  tool_use_id: 's',
  content: [{ type: 'web_search_result', url: 'https://found.example', title: 'Found' }],
};

test('an answer split over many blocks is one text, with the cited pages of each block in order', () => {
  const body = claudeMessage([
    SEARCH,
    RESULTS,
    claudeText('The best are '),
    claudeText('Acme', [webLocation('https://acme.example', 'Acme'), webLocation('https://list.example', 'List')]),
    claudeText(' and '),
    claudeText('Bolt', [webLocation('https://acme.example', 'Acme')]),
    claudeText('.'),
  ]);
  expect(read(body)).toEqual({
    accepted: true,
    text: 'The best are Acme and Bolt.',
    model: 'claude-sonnet-4-5',
    citations: [
      { url: 'https://acme.example', title: 'Acme' },
      { url: 'https://list.example', title: 'List' },
      { url: 'https://acme.example', title: 'Acme' },
    ],
    searches: ['q'],
    truncated: false,
  });
});

test('text before a search is part of the answer, as a paragraph of its own', () => {
  const text = (...blocks: unknown[]) => accepted(read(claudeMessage(blocks))).text;
  expect(text(claudeText('Let me look.'), SEARCH, RESULTS, claudeText('Acme leads.'))).toBe(
    'Let me look.\n\nAcme leads.',
  );
  expect(text(claudeText('Let me look:\n'), SEARCH, RESULTS, claudeText('Acme.'))).toBe('Let me look:\nAcme.');
  expect(text(claudeText('Let me look.'), SEARCH, RESULTS, claudeText(''), claudeText('Acme.'))).toBe(
    'Let me look.\n\nAcme.',
  );
});

test('thinking is not part of the answer', () => {
  const thinking = { type: 'thinking', thinking: 'Bolt?', signature: 's' };
  expect(accepted(read(claudeMessage([thinking, claudeText('Acme.')]))).text).toBe('Acme.');
});

test('a document of the request is no web citation', () => {
  const places = [
    { type: 'char_location', document_title: 'facts.txt', document_index: 0, cited_text: '…' },
    { type: 'web_search_result_location', url: null, title: 'Nowhere' },
    { type: 'web_search_result_location', url: 'javascript:alert(1)', title: 'Script' },
  ];
  expect(accepted(read(claudeMessage([claudeText('Acme.', places)]))).citations).toEqual([]);
  expect(accepted(read(claudeMessage([claudeText('Acme.', null)]))).citations).toEqual([]);
});

test('citations of other blocks are not citations of the answer', () => {
  const later = { type: 'later', citations: [webLocation('https://later.example', 'Later')] };
  expect(accepted(read(claudeMessage([later, claudeText('Acme.')]))).citations).toEqual([]);
});

test('a search that failed inside the answer leaves the answer accepted', () => {
  const content = { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' };
  const body = claudeMessage([SEARCH, { ...RESULTS, content }, claudeText('From memory: Acme.')]);
  expect(accepted(read(body)).text).toBe('From memory: Acme.');
});

test.each([
  ['a refusal', claudeMessage([], { stop_reason: 'refusal' }), 'refusal'],
  ['a refusal after text', claudeMessage([claudeText('Well, ')], { stop_reason: 'refusal' }), 'refusal'],
  ['an empty list of blocks', claudeMessage([]), 'empty'],
  ['white space alone', claudeMessage([claudeText(' ')]), 'empty'],
  ['an answer cut off before its text', claudeMessage([{ type: 'thinking' }], { stop_reason: 'max_tokens' }), 'empty'],
  ['a tool call alone', claudeMessage([{ type: 'tool_use' }], { stop_reason: 'tool_use' }), 'tool_call'],
  ['a paused turn', claudeMessage([claudeText('I look.'), SEARCH], { stop_reason: 'pause_turn' }), 'unfinished'],
  ['a message still being written', claudeMessage([claudeText('Ac')], { stop_reason: null }), 'unfinished'],
  ['an error body', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'],
  ['an error body without its details', { type: 'error' }, 'error'],
  ['content that is a text', claudeMessage('Acme.'), 'unreadable'],
  ['a block that is a text', claudeMessage(['Acme.']), 'unreadable'],
  ['a text block without text', claudeMessage([{ type: 'text' }]), 'unreadable'],
])('%s is not accepted', (_, body, reason) => {
  expect(outcome(read(body))).toBe(reason);
});

test.each(['max_tokens', 'model_context_window_exceeded', 'tool_use'])(
  'text that ends with %s is accepted as truncated',
  (stop) => {
    expect(accepted(read(claudeMessage([claudeText('Acme le')], { stop_reason: stop })))).toMatchObject({
      text: 'Acme le',
      truncated: true,
    });
  },
);

test('an answer that ends by a stop sequence, or without a reason, is whole', () => {
  expect(accepted(read(claudeMessage([claudeText('Acme.')], { stop_reason: 'stop_sequence' }))).truncated).toBe(false);
  expect(accepted(read({ content: [claudeText('Acme.')] }))).toMatchObject({ model: null, truncated: false });
});

test("a refusal is reported in the platform's words", () => {
  const stop_details = { type: 'refusal', explanation: 'Blocked under the usage policy.' };
  expect(refused(read(claudeMessage([], { stop_reason: 'refusal', stop_details }))).message).toBe(
    'The platform refused to answer: Blocked under the usage policy.',
  );
  expect(refused(read(claudeMessage([], { stop_reason: 'refusal' }))).message).toBe('The platform refused to answer.');
});
