import { eventWords } from '../../dashboard/pages/account/account.words.ts';
import type { OperatedPlatform } from '../../dashboard/pages/platforms/platforms.data.ts';
import {
  costNote,
  keyWords,
  platformsFinding,
  stateNote,
  todayWords,
  trialOutcome,
  trialWords,
  usd,
} from '../../dashboard/pages/platforms/platforms.words.ts';

const AT = '2026-06-15T12:00:00.000Z';
const states = (...of: OperatedPlatform['state'][]) => ({
  platforms: of.map((state) => ({ state })) as OperatedPlatform[],
});

test('platforms are summed up by how many are asked', () => {
  expect(platformsFinding(states('paused', 'denied'))).toBe('No platform is asked now.');
  expect(platformsFinding(states('ready', 'denied'))).toBe('1 of 2 platforms is asked now.');
  expect(platformsFinding(states('ready', 'ready', 'over_budget'))).toBe('2 of 3 platforms are asked now.');
  expect(platformsFinding(states('ready', 'ready'))).toBe('All 2 platforms are asked now.');
});

test('money is told in dollars, and little is not read as nothing', () => {
  expect([0, 0.0004, 0.006, 1.2, 1_234.567].map(usd)).toEqual(['$0.00', '<$0.01', '$0.01', '$1.20', '$1,234.57']);
  const one = { spent_today_usd: 1.5, spent_yesterday_usd: 0, budget_usd: 20 };
  expect(todayWords(one)).toBe('$1.50 of $20.00');
  expect(todayWords({ ...one, budget_usd: null })).toBe('$1.50, without a budget');
  expect(costNote({ platforms: [one, { ...one, spent_yesterday_usd: 2.25 }] })).toBe(
    'They have cost $3.00 today (UTC), and $2.25 yesterday.',
  );
});

test('a key is told by where it comes from and its end, and the environment wins', () => {
  const key = { key_source: 'environment', key_ends_with: '7Qx2', key_stored_at: null } as const;
  expect(keyWords(key)).toBe('From the environment, ending in 7Qx2');
  expect(keyWords({ ...key, key_stored_at: AT })).toBe(
    'From the environment, ending in 7Qx2. One is typed in too, but the environment wins',
  );
  expect(keyWords({ ...key, key_source: 'stored', key_stored_at: AT })).toBe('Typed in on 15 Jun 2026, ending in 7Qx2');
  expect(keyWords({ key_source: 'stored', key_ends_with: null, key_stored_at: AT })).toBe('Typed in on 15 Jun 2026');
  expect(keyWords({ ...key, key_source: 'unreadable', key_stored_at: AT })).toMatch(/not readable with the present/);
  expect(keyWords({ key_source: null, key_ends_with: null, key_stored_at: null })).toBe('None');
});

test('why a platform is not asked is told by its key where no worker asks it, else in the service’s words', () => {
  const standing = { state: 'not_configured', reason: 'r', paused_until: null, key_source: null } as const;
  expect(stateNote(standing)).toBe('It has no key.');
  expect(stateNote({ ...standing, key_source: 'unreadable' })).toMatch(/cannot be read/);
  expect(stateNote({ ...standing, key_source: 'stored' })).toMatch(/^No worker asks it yet/);
  const paused = { ...standing, state: 'paused', reason: 'The operator paused it.', key_source: 'stored' } as const;
  expect(stateNote(paused)).toBe('The operator paused it. It stays so until it is resumed.');
  expect(stateNote({ ...paused, paused_until: AT })).toBe('The operator paused it. Not before 15 Jun 2026, 12:00 UTC.');
  expect(stateNote({ ...standing, state: 'ready', reason: null })).toBeNull();
});

test('a trial is told with what the platform said and what it cost', () => {
  expect(trialWords({ last_trial: null })).toBe('Never');
  expect(trialWords({ last_trial: { at: AT, fault: null } })).toBe('15 Jun 2026, 12:00 UTC: it answered');
  expect(trialWords({ last_trial: { at: AT, fault: 'HTTP 401.' } })).toMatch(/: it did not answer\. HTTP 401\.$/);
  const trial = { is_answered: true, model: 'm-1', message: null, cost_usd: 0.012 };
  expect(trialOutcome(trial, 'Claude')).toBe('Claude answered, as m-1. It cost $0.01.');
  expect(trialOutcome({ ...trial, is_answered: false, message: 'HTTP 500.', cost_usd: 0 }, 'Claude')).toBe(
    'Claude did not answer. HTTP 500. It cost nothing.',
  );
});

test('events name the platform, and for how long it was paused', () => {
  const words = (kind: Parameters<typeof eventWords>[0]['kind'], minutes = '') => {
    const detail = [
      { name: 'platform', value: 'claude' },
      { name: 'minutes', value: minutes },
    ];
    return eventWords({ kind, holderId: 'h', detail }, () => undefined);
  };
  expect(words('PLATFORM_KEY_SET')).toBe('Stored a key of Claude');
  expect(words('PLATFORM_KEY_REMOVED')).toBe('Removed the stored key of Claude');
  expect(words('PLATFORM_PAUSED')).toBe('Paused Claude');
  expect(words('PLATFORM_PAUSED', '60')).toBe('Paused Claude for 1 hour');
  expect(words('PLATFORM_PAUSED', '90')).toBe('Paused Claude for 90 minutes');
  expect(words('PLATFORM_RESUMED')).toBe('Resumed Claude');
});
