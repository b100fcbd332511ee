import { SYSTEM_CLOCK } from '../../src/clock.js';
import { ServiceError } from '../../src/core/errors.js';
import { createOperationReader } from '../../src/graphql/operation/read-operation.js';
import { refusal } from './operation-outcomes.js';
import { BUDGET, requestOf, smallSchema, smallServer } from './small-server.js';

const times = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ');

describe('variables and arguments', () => {
  const listed = 'query ($n: Int) { items(first: $n) { boom } }';

  test.each([
    ['of the wrong type', listed, { n: 'many' }, /"\$n" got invalid value/],
    ['beyond an integer', listed, { n: 2 ** 40 }, /"\$n" got invalid value/],
    ['missing', 'query ($n: Int!) { items(first: $n) { boom } }', {}, /"\$n" of required type/],
    ['null where none may be', 'query ($n: Int!) { items(first: $n) { boom } }', { n: null }, /"\$n" of non-null type/],
    ['null into an argument that takes none', listed, { n: null }, /must not be null/],
    [
      'no boolean in a directive',
      'query ($b: Boolean!) { boom @skip(if: $b) }',
      { b: 'no' },
      /"\$b" got invalid value/,
    ],
  ])(
    'a variable %s is the fault of the caller, told before anything runs',
    async (_fault, query, variables, message) => {
      expect(await refusal(query, variables)).toMatchObject({
        status: 400,
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(message),
      });
    },
  );

  test('an argument that is faulty as it stands fails the validation', async () => {
    for (const first of ['null', '"1"', '1.5', '99999999999']) {
      expect(await refusal(`{ items(first: ${first}) { boom } }`)).toMatchObject({
        status: 400,
        code: 'GRAPHQL_VALIDATION_FAILED',
      });
    }
  });

  test('of a thousand faults ten are told', async () => {
    const { ask } = smallServer();
    const response = await ask(`{ ${times(400, (at) => `nothing${at}`)} }`);
    expect(response.body.errors).toHaveLength(11);
  });
});

describe('which operation is run', () => {
  const two = 'query A { hello } mutation B { store }';

  test.each([
    ['none is named', undefined, 'operationName must be sent with a document of several operations'],
    ['no such name', 'C', 'The document has no operation "C"'],
    ['the empty name', '', 'operationName must be sent with a document of several operations'],
  ])('is not guessed where %s', async (_what, operationName, message) => {
    const { answer } = smallServer();
    const { status, body } = await answer(requestOf({ query: two, operationName }));
    expect([status, body.errors]).toEqual([400, [{ message, extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }]]);
  });

  test('is the one that is named, and it alone is priced and run', async () => {
    let stored = 0;
    const { answer, admitted } = smallServer({ store: () => (stored += 1) });
    const query =
      'query A { hello } query Dear { items(first: 100) { items(first: 100) { name } } } mutation B { store }';
    const response = await answer(requestOf({ query, operationName: 'A' }));
    expect([response.body.data, stored, admitted]).toEqual([{ hello: 'hello undefined' }, 0, [1]]);
    expect((await answer(requestOf({ query, operationName: 'B' }))).body.data).toEqual({ store: '1' });
    await answer(requestOf({ query, operationName: 'Dear' }));
    expect(admitted).toEqual([1, 1, 11]);
  });
});

