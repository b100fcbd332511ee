import fc from 'fast-check';
import { detectableChange } from '../../dashboard/pages/new-project/detectable-change.js';
import {
  addPrompts,
  type Draft,
  EMPTY_DRAFT,
  isTouched,
  promptsOf,
  withTypedPrompts,
} from '../../dashboard/pages/new-project/draft.js';
import {
  competitorBar,
  costFinding,
  costOf,
  firstAnswersFinding,
  firstRunFinding,
  planBar,
  planLines,
  projectBar,
  questionFinding,
  runStateWords,
  sampleSentence,
  stoppedWords,
  suggestionsFor,
} from '../../dashboard/pages/new-project/new-project.words.js';
import { faultsOfStep, firstRefused } from '../../dashboard/pages/new-project/step-faults.js';
import { isNamed, stateOf } from '../../dashboard/pages/projects/projects.words.js';
import { withScheme } from '../../dashboard/ui/field-faults.words.js';
import { resolutionOf } from '../../src/core/sample-size/detectable.js';
import { usualParts } from '../../src/core/sample-size/variance-parts.js';

const PLAN: Parameters<typeof planBar>[1] = {
  platforms: ['CHATGPT', 'CLAUDE'],
  cadence: 'WEEKLY',
  limits: { projectCapacity: 3, competitorCapacity: 2, promptCapacity: 10, dailySlots: 2, creditsPerMonth: 1_000 },
  usage: {
    promptsUsed: 7,
    dailySlotsUsed: 1,
    creditsRemaining: 5,
    creditsResetAt: '2026-12-01T00:00:00Z',
  },
};

const BRAND = { ...EMPTY_DRAFT.brand, brandName: 'Fernstride', mainTopic: 'running shoes' };

function draftOf(texts: readonly string[], frequency: 'DAILY' | 'WEEKLY' = 'WEEKLY'): Draft {
  return { ...EMPTY_DRAFT, prompts: addPrompts([], texts, frequency) };
}

test('pasted prompts are read one a line, without the marks of a list, each once', () => {
  expect(promptsOf('- Which shoes?\r\n\n2. Which socks?\n3) which  SHOES?\n• 2 or 3 pairs?')).toEqual([
    'which  SHOES?',
    'Which socks?',
    '2 or 3 pairs?',
  ]);
  expect(promptsOf('  \n \n')).toEqual([]);
});

test('prompts are added behind those that are there, never twice, each under a key of its own', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (first, second) => {
      const rows = addPrompts(addPrompts([], first, 'DAILY'), second, 'WEEKLY');
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      expect(addPrompts(rows, [...first, ...second], 'DAILY')).toEqual(rows);
    }),
  );
});

test('an address is taken as it is typed', () => {
  expect(withScheme(' fernstride.example ')).toBe('https://fernstride.example');
  expect(withScheme('http://fernstride.example')).toBe('http://fernstride.example');
  expect(withScheme('')).toBe('');
});

test('a draft is touched once anything is typed', () => {
  expect(isTouched(EMPTY_DRAFT)).toBe(false);
  expect(isTouched({ ...EMPTY_DRAFT, brand: BRAND })).toBe(true);
  expect(isTouched(draftOf(['Which shoes?']))).toBe(true);
  expect(isTouched({ ...EMPTY_DRAFT, typedPrompts: 'Which shoes?' })).toBe(true);
  expect(isTouched({ ...EMPTY_DRAFT, brand: { ...EMPTY_DRAFT.brand, targetCountry: 'DE' } })).toBe(true);
});

test('what was typed and not added counts as a prompt, once', () => {
  const draft = { ...draftOf(['Which shoes?']), typedPrompts: '- Which socks?\n- which shoes?' };
  const whole = withTypedPrompts(draft, 'DAILY');
  expect(whole.prompts.map(({ text, frequency }) => [text, frequency])).toEqual([
    ['Which shoes?', 'WEEKLY'],
    ['Which socks?', 'DAILY'],
  ]);
  expect(whole.typedPrompts).toBe('');
});

