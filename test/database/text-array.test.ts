import fc from 'fast-check';
import { type Pool, types } from 'pg';
import { connect } from '../../src/database/connection.js';
import { parseTextArray } from '../../src/database/connection-pool.js';
import { statement } from '../../src/database/rows.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** PostgreSQL's own number of the type. */
const TEXT_ARRAY: number = 1009;

const ECHO = statement<{ texts: (string | null)[]; written: string }>(
  'echo-texts',
  'select $1::text[] as texts, $1::text[]::text as written',
);

const AWKWARD = [
  '',
  'null',
  'NULL',
  'a,b',
  '{',
  '}',
  '{}',
  '"',
  '\\',
  ' ',
  'nullify',
  'not null',
  'é',
  '😀',
  '\n',
  "'",
];
const texts = fc.array(
  fc.oneof(fc.constantFrom('chatgpt', 'claude', ...AWKWARD), fc.string({ unit: 'grapheme' }), fc.constant(null)),
);

test('a list of texts, null among them, is read as it was written, whatever it is made of', async () => {
  const storable = texts.filter((list) => !list.some((text) => text?.includes('\0') || text?.isWellFormed() === false));
  await fc.assert(
    fc.asyncProperty(storable, async (list) => {
      const [row] = await database.db.rows(ECHO, [list]);
      expect(row?.texts).toEqual(list);
      expect(parseTextArray(row?.written ?? '')).toEqual(list);
    }),
    { numRuns: 200 },
  );
});

test.each([
  [
    'of lists',
    '{{a,b},{c,d}}',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['that begins elsewhere than at one', '[0:1]={a,b}', ['a', 'b']],
])('a list %s is left to the driver', (_what, written, expected) => {
  expect(parseTextArray(written)).toEqual(expected);
});

test.each([true, false])('lists are read by our own parser: %s', async (textArrays) => {
  const { address } = database;
  const other = await connect({ address, isPooled: false, fastPaths: { textArrays }, report: () => {} });
  const pool: Pool = await other.orm.em.getConnection().getNativeClient();
  expect((pool.options.types ?? types).getTypeParser(TEXT_ARRAY) === parseTextArray).toBe(textArrays);
  const [row] = await other.openForJob().rows(ECHO, [['chatgpt', 'a,b', null]]);
  expect(row?.texts).toEqual(['chatgpt', 'a,b', null]);
  await other.close();
});
