import type { z } from 'zod';
import { parse } from '../../src/core/input.js';
import { citationsInput } from '../../src/core/metrics/citations.js';
import { mentionsInput } from '../../src/core/metrics/mentions.js';
import { metricQueryInput } from '../../src/core/metrics/metric-query.js';
import { citationsQuery, mentionsQuery, visibilityQuery } from '../../src/rest/routes.js';

test.each<[string, z.ZodType, z.ZodType, object, object]>([
  ['digits', mentionsQuery, mentionsInput, { limit: '7', offset: '010' }, { limit: 7, offset: 10 }],
  ['nothing', mentionsQuery, mentionsInput, {}, { limit: 50, offset: 0 }],
  ['a cursor', citationsQuery, citationsInput, { cursor: '0100' }, { limit: 50, offset: 0, cursor: '0100' }],
  [
    'commas',
    visibilityQuery,
    metricQueryInput,
    { platforms: 'claude, gemini,claude' },
    { platforms: ['claude', 'gemini'] },
  ],
  [
    'one parameter twice',
    visibilityQuery,
    metricQueryInput,
    { platforms: ['claude', 'gemini'] },
    { platforms: ['claude', 'gemini'] },
  ],
])('%s of a query string become what the core takes, and takes unchanged', (_what, query, input, sent, narrowed) => {
  expect(parse(query, sent)).toEqual(narrowed);
  expect(parse(input, narrowed)).toEqual(narrowed);
});

const LIMIT = 'limit: must be a whole number from 1 to 100';
const OFFSET = 'offset: must be a whole number, 0 or more';

test.each([
  [{ limit: '0' }, LIMIT],
  [{ limit: '101' }, LIMIT],
  [{ limit: '1.5' }, LIMIT],
  [{ limit: '1e1' }, LIMIT],
  [{ limit: ' 7' }, LIMIT],
  [{ limit: '' }, LIMIT],
  [{ limit: '0x7' }, LIMIT],
  [{ limit: ['7', '8'] }, LIMIT],
  [{ limit: { a: '7' } }, LIMIT],
  [{ limit: '1'.repeat(16) }, LIMIT],
  [{ offset: '-1' }, OFFSET],
  [{ offset: 'x' }, OFFSET],
  [{ offset: '9'.repeat(16) }, OFFSET],
  [{ limit: 'x', offset: 'x' }, `${LIMIT}; ${OFFSET}`],
])('the query %j is refused with the bound', (sent, message) => {
  expect(() => parse(mentionsQuery, sent)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', message }));
});

test.each([
  [{ platforms: '' }, 'platforms[0]: must be one of chatgpt, perplexity, claude, gemini'],
  [{ platforms: 'claude,copilot' }, 'platforms[1]: must be one of chatgpt, perplexity, claude, gemini'],
  [{ platforms: { a: 'claude' } }, 'platforms: must be a comma-separated list of platforms'],
  [{ platforms: [] }, 'platforms: must name at least one platform'],
])('the query %j is refused with what it may hold', (sent, message) => {
  expect(() => parse(visibilityQuery, sent)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', message }));
});

test('the core itself takes numbers and lists, not their spelling in a query string', () => {
  expect(() => parse(mentionsInput, { limit: '7' })).toThrow(LIMIT);
  expect(() => parse(metricQueryInput, { platforms: 'claude' })).toThrow('platforms: must be an array of platforms');
});