test('no step is passed that the service would refuse', () => {
  const brand = { ...BRAND, websiteUrl: 'fernstride.example' };
  const whole: Draft = { ...draftOf(['Which shoes?', 'Which socks?']), brand };
  expect(firstRefused(whole, null)).toBeNull();
  expect(firstRefused({ ...whole, brand: { ...brand, websiteUrl: 'not a site' } }, 'competitors')).toBe('brand');
  const rivals = [
    { key: 1, name: '', websiteUrl: '' },
    { key: 2, name: '', websiteUrl: 'kestrova.example' },
    { key: 3, name: 'Ridgeway', websiteUrl: 'not a site' },
  ];
  const refused = { ...whole, rivals };
  expect(firstRefused(refused, 'competitors')).toBeNull();
  expect(firstRefused(refused, 'prompts')).toBe('competitors');
  expect([...faultsOfStep('competitors', refused).rows].map(([key, faults]) => [key, Object.keys(faults)])).toEqual([
    [2, ['name']],
    [3, ['websiteUrl']],
  ]);
  const twins = whole.prompts.map((row) => ({ ...row, text: row.key === 2 ? ' which SHOES?' : row.text }));
  expect(firstRefused({ ...whole, prompts: twins }, 'prompts')).toBeNull();
  expect([...faultsOfStep('prompts', { ...whole, prompts: twins }).rows]).toEqual([
    [2, { promptText: 'The same as prompt 1.' }],
  ]);
});

test('the names of a project are refused where they become too many characters together', () => {
  const rivals = Array.from({ length: 100 }, (_, at) => ({ key: at + 1, name: 'x'.repeat(200), websiteUrl: '' }));
  const draft = { ...EMPTY_DRAFT, brand: { ...BRAND, brandName: 'x'.repeat(200) }, rivals };
  expect([...faultsOfStep('competitors', draft).rows.keys()]).toEqual([100]);
});

test('a plan that is used up is told before anything is typed', () => {
  expect(projectBar(2, PLAN)).toBeNull();
  expect(projectBar(null, PLAN)).toBeNull();
  expect(projectBar(3, PLAN)).toMatch(/^Your plan includes 3 projects/);
  expect(competitorBar(1, PLAN)).toBeNull();
  expect(competitorBar(2, PLAN)).toMatch(/2 competitors at most/);
});

test('suggestions are made of the typed words alone; those that name the brand come last and say so', () => {
  expect(suggestionsFor(EMPTY_DRAFT)).toEqual([]);
  const rivals = [{ key: 1, name: ' Kestrova$& ', websiteUrl: '' }];
  const found = suggestionsFor({ ...draftOf(['can you recommend the best running shoes?']), brand: BRAND, rivals });
  const texts = found.map(({ text }) => text);
  expect(texts).not.toContain('Can you recommend the best running shoes?');
  expect(texts).toContain('What are good alternatives to Kestrova$&?');
  expect(texts.at(-1)).toBe('Fernstride or Kestrova$&: which is better?');
  expect(found.map(({ isBranded }) => isBranded)).toEqual(texts.map((text) => text.includes('Fernstride')));
});

test('a draft costs a credit for each prompt, platform and time it is asked, at most', () => {
  const weekly = costOf(draftOf(['One?', 'Two?']), PLAN);
  expect(weekly).toEqual({ prompts: 2, daily: 0, platforms: 2, creditsEachTime: 4, creditsAMonth: 20 });
  expect(costFinding(weekly)).toBe('2 prompts on 2 platforms: up to 20 credits a month.');
  expect(costOf({ ...draftOf(['One?', 'Two?']), platforms: ['CLAUDE'] }, PLAN).creditsEachTime).toBe(2);
  expect(costOf(draftOf(['One?'], 'DAILY'), PLAN)).toMatchObject({ daily: 1, creditsAMonth: 62 });
  expect(costFinding(costOf(EMPTY_DRAFT, PLAN))).toMatch(/no credits are used/);
});

