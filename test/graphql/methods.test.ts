import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METHOD_NOTE, methodsOf } from '../../src/core/platforms/methods.js';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import type { SearchPlace } from '../../src/platforms/platform-api.js';
import { askRequest, REQUEST_VERSION } from '../../src/platforms/platform-apis.js';
import { ROOT } from '../contract/sources.js';
import { useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';

/** What is measured, said once. */

const api = useApi();

const PLACE: SearchPlace = { country: 'DE', region: 'Bavaria', city: 'Munich' };

/** What the request of a platform says itself. */
function sentBy(platform: Platform) {
  const options = { model: 'm', isGrounded: true };
  const { body } = askRequest(platform, { text: 'Which tea?', place: PLACE }, options);
  const sent = JSON.stringify(body);
  const places = (['country', 'region', 'city'] as const).filter((part) => sent.includes(String(PLACE[part])));
  return { platform, isSearchForced: 'tool_choice' in body, places };
}

test('methods tell how requests are made: a place and a forced search as each platform is sent them', () => {
  const told = methodsOf([]).map(({ platform, isSearchForced, places }) => ({ platform, isSearchForced, places }));
  expect(told).toEqual(PLATFORMS.map(sentBy));
  expect(told.find(({ platform }) => platform === 'gemini')).toMatchObject({ isSearchForced: false, places: [] });
});

test('any caller reads them for a point', async () => {
  const query = '{ methods { platform surface model isSearchForced places requestVersion note } }';
  const { body } = await askGraphql(await api.open('professional'), query);
  expect(body.extensions?.['cost']).toMatchObject({ complexity: 1 });
  expect(body.data?.['methods']).toEqual([
    {
      platform: 'CHATGPT',
      surface: 'API',
      model: 'gpt-6-luna',
      isSearchForced: true,
      places: ['COUNTRY', 'REGION', 'CITY'],
      requestVersion: REQUEST_VERSION,
      note: METHOD_NOTE,
    },
    expect.objectContaining({ platform: 'PERPLEXITY', note: METHOD_NOTE }),
    expect.objectContaining({ platform: 'CLAUDE', note: METHOD_NOTE }),
    expect.objectContaining({ platform: 'GEMINI', places: [], note: expect.stringContaining('decides by itself') }),
  ]);
});

test('the configuration names the model, and Gemini may be asked without a search', () => {
  const [chatgpt, , , gemini] = methodsOf([
    { platform: 'chatgpt', model: 'gpt-7', isGrounded: true },
    { platform: 'gemini', model: undefined, isGrounded: false },
  ]);
  expect(chatgpt?.model).toBe('gpt-7');
  expect(gemini?.note).toMatch(/without a search/);
});

test.each(['docs/monitoring.md', 'docs/exports.md', 'dashboard/pages/overview/overview.words.ts'])(
  '%s says the same, word for word',
  (file) => {
    const plain = (text: string) => text.replaceAll(/['’]/g, '').replaceAll(/\s*\n[\s>]*/g, ' ');
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/' \+\n\s*'/g, '');
    expect(plain(text)).toContain(plain(METHOD_NOTE));
  },
);
