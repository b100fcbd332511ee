import type { Platform, RunReason, RunState } from '../../dashboard/api/gql.ts';
import { readRunFilters, runStateOf } from '../../dashboard/page-filters.ts';
import { stripsOf } from '../../dashboard/pages/runs/runs.data.ts';
import {
  creditsFinding,
  creditsNote,
  dayWords,
  outcomeFinding,
  reasonWords,
  shortReason,
  standingFinding,
} from '../../dashboard/pages/runs/runs.words.ts';
import { RUN_REASONS, RUN_STATES } from '../../src/entities/vocabulary.js';

interface Day {
  platform: Platform;
  date: string;
  accepted?: number;
  failed?: number;
  skipped?: number;
  underWay?: number;
  reasons?: [RunState, RunReason, number][];
}

function dayOf({ platform, date, accepted = 0, failed = 0, skipped = 0, underWay = 0, reasons = [] }: Day) {
  return {
    ...{ platform, date, accepted, failed, skipped, underWay },
    planned: accepted + failed + skipped + underWay,
    reasons: reasons.map(([state, reason, count]) => ({ state, reason, count })),
  };
}

/** The finding of days of which no platform has two. */
const findingOf = (...days: Day[]) => outcomeFinding(totalsOf(days), days.map(dayOf));

function totalsOf(days: readonly Day[]) {
  return [...Map.groupBy(days, ({ platform }) => platform)].map(([platform, own]) => {
    const sum = (of: 'accepted' | 'failed' | 'skipped' | 'underWay') =>
      own.reduce((all, one) => all + (one[of] ?? 0), 0);
    const [accepted, failed, skipped, underWay] = [sum('accepted'), sum('failed'), sum('skipped'), sum('underWay')];
    const reasons = own.flatMap((one) => one.reasons ?? []);
    return dayOf({ platform, date: '', accepted, failed, skipped, underWay, reasons });
  });
}

const [FIRST, SECOND, THIRD] = ['2026-11-18', '2026-11-19', '2026-11-20'] as const;
const limited = (count: number): [RunState, RunReason, number] => ['FAILED', 'RATE_LIMITED', count];

describe('what came of the questions', () => {
  test.each<[string, Day[], string]>([
    ['nothing was planned', [], 'No questions were planned in this period.'],
    ['all is well', [{ platform: 'CLAUDE', date: FIRST, accepted: 9 }], 'All planned questions were answered.'],
    [
      'some are still under way',
      [{ platform: 'CLAUDE', date: FIRST, accepted: 9, underWay: 1 }],
      'All questions asked so far were answered; 1 more is under way.',
    ],
    [
      'none has ended',
      [{ platform: 'CLAUDE', date: FIRST, underWay: 2 }],
      '2 questions are under way, the first of this period.',
    ],
    [
      'some were not asked',
      [{ platform: 'CLAUDE', date: FIRST, accepted: 1, skipped: 3, reasons: [['SKIPPED', 'NO_CREDITS', 3]] }],
      '3 of 4 planned questions were not asked: no credits were left.',
    ],
    [
      'a platform failed and has not answered since',
      [
        { platform: 'CHATGPT', date: FIRST, failed: 5, accepted: 28, reasons: [limited(5)] },
        { platform: 'CHATGPT', date: SECOND, failed: 7, reasons: [limited(7)] },
        { platform: 'CLAUDE', date: SECOND, accepted: 40 },
      ],
      'ChatGPT failed 12 of 40 times since 18 Nov: rate limited.',
    ],
    [
      'a platform failed and answers again',
      [
        { platform: 'CHATGPT', date: FIRST, failed: 1, reasons: [limited(1)] },
        { platform: 'CHATGPT', date: SECOND, failed: 2, reasons: [limited(1), ['FAILED', 'EMPTY', 1]] },
        { platform: 'CHATGPT', date: THIRD, accepted: 2 },
      ],
      'ChatGPT failed 3 of 3 times from 18 Nov to 19 Nov: rate limited, and other reasons.',
    ],
    [
      'two platforms failed, one of them more of its questions',
      [
        { platform: 'CHATGPT', date: FIRST, failed: 2, accepted: 98, reasons: [limited(2)] },
        { platform: 'GEMINI', date: SECOND, failed: 1, accepted: 3, reasons: [['FAILED', 'TIMED_OUT', 1]] },
      ],
      'Gemini failed 1 of 4 times on 19 Nov: no answer in time.',
    ],
  ])('where %s', (_what, days, finding) => {
    expect(findingOf(...days)).toBe(finding);
  });

  test('a day of a platform is told with its reasons, those of runs under way left out', () => {
    const reasons: Day['reasons'] = [limited(2), ['QUEUED', 'DENIED', 1]];
    const told = dayWords(dayOf({ platform: 'CHATGPT', date: FIRST, accepted: 1, failed: 2, underWay: 1, reasons }));
    expect(told).toBe('ChatGPT: 1 of 4 answered, 2 failed, 1 under way, rate limited (2)');
  });

  test('days lie in columns of the whole period, platforms in their usual order', () => {
    const rows = [dayOf({ platform: 'CLAUDE', date: THIRD, accepted: 3 }), dayOf({ platform: 'CHATGPT', date: FIRST })];
    expect(stripsOf({ from: FIRST, to: THIRD }, rows)).toEqual({
      dates: [FIRST, SECOND, THIRD],
      strips: [
        { platform: 'CHATGPT', days: [rows[1], null, null] },
        { platform: 'CLAUDE', days: [null, null, rows[0]] },
      ],
      most: 3,
    });
  });
});