test('what the plan has no room for is said, and bars creating; credits bar nothing', () => {
  expect(planBar(costOf(draftOf(['1?', '2?', '3?']), PLAN), PLAN)).toBeNull();
  expect(planBar(costOf(draftOf(['1?', '2?', '3?', '4?']), PLAN), PLAN)).toMatch(/no room for 1 prompt of these/);
  expect(planBar(costOf(draftOf(['1?', '2?'], 'DAILY'), PLAN), PLAN)).toMatch(/no daily slot for 1 daily prompt/);
  const lines = planLines(costOf(draftOf(['1?', '2?', '3?']), PLAN), PLAN);
  expect(lines.map(({ isBeyond }) => isBeyond)).toEqual([false, false, false, true]);
  expect(lines[0]?.text).toBe('7 of 10 in use, 3 more');
  const unknown = { ...PLAN, usage: null };
  expect(planLines(costOf(EMPTY_DRAFT, PLAN), unknown)).toEqual([]);
  expect(planBar(costOf(draftOf(['1?']), PLAN), unknown)).toBeNull();
});

test('after a failure it is said what exists', () => {
  const none = { made: 0, all: 0 };
  expect(stoppedWords({ isProjectMade: false, rivals: none, prompts: none })).toMatch(/^Nothing was saved/);
  expect(stoppedWords({ isProjectMade: true, rivals: { made: 1, all: 3 }, prompts: { made: 0, all: 2 } })).toBe(
    'The project exists, with 1 of 3 competitors and 0 of 2 prompts. Continue to add the rest.',
  );
  expect(stoppedWords({ isProjectMade: true, rivals: none, prompts: none })).toMatch(/^The project exists\. /);
});

test('what is to be expected of a new project', () => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const monitoring = { nextRunAt: '2026-11-23T04:00:00Z', lastRunAt: null, queued: 0, running: 0, failedToday: 0 };
  const project = { id: '1', name: 'F', isPaused: false, lastAnsweredAt: null, monitoring };
  const asked = { project, platformStatus: [{ isConfigured: true }] };
  expect(firstAnswersFinding(asked, 2, now)).toBe('First answers by 23 Nov 2026, 04:00 UTC.');
  expect(firstAnswersFinding(asked, 0, now)).toMatch(/no prompts yet/);
  const with_ = (changed: object) => ({ ...asked, project: { ...project, monitoring: { ...monitoring, ...changed } } });
  expect(firstAnswersFinding(with_({ queued: 3 }), 2, now)).toMatch(/3 runs under way/);
  expect(firstAnswersFinding(with_({ nextRunAt: '2026-11-22T11:00:00Z' }), 2, now)).toMatch(/^Due now/);
  expect(firstAnswersFinding(with_({ nextRunAt: null }), 2, now)).toMatch(/Nothing is scheduled/);
  expect(firstAnswersFinding({ ...asked, platformStatus: [{ isConfigured: false }] }, 2, now)).toMatch(/No platform/);
  const answered = { ...asked, project: { ...project, lastAnsweredAt: '2026-11-22T11:59:00Z' } };
  expect(firstAnswersFinding(answered, 2, now)).toBe('The first answers are in.');
});

test('the state of a project: what makes its numbers old comes first, then what stops them', () => {
  const monitoring = { lastRunAt: '2026-11-22T11:00:00Z', nextRunAt: '2026-11-23T04:00:00Z' };
  const project = { isPaused: false, monitoring, analysis: { state: 'CURRENT' as const } };
  expect(stateOf(project)).toEqual({ word: 'Active', text: 'last asked 22 Nov 2026, 11:00 UTC' });
  expect(stateOf({ ...project, isPaused: true })).toMatchObject({ word: 'Paused' });
  expect(stateOf({ ...project, isPaused: true, analysis: { state: 'OUTDATED' } })).toMatchObject({ word: 'Outdated' });
  expect(stateOf({ ...project, analysis: { state: 'RUNNING' } })).toMatchObject({ word: 'Re-analysing' });
  const waiting = { ...project, monitoring: { ...monitoring, lastRunAt: null } };
  expect(stateOf(waiting).text).toBe('first answers by 23 Nov 2026, 04:00 UTC');
  expect(stateOf({ ...project, monitoring: null })).toEqual({ word: 'Idle', text: 'no active prompts' });
});

