import { beyondJsonBounds, JSON_DEPTH_MAX } from '../src/json-bounds.js';

const judged = (json: string, valuesMax?: number) => beyondJsonBounds(Buffer.from(json), valuesMax);
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  ['', null],
  ['null', null],
  [nested(JSON_DEPTH_MAX), null],
  [nested(JSON_DEPTH_MAX + 1), 'too_deep'],
  ['{"a":'.repeat(JSON_DEPTH_MAX + 1), 'too_deep'],
  [`[${Array(100).fill('{"a": [1]}').join(',')}]`, null],
  [JSON.stringify('['.repeat(100)), null],
  [JSON.stringify(`"\\${'{'.repeat(100)}`), null],
  [JSON.stringify({ a: '\\', b: '['.repeat(100) }), null],
])('%.40s is %s', (json, fault) => {
  expect(judged(json)).toBe(fault);
});

test.each([
  ['[1, 2, 3]', 4],
  ['{"a": 1, "b": {"c": []}}', 8],
  ['["a, b: [c]"]', 2],
])('%s has so many values, names of fields among them', (json, values) => {
  expect(judged(json, values)).toBeNull();
  expect(judged(json, values - 1)).toBe('too_many_values');
});

test('what is beyond a bound is not looked through to its end', () => {
  const looked: number[] = [];
  const bytes = new Proxy(Buffer.from('['.repeat(10_000)), {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d+$/.test(name)) looked.push(Number(name));
      return Reflect.get(target, name) as unknown;
    },
  });
  expect(beyondJsonBounds(bytes)).toBe('too_deep');
  expect(looked).toHaveLength(JSON_DEPTH_MAX + 1);
});
