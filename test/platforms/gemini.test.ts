import { readReply } from '../../src/platforms/platform-apis.js';
import { geminiAnswer } from './bodies.js';
import { accepted, outcome, refused } from './expectations.js';

const read = (body: unknown) => readReply('gemini', body);
const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC-1';
const CALL = { functionCall: { name: 'lookup', args: {} } };

test('an answer is read as its text, model and grounding pages in order, redirects and titles unchanged', () => {
  const groundingMetadata = {
    searchEntryPoint: { renderedContent: '<a href="https://www.google.com/search?q=acme">acme</a>' },
    groundingChunks: [
      { web: { uri: REDIRECT, title: 'acme.example' } },
      { web: { uri: 'https://bolt.example/page', title: 'Bolt' } },
      { web: { uri: REDIRECT, domain: 'list.example' } },
    ],
    webSearchQueries: ['acme'],
  };
  const parts = [{ text: 'Acme ' }, { text: 'leads.', thoughtSignature: 's' }];
  expect(read(geminiAnswer(parts, { groundingMetadata }))).toEqual({
    accepted: true,
    text: 'Acme leads.',
    model: 'gemini-2.5-flash',
    citations: [
      { url: REDIRECT, title: 'acme.example' },
      { url: 'https://bolt.example/page', title: 'Bolt' },
      { url: REDIRECT, title: 'list.example' },
    ],
    searches: ['acme'],
    truncated: false,
  });
});

test('a place on the map and a stored document count where they have a web address, opened pages do not', () => {
  const groundingChunks = [
    { retrievedContext: { title: 'facts.pdf', text: '…', fileSearchStore: 'fileSearchStores/x' } },
    { retrievedContext: { uri: 'gs://bucket/facts.pdf', title: 'facts' } },
    { retrievedContext: { uri: 'https://docs.example/facts', title: 'Facts' } },
    { maps: { uri: 'https://maps.google.com/?cid=1', title: 'Acme Store', placeId: 'places/1' } },
    { later: { uri: 'https://later.example' } },
  ];
  const candidate = {
    groundingMetadata: { groundingChunks },
    urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://opened.example' }] },
  };
  expect(accepted(read(geminiAnswer([{ text: 'Acme.' }], candidate))).citations).toEqual([
    { url: 'https://docs.example/facts', title: 'Facts' },
    { url: 'https://maps.google.com/?cid=1', title: 'Acme Store' },
  ]);
});

test('attributions of repeated passages follow the grounding pages', () => {
  const candidate = {
    citationMetadata: {
      citationSources: [{ uri: 'https://passage.example' }],
      citations: [{ uri: 'https://v.example' }],
    },
    groundingMetadata: { groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }] },
  };
  const reply = accepted(read(geminiAnswer([{ text: 'Acme.' }], candidate)));
  expect(reply.citations.map(({ url }) => url)).toEqual([
    'https://a.example',
    'https://passage.example',
    'https://v.example',
  ]);
});

test('thoughts and tool traffic are not part of the answer, and separate its paragraphs', () => {
  const parts = [
    { text: 'Bolt?', thought: true },
    { text: 'Let me look.' },
    { toolCall: { toolType: 'GOOGLE_SEARCH_WEB' } },
    { toolResponse: { response: {} } },
    { text: 'Acme leads.', functionCall: null },
  ];
  expect(accepted(read(geminiAnswer(parts)))).toMatchObject({ text: 'Let me look.\n\nAcme leads.', truncated: false });
});

test('only the first candidate is read', () => {
  const body = geminiAnswer([{ text: 'Acme.' }]);
  const second = { content: { parts: [{ text: 'Bolt.' }] }, finishReason: 'SAFETY' };
  expect(accepted(read({ ...body, candidates: [...[body.candidates].flat(), second] })).text).toBe('Acme.');
});

test.each([
  ['a blocked prompt', { promptFeedback: { blockReason: 'SAFETY' }, modelVersion: 'gemini-2.5-flash' }, 'refusal'],
  ['a safety stop', geminiAnswer([], { finishReason: 'SAFETY' }), 'refusal'],
  ['a safety stop after text', geminiAnswer([{ text: 'Acme' }], { finishReason: 'SAFETY' }), 'refusal'],
  ['a recitation stop', { candidates: [{ finishReason: 'RECITATION', index: 0 }] }, 'refusal'],
  ['a candidate without content', { candidates: [{ finishReason: 'MAX_TOKENS', index: 0 }] }, 'empty'],
  ['content without parts', geminiAnswer(undefined), 'empty'],
  ['thoughts alone', geminiAnswer([{ text: 'Bolt?', thought: true }], { finishReason: 'MAX_TOKENS' }), 'empty'],
  ['no candidates', { usageMetadata: {}, modelVersion: 'gemini-2.5-flash' }, 'empty'],
  ['an empty list of candidates', { candidates: [] }, 'empty'],
  ['a function call alone', geminiAnswer([CALL]), 'tool_call'],
  ['a malformed function call', { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] }, 'tool_call'],
  ['an error body', { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota.' } }, 'error'],
  ['an object of another kind', { hello: 'world' }, 'unreadable'],
  ['content that is a text', { candidates: [{ content: 'Acme' }] }, 'unreadable'],
  ['a text that is a number', geminiAnswer([{ text: 7 }]), 'unreadable'],
])('%s is not accepted', (_, body, reason) => {
  expect(outcome(read(body))).toBe(reason);
});

test.each(['MAX_TOKENS', 'OTHER', 'MALFORMED_FUNCTION_CALL'])(
  'text that ends with %s is accepted as truncated',
  (finishReason) => {
    expect(accepted(read(geminiAnswer([{ text: 'Acme le' }], { finishReason }))).truncated).toBe(true);
  },
);

test('text beside a function call is accepted as truncated', () => {
  expect(accepted(read(geminiAnswer([{ text: 'Acme.' }, CALL]))).truncated).toBe(true);
});

test("a block is reported in the platform's words, or else by its reason", () => {
  const promptFeedback = { blockReason: 'MODEL_ARMOR', blockReasonMessage: 'A filter was violated.' };
  expect(refused(read({ promptFeedback })).message).toBe('The platform refused to answer: A filter was violated.');
  expect(refused(read(geminiAnswer([], { finishReason: 'SAFETY' }))).message).toBe(
    'The platform refused to answer: SAFETY',
  );
});
