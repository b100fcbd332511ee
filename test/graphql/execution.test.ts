import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { invalid, ServiceError } from '../../src/core/errors.js';
import { FAST_PATHS } from '../support/fast-paths.js';
import { BUDGET, smallServer } from './small-server.js';

const SECRET = 'connection to 10.0.0.7 failed: select * from api_key';

function failing() {
  return smallServer({
    boom: () => {
      throw new Error(SECRET);
    },
  });
}

const MASKED = { message: 'Internal server error', extensions: { code: 'INTERNAL_ERROR' } };

test.each([1, 2, 3])(
  'a failure on our side tells nothing of itself, and is logged once, asked %i times',
  async (times) => {
    const { ask, reports } = failing();
    for (let count = 1; count < times; count += 1) await ask('{ hello boom }');
    const before = reports.length;
    const response = await ask('{ hello boom }');
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({ hello: 'hello undefined', boom: null });
    expect(response.body.errors).toEqual([{ ...MASKED, path: ['boom'], locations: [{ line: 1, column: 9 }] }]);
    expect(JSON.stringify(response)).not.toMatch(/10\.0\.0\.7|stack|\.ts/);
    expect(reports.slice(before)).toEqual([
      { error: expect.objectContaining({ message: SECRET }), requestId: 'request-1' },
    ]);
  },
);

test('one failure that fails many fields is logged once', async () => {
  const failure = new Error(SECRET);
  const { ask, reports } = smallServer({
    boom: () => {
      throw failure;
    },
  });
  const response = await ask('{ items(first: 3) { boom } }');
  expect(response.body.errors).toHaveLength(3);
  expect(reports).toHaveLength(1);
});

test('a failure that is no Error is masked alike', async () => {
  const { ask, reports } = smallServer({
    boom: () => {
      throw { secret: SECRET };
    },
  });
  expect((await ask('{ boom }')).body.errors).toEqual([expect.objectContaining(MASKED)]);
  expect(reports).toHaveLength(1);
});

test('a null where the schema promises a value is our failure', async () => {
  const { ask, reports } = smallServer({ boom: () => null });
  const response = await ask('{ mustBoom }');
  expect([response.status, response.body.data]).toEqual([200, null]);
  expect(response.body.errors).toEqual([expect.objectContaining(MASKED)]);
  expect(reports).toHaveLength(1);
});

test('an error of the core is told by its code and message, with each issue of an input', async () => {
  const { ask, reports } = smallServer({
    boom: () => {
      throw invalid(['settings', 'platforms'], 'must not be empty');
    },
  });
  const response = await ask('{ boom foreign }');
  expect(response.status).toBe(200);
  expect(response.body.errors?.map(({ message, extensions }) => ({ message, extensions }))).toEqual([
    {
      message: 'settings.platforms: must not be empty',
      extensions: {
        code: 'VALIDATION_ERROR',
        issues: [{ path: ['settings', 'platforms'], message: 'must not be empty' }],
      },
    },
    { message: 'No access', extensions: { code: 'FORBIDDEN' } },
  ]);
  expect(reports).toEqual([]);
});

test('an internal error of the core is masked', async () => {
  const { ask } = smallServer({
    boom: () => {
      throw new ServiceError('INTERNAL_ERROR', SECRET);
    },
  });
  expect((await ask('{ boom }')).body.errors).toEqual([expect.objectContaining(MASKED)]);
});

test('a query that comes again is answered byte for byte as the first time, data and errors', async () => {
  const { ask } = failing();
  const queries = [
    '{ hello(name: "a") items(first: 2) { name items { name } } }',
    `query ($n: Int = 2, $no: Boolean = true) { items(first: $n) { name @skip(if: $no) ...F } }
     fragment F on Item { x: name __typename }`,
    '{ hello boom }',
    '{ mustBoom }',
    '{ foreign items { boom } }',
    '{ __typename __schema { queryType { name } types { name kind } } }',
    '{ __type(name: "Item") { fields { name args { name defaultValue } } } }',
  ];
  for (const query of queries) {
    const [first, ...later] = [await ask(query), await ask(query), await ask(query), await ask(query)];
    for (const response of later) expect(JSON.stringify(response)).toBe(JSON.stringify(first));
  }
});

const SPREADS: [string, string, Record<string, unknown>][] = [
  [
    'under a condition in one place and without in another',
    `query ($x: Boolean!) { a: items(first: 1) { x: __typename ...F @include(if: $x) } b: items(first: 1) { ...F } }
     fragment F on Item { name }`,
    { x: false },
  ],
  [
    'twice, under two conditions',
    `query ($x: Boolean!, $y: Boolean!) {
       items(first: 1) { x: __typename ...F @include(if: $x) ...F @include(if: $y) }
     }
     fragment F on Item { name }`,
    { x: false, y: true },
  ],
  [
    'within a field that is left out elsewhere',
    `{ items(first: 1) { items { name @skip(if: true) x: __typename } items @skip(if: true) { ...F } } }
     fragment F on Item { name }`,
    {},
  ],
];

test.each(SPREADS)('a fragment %s gives the same fields each time', async (_what, query, variables) => {
  const { ask } = failing();
  const first = await ask(query, variables);
  expect(first.body.errors).toBeUndefined();
  for (let count = 0; count < 3; count += 1) expect((await ask(query, variables)).body.data).toEqual(first.body.data);
});

test('a query is run compiled from the second time on, unless that is switched off', async () => {
  const stacks: string[] = [];
  const { ask } = smallServer({ boom: () => stacks.push(new Error('where').stack ?? '') && null });
  for (let count = 0; count < 3; count += 1) await ask('{ boom }');
  expect(stacks.map((stack) => /graphql-jit/.test(stack))).toEqual([
    false,
    FAST_PATHS.compiledQueries,
    FAST_PATHS.compiledQueries,
  ]);
});

test('a mutation runs once, whatever its outcome and however often it came before', async () => {
  let runs = 0;
  const { ask } = smallServer({
    store: () => {
      runs += 1;
      throw new Error(SECRET);
    },
  });
  for (let count = 1; count <= 4; count += 1) {
    await ask('mutation { store }');
    expect(runs).toBe(count);
  }
});

test.each(['check', 'admit'] as const)('a failure of admission itself, at %s, is a masked 500', async (step) => {
  const small = smallServer();
  const failure = new Error(SECRET);
  Object.assign(small.control, { [step]: () => Promise.reject(failure) });
  const response = await small.ask(`{ hello } # ${'long '.repeat(400)}`);
  expect([response.status, response.body]).toEqual([500, { errors: [MASKED] }]);
  expect(small.reports).toEqual([{ error: failure, requestId: 'request-1' }]);
});

describe('an operation that hangs', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  test('is given up after 10 seconds, and not before', async () => {
    const { promise: hangs, resolve: hang } = Promise.withResolvers<void>();
    const { ask } = smallServer({
      slow: () => {
        hang();
        return new Promise(() => {});
      },
    });
    let response: Awaited<ReturnType<typeof ask>> | undefined;
    const asked = ask('{ slow }').then((answer) => {
      response = answer;
    });
    await hangs;
    mock.timers.tick(9_900);
    await setImmediate();
    expect(response).toBeUndefined();
    mock.timers.tick(200);
    await asked;
    expect(response).toMatchObject({
      status: 504,
      body: {
        errors: [
          {
            message: 'The operation took longer than 10 seconds',
            extensions: { code: 'OPERATION_TIMED_OUT' },
          },
        ],
        extensions: { cost: { requests: 1, ...BUDGET } },
      },
    });
  });
});
