import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { hashPassword, isOutdatedHash, isPassword, refuseWeakPassword } from '../../../src/core/people/passwords.js';

const KNOWN = ['kestrel@acme-shoes.example', 'Ann Kestrel', 'Acme Shoes', 'Al'];
const refused = (password: string) => () => refuseWeakPassword(password, KNOWN);

describe('a password', () => {
  test.each([
    ['14 code points', 'x7#Qm2!vTz9&Lp', /at least 15/],
    ['14 code points of two units each', '🦊🐻🐼🦁🐮🐷🐸🐵🐔🐧🐦🐤🦆🦅', /at least 15/],
    [
      '257 code points',
      Array.from({ length: 257 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
      /at most 256/,
    ],
    ['one character again and again', 'a'.repeat(20), /repeat/],
    ['a run again and again', 'abc'.repeat(6), /repeat/],
    ['a run that breaks off', 'qwertz'.repeat(3).slice(0, -2), /repeat/],
    ['a run of code points of two units', '🦊🐻'.repeat(9), /repeat/],
    ['the address', 'kestrel@acme-shoes.example', /based on your address/],
    ['the names, joined and marked', 'Kestrel.AcmeShoes!2026', /based on your address/],
    ['the service', 'Brand Visibility 2026', /based on your address/],
  ])('of %s is refused', (_what, password, message) => {
    expect(refused(password)).toThrow(message);
  });

  test('that everybody uses is refused, in whatever case', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const long = dictionary['passwords-common'].filter((word) => [...word].length >= 15);
    expect(long.length).toBeGreaterThan(0);
    for (const word of long) expect(refused(String(word).toUpperCase())).toThrow();
  });

  test.each([
    ['15 code points', 'x7#Qm2!vTz9&Lp4'],
    ['256 code points', Array.from({ length: 256 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')],
    ['words with spaces', 'correct horse battery staple'],
    ['a long random text that holds a name', 'w8-Kestrel-jx2mQv7LpzT'],
    ['a sentence about the brand', 'every morning Acme Shoes walk the kestrel home'],
  ])('of %s is taken', (_what, password) => {
    expect(refused(password)).not.toThrow();
  });

  test('long and random is taken, wherever it happens to hold a name', () => {
    const letters = fc.array(fc.constantFrom(...'abcdefghijkmnopqrstuvwxyz23456789'), { minLength: 20, maxLength: 40 });
    const sample = fc.tuple(letters, fc.nat(), fc.constantFrom(...KNOWN));
    fc.assert(
      fc.property(sample, ([random, at, name]) => {
        fc.pre(new Set(random).size > 8);
        const text = random.join('');
        const place = at % text.length;
        refuseWeakPassword(text.slice(0, place) + name + text.slice(place), KNOWN);
      }),
    );
  });

  test('is the same however its letters are composed', async () => {
    const passwordHash = await hashPassword('Crème brûlée à la minute');
    expect(await isPassword('Crème brûlée à la minute'.normalize('NFD'), passwordHash)).toBe(true);
  });
});

describe('a hash of a password', () => {
  test('is argon2id of 64 MiB in three passes, and another each time', async () => {
    const [one, two] = await Promise.all([hashPassword('a'), hashPassword('a')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(one).not.toBe(two);
    expect(isOutdatedHash(one)).toBe(false);
  });

  test('of other parameters holds, and is known to be of others', async () => {
    const weak = await hash('a', { memoryCost: 19_456, timeCost: 2 });
    expect([await isPassword('a', weak), isOutdatedHash(weak)]).toEqual([true, true]);
  });

  test('fits its password alone, and none fits nobody', async () => {
    const passwordHash = await hashPassword('a');
    expect(await isPassword('b', passwordHash)).toBe(false);
    expect(await isPassword('a password that nobody has', null)).toBe(false);
    expect(isOutdatedHash(null)).toBe(false);
  });

  test('waits in a line of a hundred; who comes later is to try again', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 120 }, () => isPassword('a', '$not a hash')));
    const messages = tries.map((tried) => (tried.status === 'rejected' ? String(tried.reason.message) : ''));
    expect(messages.filter((message) => message.startsWith('Too many people'))).not.toEqual([]);
    expect(messages.filter((message) => message.startsWith('Too many people')).length).toBeLessThanOrEqual(20);
  });
});
