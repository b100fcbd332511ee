import {
  attemptSentence,
  changeBar,
  destinationsFinding,
  eventName,
  nextSentence,
  replayedSentence,
  sentTo,
  stateSentence,
  webhookBar,
} from '../../dashboard/pages/destinations/destinations.words.ts';

const AT = '2026-06-01T10:00:00.000Z';

test('how all destinations fare is one sentence', () => {
  const good = { state: 'ACTIVE', failingSince: null } as const;
  const failing = { state: 'ACTIVE', failingSince: AT } as const;
  const disabled = { state: 'DISABLED', failingSince: AT } as const;
  expect(destinationsFinding([good])).toBe('1 destination, and what was sent last arrived.');
  expect(destinationsFinding([good, failing])).toBe('2 destinations, 1 failing.');
  expect(destinationsFinding([failing, disabled, disabled])).toBe('3 destinations, 2 disabled and 1 failing.');
});

test('the state of one says since when and why', () => {
  const active = { state: 'ACTIVE', disabledAt: null, failingSince: null, lastFault: null } as const;
  expect(stateSentence(active)).toBe('Active');
  expect(stateSentence({ ...active, failingSince: AT, lastFault: 'TLS' })).toBe(
    'Failing since 1 Jun 2026, 10:00 UTC: its certificate is not valid',
  );
  expect(stateSentence({ ...active, state: 'DISABLED', disabledAt: AT, failingSince: AT, lastFault: null })).toBe(
    'Disabled since 1 Jun 2026, 10:00 UTC',
  );
});

test('an attempt says what came of it, and a delivery what comes next', () => {
  const attempt = { at: AT, status: 204, fault: null, ms: 300, responseHead: '' };
  expect(attemptSentence(attempt)).toBe('1 Jun 2026, 10:00 UTC: 204 in 0.3 s');
  expect(attemptSentence({ ...attempt, status: 503, fault: 'STATUS' })).toBe('1 Jun 2026, 10:00 UTC: 503, after 0.3 s');
  expect(attemptSentence({ ...attempt, status: null, fault: 'TIMED_OUT', ms: 15_000 })).toBe(
    '1 Jun 2026, 10:00 UTC: it took longer than 15 seconds, after 15.0 s',
  );
  expect(nextSentence({ nextAttemptAt: null })).toBe('');
  expect(nextSentence({ nextAttemptAt: AT })).toBe('tried again 1 Jun 2026, 10:00 UTC');
  expect(eventName({ type: 'PROJECT_DAY_CLOSED' })).toBe('Day complete');
  const all = { kinds: null, projectIds: null };
  expect(sentTo({ ...all, events: ['REPORT_READY', 'ALERT_OPENED'] })).toBe('alerts, reports');
  expect(
    sentTo({ events: ['ALERT_OPENED'], kinds: ['PROMPT_LOST', 'DESTINATION_DISABLED'], projectIds: ['a', 'b'] }),
  ).toBe('alerts; of 2 kinds of alerts, 2 projects');
  expect(sentTo({ ...all, events: ['REPORT_READY'], kinds: ['PROMPT_LOST'] })).toBe('reports');
  expect(replayedSentence(0)).toBe('Nothing that failed is left to send again.');
  expect(replayedSentence(2)).toBe('2 events will be sent again.');
});

test('who may change nothing is told why, and who has no webhooks too', () => {
  const account = { subscription: 'ACTIVE' } as const;
  expect(changeBar({ role: 'OWNER', account })).toBeNull();
  expect(changeBar({ role: 'VIEWER', account })).toContain('read-only');
  expect(changeBar({ role: 'MEMBER', account: { subscription: 'INACTIVE' } })).toContain('inactive');
  expect(webhookBar({ tier: 'AGENCY', limits: { requestsPerMinute: 200 } })).toBeNull();
  expect(webhookBar({ tier: 'STARTER', limits: { requestsPerMinute: null } })).toContain('starter plan');
});
