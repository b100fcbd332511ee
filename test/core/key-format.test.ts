import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { generateKey, parseKey } from '../../src/core/admission/credential.js';

const accountId = fc.uuid({ version: 4 });

test('a generated key contains its account and yields the hash that is stored', () => {
  fc.assert(
    fc.property(accountId, (id) => {
      const { key, hash } = generateKey(id);
      expect(parseKey(key)).toEqual({ accountId: id, hash });
    }),
  );
});

test('a key with any one character changed, left out or added is refused', () => {
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- ');
  fc.assert(
    fc.property(accountId, fc.nat(1_000), character, (id, seed, other) => {
      const { key } = generateKey(id);
      const at = seed % key.length;
      const [head, tail] = [key.slice(0, at), key.slice(at + 1)];
      if (other !== key[at]) expect(parseKey(head + other + tail)).toBeNull();
      expect(parseKey(head + tail)).toBeNull();
      expect(parseKey(head + other + key.slice(at))).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('two neighbouring characters that change places make another key', () => {
  fc.assert(
    fc.property(accountId, fc.nat(1_000), (id, seed) => {
      const { key } = generateKey(id);
      const at = seed % (key.length - 1);
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      expect(swapped === key || parseKey(swapped) === null).toBe(true);
    }),
  );
});

test('nothing that is not a key of ours is taken for one, of any length', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => parseKey(text) === null));
  for (const text of ['', 'bvm_', '\n', 'a'.repeat(74), 'a'.repeat(1_000_000)]) expect(parseKey(text)).toBeNull();
  expect(parseKey(`${generateKey(randomUUID()).key}\n`)).toBeNull();
});

test('keys of one account differ, and their hashes do', () => {
  const id = randomUUID();
  const keys = Array.from({ length: 500 }, () => generateKey(id));
  expect(new Set(keys.map(({ key }) => key)).size).toBe(500);
  expect(new Set(keys.map(({ hash }) => hash.toString('hex'))).size).toBe(500);
});

test('the prefix that is shown is the beginning of the key and reveals little of its secret', () => {
  const { key, prefix } = generateKey(randomUUID());
  expect(key.startsWith(prefix)).toBe(true);
  expect(prefix).toHaveLength(12);
});