describe('reasons in plain words', () => {
  const cases = RUN_REASONS.flatMap((reason) => RUN_STATES.map((state) => [reason, state] as const));

  test.each(cases)('%s of a run that is %s is a sentence, and what one can do is another', (reason, state) => {
    // The schema's words are those of the core in capitals.
    const [id, of] = [reason.toUpperCase() as RunReason, state.toUpperCase() as RunState];
    const { what, todo } = reasonWords(id, of, 'Gem$ini');
    expect([what, todo]).toEqual([expect.stringMatching(/^[A-Z].*\.$/), expect.stringMatching(/^[A-Z].*\.$/)]);
    expect(`${what} ${todo}`.replaceAll('Gem$ini', '')).not.toContain('$');
    expect(shortReason(id)).toMatch(/^[a-z].*[a-z]$/);
  });

  test('a run that waits is tried again by itself', () => {
    expect(reasonWords('RATE_LIMITED', 'QUEUED', 'Claude')).toEqual({
      what: 'Claude asked to wait.',
      todo: 'It is retried automatically.',
    });
  });
});

describe('what stands, and credits', () => {
  const NOW = new Date('2026-11-20T12:00:00Z');
  const NEXT = '2026-11-20T13:00:00Z';

  test.each([
    [{ running: 2, queued: 1, nextRunAt: NEXT }, false, '2 questions are being asked now, 1 more waiting.'],
    [{ running: 1, queued: 0, nextRunAt: NEXT }, true, '1 question is being asked now, none waiting.'],
    [{ running: 0, queued: 3, nextRunAt: null }, false, '3 questions are waiting.'],
    [{ running: 0, queued: 0, nextRunAt: null }, true, 'The project is paused. Nothing is asked until you resume it.'],
    [{ running: 0, queued: 0, nextRunAt: null }, false, 'Nothing is due: the project has no active prompts.'],
    [
      { running: 0, queued: 0, nextRunAt: '2026-11-20T12:00:00Z' },
      false,
      'Nothing is waiting. The next question is due now.',
    ],
    [
      { running: 0, queued: 0, nextRunAt: NEXT },
      false,
      'Nothing is waiting. The next question is due on 20 Nov 2026, 13:00 UTC.',
    ],
  ])('%o, paused: %s', (standing, isPaused, finding) => {
    expect(standingFinding(standing, isPaused, NOW)).toBe(finding);
  });

  const credits = { used: 400, limit: 1_000, remaining: 600, resetsAt: '2026-12-01T00:00:00Z', forecast: 1_000 };
  test.each([
    [credits, /^Credits will last: this month needs 1,000 of 1,000\.$/, /Failed questions are refunded\.$/],
    [
      { ...credits, forecast: 1_001 },
      /will run out: this month needs 1,001, and the plan has 1,000\.$/,
      /nothing is asked until 1 Dec 2026, and missed runs are not made up\./,
    ],
    [
      { ...credits, forecast: null },
      /^400 of 1,000 credits used\. There is no forecast/,
      /Failed questions are refunded\.$/,
    ],
    [
      { ...credits, remaining: 0, forecast: null },
      /are used up\. They reset to 1,000 on 1 Dec 2026\.$/,
      /larger plan\.$/,
    ],
  ])('%o', (given, finding, note) => {
    expect(creditsFinding(given)).toMatch(finding);
    expect(creditsNote(given)).toMatch(note);
  });
});

test('filters of the list are words of the address; unknown ones are none', () => {
  const none = { window: undefined, platforms: undefined, state: undefined, prompt: undefined };
  expect(readRunFilters({ state: 'failed', prompt: 'x', platforms: 'claude' })).toEqual({
    ...{ ...none, state: 'failed', prompt: 'x', platforms: ['claude'] },
  });
  expect(readRunFilters({ state: 'FAILED', prompt: '' })).toEqual(none);
  expect(runStateOf({ state: 'answered' })).toBe('ACCEPTED');
  expect(runStateOf({})).toBeNull();
});
