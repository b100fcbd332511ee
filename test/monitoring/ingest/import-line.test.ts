import { createLineReader } from '../../../src/monitoring/ingest/import-line.js';
import { TestClock } from '../../support/test-clock.js';
import { plainLine } from '../monitored-project.js';

const clock = new TestClock('2026-06-18T14:00:00Z');
const MARKET_ID = '3c1f0a52-7a0e-4a53-8a53-1f2f6a3f9a01';
const readLine = createLineReader({ clock, markets: new Map([['germany', MARKET_ID]]) });

const RAW = { answer: undefined, platform: 'perplexity' };

const FIVE_HUNDRED_AND_ONE = '🔨'.repeat(501);

function rawBody(content: string, url = 'https://example.com/anvils') {
  return {
    model: 'sonar',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    search_results: [{ title: 'Anvils', url }],
  };
}

test('a plain line is read as its answer', () => {
  const line = plainLine({
    external_id: ' a-1 ',
    model: 'some-model',
    citations: [{ url: 'https://example.com/a', title: 'A' }, { url: 'https://example.com/b' }],
    searches: [' best anvils\n2026 ', 'anvil test', 'anvil test'],
    answered_at: '2026-03-04T11:30:00.25+02:00',
    unknown_field: 1,
  });
  expect(readLine(line)).toEqual({
    answer: {
      externalId: 'a-1',
      platform: 'chatgpt',
      marketId: null,
      model: 'some-model',
      question: 'Which anvils are best?',
      text: 'Acme makes good anvils.',
      citations: [
        { url: 'https://example.com/a', title: 'A' },
        { url: 'https://example.com/b', title: null },
      ],
      searches: ['best anvils 2026', 'anvil test'],
      isTruncated: false,
      answeredAt: new Date('2026-03-04T09:30:00.250Z'),
    },
  });
});

test('a line may name the market that was asked in, in any letter case, and a raw one too', () => {
  expect(readLine(plainLine({ market: ' GERMANY ' }))).toMatchObject({ answer: { marketId: MARKET_ID } });
  expect(readLine(plainLine({ ...RAW, raw: rawBody('Acme leads.'), market: 'Germany' }))).toMatchObject({
    answer: { marketId: MARKET_ID },
  });
  expect(readLine(plainLine({ market: null }))).toMatchObject({ answer: { marketId: null } });
});

test('a raw line is read by its platform’s adapter', () => {
  const outcome = readLine(plainLine({ ...RAW, raw: rawBody('Acme leads.') }));
  expect(outcome).toMatchObject({
    answer: {
      platform: 'perplexity',
      model: 'sonar',
      text: 'Acme leads.',
      citations: [{ url: 'https://example.com/anvils', title: 'Anvils' }],
    },
  });
});

test('an answer that is not accepted is a fault with the reason', () => {
  expect(readLine(plainLine({ ...RAW, raw: rawBody('') }))).toEqual({
    fault: 'not accepted: The answer holds no text.',
  });
  expect(readLine(plainLine({ answer: ' \u200b\n' }))).toEqual({
    fault: 'not accepted: The answer holds no text.',
  });
  expect(readLine(plainLine({ ...RAW, raw: { error: { message: 'overloaded' } } }))).toEqual({
    fault: expect.stringMatching(/^not accepted: .*overloaded/),
  });
});

