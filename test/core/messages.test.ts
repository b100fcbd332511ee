import fc from 'fast-check';
import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode, messageOf, ServiceError } from '../../src/core/errors.js';
import { optionalText, parse } from '../../src/core/input.js';
import { errorBody } from '../../src/http/error-responses.js';

function refusalOf(schema: z.ZodType, input: unknown, name?: string): ServiceError {
  try {
    parse(schema, input, name);
  } catch (error) {
    if (error instanceof ServiceError) return error;
  }
  throw new Error('the input was not refused');
}

test.each([
  ['VALIDATION_ERROR', 422],
  ['UNAUTHORIZED', 401],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['CONFLICT', 409],
  ['RATE_LIMIT_EXCEEDED', 429],
  ['SERVICE_KILL_SWITCH_ACTIVE', 503],
  ['INTERNAL_ERROR', 500],
] as const)('%s is answered with %i', (code, status) => {
  expect(new ServiceError(code, 'x').status).toBe(status);
});

test('the table of codes holds those of the specification and SERVICE_UNAVAILABLE', () => {
  expect(Object.keys(ERROR_STATUS)).toHaveLength(9);
  for (const code of Object.keys(ERROR_STATUS)) expect(code).toMatch(/^[A-Z_]+$/);
});

test('a message names each field as its surface does, with list places in brackets', () => {
  const issues = [
    { path: ['settings', 'monitoringFrequency'], message: 'is wrong' },
    { path: ['tags', 3], message: 'must not be empty' },
    { path: [], message: 'The whole is wrong' },
  ];
  expect(messageOf(issues)).toBe(
    'settings.monitoringFrequency: is wrong; tags[3]: must not be empty; The whole is wrong',
  );
  const { error } = errorBody(new ServiceError('VALIDATION_ERROR', 'x', issues));
  expect(error.message).toBe('settings.monitoring_frequency: is wrong; tags[3]: must not be empty; The whole is wrong');
});

test('path parameters keep the names of the specification', () => {
  for (const name of ['projectId', 'promptId', 'competitorId']) {
    const refusal = refusalOf(z.uuid('must be a UUID'), '1', name);
    expect(errorBody(refusal).error.message).toBe(`${name}: must be a UUID`);
  }
});

test('an absent field is reported as required, a present one with its own fault', () => {
  const schema = z.object({ brandName: z.string('must be a string') });
  expect(refusalOf(schema, {}).message).toBe('brandName: is required');
  expect(refusalOf(schema, { brandName: null }).message).toBe('brandName: must be a string');
});

test('of many faults the first ten are reported', () => {
  const refusal = refusalOf(z.array(z.string('must be a string')), Array(100_000).fill(1), 'tags');
  expect(refusal.issues.map(({ path }) => path)).toEqual(Array.from({ length: 10 }, (_, at) => ['tags', at]));
});

test('an unknown key is quoted as sent, shortened where it is long, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }), (key) => {
      const refusal = refusalOf(z.strictObject({}), JSON.parse(`{${JSON.stringify(key)}: 1}`), 'settings');
      const { message } = errorBody(refusal).error;
      expect(message).toBe(`settings: has no field ${JSON.stringify(key.slice(0, 50))}`);
    }),
  );
});

test('a refusal of any code keeps its envelope', () => {
  const codes = Object.keys(ERROR_STATUS).map((code) => code as ErrorCode);
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.string(), (code, message) => {
      expect(errorBody(new ServiceError(code, message))).toEqual({ success: false, error: { code, message } });
    }),
  );
});

test('a text is taken exactly when it has at most its limit in code points, and comes out trimmed', () => {
  const unit = fc.constantFrom('a', 'é', '😀', '\u{10ffff}', ' ', '\u3000');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      const trimmed = text.trim();
      const result = optionalText(12).safeParse(text);
      expect(result.success).toBe([...trimmed].length <= 12);
      if (result.success) expect(result.data).toBe(trimmed);
    }),
    { numRuns: 500 },
  );
});
