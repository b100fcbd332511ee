import { toCsv } from '../../dashboard/charts/csv-file.ts';
import { marksOf, pointsOf, textsOf } from '../../dashboard/charts/trend-points.ts';
import {
  daysOf,
  periodOf,
  platformsOf,
  readAddress,
  readFilters,
  whereOf,
  writeAddress,
} from '../../dashboard/filters.ts';
import { count, instant, longDay, ordinal, percent, plural, points } from '../../dashboard/format.ts';
import { correctionSentence } from '../../dashboard/pages/answers/answers.words.ts';
import {
  changeFinding,
  citationFinding,
  moveFinding,
  nextStep,
  noRuleNote,
  platformFinding,
  promptFinding,
  sentimentFinding,
  silentPlatforms,
  voiceFinding,
} from '../../dashboard/pages/overview/overview.words.ts';
import { agreementSentence } from '../../dashboard/pages/settings/agreement.words.ts';
import { verdictInRow, verdictWords } from '../../dashboard/ui/shared.words.ts';

const share = (visibilityScore: number, low: number, high: number, responseCount = 100) => ({
  responseCount,
  visibilityScore,
  confidence: responseCount === 0 ? null : { low, high },
});

const BEFORE = '+12 points from the previous period (40%, 12 May to 10 Jun 2026';

