import { creationBar, keysFinding } from '../../src/dashboard/web/pages/api-keys/api-keys.words.ts';
import { changeBar, factorNote, peopleFinding } from '../../src/dashboard/web/pages/people/people.words.ts';

const USED = { lastUsedAt: '2026-06-15T12:00:00.000Z' };
const UNUSED = { lastUsedAt: null };

test('keys are summed up by how many there are, and how many were never used', () => {
  expect(keysFinding([USED])).toBe('1 key opens the API.');
  expect(keysFinding([UNUSED])).toBe('1 key opens the API; it was never used.');
  expect(keysFinding([UNUSED, UNUSED])).toBe('2 keys open the API; none was ever used.');
  expect(keysFinding([USED, UNUSED, UNUSED])).toBe('3 keys open the API; 2 of them were never used.');
});

test('who can create no key is told why', () => {
  const limits = { requestsPerMinute: 60, requestsPerDay: 500 };
  const account = { tier: 'PROFESSIONAL', subscription: 'ACTIVE', limits } as const;
  expect(creationBar({ role: 'MEMBER', account })).toBeNull();
  expect(creationBar({ role: 'VIEWER', account })).toMatch(/reads only/);
  expect(creationBar({ role: 'OWNER', account: { ...account, subscription: 'INACTIVE' } })).toMatch(/inactive/);
  const starter = { ...account, tier: 'STARTER', limits: { requestsPerMinute: null, requestsPerDay: null } } as const;
  expect(creationBar({ role: 'OWNER', account: starter })).toMatch(/^The starter tier has no API access/);
});

test('people are summed up by their roles and second factors', () => {
  const [owner, viewer] = [{ role: 'OWNER' }, { role: 'VIEWER' }] as const;
  expect(peopleFinding([owner])).toBe('1 owner.');
  expect(peopleFinding([viewer, owner, viewer, { role: 'MEMBER' }])).toBe('1 owner, 1 member and 2 viewers.');
  const [having, lacking] = [{ hasSecondFactor: true }, { hasSecondFactor: false }];
  expect(factorNote([having])).toBe('All of them sign in with a second factor.');
  expect(factorNote([lacking])).toBe('None of them has a second factor beside the password.');
  expect(factorNote([having, lacking, lacking])).toBe('1 of 3 sign in with a second factor.');
});

test('who changes nobody is told who does', () => {
  const person = { id: '1', email: 'a@example.com', hasPassword: true, hasSecondFactor: false, createdAt: '' };
  const people = [
    { ...person, name: 'Ada', role: 'OWNER', disabledAt: null },
    { ...person, name: 'Bob', role: 'OWNER', disabledAt: '2026-06-15T12:00:00.000Z' },
  ] as const;
  const viewer = { holder: { id: '2' }, account: { subscription: 'ACTIVE' } } as const;
  expect(changeBar({ ...viewer, role: 'OWNER' }, people)).toBeNull();
  expect(changeBar({ ...viewer, role: 'MEMBER' }, people)).toBe('Only owners invite people and change roles: Ada.');
});
