import { refusal, served } from './operation-outcomes.js';

const nested = (depth: number) => `${'{ items(first: 1) '.repeat(depth - 1)}{ name }${' }'.repeat(depth - 1)}`;
const times = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ');

describe('bounds of a document', () => {
  const bombOf = (levels: number) =>
    `{ items { ...F0 } }
     ${times(levels, (at) => `fragment F${at} on Item { ...F${at + 1} ...F${at + 1} }`)}
     fragment F${levels} on Item { name }`;
  const chainOf = (levels: number) =>
    `{ items { ...F0 } }
     ${times(levels, (at) => `fragment F${at} on Item { items(first: 1) { ...F${at + 1} } }`)}
     fragment F${levels} on Item { name }`;

  test.each([
    [
      '20,000 bytes',
      `{ hello } #${'x'.repeat(20_000 - 11)}`,
      `{ hello } #${'x'.repeat(20_000 - 10)}`,
      /at most 20000 bytes/,
    ],
    [
      '20,000 bytes of other scripts',
      `{ hello } #${'é'.repeat(9_994)}`,
      `{ hello } #${'é'.repeat(9_995)}`,
      /at most 20000 bytes/,
    ],
    ['12 levels', nested(12), nested(13), /too deep: at most 12 levels/],
    ['12 levels by fragments', chainOf(10), chainOf(11), /too deep: at most 12 levels/],
    [
      '30 aliases',
      `{ ${times(30, (at) => `a${at}: boom`)} }`,
      `{ ${times(31, (at) => `a${at}: boom`)} }`,
      /at most 30 aliases/,
    ],
    [
      '30 aliases by fragments',
      `{ ${times(3, () => '...F')} } fragment F on Query { ${times(10, (at) => `a${at}: boom`)} }`,
      `{ ...F ...F ...F b: boom } fragment F on Query { ${times(10, (at) => `a${at}: boom`)} }`,
      /at most 30 aliases/,
    ],
    ['500 fields', `{ ${times(500, () => 'boom')} }`, `{ ${times(501, () => 'boom')} }`, /at most 500 fields/],
    ['500 fields by fragments', bombOf(8), bombOf(9), /at most 500 fields/],
  ])('%s are served, one more is refused', async (_bound, within, beyond, message) => {
    await served(within);
    expect(await refusal(beyond)).toMatchObject({
      status: 400,
      code: expect.stringMatching(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$/),
      message: expect.stringMatching(message),
    });
  });

  test('2,000 tokens are parsed, one more is refused', async () => {
    expect((await refusal(`{ hello(name: "a") ${'hello '.repeat(1_992)} }`)).message).toMatch(/at most 500 fields/);
    expect(await refusal(`{ hello(name: "a") ${'hello '.repeat(1_993)} }`)).toMatchObject({
      status: 400,
      code: 'GRAPHQL_PARSE_FAILED',
      message: expect.stringMatching(/more that? 2000 tokens/),
    });
  });

  test.each([
    ['a field', (directives: string) => `{ hello ${directives} }`],
    ['a fragment spread', (directives: string) => `{ ...F ${directives} } fragment F on Query { hello }`],
    ['an inline fragment', (directives: string) => `{ ... ${directives} { hello } }`],
    ['an operation', (directives: string) => `query Q ${directives} { hello }`],
    ['a fragment', (directives: string) => `{ ...F } fragment F on Query ${directives} { hello }`],
    ['a variable', (directives: string) => `query Q($a: Int ${directives}) { items(first: $a) { name } }`],
  ])('a flood of directives on %s is refused', async (_place, query) => {
    expect(await refusal(query('@skip(if: false) '.repeat(5)))).toEqual({
      status: 400,
      code: 'GRAPHQL_VALIDATION_FAILED',
      message: 'Too many directives in one place: at most 4',
    });
  });

  test.each([
    [
      'a cycle of fragments',
      '{ items { ...A } } fragment A on Item { items { ...B } } fragment B on Item { ...A }',
      /Cannot spread fragment "A" within itself/,
    ],
    [
      'a fragment within itself',
      '{ items { ...A } } fragment A on Item { ...A ...A ...A name }',
      /Cannot spread fragment "A" within itself/,
    ],
    [
      'introspection in circles',
      `{ __schema { types { ${'fields { type { '.repeat(6)} name ${'} } '.repeat(6)} } } }`,
      /introspection depth/,
    ],
    ['brackets without end', `{ hello(name: ${'['.repeat(1_900)}`, /Syntax Error|nested too deeply/],
    [
      'brackets in brackets',
      `{ hello(name: ${'['.repeat(980)}${']'.repeat(980)}) }`,
      /String cannot represent|nested too deeply/,
    ],
    ['braces without end', '{ items '.repeat(900), /Syntax Error/],
    ['types without end', `query ($a: ${'['.repeat(1_900)}`, /Syntax Error/],
    ['a subscription', 'subscription { hello }', /no subscriptions/],
    ['a type definition', '{ hello } type T { a: Int }', /not executable/],
    ['nothing but a comment', '# nothing', /Syntax Error: Unexpected <EOF>/],
  ])('%s is refused', async (_what, query, message) => {
    expect(await refusal(query)).toMatchObject({
      status: 400,
      code: expect.stringMatching(/^GRAPHQL_(PARSE|VALIDATION)_FAILED$/),
      message: expect.stringMatching(message),
    });
  });

  test('a bomb of fragments that would be 2 to the 60th fields is refused without counting them', async () => {
    expect((await refusal(bombOf(60))).message).toMatch(/at most 500 fields/);
  });

  test('introspection is a plain operation of cost one, free of the depth bound', async () => {
    const { getIntrospectionQuery } = await import('graphql');
    const body = await served(
      getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true, specifiedByUrl: true }),
    );
    expect(body.extensions?.cost).toMatchObject({ complexity: 0, requests: 1 });
    expect(body.data).toHaveProperty('__schema.types');
  });
});
