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

const MS_OF_TEXT = 300;

/** A session of one request with so much processor time at each text, and the time that was counted for it. */
function openRequest(secondsUntilFree = 0) {
  const counted = { ms: 0 };
  const { db } = database;
  let workedMs = 0;
  Object.assign(db.access, {
    processor: {
      record: (ms: number) => {
        counted.ms += ms;
      },
      secondsUntilFree: () => secondsUntilFree,
      // Looked at before a text and after it.
      workedMs: () => {
        workedMs += MS_OF_TEXT;
        return workedMs;
      },
    },
  });
  return { db, counted };
}

/** Texts until their time is over: the one that goes beyond it is read to its end. */
const TEXTS_OF_REQUEST = Math.ceil(MATCHING_MS_MAX / MS_OF_TEXT);

test('names and prompts take a request a second and one prompt at most, and the next one goes on', async () => {
  const names = hostileNames('a');
  const texts = hostileTexts('a', 2 * TEXTS_OF_REQUEST + 1);
  const spent: number[] = [];
  let failure: unknown = null;
  do {
    const { db, counted } = openRequest();
    failure = await namingBrand(db, names, texts).then(
      () => null,
      (error) => error,
    );
    spent.push(counted.ms);
    if (failure !== null) expect(failure).toBeInstanceOf(Unavailable);
  } while (failure !== null);
  expect(spent).toEqual([TEXTS_OF_REQUEST, TEXTS_OF_REQUEST, 1].map((count) => count * MS_OF_TEXT));
  const { db, counted } = openRequest();
  await namingBrand(db, names, texts);
  expect(counted.ms).toBe(0);
});

test('before each text the process turns to its other requests', async () => {
  const texts = hostileTexts('c', TEXTS_OF_REQUEST);
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  await namingBrand(openRequest().db, hostileNames('c'), texts);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(texts.length);
});

test('what lists of one request spend at once is counted together', async () => {
  const { db, counted } = openRequest();
  const names = hostileNames('b');
  const texts = hostileTexts('b', 3 * TEXTS_OF_REQUEST);
  const lists = [0, 1, 2].map((at) => texts.slice(TEXTS_OF_REQUEST * at, TEXTS_OF_REQUEST * (at + 1)));
  const told = await Promise.allSettled(lists.map((list) => namingBrand(db, names, list)));
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(counted.ms).toBe(TEXTS_OF_REQUEST * MS_OF_TEXT);
});

test('for whom the processor worked all that it may in a minute, nothing is read until the next', async () => {
  const { db, counted } = openRequest(17);
  const names = { brand: { name: 'Fabrikam', aliases: [], website: 'https://fabrikam.example' }, competitors: [] };
  const asked = namingBrand(db, names, [{ text: 'Is Fabrikam good?' }]);
  await expect(asked).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 17 });
  expect(counted.ms).toBe(0);
});

test('two hundred common prompts are read by one request, by the time that they take', async () => {
  const { db } = database;
  const brand = { name: 'Northwind', aliases: ['Northwind Tea'], website: 'https://northwind.example' };
  const competitors = Array.from({ length: 20 }, (_, at) => ({
    ...{ name: `Contoso ${at}`, aliases: [`Contoso Tea ${at}`], website: `https://contoso${at}.example` },
  }));
  const texts = Array.from({ length: 200 }, (_, at) => ({ text: `Is Northwind a good tea shop in town ${at}?` }));
  expect(await namingBrand(db, { brand, competitors }, texts)).toHaveLength(200);
});