test.each([
  ['external_id', { external_id: undefined }, 'external_id: is required'],
  ['external_id', { external_id: '' }, 'external_id: must not be empty'],
  ['external_id', { external_id: 'x'.repeat(256) }, 'external_id: must be at most 255 characters'],
  ['platform', { platform: 'grok' }, 'platform: must be one of chatgpt, perplexity, claude, gemini'],
  ['question', { question: 'q'.repeat(2001) }, 'question: must be at most 2000 characters'],
  ['market', { market: 'Austria' }, 'market: is no unarchived market of the project'],
  ['market', { market: 7 }, 'market: must be a string'],
  ['market', { market: 'x'.repeat(101) }, 'market: must be at most 100 characters'],
  ['question', { question: 'a\0b' }, 'question: must not contain a NUL character'],
  ['answer', { answer: 'x'.repeat(1024 * 1024 + 1) }, 'answer: must be at most 1048576 characters'],
  ['answer', { answer: 'a\ud800b' }, 'answer: must not contain a lone surrogate'],
  ['answer', { answer: 'a\0b' }, 'answer: must not contain a NUL character'],
  ['model', { model: 7 }, 'model: must be a string'],
  ['citations', { citations: {} }, 'citations: must be an array of citations'],
  ['citations', { citations: Array(1001).fill({ url: 'x' }) }, 'citations: must have at most 1000 citations'],
  ['citations', { citations: [{ title: 'no url' }] }, 'citations[0].url: is required'],
  ['citations', { citations: [{ url: 'x'.repeat(4097) }] }, 'citations[0].url: must be at most 4096 characters'],
  ['searches', { searches: 'anvils' }, 'searches: must be an array of strings'],
  ['searches', { searches: [7] }, 'searches[0]: must be a string'],
  ['searches', { searches: ['anvils', ' '] }, 'searches[1]: must not be empty'],
  ['searches', { searches: ['a\0b'] }, 'searches[0]: must not contain a NUL character'],
  ['searches', { searches: [FIVE_HUNDRED_AND_ONE] }, 'searches[0]: must be at most 500 characters'],
  ['searches', { searches: Array(21).fill('anvils') }, 'searches: must have at most 20 searches'],
  ['answered_at', { answered_at: '2026-03-04' }, /^answered_at: must be an ISO 8601 instant with a time zone/],
  ['answered_at', { answered_at: '2026-03-04T09:30:00' }, /^answered_at: must be an ISO 8601 instant with a time zone/],
  ['answered_at', { answered_at: '2026-02-30T09:30:00Z' }, /^answered_at: must be an ISO 8601 instant/],
  ['answered_at', { answered_at: '1969-12-31T23:59:59Z' }, 'answered_at: must not be before 1970'],
  ['answered_at', { answered_at: '2999-01-01T00:00:00Z' }, 'answered_at: must not be more than a day in the future'],
  ['both', { raw: {} }, 'a line has either answer or raw'],
  ['neither', { answer: undefined }, 'a line has either answer or raw'],
  ['citations beside raw', { ...RAW, raw: {}, citations: [{ url: 'x' }] }, /^citations: must not stand beside raw/],
  ['searches beside raw', { ...RAW, raw: {}, searches: ['x'] }, /^searches: must not stand beside raw/],
])('a line with a wrong %s is a fault that names the field and its bound', (_, fields, message) => {
  expect(readLine(plainLine(fields))).toEqual({
    fault: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});

test.each([
  ['2026-03-04T09:30Z', '2026-03-04T09:30:00.000Z'],
  ['2026-03-04T11:30+02:00', '2026-03-04T09:30:00.000Z'],
  ['2026-03-04T11:30:00+0200', '2026-03-04T09:30:00.000Z'],
  ['2026-03-04T11:30+0200', '2026-03-04T09:30:00.000Z'],
  ['2026-03-04T06:30:00.5-03', '2026-03-04T09:30:00.500Z'],
])('%s is an instant of ISO 8601', (written, instant) => {
  expect(readLine(plainLine({ answered_at: written }))).toMatchObject({ answer: { answeredAt: new Date(instant) } });
});

test('an answer may be up to a day ahead of the given clock, and no later', () => {
  const readAt = (at: string) => readLine(plainLine({ answered_at: at }));
  expect(readAt('2026-06-19T14:00:00Z')).toMatchObject({ answer: { answeredAt: new Date('2026-06-19T14:00:00Z') } });
  const fault = 'answered_at: must not be more than a day in the future';
  expect(readAt('2026-06-19T14:00:00.001Z')).toEqual({ fault });
  clock.advance(1);
  expect(readAt('2026-06-19T14:00:00.001Z')).toMatchObject({ answer: {} });
});

test.each(['{"external_id": ', '"text"', '[]', 'null', '12'])('%s is a fault, not a failure', (line) => {
  expect(readLine(line)).toEqual({ fault: expect.stringMatching(/JSON/) });
});

test('a line with a thousand faults has a short message', () => {
  const outcome = readLine(plainLine({ citations: Array(1000).fill({ url: 1 }) }));
  expect('fault' in outcome && outcome.fault.length).toBeLessThan(510);
});