describe('findings claim no more than the intervals bear out', () => {
  const chatgpt = { platform: 'CHATGPT' as const, ...share(50, 44, 56) };
  const claude = { platform: 'CLAUDE' as const, ...share(55, 48, 61) };
  const gemini = { platform: 'GEMINI' as const, ...share(27, 21, 33) };
  const silent = { platform: 'PERPLEXITY' as const, ...share(0, 0, 100, 0) };

  test.each([
    [
      'least, where its interval stands clear',
      [chatgpt, claude, gemini],
      'Gemini names Acme least: 27% of its answers.',
    ],
    ['most, likewise', [chatgpt, { ...claude, ...share(80, 74, 86) }], 'ChatGPT names Acme least: 50% of its answers.'],
    [
      'most, where the two below overlap',
      [chatgpt, claude, { ...gemini, ...share(80, 74, 86) }],
      'Gemini names Acme most: 80% of its answers.',
    ],
    ['nobody, where intervals overlap', [chatgpt, claude], 'No platform is clearly ahead or behind.'],
    ['a single one is compared with none', [chatgpt, silent], 'Only ChatGPT has answered in this period.'],
    ['a silent platform is no zero', [silent], 'No platform has answered in this period.'],
  ])('platforms: %s', (_case, rows, finding) => {
    expect(platformFinding(rows, 'Acme')).toBe(finding);
  });

  test('prompts: places count as empty with 10 answers or more and an interval that ends below 20%', () => {
    const unasked = { score: 47, answers: 50 };
    expect(promptFinding([share(0, 0, 15), share(0, 0, 60, 4), share(5, 2, 21)], unasked, 'Acme')).toBe(
      'Acme is rarely named in 1 prompt–platform pair.',
    );
    expect(promptFinding([share(40, 30, 50)], unasked, 'Acme')).toBe(
      'Acme is named in 47% of answers to prompts without its name.',
    );
    expect(promptFinding([], { score: 0, answers: 0 }, 'Acme')).toMatch(/^Every prompt answered in this period/);
  });

  test('share of voice: a place is told only where there is somebody to be compared with', () => {
    const [brand, rival] = [
      { name: 'Acme', isBrand: true, share: 24.4 },
      { name: 'Rival', isBrand: false, share: 75.6 },
    ];
    expect(voiceFinding([rival, brand])).toBe('Acme has 24% of all mentions, 2nd of 2.');
    expect(voiceFinding([{ ...brand, share: 100 }])).toMatch(/^No competitors are tracked/);
    expect(voiceFinding([{ ...brand, share: null }])).toMatch(/^No answers in this period/);
  });

  test('citations and sentiment: nothing is said of what is not there', () => {
    expect(citationFinding([])).toBe('No answers in this period cite a source.');
    expect(citationFinding([{ domain: 'acme.example', share: 31.3, ownership: 'OWN' }])).toBe(
      'acme.example, your own site, is cited most: 31% of all citations.',
    );
    expect(sentimentFinding({ positive: 0, mixed: 0, negative: 0, total: 0 }, 'Acme')).toMatch(/^No answers/);
    expect(sentimentFinding({ positive: 6, mixed: 1, negative: 2, total: 10 }, 'Acme')).toBe(
      '30% of the answers that name Acme contain criticism.',
    );
  });

  test('a correction says who made it, and what had been found', () => {
    const of = { sentiment: 'MIXED' as const, foundSentiment: 'NEUTRAL' as const, names: [], correctedByName: 'Ann' };
    expect(correctionSentence(of, '2 Nov 2026')).toBe('Corrected by Ann, 2 Nov 2026: tone was neutral.');
    const names = [{ name: 'Acme', isNamed: true }];
    expect(correctionSentence({ ...of, foundSentiment: null, names, correctedByName: null }, '2 Nov')).toBe(
      'Corrected, 2 Nov: tone was none, as no name was seen, Acme is named.',
    );
    expect(correctionSentence({ ...of, sentiment: null, names }, '2 Nov')).toBe(
      'Corrected by Ann, 2 Nov: Acme is named.',
    );
    expect(correctionSentence({ ...of, foundSentiment: 'MIXED' }, '2 Nov')).toContain('tone confirmed');
  });

  test('agreement of tones is a share with its interval from 30 answers on', () => {
    const few = { answers: 29, agreed: 20, percent: null, confidence: null };
    expect(agreementSentence({ ...few, answers: 0 })).toBe('–');
    expect(agreementSentence(few)).toBe('20 of 29 answers: too few for a share');
    expect(agreementSentence({ answers: 40, agreed: 32, percent: 80, confidence: { low: 65.2, high: 89.5 } })).toBe(
      '80% of 40 answers, for all such answers 65% to 90%',
    );
  });

  test('sentiment: answers that no rule could read are counted in words, where there are any', () => {
    expect(noRuleNote({ noRule: 0, total: 10 })).toBe('');
    expect(noRuleNote({ noRule: 1, total: 10 })).toBe(
      ' 1 of 10 answers is in a language without rules and is shown as neutral.',
    );
    expect(noRuleNote({ noRule: 4, total: 10 })).toBe(
      ' 4 of 10 answers are in a language without rules and are shown as neutral.',
    );
  });

  test('citations: of two that are cited alike neither is cited most', () => {
    const [one, other] = ['a.example', 'b.example'].map((domain) => ({
      domain,
      share: 20,
      ownership: 'OTHER' as const,
    }));
    expect(citationFinding([one, other].filter((row) => row !== undefined))).toBe(
      'a.example and b.example are cited equally often: 20% of all citations each.',
    );
  });

  test('platforms that moved are told from those that did not, are too few, or are silent', () => {
    const moved = (row: typeof chatgpt | typeof silent, verdict: 'MOVED_UP' | 'WITHIN_NOISE' | 'TOO_FEW_ANSWERS') => ({
      ...row,
      previous: { change: 12, verdict },
    });
    const still = moved(chatgpt, 'WITHIN_NOISE');
    expect(moveFinding([still, { ...claude, previous: { change: -5, verdict: 'MOVED_DOWN' } }])).toBe(
      'Claude −5 points: more than chance would explain.',
    );
    expect(moveFinding([still])).toBe('No platform moved by more than chance would explain.');
    expect(moveFinding([still, { ...gemini, previous: null }])).toBe(
      'No platform moved by more than chance would explain; too few answers to tell for Gemini.',
    );
    expect(moveFinding([moved(chatgpt, 'TOO_FEW_ANSWERS')])).toMatch(/^Too few answers/);
    expect(moveFinding([moved(silent, 'MOVED_UP'), still])).toBe(
      'No platform moved by more than chance would explain. Perplexity gave no answers, which is not a fall.',
    );
  });

  test('platforms that are not asked are told with the reason, of the asked ones alone', () => {
    const reason = 'The service has no key for it, or no worker is running.';
    const status = (['GEMINI', 'CHATGPT', 'CLAUDE'] as const).map((platform) => ({
      platform,
      state: platform === 'CLAUDE' ? 'READY' : 'NOT_CONFIGURED',
      reason: platform === 'CLAUDE' ? null : reason,
    }));
    expect(silentPlatforms(status, ['CLAUDE', 'CHATGPT', 'GEMINI'])).toEqual([
      { names: 'ChatGPT and Gemini', reason: 'The service has no key for them, or no worker is running.' },
    ]);
    expect(silentPlatforms(status, ['GEMINI'])).toEqual([{ names: 'Gemini', reason }]);
    expect(silentPlatforms(status, ['CLAUDE'])).toEqual([]);
  });

  test('what to read next is the emptiest place, else the weakest platform, else criticism, else what is left', () => {
    const rows = [
      { ...chatgpt, brandMentionCount: 50 },
      { ...gemini, brandMentionCount: 27 },
    ];
    const cell = { ...share(3, 0, 10, 30), brandMentionCount: 1, platform: 'CLAUDE' as const };
    const cells = [
      { ...cell, promptId: null, promptText: null },
      { ...cell, promptId: 'p', promptText: 'Which?' },
    ];
    const sentiment = { negative: 1, mixed: 2 };
    expect(nextStep({ rows, cells, sentiment, brand: 'Acme' })).toEqual({
      text: 'Claude rarely names Acme when asked “Which?”',
      link: 'Read the 29 answers without it',
      narrowed: { prompt: 'p', platform: 'CLAUDE', named: 'no' },
    });
    expect(nextStep({ rows, cells: [], sentiment, brand: 'Acme' })).toMatchObject({
      link: 'Read its 73 answers without Acme',
      narrowed: { platform: 'GEMINI', named: 'no' },
    });
    const one = rows.slice(0, 1);
    expect(nextStep({ rows: one, cells: [], sentiment, brand: 'Acme' }).narrowed).toEqual({
      platform: 'ALL',
      tones: ['mixed', 'negative'],
    });
    expect(nextStep({ rows: one, cells: [], sentiment: null, brand: 'Acme' }).narrowed).toEqual({ named: 'no' });
    const all = [{ ...chatgpt, brandMentionCount: 100 }];
    expect(nextStep({ rows: all, cells: [], sentiment: null, brand: 'Acme' }).text).toBe('Every answer names Acme.');
  });

  test.each([
    ['MOVED_UP', `A real rise. ${BEFORE}): more than chance would explain.`],
    ['MOVED_DOWN', `A real fall. ${BEFORE}): more than chance would explain.`],
    ['WITHIN_NOISE', `No clear change. ${BEFORE}), which chance alone could explain.`],
    ['TOO_FEW_ANSWERS', 'Too early to tell. Too few answers to the same prompts in both periods.'],
  ] as const)('verdict %s', (verdict, words) => {
    const { title, text } = verdictWords({ score: 40, change: 12, verdict }, { from: '2026-06-11', to: '2026-07-10' });
    expect(`${title} ${text}`).toBe(words);
  });
});

