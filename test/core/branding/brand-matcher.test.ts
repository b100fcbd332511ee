import type { Subject } from '../../../src/analysis/analyser.js';
import { MATCHING_MS_MAX, namingBrand } from '../../../src/core/branding/brand-matcher.js';
import { Unavailable } from '../../../src/core/errors.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

/** What one request may spend on prompts whose naming of the brand is not known yet. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** As long as names may be together, nested in each other: each word of a text may begin any of them. */
function hostileNames(word: string): { brand: Subject; competitors: Subject[] } {
  const nested = Array.from({ length: 51 }, (_, at) =>
    `${word} `.repeat(Math.floor(198 / word.length / 2) - at).trim(),
  );
  const [name = word, ...aliases] = nested.filter((each) => each !== '');
  return { brand: { name, aliases, website: 'https://brand.example' }, competitors: [] };
}

/** As long as a prompt may be. */
const hostileTexts = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ text: `${at} ${`${word} `.repeat(1_990 / (word.length + 1))}` }));

/** An entity manager of one request, and the time that was counted for it. */
function openRequest(secondsUntilFree = 0) {
  const counted = { ms: 0 };
  const { db } = database;
  Object.assign(db.access, {
    processor: {
      record: (ms: number) => {
        counted.ms += ms;
      },
      secondsUntilFree: () => secondsUntilFree,
    },
  });
  return { db, counted };
}

test('hostile names and prompts take a request a second and one prompt at most, and the next one goes on', async () => {
  const names = hostileNames('a');
  const texts = hostileTexts('a', 150);
  const spent: number[] = [];
  let failure: unknown = null;
  do {
    const { db, counted } = openRequest();
    failure = await namingBrand(db, names, texts).then(
      () => null,
      (error) => error,
    );
    spent.push(counted.ms);
    if (failure !== null) expect([failure, counted.ms >= MATCHING_MS_MAX]).toEqual([expect.any(Unavailable), true]);
  } while (failure !== null);
  expect(spent.length).toBeGreaterThan(1);
  expect(Math.max(...spent)).toBeLessThan(2 * MATCHING_MS_MAX);
  const { db, counted } = openRequest();
  await namingBrand(db, names, texts);
  expect(counted.ms).toBe(0);
});

test('what lists of one request spend at once is counted together', async () => {
  const { db, counted } = openRequest();
  const names = hostileNames('b');
  const lists = [0, 1, 2].map((at) => hostileTexts('b', 150).slice(50 * at, 50 * at + 50));
  const told = await Promise.allSettled(lists.map((texts) => namingBrand(db, names, texts)));
  expect(told.map(({ status }) => status)).toContain('rejected');
  expect(counted.ms).toBeLessThan(2 * MATCHING_MS_MAX);
});

test('for whom the processor worked all that it may in a minute, nothing is read until the next', async () => {
  const { db, counted } = openRequest(17);
  const names = { brand: { name: 'Fabrikam', aliases: [], website: 'https://fabrikam.example' }, competitors: [] };
  const asked = namingBrand(db, names, [{ text: 'Is Fabrikam good?' }]);
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 17 });
  expect(counted.ms).toBe(0);
});

test('two hundred common prompts take a tenth of what a request may', async () => {
  const { db, counted } = openRequest();
  const brand = { name: 'Northwind', aliases: ['Northwind Tea'], website: 'https://northwind.example' };
  const competitors = Array.from({ length: 20 }, (_, at) => ({
    ...{ name: `Contoso ${at}`, aliases: [`Contoso Tea ${at}`], website: `https://contoso${at}.example` },
  }));
  const texts = Array.from({ length: 200 }, (_, at) => ({ text: `Is Northwind a good tea shop in town ${at}?` }));
  expect(await namingBrand(db, { brand, competitors }, texts)).toHaveLength(200);
  expect(counted.ms).toBeLessThan(MATCHING_MS_MAX / 2);
});
