import fc from 'fast-check';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { readReply } from '../../src/platforms/platform-apis.js';
import type { PlatformReply } from '../../src/platforms/reply.js';
import {
  claudeMessage,
  claudeText,
  geminiAnswer,
  openaiChat,
  openaiResponse,
  outputText,
  sonarAnswer,
  urlCitation,
  webLocation,
} from './bodies.js';
import { accepted, outcome, refused } from './expectations.js';

const WEB = 'https://acme.example';
const WHOLE_ANSWERS = [
  openaiResponse([outputText('Acme.', [urlCitation(WEB, 'Acme')])]),
  openaiChat({ content: 'Acme.', annotations: [{ type: 'url_citation', url_citation: { url: WEB } }] }),
  claudeMessage([claudeText('Acme.', [webLocation(WEB, 'Acme')])]),
  sonarAnswer('Acme.', { citations: [WEB], search_results: [{ url: WEB, title: 'Acme' }] }),
  {
    status: 'completed',
    model: 'perplexity/sonar',
    output: [
      { type: 'search_results', results: [{ id: 1, url: WEB, title: 'Acme' }] },
      {
        type: 'message',
        content: [{ type: 'output_text', text: 'Acme.[1]', annotations: [{ url: WEB, title: 'A' }] }],
      },
    ],
  },
  geminiAnswer([{ text: 'Acme.' }], { groundingMetadata: { groundingChunks: [{ web: { uri: WEB, title: 'Acme' } }] } }),
];

describe('for any JSON value', () => {
  const platform = fc.constantFrom(...PLATFORMS);

  test('there is a valid reply', () => {
    fc.assert(fc.property(platform, fc.jsonValue(), (name, body) => checkSound(readReply(name, body))));
  });

  test('there is a valid reply when any part of a whole answer is another JSON value', () => {
    const leaf = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud800', '\0', null),
    );
    const broken = fc
      .tuple(fc.constantFrom(...WHOLE_ANSWERS), fc.nat(), leaf)
      .map(([body, place, value]) => replaceAt(body, place, value));
    fc.assert(
      fc.property(platform, broken, (name, body) => checkSound(readReply(name, body))),
      { numRuns: 2_000 },
    );
  });

  test('a body that is no object is unreadable', () => {
    for (const body of [null, undefined, 7, 'Acme', true, [], [{ error: {} }]]) {
      expect(outcome(readReply('claude', body))).toBe('unreadable');
    }
  });
});

describe('stored texts', () => {
  test('NUL is dropped, and a surrogate without its partner becomes U+FFFD', () => {
    const body = claudeMessage(
      [claudeText('A\0cme\ud83d!', [webLocation('https://acme.example/\0a\udc00', 'A\0\ud83d')])],
      { model: 'claude\0-x' },
    );
    expect(readReply('claude', body)).toMatchObject({
      text: 'Acme\ufffd!',
      model: 'claude-x',
      citations: [{ url: 'https://acme.example/a\ufffd', title: 'A\ufffd' }],
    });
  });

  test('a pair of surrogates split over two blocks is one character', () => {
    expect(accepted(readReply('claude', claudeMessage([claudeText('\ud83d'), claudeText('\ude00')]))).text).toBe('😀');
  });

  test('NUL alone is no text', () => {
    expect(outcome(readReply('perplexity', sonarAnswer('\0')))).toBe('empty');
  });
});

describe('errors', () => {
  const message = (error: unknown) => refused(readReply('chatgpt', { error })).message;

  test("are reported with the platform's code and words", () => {
    expect(message({ code: 'model_not_found', message: 'No such model.' })).toBe(
      'The platform answered with an error (model_not_found): No such model.',
    );
    expect(message({ code: 400, type: 'too_many_prompt_tokens' })).toBe(
      'The platform answered with an error (too_many_prompt_tokens).',
    );
    expect(message('Overloaded')).toBe('The platform answered with an error: Overloaded');
    expect(message({})).toBe('The platform answered with an error.');
  });

  test('about the key never repeat it', () => {
    const sentence = 'The platform did not accept the API key (invalid_api_key).';
    expect(message({ code: 'invalid_api_key', message: 'Incorrect API key provided: my-key.' })).toBe(sentence);
    expect(message({ message: 'API key not valid: AIzaX' })).toBe('The platform did not accept the API key.');
    expect(message({ type: 'authentication_error', message: 'hunter2' })).not.toContain('hunter2');
  });

  test.each([
    'sk-proj-Ab12Cd34',
    'sk-ant-****wxyz',
    'pplx-0123456789',
    'AIzaSyA-0123456789',
    'org-Ab12Cd34Ef',
    'x'.repeat(40),
  ])('never repeat %s', (secret) => {
    const shown = message({ message: `Limit reached for ${secret} today.` });
    expect(shown).toBe('The platform answered with an error: Limit reached for […] today.');
  });

  test('are one short line, however long and unusual they are', () => {
    const shown = message({ message: `a\r\n\u001b[31mb\u202ec ${'word 😀'.repeat(10_000)}` });
    expect(shown).toMatch(/^The platform answered with an error: a \[31mb c word [^\p{Cc}\p{Cf}]*…$/u);
    expect(Array.from(shown).length).toBeLessThanOrEqual(240);
  });

  test('keep the model that the body names', () => {
    expect(refused(readReply('chatgpt', { model: 'gpt-5', status: 'failed', error: { code: 'x' } })).model).toBe(
      'gpt-5',
    );
  });
});

test('an unreadable body is reported with the field at fault', () => {
  expect(refused(readReply('claude', { content: 'Acme' })).message).toBe(
    'The response body cannot be read: "content" is not a list.',
  );
});

/** Checks what holds for every reply, whatever the body. */
function checkSound(reply: PlatformReply): void {
  expect(reply.model === null || reply.model !== '').toBe(true);
  if (!reply.accepted) {
    expect(['error', 'refusal', 'empty', 'tool_call', 'unfinished', 'unreadable']).toContain(reply.reason);
    expect(reply.message).toMatch(/^The [^\p{Cc}\p{Cf}\p{Surrogate}]{5,460}$/u);
    return;
  }
  const texts = [reply.text, ...reply.citations.flatMap(({ url, title }) => [url, title ?? 'none'])];
  for (const text of texts) expect(text).toMatch(/^[^\0\p{Surrogate}]+$/u);
  expect(reply.text.trim()).not.toBe('');
  for (const { url } of reply.citations) expect(new URL(url).protocol).toMatch(/^https?:$/);
}

/** A copy of the value with the `place`-th value, counted in order and cyclically, replaced. */
function replaceAt(whole: unknown, place: number, value: unknown): unknown {
  let size = 0;
  JSON.stringify(whole, (_, one) => {
    size += 1;
    return one;
  });
  let at = place % size;
  return JSON.parse(JSON.stringify(whole), (_, one) => {
    at -= 1;
    return at === -1 ? value : one;
  });
}
