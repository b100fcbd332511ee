import { askingCost, beginningOf, rivalFinding } from '../../dashboard/pages/prompt/prompt.words.ts';
import {
  capacityFault,
  copiesCostSentence,
  costSentence,
  duplicatesSentence,
  linesOf,
  nextOf,
  sampleSentence,
  stateOf,
  tagsOf,
  takenSentence,
} from '../../dashboard/pages/prompts/prompts.words.ts';

/** What the pages of prompts say. */

test('a paste is one question a line, and lines keep their numbers where some are empty', () => {
  const lines = linesOf(' One? \n\nTwo?\r\n');
  expect(lines).toEqual([
    { line: 1, text: 'One?' },
    { line: 3, text: 'Two?' },
  ]);
  expect(duplicatesSentence(lines, [])).toBeNull();
  expect(duplicatesSentence(lines, [{ at: 1, promptId: 'x', entry: null }])).toMatch(/^Line 3 repeats another line/);
});

test('a prompt that is not due because its project is paused says so', () => {
  expect(nextOf({ isActive: true, nextRunAt: '2026-07-01T00:00:00Z' }, false)).toBe('next 1 Jul');
  expect(nextOf({ isActive: true, nextRunAt: null }, true)).toBe('project paused');
  expect(nextOf({ isActive: false, nextRunAt: null }, true)).toBe('not due');
  expect(nextOf({ isActive: true, nextRunAt: null }, false)).toBe('not due');
});

test('tags have commas between them, each once', () => {
  expect(tagsOf(' a, b,,a ')).toEqual(['a', 'b']);
});

test('costs are runs on each platform', () => {
  expect(costSentence(3, 4, { cadence: 'DAILY', repeats: 3 })).toBe(
    'Asked on 4 platforms: 12 credits a day, 372 credits a month at most.',
  );
  expect(costSentence(1, 1, { cadence: 'WEEKLY', repeats: 1 })).toBe(
    'Asked on 1 platform: 1 credit a week, 5 credits a month at most.',
  );
  expect(costSentence(2, 3, { cadence: 'WEEKLY', repeats: 2 })).toBe(
    'Asked on 3 platforms: 12 credits a week, 54 credits a month at most.',
  );
});

test('copies are told what each takes as it is asked', () => {
  const of = (monitoringFrequency: 'DAILY' | 'WEEKLY', many: number) => ({
    monitoringFrequency,
    platforms: (['CHATGPT', 'CLAUDE', 'GEMINI'] as const).slice(0, many),
  });
  expect(copiesCostSentence([of('WEEKLY', 2), of('WEEKLY', 3), of('DAILY', 1)], 2)).toBe(
    '3 copies: 1 credit a day and 10 credits a week, 76 credits a month at most.',
  );
  expect(copiesCostSentence([of('DAILY', 3)], 4)).toBe('1 copy: 3 credits a day, 93 credits a month at most.');
  expect([0, 1, 2].map(takenSentence)).toEqual([
    null,
    '1 of them is asked there already, or chosen twice. It is left out.',
    '2 of them are asked there already, or chosen twice. They are left out.',
  ]);
  expect(askingCost(2, 40)).toMatch(/^This uses 2 credits, .*; 40 credits left this month\./);
});

test('a prompt whose last runs failed is told apart from one that was not asked', () => {
  const prompt = { isActive: true, lastAnsweredAt: '2026-07-01T00:00:00Z' };
  const failed = { platform: 'CLAUDE', state: 'FAILED', message: 'It did not answer in time.' } as const;
  const skipped = { platform: 'GEMINI', state: 'SKIPPED', message: 'The project was paused.' } as const;
  expect(stateOf({ ...prompt, lastRuns: [] }).word).toBe('Asked');
  expect(stateOf({ ...prompt, lastRuns: [skipped] }).word).toBe('Not asked on 1 platform last time');
  expect(stateOf({ ...prompt, lastRuns: [failed, skipped] }).word).toBe('No answer from 2 platforms');
  expect(stateOf({ ...prompt, isActive: false, lastRuns: [failed] }).word).toBe('Paused');
});

test('what does not fit the plan is told', () => {
  const account = {
    cadence: 'WEEKLY',
    limits: { promptCapacity: 10, dailySlots: 3, creditsPerMonth: 100 },
    usage: { promptsUsed: 8, dailySlotsUsed: 2, creditsRemaining: 5, creditsResetAt: '2026-07-01T00:00:00Z' },
  } as const;
  expect(capacityFault(2, false, account)).toBeNull();
  expect(capacityFault(3, false, account)).toBe('Your plan has room for 2 more prompts.');
  expect(capacityFault(2, true, account)).toBe('Your plan has 1 daily slot left. Ask them weekly instead.');
});

test('the beginning of an answer is plain text', () => {
  const text = '## Shoes\n\n| a | b |\n|---|---|\n- **One** is [good](https://a.example)[1].\n';
  expect(beginningOf(text)).toBe('Shoes One is good.');
  expect(beginningOf('x'.repeat(400))).toHaveLength(321);
});

test('the rival named most is told beside the brand', () => {
  const row = { competitorId: null, wholeCount: 4, visibilityScore: 0 };
  const own = { ...row, name: 'Own', isBrand: true, responseCount: 1 };
  expect(rivalFinding([own])).toBe('No competitor is named in these answers.');
  expect(rivalFinding([own, { ...row, name: 'Other', isBrand: false, responseCount: 3 }])).toBe(
    'Other is named in 3 of 4 answers, Own in 1.',
  );
});

describe('what the prompts of a project show', () => {
  const present = { intents: 24, platforms: 4, isDaily: false, detectablePoints: 9.2 };
  const cheapest = { prompts: 67, platforms: 4, isDaily: false, repeats: 1 };
  const told = 'With 24 different prompts on 4 platforms, a change of 10 points shows within 4 weeks, 4 times of 5';

  test('is stated with what a smaller change takes', () => {
    expect(sampleSentence({ present, cheapest, assumptions: { basis: 'MEASURED' } })).toBe(
      `${told}. For 5 points ask 67 different prompts weekly on 4 platforms.`,
    );
    expect(sampleSentence({ present, cheapest: null, assumptions: { basis: 'ASSUMED' } })).toBe(
      `${told}, by what answers usually vary.`,
    );
    const often = { ...cheapest, prompts: 43, repeats: 2 };
    expect(sampleSentence({ present, cheapest: often, assumptions: { basis: 'MIXED' } })).toMatch(
      /For 5 points ask 43 different prompts 2 times a week on 4 platforms\.$/,
    );
  });

  test('needs no more where five points show already, and says where nothing does', () => {
    const fine = { ...present, detectablePoints: 4.2 };
    expect(sampleSentence({ present: fine, cheapest, assumptions: { basis: 'MEASURED' } })).toMatch(/4 times of 5\.$/);
    const few = { ...present, intents: 2, detectablePoints: null };
    expect(sampleSentence({ present: few, cheapest, assumptions: { basis: 'ASSUMED' } })).toMatch(
      /^With 2 different prompts on 4 platforms, no change shows: that takes five .* For 5 points ask 67/,
    );
    expect(sampleSentence({ present: { ...few, intents: 0 }, cheapest, assumptions: { basis: 'ASSUMED' } })).toBeNull();
  });
});