test('numbers are written as people read them: points for a change, UTC named, little not taken for nothing', () => {
  expect([percent(48.4), percent(0), percent(0.3), percent(100)]).toEqual(['48%', '0%', '<1%', '100%']);
  expect([points(3), points(-1), points(0)]).toEqual(['+3 points', '−1 point', '±0 points']);
  expect([count(1834), plural(1, 'answer'), plural(1834, 'answer')]).toEqual(['1,834', '1 answer', '1,834 answers']);
  expect([longDay('2026-11-22'), instant('2026-11-22T02:35:10.000Z')]).toEqual([
    '22 Nov 2026',
    '22 Nov 2026, 02:35 UTC',
  ]);
  expect([1, 2, 3, 4, 11, 22].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '22nd']);
});

test('filters go into the address as words and come back; what is unknown is dropped', () => {
  const filters = readFilters({ window: '7d', platforms: ['claude', 'chatgpt'] });
  const address = writeAddress({ ...filters, x: undefined });
  expect(address).toBe('?window=7d&platforms=chatgpt,claude');
  expect(readFilters(readAddress(address))).toEqual(filters);
  expect(readFilters(readAddress('?window=1y&platforms=bard'))).toEqual({ window: undefined, platforms: undefined });
  expect([daysOf({}).window, platformsOf(filters), platformsOf({})]).toEqual(['D30', ['CHATGPT', 'CLAUDE'], null]);
  expect(readAddress(writeAddress({ search: 'a&b=c, "d"' }))).toEqual({ search: 'a&b=c, "d"' });
});