test('a project is found by a part of its name or address', () => {
  const project = { name: 'Fernstride', websiteUrl: 'https://fernstride.example' };
  expect(isNamed(project, ' STRIDE ')).toBe(true);
  expect(isNamed(project, '.example')).toBe(true);
  expect(isNamed(project, 'kestrova')).toBe(false);
});

test('the first run says what was answered, what failed, and what is still under way', () => {
  const runs = (['ACCEPTED', 'ACCEPTED', 'FAILED', 'SKIPPED', 'RUNNING', 'QUEUED'] as const).map((state) => ({
    state,
  }));
  expect(firstRunFinding(runs, 6)).toBe('2 of 6 runs answered, 1 failed, 1 not asked, 2 under way.');
  expect(firstRunFinding([{ state: 'ACCEPTED' }], 2)).toBe('1 of 1 run answered. The newest 1 of 2 are shown.');
  expect(runStateWords('FAILED', 'rate limited')).toBe('failed (rate limited)');
  expect(runStateWords('RUNNING', null)).toBe('is being asked');
});

describe('the question for competitors', () => {
  const QUESTION: NonNullable<Parameters<typeof questionFinding>[0]> = {
    ...{ id: 'q', state: 'QUEUED', question: 'Which?', platform: null, model: null, answer: null, message: null },
    ...{ costUsd: 0, suggestions: [] },
  };
  const brand = { name: 'Globex', websiteUrl: '', evidence: 'Globex.', evidenceStart: 0, evidenceEnd: 6 };

  test.each([
    ['nothing was asked', null, false, ''],
    ['it is being sent', null, true, 'The question is on its way.'],
    ['it waits', {}, true, 'The question waits for a worker.'],
    [
      'a platform has it',
      { state: 'ASKING', platform: 'CLAUDE' },
      true,
      'Claude is being asked. That takes up to a minute.',
    ],
    [
      'it failed',
      { state: 'FAILED', message: 'The platform asked to wait.' },
      false,
      'No suggestions: The platform asked to wait.',
    ],
    [
      'it named one',
      { state: 'ANSWERED', platform: 'CHATGPT', model: 'gpt-6-luna', suggestions: [brand], costUsd: 0.0112 },
      false,
      'ChatGPT (gpt-6-luna) names 1 brand. Choose those to track. It cost $0.0112.',
    ],
    [
      'it named none',
      { state: 'ANSWERED', platform: 'GEMINI', costUsd: 0.02 },
      false,
      'Gemini answered, and names no brand that could be told apart. It cost $0.0200.',
    ],
  ] as const)('says so where %s', (_case, fields, isWaiting, words) => {
    const question = fields && { ...QUESTION, ...fields, suggestions: 'suggestions' in fields ? [brand] : [] };
    expect(questionFinding(question, isWaiting)).toBe(words);
  });
});

describe('the change that a draft would show', () => {
  test('is the one that the service computes without answers, in whole points', () => {
    const count = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: 1, max: 4 }), (daily, weekly, platforms) => {
        const design = [
          { intents: daily, answers: 28 * platforms },
          { intents: weekly, answers: 4 * platforms },
        ];
        const { detectablePoints } = resolutionOf(design, usualParts(), 80);
        const found = detectableChange({ daily, weekly, platforms });
        if (detectablePoints === null || detectablePoints > 70) return expect(found).toBeNull();
        expect(Math.abs((found ?? 0) - Math.ceil(detectablePoints))).toBeLessThanOrEqual(
          Math.abs(detectablePoints - Math.round(detectablePoints)) < 0.05 ? 1 : 0,
        );
      }),
    );
  });

  test('is stated in a sentence, or that none shows', () => {
    const cost = { prompts: 24, daily: 0, platforms: 4, creditsEachTime: 96, creditsAMonth: 480 };
    expect(sampleSentence(cost)).toBe('A change of 10 points shows within 4 weeks, 4 times of 5.');
    expect(sampleSentence({ ...cost, prompts: 3 })).toMatch(/^No change shows with fewer than five different prompts/);
    expect(sampleSentence({ ...cost, prompts: 0 })).toBeNull();
  });
});
