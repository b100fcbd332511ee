import { randomBytes } from 'node:crypto';
import { createSecretBox } from '../../../src/core/holders/factors/secret-box.js';

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

test('the same secret is never encrypted alike', () => {
  const box = createSecretBox(KEY);
  expect(box.seal(SECRET, 'ada').secret).not.toEqual(box.seal(SECRET, 'ada').secret);
});

test('without a key a secret lies in the clear, and stays readable once there is one', () => {
  const stored = createSecretBox(null).seal(SECRET, 'ada');
  expect(stored).toEqual({ secret: SECRET, isEncrypted: false });
  expect(createSecretBox(KEY).open(stored, 'ada')).toEqual(SECRET);
});