describe('what admission decides', () => {
  test('an operation above the ceiling is told its price and the ceiling, and nothing runs', async () => {
    let runs = 0;
    const small = smallServer({ boom: () => (runs += 1) });
    small.admission.isOverCeiling = true;
    const { status, body } = await small.ask('{ boom items(first: 100) { items(first: 100) { items { name } } } }');
    expect([status, runs, small.admitted]).toEqual([400, 0, [1011]]);
    expect(body).toEqual({
      errors: [
        {
          message: 'The operation costs 10101 points; one operation may cost 600 at most',
          extensions: { code: 'QUERY_TOO_COMPLEX' },
        },
      ],
      extensions: { cost: { complexity: 10_101, requests: 1, ...BUDGET } },
    });
  });

  test('while writes are switched off mutations of projects get 503; keys and queries go on', async () => {
    const small = smallServer({ store: () => 'stored' });
    small.control.refuseWhileReadOnly = async () => {
      throw new ServiceError('SERVICE_KILL_SWITCH_ACTIVE', 'read-only');
    };
    for (const query of [
      'mutation { store }',
      'mutation { ...F } fragment F on Mutation { ... { a: store } }',
      'mutation { createApiKey store }',
    ]) {
      const { status, body } = await small.ask(query);
      expect([status, body.errors?.[0]?.extensions]).toEqual([503, { code: 'SERVICE_KILL_SWITCH_ACTIVE' }]);
      expect(body.extensions?.cost).toMatchObject({ requests: 1 });
    }
    expect((await small.ask('mutation { createApiKey }')).body.data).toEqual({ createApiKey: 'made' });
    expect((await small.ask('{ hello }')).status).toBe(200);
  });

  const UNKNOWN = new ServiceError('UNAUTHORIZED', 'A key is required');
  const refused = { errors: [{ message: 'A key is required', extensions: { code: 'UNAUTHORIZED' } }] };

  test('no body is read for a caller whose key was not let in lately, before admission is asked', async () => {
    const small = smallServer();
    small.control.check = () => Promise.reject(UNKNOWN);
    let reads = 0;
    const readBody = async () => {
      reads += 1;
    };
    const response = await small.answer(requestOf(undefined, { isKnown: () => false, readBody }));
    expect([response.status, response.body, reads]).toEqual([401, refused, 0]);
  });

  test('a long body is read after admission was asked, a short one before', async () => {
    const small = smallServer();
    const asked: string[] = [];
    small.control.check = async () => void asked.push('check');
    const { admit } = small.control;
    small.control.admit = (requests) => {
      asked.push('admit');
      return admit(requests);
    };
    const readBody = async () => {
      asked.push('body');
      return { query: '{ hello }' };
    };
    await small.answer(requestOf(undefined, { readBody, bodyBytes: 32 * 1024 + 1 }));
    expect(asked.splice(0)).toEqual(['check', 'body', 'admit']);
    await small.answer(requestOf(undefined, { readBody, bodyBytes: Number.POSITIVE_INFINITY }));
    expect(asked.splice(0)).toEqual(['check', 'body', 'admit']);
    await small.answer(requestOf(undefined, { readBody, bodyBytes: 32 * 1024 }));
    expect(asked).toEqual(['body', 'admit']);
  });

  test('no document is parsed, validated or priced for a caller that admission would refuse', async () => {
    const schema = smallSchema();
    const roots = jest.spyOn(schema, 'getQueryType');
    const operations = createOperationReader(schema, SYSTEM_CLOCK);
    const refuse = () => Promise.reject(UNKNOWN);
    for (const query of [
      '{ hello }',
      '{ nothing',
      `{ ${'boom '.repeat(501)} }`,
      `# ${'long '.repeat(400)}\n{ hello }`,
    ]) {
      await expect(operations.read(requestOf({ query }), refuse)).rejects.toBe(UNKNOWN);
    }
    expect(roots).not.toHaveBeenCalled();
    await operations.read(requestOf({ query: '{ hello }' }), async () => {});
    expect(roots).toHaveBeenCalled();
  });

  test('a document is kept once its caller was let in, and then admission is asked once for each request', async () => {
    const small = smallServer();
    let checks = 0;
    small.control.check = async () => {
      checks += 1;
    };
    const { admit } = small.control;
    small.control.admit = () => Promise.reject(UNKNOWN);
    await small.ask('{ hello }');
    await small.ask('{ hello }');
    expect(checks).toBe(2);
    small.control.admit = admit;
    for (let count = 0; count < 3; count += 1) await small.ask('{ hello }');
    expect(checks).toBe(3);
  });
});