test('days of the calendar and a choice of prompts go into the address; days that cannot be asked about do not', () => {
  const market = '7b0c7a52-7c2f-4a3a-9a0b-2d2b5d3f8d11';
  const place = { persona: 'Chef, pastry', market, country: 'AT', language: 'de' };
  const days = { from: '2026-10-01', to: '2026-10-31' };
  const filters = readFilters({ ...days, topic: 'Tea, green', tag: 'a', stage: 'use', ...place });
  const address = writeAddress({ ...filters });
  expect(readFilters(readAddress(address))).toEqual(filters);
  expect(daysOf(filters)).toEqual({ window: null, ...days });
  expect(periodOf(filters)).toMatchObject({ word: null, days: 31 });
  expect(whereOf(filters)).toEqual({
    ...{ categories: ['Tea, green'], tags: ['a'], stages: ['USE'], branded: null },
    ...{ personas: ['Chef, pastry'], marketIds: [market], countries: ['AT'], languages: ['de'] },
  });
  expect(whereOf(readFilters({ market: 'Austria', country: 'Austria' }))).toBeNull();
  expect(whereOf(readFilters({ brand: 'unnamed' }))).toMatchObject({ branded: false, tags: null });
  expect(whereOf(readFilters({ stage: 'later', brand: 'x' }))).toBeNull();
  for (const [from, to] of [
    ['2026-10-31', '2026-10-01'],
    ['2026-01-01', '2026-10-01'],
    ['2026-10-01', ''],
    ['2026-13-01', '2026-13-02'],
  ]) {
    expect(daysOf(readFilters({ from, to }))).toEqual({ window: 'D30', from: null, to: null });
  }
  expect(daysOf(readFilters({ from: '2026-10-01', to: '2026-10-31', window: '7d' }))).toMatchObject({ window: 'D7' });
});

test('a file has its heads above its rows, and no zero for what is not known', () => {
  const columns = [
    { head: 'Name', cell: (row: { name: string }) => row.name },
    { head: 'Score', cell: () => null },
  ];
  const rows = ['a "b", c', 'plain'].map((name) => ({ name }));
  expect(toCsv(columns, rows)).toBe(['Name,Score', '"a ""b"", c",', 'plain,', ''].join('\r\n'));
});

test('a trend has a point for each day; a day without answers has no score', () => {
  const confidence = { low: 40, high: 60 };
  const pooled = [{ date: '2026-06-02', score: 50, responses: 10, confidence }];
  const points = pointsOf({ from: '2026-06-01', to: '2026-06-03' }, pooled, [
    { date: '2026-06-02', score: 100, responses: 2 },
  ]);
  const none = { score: null, low: 0, high: 0, answers: 0, dayScore: null, dayAnswers: 0 };
  expect(points).toEqual([
    { date: '2026-06-01', ...none },
    { date: '2026-06-02', score: 50, low: 40, high: 60, answers: 10, dayScore: 100, dayAnswers: 2 },
    { date: '2026-06-03', ...none },
  ]);
});

test('changes of one UTC day are one mark; of many, the first are told and the others counted', () => {
  const marks = marksOf([
    ...['f', 'e', 'd', 'c', 'b', 'a'].map((text) => ({ at: '2026-06-02T23:59:00.000Z', text })),
    { at: '2026-06-01T00:00:00.000Z', text: 'one' },
  ]);
  expect(marks.map(({ date, texts }) => [date, texts.length])).toEqual([
    ['2026-06-02', 6],
    ['2026-06-01', 1],
  ]);
  expect(textsOf(marks, '2026-06-02')).toEqual(['f', 'e', 'd', 'c', 'and 2 more']);
  expect([textsOf(marks, '2026-06-01'), textsOf(marks, '2026-05-31'), textsOf(marks, undefined)]).toEqual([
    ['one'],
    [],
    [],
  ]);
  expect([changeFinding([]), changeFinding(marks), changeFinding(Array(100).fill(0))]).toEqual([
    'No changes to prompts, names, platforms or models, and no notes.',
    '2 changes in this period, marked below the trend.',
    '100 or more changes in this period, marked below the trend.',
  ]);
});

test('a day with an alert is marked as one, beside what else changed on it', () => {
  const at = '2026-06-02T04:00:00.000Z';
  const marks = marksOf([
    { at, text: 'Alert: Acme fell by 13 points', isAlert: true },
    { at, text: 'Prompt added' },
    { at: '2026-06-01T00:00:00.000Z', text: 'New pricing page' },
  ]);
  expect(marks.map(({ hasAlert, texts }) => [hasAlert, texts.length])).toEqual([
    [true, 2],
    [false, 1],
  ]);
});

test('in a row of several a verdict does not repeat what it is against', () => {
  const change = { score: 40, change: -12 };
  expect(verdictInRow({ ...change, verdict: 'MOVED_DOWN' })).toEqual({
    title: 'A real fall.',
    text: '−12 points, from 40%.',
  });
  expect(verdictInRow({ ...change, verdict: 'TOO_FEW_ANSWERS' }).text).toBe(
    'Too few answers to the same prompts in both periods.',
  );
});
