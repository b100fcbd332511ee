import fc from 'fast-check';
import { z } from 'zod';
import { toWireName } from '../../src/core/errors.js';
import { parse } from '../../src/core/input.js';
import { ROUTES } from '../../src/rest/routes.js';
import { compileEncoder, fromWire, toWireSchema } from '../../src/rest/wire.js';

const camelName = fc.stringMatching(/^[a-z]{1,6}([A-Z][a-z]{1,5}){0,3}$/);

/** A schema of nested objects, lists and plain values, beside a value that it accepts. */
const schemaAndValue = fc.letrec<{ node: [z.ZodType, unknown] }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.string().map((text): [z.ZodType, unknown] => [z.string(), text]),
    fc.integer().map((count): [z.ZodType, unknown] => [z.int(), count]),
    fc.constant<[z.ZodType, unknown]>([z.string().nullable(), null]),
    fc.constant<[z.ZodType, unknown]>([z.string().optional(), undefined]),
    fc.array(fc.string()).map((list): [z.ZodType, unknown] => [z.array(z.string()), list]),
    fc
      .uniqueArray(fc.tuple(camelName, tie('node')), { selector: ([name]) => name, maxLength: 4 })
      .map((fields): [z.ZodType, unknown] => [
        z.object(Object.fromEntries(fields.map(([name, [schema]]) => [name, schema]))),
        Object.fromEntries(
          fields.filter(([, [, value]]) => value !== undefined).map(([name, [, value]]) => [name, value]),
        ),
      ]),
  ),
})).node;

test('what is encoded for the wire is accepted by the wire schema and decodes to what it was', () => {
  fc.assert(
    fc.property(schemaAndValue, ([schema, value]) => {
      const wire = compileEncoder(schema)(value);
      const accepted = toWireSchema(schema).parse(wire);
      expect(accepted).toEqual(wire);
      expect(fromWire(schema, accepted)).toEqual(value);
    }),
  );
});

test('no name on the wire has a capital', () => {
  fc.assert(
    fc.property(schemaAndValue, ([schema, value]) => {
      const names = [...JSON.stringify(compileEncoder(schema)(value) ?? null).matchAll(/"(\w+)":/g)].map(
        ([, name]) => name,
      );
      for (const name of names) expect(name).toMatch(/^[a-z_]+$/);
    }),
  );
});

test.each([
  ['id', 'id'],
  ['brandName', 'brand_name'],
  ['competitorCandidateId', 'competitor_candidate_id'],
])('%s is %s on the wire', (name, wire) => {
  expect(toWireName(name)).toBe(wire);
});

test('an encoder leaves out what its schema does not name, and what is undefined, but not null', () => {
  const encode = compileEncoder(z.object({ faviconUrl: z.string().nullable(), firstSeenAt: z.string().optional() }));
  expect(encode({ faviconUrl: null, firstSeenAt: undefined, aliases: ['secret'] })).toEqual({ favicon_url: null });
});

test('the keys of a record are values and stay as they are', () => {
  const encode = compileEncoder(z.object({ byPlatform: z.record(z.string(), z.object({ responseCount: z.int() })) }));
  expect(encode({ byPlatform: { someName: { responseCount: 1 } } })).toEqual({
    by_platform: { someName: { response_count: 1 } },
  });
});

/** Sent once over the wire and again to the core: an input that is narrowed already must pass unchanged. */
const SENT: Record<string, object> = {
  createProject: { brand_name: ' A ', website_url: ' https://a.example ', target_country: 'de' },
  updateProject: { brand_name: ' A ', settings: { platforms: ['claude', 'claude'], monitoring_frequency: 'daily' } },
  createPrompt: { prompt_text: ' A ', platforms: ['claude', 'claude'], tags: [' a '] },
  updatePrompt: { prompt_text: ' A ', platforms: ['claude'], is_active: false, tags: [] },
  createCompetitor: { name: ' A ', website_url: ' https://a.example ' },
  getVisibility: { from: '2026-06-01', to: '2026-06-02', window: '1d', platforms: 'claude, gemini,claude' },
  getMentions: { from: '2026-06-01', provider: 'claude', limit: '7', offset: '010' },
  getCitations: { to: '2026-06-02', provider: 'claude', limit: '7', offset: '3', cursor: '5' },
  getSentiment: { window: '90d' },
};

test.each(ROUTES.filter(({ query, body }) => query || body).map((route) => [route.operationId, route] as const))(
  'the input of %s, narrowed by the wire, passes the core as it is',
  (operationId, { query, body }) => {
    const schema = query ?? body ?? z.object({});
    const narrowed = fromWire(schema, parse(toWireSchema(schema), SENT[operationId]));
    expect(Object.keys(Object(narrowed)).length).toBeGreaterThanOrEqual(Object.keys(SENT[operationId] ?? {}).length);
    expect(parse(schema, narrowed)).toEqual(narrowed);
  },
);
