import { randomBytes } from 'node:crypto';
import { createSecretBox } from '../../../src/core/access/secret-box.js';

const SECRET = Buffer.from('a secret of twenty b');
const KEY = randomBytes(32);

test('a secret is read again with the key and by its owner alone', () => {
  const stored = createSecretBox(KEY).seal(SECRET, 'ada');
  expect(stored.isEncrypted).toBe(true);
  expect(stored.secret.includes(SECRET)).toBe(false);
  expect(createSecretBox(KEY).open(stored, 'ada')).toEqual(SECRET);
  expect(() => createSecretBox(KEY).open(stored, 'bob')).toThrow('SECOND_FACTOR_KEY is not the key');
  expect(() => createSecretBox(randomBytes(32)).open(stored, 'ada')).toThrow('SECOND_FACTOR_KEY is not the key');
  expect(() => createSecretBox(null).open(stored, 'ada')).toThrow('SECOND_FACTOR_KEY is not set');
});

test('while the key is changed, both read and the first one writes', () => {
  const other = randomBytes(32);
  const [before, clear] = [createSecretBox(other).seal(SECRET, 'ada'), createSecretBox(null).seal(SECRET, 'ada')];
  const box = createSecretBox(KEY, other);
  expect(box.open(before, 'ada')).toEqual(SECRET);
  expect(createSecretBox(KEY).open(box.seal(SECRET, 'ada'), 'ada')).toEqual(SECRET);
  for (const stored of [before, clear]) {
    const resealed = box.reseal(stored, 'ada');
    if (typeof resealed === 'string') throw new Error(resealed);
    expect(createSecretBox(KEY).open(resealed, 'ada')).toEqual(SECRET);
    expect(box.reseal(resealed, 'ada')).toBe('current');
  }
  expect(createSecretBox(KEY).reseal(before, 'ada')).toBe('unreadable');
  expect(box.reseal(before, 'bob')).toBe('unreadable');
  expect(createSecretBox(null, other).open(before, 'ada')).toEqual(SECRET);
});

test('the same secret is never encrypted alike', () => {
  const box = createSecretBox(KEY);
  expect(box.seal(SECRET, 'ada').secret).not.toEqual(box.seal(SECRET, 'ada').secret);
});

test('without a key a secret lies in the clear, and stays readable once there is one', () => {
  const stored = createSecretBox(null).seal(SECRET, 'ada');
  expect(stored).toEqual({ secret: SECRET, isEncrypted: false });
  expect(createSecretBox(KEY).open(stored, 'ada')).toEqual(SECRET);
});
