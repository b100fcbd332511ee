import {
  browserOf,
  codesNote,
  eventWords,
  factorFinding,
  passkeyNote,
  planFinding,
} from '../../dashboard/pages/account/account.words.ts';
import { creationBar, keysFinding } from '../../dashboard/pages/api-keys/api-keys.words.ts';
import { changeBar, factorNote, peopleFinding } from '../../dashboard/pages/people/people.words.ts';

const USED = { lastUsedAt: '2026-06-15T12:00:00.000Z' };
const UNUSED = { lastUsedAt: null };

test('keys are summed up by how many there are, and how many were never used', () => {
  expect(keysFinding([USED])).toBe('1 active key.');
  expect(keysFinding([UNUSED])).toBe('1 active key, never used.');
  expect(keysFinding([UNUSED, UNUSED])).toBe('2 active keys, none ever used.');
  expect(keysFinding([USED, UNUSED, UNUSED])).toBe('3 active keys, 2 of them never used.');
});

test('who can create no key is told why', () => {
  const limits = { requestsPerMinute: 60, requestsPerDay: 500 };
  const account = { tier: 'PROFESSIONAL', subscription: 'ACTIVE', limits } as const;
  expect(creationBar({ role: 'MEMBER', account })).toBeNull();
  expect(creationBar({ role: 'VIEWER', account })).toMatch(/read-only/);
  expect(creationBar({ role: 'OWNER', account: { ...account, subscription: 'INACTIVE' } })).toMatch(/inactive/);
  const starter = { ...account, tier: 'STARTER', limits: { requestsPerMinute: null, requestsPerDay: null } } as const;
  expect(creationBar({ role: 'OWNER', account: starter })).toMatch(/^The starter plan has no API access/);
});

test('people are summed up by their roles and second factors', () => {
  const [owner, viewer] = [{ role: 'OWNER' }, { role: 'VIEWER' }] as const;
  expect(peopleFinding([owner])).toBe('1 owner.');
  expect(peopleFinding([viewer, owner, viewer, { role: 'MEMBER' }])).toBe('1 owner, 1 member and 2 viewers.');
  const [having, lacking] = [{ hasSecondFactor: true }, { hasSecondFactor: false }];
  expect(factorNote([having])).toBe('With a second factor.');
  expect(factorNote([lacking])).toBe('Without a second factor beside the password.');
  expect(factorNote([having, having])).toBe('All of them sign in with a second factor.');
  expect(factorNote([lacking, lacking])).toBe('None of them has a second factor beside the password.');
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
  expect(changeBar({ ...viewer, role: 'VIEWER' }, [])).toBe('Only owners invite people and change roles.');
  expect(changeBar({ ...viewer, role: 'MEMBER' }, people)).toBe('Only owners invite people and change roles: Ada.');
});

test('a plan is summed up by the credits that are left', () => {
  const limits = {
    requestsPerMinute: 60,
    requestsPerDay: 500,
    promptCapacity: 100,
    dailySlots: 20,
    creditsPerMonth: 5_000,
  };
  const usage = {
    requestsThisMinute: 0,
    requestsToday: 0,
    promptsUsed: 0,
    dailySlotsUsed: 0,
    creditsUsed: 1_800,
    creditsRemaining: 3_200,
    creditsResetAt: '2026-07-01T00:00:00.000Z',
  };
  const plan = { tier: 'PROFESSIONAL', limits } as const;
  expect(planFinding({ ...plan, usage })).toBe('Professional: 3,200 of 5,000 credits are left this month.');
  expect(planFinding({ ...plan, usage: null })).toBe('The Professional plan.');
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36 Edg/153.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605 Version/19 Safari/605', 'Safari on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19 like Mac OS X) AppleWebKit/605 Safari/605', 'Safari on iOS'],
  ['curl/8.9', 'curl/8.9'],
  ['', 'unknown'],
])('the browser %s is shown as %s', (userAgent, shown) => {
  expect(browserOf(userAgent)).toBe(shown);
});

test('events are told in plain words, with whom they happened to', () => {
  const nameOf = (id: string) => (id === '2' ? 'Ada' : undefined);
  const tell = (kind: Parameters<typeof eventWords>[0]['kind'], detail: Record<string, string> = {}) => {
    const named = Object.entries(detail).map(([name, value]) => ({ name, value }));
    return eventWords({ kind, holderId: '1', detail: named }, nameOf);
  };
  expect(tell('SIGN_IN')).toBe('Signed in');
  expect(tell('SIGN_IN', { factor: 'passkey' })).toBe('Signed in with a passkey');
  expect(tell('INVITED', { of: '2', role: 'viewer' })).toBe('Invited Ada as viewer');
  expect(tell('ROLE_CHANGED', { of: '2', from: 'viewer', to: 'owner' })).toBe(
    'Changed the role of Ada from viewer to owner',
  );
  expect(tell('PROJECTS_LIMITED', { of: '2', projects: 'all' })).toBe('Gave Ada all projects to see');
  expect(tell('PROJECTS_LIMITED', { of: '2', projects: '' })).toBe('Gave Ada some projects alone to see');
  expect(tell('HOLDER_DISABLED', { of: '3' })).toBe('Disabled a former member');
  expect(tell('HOLDER_DISABLED', { of: '2', share_links: '2', destinations: '1' })).toBe(
    'Disabled Ada; 2 share links and 1 destination of theirs stay',
  );
  expect(tell('HOLDER_LEFT', { destinations: '2' })).toBe('Left the account; 2 destinations of theirs stay');
  expect(tell('SESSION_ENDED', { of: '1', sessions: '3' })).toBe('Ended 3 sessions');
  expect(tell('SESSION_ENDED', { of: '2', session: 'x' })).toBe('Ended 1 session of Ada');
  expect(tell('KEY_CREATED', { key: 'x', name: 'Warehouse' })).toBe('Created the API key Warehouse');
  expect(tell('FACTOR_FAILED', { factor: 'passkey', why: 'it was copied' })).toBe(
    'Right password, wrong second factor: it was copied',
  );
});

test('second factors are summed up by what lets somebody in', () => {
  const passkey = { id: '1', name: 'Laptop', created_at: '2026-06-15T12:00:00.000Z', last_used_at: null };
  expect(factorFinding({ totp_since: null, passkeys: [] })).toBe('You sign in with your password alone.');
  expect(factorFinding({ totp_since: '2026-06-15T12:00:00.000Z', passkeys: [passkey, passkey] })).toBe(
    'You sign in with your password and a code from your app or one of your passkeys.',
  );
  expect(passkeyNote(passkey)).toBe('Added 15 Jun 2026, never used');
  expect(codesNote(0)).toMatch(/^None left/);
  expect(codesNote(1)).toMatch(/^1 code left/);
});
