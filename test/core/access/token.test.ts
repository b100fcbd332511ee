import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { generateToken, parseToken, type TokenKind } from '../../../src/core/access/token.js';

const KINDS: readonly TokenKind[] = ['session', 'share', 'visit', 'feed', 'confirmation', 'unsubscription'];

test('a token stands for its account and its hash, and for nothing else', () => {
  fc.assert(
    fc.property(fc.uuid(), (accountId) => {
      const { token, hash } = generateToken('session', accountId);
      expect(token).toMatch(/^[\w-]{64}$/);
      expect(parseToken('session', token)).toEqual({ accountId, hash });
    }),
  );
});

test.each(KINDS)('a token that is made for %s is none of another kind', (kind) => {
  const { token } = generateToken(kind, randomUUID());
  expect(KINDS.filter((other) => parseToken(other, token) !== null)).toEqual([kind]);
  expect(token.slice(0, -64)).toMatch(kind === 'session' ? /^$/ : /^bv[a-z]_$/);
});

test('tokens differ, and one letter more or less is another hash or none', () => {
  const accountId = randomUUID();
  const { token, hash } = generateToken('session', accountId);
  expect(generateToken('session', accountId).token).not.toBe(token);
  fc.assert(
    fc.property(fc.nat(63), fc.constantFrom(...'abcXYZ019-_'), (at, letter) => {
      fc.pre(token[at] !== letter);
      const changed = token.slice(0, at) + letter + token.slice(at + 1);
      expect(parseToken('session', changed)?.hash).not.toEqual(hash);
    }),
  );
});

test.each(['', 'x', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}=`, `${'a'.repeat(63)}\n`, 'ä'.repeat(64)])(
  '%j is no token',
  (text) => {
    expect(parseToken('session', text)).toBeNull();
  },
);

test('whatever is sent, reading it does not fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      parseToken('session', text);
    }),
  );
  expect(parseToken('session', randomBytes(48).toString('base64url'))?.accountId).toMatch(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-/,
  );
});
