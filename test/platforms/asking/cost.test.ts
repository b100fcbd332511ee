import { estimatedTokens, priceMicroUsd } from '../../../src/platforms/asking/cost.js';
import { usedTokens } from '../../../src/platforms/used-tokens.js';

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

test('a part of a millionth is a whole one, and an estimate follows the bytes that are sent', () => {
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
  ['gemini', { usageMetadata: { promptTokenCount: 'many', candidatesTokenCount: -5 } }, null],
  ['claude', { usage: { input_tokens: 10 } }, null],
  ['chatgpt', 'no object', null],
] as const)('what %s used is read from its body', (platform, body, tokens) => {
  expect(usedTokens(platform, body)).toEqual(tokens);
});
