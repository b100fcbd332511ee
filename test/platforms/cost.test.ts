import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { DEFAULT_MODELS } from '../../src/platforms/platform-client.js';
import {
  billOf,
  COST_MAX_MICRO_USD,
  estimatedTokens,
  priceMicroUsd,
  reportedMicroUsd,
  usedSearches,
  usedTokens,
  usualBill,
} from '../../src/platforms/usage.js';

const MILLION = { input: 1_000_000, output: 1_000_000 };

test.each([
  ['gpt-6-luna', 0.6],
  ['gpt-6-luna-2026-09-22', 0.6],
  ['sonar', 2.75],
  ['perplexity/sonar', 2.75],
  ['claude-haiku-5-5', 6],
  ['gemini-3.5-flash-lite', 2.8],
])('%s costs what the table says, in millionths of a dollar', (model, usd) => {
  expect(priceMicroUsd(model, MILLION)).toBe(usd * 1_000_000);
});

test.each(['gpt-9', 'sonar-pro', 'my-proxy/model', 'gpt-6-lunatic'])(
  '%s, unknown, costs what the dearest does',
  (model) => {
    expect(priceMicroUsd(model, MILLION)).toBe(60_000_000);
  },
);

test('a part of a millionth counts as a whole one, and an estimate follows the bytes that are sent', () => {
  expect(priceMicroUsd('gpt-6-luna', { input: 1, output: 0 })).toBe(1);
  expect(estimatedTokens('最好的', 400)).toEqual({ input: 3, output: 400 });
  expect(estimatedTokens('a'.repeat(300), 400).input).toBe(100);
});

test.each([
  ['chatgpt', { usage: { prompt_tokens: 10, completion_tokens: 5 } }, { input: 10, output: 5 }],
  [
    'perplexity',
    { usage: { prompt_tokens: 10, completion_tokens: 5, reasoning_tokens: 7 } },
    { input: 10, output: 12 },
  ],
  ['claude', { usage: { input_tokens: 10, cache_read_input_tokens: 3, output_tokens: 5 } }, { input: 13, output: 5 }],
  [
    'gemini',
    { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 9 } },
    { input: 10, output: 14 },
  ],
  [
    'chatgpt',
    { usage: { input_tokens: 10, output_tokens: 5, output_tokens_details: { reasoning_tokens: 2 } } },
    { input: 10, output: 5 },
  ],
  ['perplexity', { usage: { input_tokens: 10, output_tokens: 5 } }, { input: 10, output: 5 }],
  ['chatgpt', { usage: { input_tokens: 1e300, output_tokens: 5 } }, { input: 100_000_000, output: 5 }],
  ['gemini', { usageMetadata: { promptTokenCount: 'many', candidatesTokenCount: -5 } }, null],
  ['claude', { usage: { input_tokens: 10 } }, null],
  ['chatgpt', 'no object', null],
] as const)('what %s used is read from its body', (platform, body, tokens) => {
  expect(usedTokens(platform, body)).toEqual(tokens);
});

test.each([
  ['chatgpt', { tool_usage: { web_search: { num_requests: 2 } }, output: [{ type: 'web_search_call' }] }, 2],
  [
    'chatgpt',
    {
      output: [
        { type: 'web_search_call', action: { type: 'search' } },
        { type: 'web_search_call', action: { type: 'open_page' } },
        { type: 'web_search_call' },
        { type: 'message' },
      ],
    },
    2,
  ],
  ['perplexity', { output: [{ type: 'search_results' }, { type: 'message' }, { type: 'search_results' }] }, 2],
  ['claude', { usage: { server_tool_use: { web_search_requests: 3 } } }, 3],
  ['claude', { usage: { server_tool_use: { web_search_requests: -3 } } }, 0],
  ['claude', { usage: { server_tool_use: { web_search_requests: 1e15 } } }, 1_000],
  ['gemini', { candidates: [{ groundingMetadata: { webSearchQueries: ['a', 'b'] } }] }, 2],
  ['gemini', { candidates: [] }, 0],
  ['gemini', null, 0],
] as const)('the searches of %s are read from its body', (platform, body, searches) => {
  expect(usedSearches(platform, body)).toBe(searches);
});

test("Perplexity's own figure comes first, exact to a millionth", () => {
  const usage = { input_tokens: 1, output_tokens: 1, cost: { currency: 'USD', total_cost: 0.00431 } };
  expect(reportedMicroUsd('perplexity', 'perplexity/sonar', { usage })).toBe(4_310);
  expect(reportedMicroUsd('perplexity', 'perplexity/sonar', { usage: { ...usage, cost: { total_cost: -1 } } })).toBe(3);
  expect(reportedMicroUsd('chatgpt', 'gpt-6-luna', { usage })).toBe(1);
});

test('an answer costs its tokens and its searches, at the prices of the model that served', () => {
  const usage = { input_tokens: 10_000, output_tokens: 1_000, server_tool_use: { web_search_requests: 2 } };
  const options = { model: 'claude-haiku-5-5', isGrounded: true };
  const bill = (served: string | null) => billOf('claude', options, served, { usage });
  expect(bill(null)).toEqual({ searches: 2, costMicroUsd: 20_000 + 15_000, isEstimated: false });
  expect(bill('claude-opus-5-20261001').costMicroUsd).toBe(20_000 + 60_000);
  expect(bill('claude-mystery').costMicroUsd).toBe(20_000 + 150_000);
});

test('no figure is more than an integer column holds, whatever a body reports', () => {
  const huge = { usage: { cost: { total_cost: 1e300 } } };
  expect(reportedMicroUsd('perplexity', 'x', huge)).toBe(COST_MAX_MICRO_USD);
  expect(priceMicroUsd('x', { input: 1e300, output: 1e300 })).toBe(COST_MAX_MICRO_USD);
  expect(COST_MAX_MICRO_USD).toBeLessThan(2 ** 31);
});

test.each([
  ['chatgpt', 22_250],
  ['perplexity', 5_750],
  ['claude', 42_500],
  ['gemini', 88_050],
] as const)(
  'an answer of %s that reports nothing is billed as a usual one: %d millionths',
  (platform, costMicroUsd) => {
    const options = { model: DEFAULT_MODELS[platform], isGrounded: true };
    expect(usualBill(platform, options)).toMatchObject({ costMicroUsd, isEstimated: true });
    expect(billOf(platform, options, null, {})).toEqual({ searches: 0, costMicroUsd, isEstimated: true });
  },
);

test('Gemini without searches is billed for none', () => {
  const without = usualBill('gemini', { model: 'gemini-3.5-flash-lite', isGrounded: false });
  expect(without).toEqual({ searches: 0, costMicroUsd: 4_050, isEstimated: true });
  for (const platform of PLATFORMS) {
    const { searches } = usualBill(platform, { model: 'x', isGrounded: false });
    expect(searches === 0).toBe(platform === 'gemini');
  }
});
