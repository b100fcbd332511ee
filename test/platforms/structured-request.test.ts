import { structuredRequest } from '../../src/platforms/platform-apis.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };
const QUESTION = {
  model: 'm/1',
  instructions: 'Classify.',
  input: 'Text',
  schemaName: 'verdict',
  schema: SCHEMA,
  tokensMax: 500,
  temperature: 0,
};
const MESSAGES = [
  { role: 'system', content: 'Classify.' },
  { role: 'user', content: 'Text' },
];

/** As each platform documents strict output. */
test('a request binds the platform to the schema in its own way', () => {
  expect(structuredRequest('chatgpt', QUESTION)).toEqual({
    path: '/chat/completions',
    body: {
      model: 'm/1',
      messages: MESSAGES,
      temperature: 0,
      max_completion_tokens: 500,
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', strict: true, schema: SCHEMA } },
    },
  });
  expect(structuredRequest('perplexity', QUESTION)).toEqual({
    path: '/v1/agent',
    body: {
      model: 'm/1',
      input: 'Text',
      instructions: 'Classify.',
      max_output_tokens: 500,
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema: SCHEMA } },
    },
  });
  expect(structuredRequest('claude', QUESTION)).toEqual({
    path: '/v1/messages',
    body: {
      model: 'm/1',
      max_tokens: 500,
      system: 'Classify.',
      messages: [{ role: 'user', content: 'Text' }],
      output_config: { format: { type: 'json_schema', schema: SCHEMA } },
      temperature: 0,
    },
  });
  expect(structuredRequest('gemini', QUESTION)).toEqual({
    path: '/v1beta/models/m%2F1:generateContent',
    body: {
      systemInstruction: { parts: [{ text: 'Classify.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Text' }] }],
      generationConfig: {
        maxOutputTokens: 500,
        responseMimeType: 'application/json',
        responseJsonSchema: SCHEMA,
        temperature: 0,
      },
    },
  });
});

test.each(['chatgpt', 'perplexity', 'claude', 'gemini'] as const)(
  '%s is sent no temperature where the model accepts none',
  (platform) => {
    const sent = JSON.stringify(structuredRequest(platform, { ...QUESTION, temperature: null }));
    expect(sent).not.toContain('temperature');
  },
);
