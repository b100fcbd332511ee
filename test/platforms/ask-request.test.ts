import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { askRequest, REQUEST_VERSION } from '../../src/platforms/platform-apis.js';
import { DEFAULT_MODELS } from '../../src/platforms/platform-client.js';

const TEXT = 'Which anvil is best?';
const GERMANY = { country: 'DE', region: null, city: null };
const optionsOf = (platform: (typeof PLATFORMS)[number]) => ({ model: DEFAULT_MODELS[platform], isGrounded: true });

/**
 * Whole bodies to a question from Germany, by each platform's documentation and types of November 2026: some refuse a
 * field they do not know.
 */
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

/** The whole body with another `user_location`, or none; Gemini's never has one. */
function goldenWith(platform: Platform, location: Readonly<Record<string, string>> | null) {
  const { path, body } = GOLDEN[platform];
  if (platform === 'gemini' || !('tools' in body)) return { path, body };
  const [tool] = body.tools;
  const { user_location: _, ...rest } = { user_location: null, ...tool };
  return { path, body: { ...body, tools: [location ? { ...rest, user_location: location } : rest] } };
}

test.each(PLATFORMS)('%s is asked the text alone, with a search from the country where it takes one', (platform) => {
  expect(askRequest(platform, { text: TEXT, place: GERMANY }, optionsOf(platform))).toEqual(GOLDEN[platform]);
});

test.each([
  ['chatgpt', { type: 'approximate', country: 'AT' }],
  ['perplexity', { country: 'AT' }],
  ['claude', { type: 'approximate', country: 'AT' }],
  ['gemini', null],
] as const)('%s is sent a country alone where no more is known', (platform, location) => {
  const place = { country: 'AT', region: null, city: null };
  const sent = askRequest(platform, { text: TEXT, place }, optionsOf(platform));
  expect(sent).toEqual(goldenWith(platform, location));
});

const MUNICH = { country: 'DE', region: 'Bavaria', city: 'Munich' };

test.each([
  ['chatgpt', { type: 'approximate', ...MUNICH }],
  ['perplexity', MUNICH],
  ['claude', { type: 'approximate', ...MUNICH }],
  ['gemini', null],
] as const)('%s is sent region and city where they are known', (platform, location) => {
  const sent = askRequest(platform, { text: TEXT, place: MUNICH }, optionsOf(platform));
  expect(sent).toEqual(goldenWith(platform, location));
});

test('a region may be known without a city, and a city without a region', () => {
  for (const platform of ['chatgpt', 'perplexity', 'claude'] as const) {
    const type = platform === 'perplexity' ? {} : { type: 'approximate' };
    for (const [place, location] of [
      [
        { ...MUNICH, city: null },
        { ...type, country: 'DE', region: 'Bavaria' },
      ],
      [
        { ...MUNICH, region: null },
        { ...type, country: 'DE', city: 'Munich' },
      ],
    ] as const) {
      const sent = askRequest(platform, { text: TEXT, place }, optionsOf(platform));
      expect(sent).toEqual(goldenWith(platform, location));
    }
  }
});

test.each([
  // A location that is left out means the United States there.
  ['chatgpt', { type: 'approximate' }],
  ['perplexity', null],
  ['claude', null],
  ['gemini', null],
] as const)('%s is sent no country where none is known', (platform, location) => {
  const sent = askRequest(platform, { text: TEXT, place: null }, optionsOf(platform));
  expect(sent).toEqual(goldenWith(platform, location));
});

test('the version of the method has been raised with the place of ChatGPT', () => {
  expect(REQUEST_VERSION).toBe(2);
});

test('Gemini alone can be asked without a search', () => {
  for (const platform of PLATFORMS) {
    const { body } = askRequest(
      platform,
      { text: TEXT, place: GERMANY },
      { ...optionsOf(platform), isGrounded: false },
    );
    expect('tools' in body).toBe(platform !== 'gemini');
  }
});

test('a model with unusual characters stays one segment of the path', () => {
  const { path } = askRequest('gemini', { text: TEXT, place: GERMANY }, { model: '../../x?y#z', isGrounded: true });
  expect(path).toBe('/v1beta/models/..%2F..%2Fx%3Fy%23z:generateContent');
});
