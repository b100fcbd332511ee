import { readReply } from '../../src/platforms/platform-apis.js';

/** Bodies as SDKs, batches and streams leave them. Each is the answer that the platform gave. */

const TEXT = 'Larkspur and Fernstride lead.';
const SOURCE = { url: 'https://reviews.example/crm', title: 'CRM reviews' };
const REDIRECT = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';

const response = {
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'gpt-5',
  output: [
    { type: 'web_search_call', action: { type: 'search', query: 'best crm' } },
    {
      type: 'message',
      content: [{ type: 'output_text', text: TEXT, annotations: [{ type: 'url_citation', ...SOURCE }] }],
    },
  ],
};
const message = {
  type: 'message',
  model: 'claude-5',
  stop_reason: 'end_turn',
  content: [{ type: 'text', text: TEXT, citations: [{ type: 'web_search_result_location', ...SOURCE }] }],
};
const generated = {
  modelVersion: 'gemini-3',
  candidates: [
    {
      content: { parts: [{ text: TEXT }] },
      finishReason: 'STOP',
      groundingMetadata: {
        webSearchQueries: ['best crm'],
        groundingChunks: [{ web: { uri: SOURCE.url, title: SOURCE.title } }],
      },
    },
  ],
};
const chat = {
  model: 'routed',
  choices: [
    {
      finish_reason: 'stop',
      message: { role: 'assistant', content: TEXT, annotations: [{ type: 'url_citation', url_citation: SOURCE }] },
    },
  ],
};
const interaction = {
  id: 'v1_1',
  status: 'completed',
  model: 'gemini-3',
  outputs: [
    { type: 'thought', summary: [{ type: 'text', text: 'Looking it up.' }] },
    { type: 'google_search_call', arguments: { queries: ['best crm'] } },
    { type: 'google_search_result', result: [{ url: 'https://found.example/', title: 'Only found' }] },
    { type: 'text', text: TEXT, annotations: [{ start_index: 0, end_index: 8, source: SOURCE.url }] },
  ],
};

/** Each name of a field in snake_case, as `model_dump()` of Python writes it; or in camelCase. */
function respelled(value: unknown, name: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => respelled(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [name(key), respelled(held, name)]));
}
const snake = (value: unknown) => respelled(value, (key) => key.replace(/[A-Z]/g, (at) => `_${at.toLowerCase()}`));
const camel = (value: unknown) => respelled(value, (key) => key.replace(/_([a-z])/g, (_, at) => at.toUpperCase()));

test.each([
  [
    'a line of results of an OpenAI batch',
    'chatgpt',
    { custom_id: 'a', response: { status_code: 200, body: response } },
  ],
  ['the last event of an OpenAI stream', 'chatgpt', { type: 'response.completed', response }],
  [
    'a response with a message without content',
    'chatgpt',
    { ...response, output: [{ type: 'message', content: null }, ...response.output] },
  ],
  ['a chat completion with annotations', 'chatgpt', chat],
  ['a response in camelCase', 'chatgpt', camel(response)],
  ['a line of results of an Anthropic batch', 'claude', { custom_id: 'a', result: { type: 'succeeded', message } }],
  ['a message in camelCase', 'claude', camel(message)],
  ['a chat completion with annotations', 'claude', chat],
  ['a line of results of a Google batch', 'gemini', { key: 'a', response: generated }],
  ['a body of the Python SDK', 'gemini', snake(generated)],
  ['a chat completion with annotations', 'gemini', chat],
  ['a chat completion with annotations', 'perplexity', chat],
] as const)('%s of %s is read whole', (_what, platform, body) => {
  expect(readReply(platform, body)).toMatchObject({
    accepted: true,
    text: TEXT,
    citations: [SOURCE],
    truncated: false,
  });
});

test('an interaction of Gemini cites what its annotations name, and not what was only found', () => {
  expect(readReply('gemini', interaction)).toMatchObject({
    accepted: true,
    text: TEXT,
    model: 'gemini-3',
    citations: [{ url: SOURCE.url, title: null }],
    searches: ['best crm'],
  });
  expect(readReply('gemini', camel(interaction))).toMatchObject({ accepted: true, text: TEXT });
  expect(readReply('gemini', { ...interaction, status: 'in_progress' })).toMatchObject({ reason: 'unfinished' });
  expect(readReply('gemini', { ...interaction, status: 'failed' })).toMatchObject({ reason: 'error' });
});

test.each([
  ['SAFETY', 'finishReason'],
  ['FinishReason.SAFETY', 'finishReason'],
  ['SAFETY', 'finish_reason'],
  ['FinishReason.PROHIBITED_CONTENT', 'finish_reason'],
])('%s as %s is a refusal', (reason, field) => {
  const [candidate] = generated.candidates;
  const { finishReason, ...rest } = candidate ?? { finishReason: '' };
  const body = { ...generated, candidates: [{ ...rest, [field]: reason }] };
  expect(readReply('gemini', body)).toMatchObject({ accepted: false, reason: 'refusal' });
});

test('what a platform refused or failed in a batch is told as such', () => {
  const error = { message: 'Too many requests', type: 'rate_limit_error' };
  const inBody = { custom_id: 'a', response: { status_code: 429, body: { error } } };
  expect(readReply('chatgpt', inBody)).toMatchObject({ accepted: false, reason: 'error' });
  const errored = { custom_id: 'a', result: { type: 'errored', error: { type: 'error', error } } };
  expect(readReply('claude', errored)).toMatchObject({ accepted: false, reason: 'error' });
});

test.each([
  [
    'before another title',
    { uri: `${REDIRECT}a`, title: 'Ten best CRMs', domain: 'reviews.example' },
    'reviews.example',
  ],
  ['before an empty title', { uri: `${REDIRECT}b`, title: '', domain: 'ratings.example' }, 'ratings.example'],
  ['where it stands alone', { uri: `${REDIRECT}c`, domain: 'lists.example' }, 'lists.example'],
  [
    'not of an address that is no redirect',
    { uri: 'https://a.example/x', title: 'A page', domain: 'b.example' },
    'A page',
  ],
  ['nor where there is none', { uri: `${REDIRECT}d`, title: 'wiki.example' }, 'wiki.example'],
])('the domain of a redirect names the source: %s', (_when, web, title) => {
  const body = {
    candidates: [{ content: { parts: [{ text: TEXT }] }, groundingMetadata: { groundingChunks: [{ web }] } }],
  };
  for (const sent of [body, snake(body)]) {
    expect(readReply('gemini', sent)).toMatchObject({ accepted: true, citations: [{ url: web.uri, title }] });
  }
});
