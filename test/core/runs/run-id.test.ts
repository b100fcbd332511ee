import { isRequested, parseRunId, type RunKey, toRunId } from '../../../src/core/runs/run-id.js';

const KEY: RunKey = {
  promptId: '0193d6a4-7c2e-4b50-9f1e-8a4d5b6c7d8e',
  platform: 'perplexity',
  periodDate: '2026-06-15',
  occasion: 2,
};
const encoded = (text: string) => Buffer.from(text).toString('base64url');

test('an id encodes the key of its run and is opaque to callers', () => {
  const id = toRunId(KEY);
  expect(parseRunId(id)).toEqual(KEY);
  expect(id).toMatch(/^[\w-]+$/);
  expect(id).not.toContain('perplexity');
});

test.each([0, 1, 2, 3, 11, 12, 13])('an occasion may be %d', (occasion) => {
  expect(parseRunId(toRunId({ ...KEY, occasion }))).toEqual({ ...KEY, occasion });
});

test('the first three occasions are requested ones, and no others', () => {
  expect([0, 1, 2, 3, 11, 12, 13].filter(isRequested)).toEqual([1, 2, 3]);
});

test('each part of the key makes another id', () => {
  const others: Partial<RunKey>[] = [{ platform: 'claude' }, { periodDate: '2026-06-16' }, { occasion: 0 }];
  const ids = [{}, ...others].map((other) => toRunId({ ...KEY, ...other }));
  expect(new Set(ids).size).toBe(4);
});

test.each([
  ['no string', 7],
  ['nothing', undefined],
  ['an empty text', ''],
  ['a UUID', KEY.promptId],
  ['a platform that is none', encoded(`${KEY.promptId} bing 2026-06-15 0`)],
  ['a day that does not exist', encoded(`${KEY.promptId} claude 2026-02-30 0`)],
  ['a year that the database does not know', encoded(`${KEY.promptId} claude 0000-01-01 0`)],
  ['an occasion beyond the third', encoded(`${KEY.promptId} claude 2026-06-15 4`)],
  ['an occasion before the second part', encoded(`${KEY.promptId} claude 2026-06-15 10`)],
  ['an occasion beyond the fourth part', encoded(`${KEY.promptId} claude 2026-06-15 14`)],
  ['an occasion with a sign', encoded(`${KEY.promptId} claude 2026-06-15 -1`)],
  ['more than a key', encoded(`${KEY.promptId} claude 2026-06-15 0 0`)],
])('%s is no id of a run', (_what, id) => {
  expect(() => parseRunId(id)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});
