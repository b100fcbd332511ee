import { creationBar, keysFinding } from '../../src/dashboard/web/pages/api-keys/api-keys.words.ts';

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
