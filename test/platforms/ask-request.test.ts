import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { askRequest } from '../../src/platforms/platform-apis.js';
import { DEFAULT_MODELS } from '../../src/platforms/platform-client.js';

const QUESTION = { text: 'Which anvil is best?', country: 'DE' };
const optionsOf = (platform: (typeof PLATFORMS)[number]) => ({ model: DEFAULT_MODELS[platform], isGrounded: true });

/** Whole bodies, by each platform's documentation and types of November 2026: some refuse a field they do not know. */
const GOLDEN = {
  chatgpt: {
    path: '/responses',
    body: {
      model: 'gpt-6-luna',
      input: 'Which anvil is best?',
      tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
      tool_choice: 'required',
      max_tool_calls: 3,
      max_output_tokens: 8_000,
      store: false,
    },
  },
  perplexity: {
    path: '/v1/agent',
    body: {
      model: 'perplexity/sonar',
      input: 'Which anvil is best?',
      tools: [{ type: 'web_search', user_location: { country: 'DE' } }],
      tool_choice: { type: 'web_search' },
      max_output_tokens: 4_000,
      store: false,
    },
  },
  claude: {
    path: '/v1/messages',
    body: {
      model: 'claude-haiku-5-5',
      max_tokens: 8_000,
      messages: [{ role: 'user', content: 'Which anvil is best?' }],
      tools: [
        {
          type: 'web_search_20250305',
          name: 'web_search',
          max_uses: 3,
          user_location: { type: 'approximate', country: 'DE' },
        },
      ],
      tool_choice: { type: 'tool', name: 'web_search' },
    },
  },
  gemini: {
    path: '/v1beta/models/gemini-3.5-flash-lite:generateContent',
    body: {
      contents: [{ role: 'user', parts: [{ text: 'Which anvil is best?' }] }],
      tools: [{ google_search: {} }],
      generationConfig: { maxOutputTokens: 8_000 },
    },
  },
};

test.each(PLATFORMS)('%s is asked the text alone, with a search from the country where it takes one', (platform) => {
  expect(askRequest(platform, QUESTION, optionsOf(platform))).toEqual(GOLDEN[platform]);
});

test.each(PLATFORMS)('%s is sent no location where the prompt has no country', (platform) => {
  const sent = JSON.stringify(askRequest(platform, { ...QUESTION, country: null }, optionsOf(platform)));
  expect(sent).toBe(JSON.stringify(GOLDEN[platform]).replace(/,"user_location":\{[^}]*\}/, ''));
});

test('Gemini alone can be asked without a search', () => {
  for (const platform of PLATFORMS) {
    const { body } = askRequest(platform, QUESTION, { ...optionsOf(platform), isGrounded: false });
    expect('tools' in body).toBe(platform !== 'gemini');
  }
});

test('a model with unusual characters stays one segment of the path', () => {
  const { path } = askRequest('gemini', QUESTION, { model: '../../x?y#z', isGrounded: true });
  expect(path).toBe('/v1beta/models/..%2F..%2Fx%3Fy%23z:generateContent');
});
