import { EDGE, endLabels, scalesOf, strokeOf } from '../../dashboard/charts/line-scales.ts';
import { besideOf, readCompetitorFilters, toBeside } from '../../dashboard/page-filters.ts';
import { aliasOf } from '../../dashboard/pages/competitors/competitors.data.ts';
import {
  moveFinding,
  placesFinding,
  rankOf,
  rivalFinding,
  seenWords,
  suggestionFinding,
  tableNote,
} from '../../dashboard/pages/competitors/competitors.words.ts';
import { nextAnswers, rereadWords } from '../../dashboard/ui/shared.words.ts';

type Verdict = NonNullable<Parameters<typeof rivalFinding>[0][number]['againstBrand']>['verdict'];

const named = (name: string, visibilityScore: number, verdict: Verdict | null, wholeCount = 200) => ({
  name,
  isBrand: name === 'Northwind',
  wholeCount,
  visibilityScore,
  againstBrand: verdict && { verdict, difference: visibilityScore - 48 },
});

describe('who is named more often than the brand', () => {
  const brand = named('Northwind', 48, null);
  const [far, further, furthest] = [
    named('Kestrova', 62, 'MORE_OFTEN'),
    named('Umbrex', 70, 'MORE_OFTEN'),
    named('Zed', 80, 'MORE_OFTEN'),
  ];
  const close = named('Paceholm', 55, 'WITHIN_NOISE');
  const behind = named('Tarnfoot', 30, 'LESS_OFTEN');
  const unread = named('Brisklane', 0, null);
  const few = named('Duskrun', 90, 'TOO_FEW_ANSWERS');

  test.each([
    ['one that the same questions tell apart', [brand, far, close], 'Kestrova is named more often than Northwind.'],
    ['the first of two', [brand, far, further], 'Umbrex and Kestrova are named more often than Northwind.'],
    ['how many more', [brand, far, further, furthest], 'Zed, Umbrex and 1 other are named more often than Northwind.'],
    [
      'nobody by chance alone',
      [brand, close, behind],
      'No tracked competitor is clearly named more often than Northwind.',
    ],
    ['the one that is behind', [brand, behind], 'Northwind is named more often than Tarnfoot.'],
    [
      'all that are behind',
      [brand, behind, named('Slowfoot', 10, 'LESS_OFTEN')],
      'Northwind is named more often than every tracked competitor.',
    ],
    [
      'not all where one was not analysed yet',
      [brand, behind, unread],
      'No tracked competitor is clearly named more often than Northwind.',
    ],
    ['nobody of few questions', [brand, few], 'Too few answered questions to tell who is ahead.'],
    ['nobody without competitors', [brand], 'No competitors are tracked, so Northwind has nothing to compare with.'],
    ['nothing without answers', [named('Northwind', 0, null, 0), far], 'No answers in this period to compare.'],
    ['nothing without numbers', [], 'No answers in this period to compare.'],
  ])('%s', (_, rows, sentence) => {
    expect(rivalFinding(rows, 'Northwind')).toBe(sentence);
  });
});

test('who moved is told of all names, and nothing where chance explains it', () => {
  const moved = (name: string, verdict: 'MOVED_UP' | 'MOVED_DOWN' | 'WITHIN_NOISE' | 'TOO_FEW_ANSWERS' | null) => ({
    name,
    previous: verdict && { verdict },
  });
  const [up, down, still] = [moved('Zed', 'MOVED_UP'), moved('Umbrex', 'MOVED_DOWN'), moved('Hooli', 'WITHIN_NOISE')];
  const few = moved('Globex', 'TOO_FEW_ANSWERS');
  expect(moveFinding([up, still, down])).toBe('Zed rose, Umbrex fell: more than chance would explain.');
  expect(moveFinding([up, up, up, still])).toBe('Zed, Zed and 1 other rose: more than chance would explain.');
  expect(moveFinding([still, few])).toBe('No name moved by more than chance would explain.');
  expect(moveFinding([few, moved('New', null)])).toBe('Too few answers to tell who moved.');
});

test('what changes are against is said once, above the table', () => {
  expect(tableNote({ from: '2026-06-08', to: '2026-06-15' }, 'Northwind')).toMatch(
    /^Changes are relative to the previous period \(31 May to 7 Jun 2026\)\. Competitors are compared with Northwind/,
  );
  expect(tableNote(null, 'Northwind')).toMatch(/^Changes are relative to the previous period\. /);
});

describe('the competitors that a trend draws', () => {
  const ids = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
  const [first, second, third] = ids;

  test('are those in most answers before anybody chooses, then the chosen ones, in their order', () => {
    expect(besideOf(readCompetitorFilters({}), ids, 3)).toEqual([first, second, third]);
    expect(besideOf(readCompetitorFilters({ beside: `${third},${first}` }), ids, 3)).toEqual([third, first]);
    expect(besideOf(readCompetitorFilters({ beside: toBeside([]).join() }), ids, 3)).toEqual([]);
  });

  test('are five at most, none that is not tracked, and the address may say anything', () => {
    const many = Array.from({ length: 7 }, (_, at) => `0000000${at}-0000-4000-8000-000000000000`);
    expect(readCompetitorFilters({ beside: many.join() }).beside).toEqual(many.slice(0, 5));
    expect(besideOf(readCompetitorFilters({ beside: many.join() }), ids, 3)).toEqual([]);
    expect(readCompetitorFilters({ beside: '<b>, 7' }).beside).toBeUndefined();
  });
});

describe('lines of several names', () => {
  const lineOf = (name: string, ...values: (number | null)[]) => ({
    key: name,
    name,
    isBrand: false,
    place: 1,
    values,
  });

  test('have their names at their ends, in the order of the lines, none over another, none outside', () => {
    for (const lasts of [
      [50, 50, 50, 50, 50, 50],
      [100, 99, 98, 1, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ]) {
      const lines = lasts.map((last, at) => lineOf(`Name ${at}`, 20, last));
      const labels = endLabels(lines, scalesOf(lines, 2, 600));
      const places = labels.map(({ y }) => y);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(Math.min(...places.slice(1).map((y, at) => y - (places[at] ?? 0)))).toBeGreaterThanOrEqual(16);
      expect([Math.min(...places) >= EDGE.top, Math.max(...places) <= EDGE.bottom]).toEqual([true, true]);
    }
  });

  test('end where there were answers last, and have no name where there were none', () => {
    const lines = [lineOf('Early', 40, null, null), lineOf('Never', null, null, null)];
    expect(endLabels(lines, scalesOf(lines, 3, 600)).map(({ text }) => text)).toEqual(['Early']);
  });

  test('shorten names that a narrow chart has no room for', () => {
    const lines = [lineOf('A name of many words that goes on', 10)];
    const [label] = endLabels(lines, scalesOf(lines, 1, 280));
    expect(label?.text).toMatch(/^A name of .*…$/);
  });

  test('differ by dash as well as by colour, the brand’s alone is whole', () => {
    const dashes = [1, 2, 3, 4, 5].map((place) => strokeOf({ isBrand: false, place }));
    expect(new Set(dashes.map(({ strokeDasharray }) => strokeDasharray)).size).toBe(5);
    expect(new Set(dashes.map(({ stroke }) => stroke)).size).toBe(5);
    expect(strokeOf({ isBrand: true, place: 0 })).toEqual({ stroke: 'var(--ink)' });
  });
});

describe('without answers, what comes next is said with when, and a way on', () => {
  const now = new Date('2026-06-15T12:00:00Z');
  const project = { isPaused: false, lastAnsweredAt: null, monitoring: { nextRunAt: '2026-06-16T04:00:00Z' } };
  const of = (fields: object, days = 30) => nextAnswers({ ...project, ...fields }, { days, now });

  test.each([
    ['before the first', of({}), 'The first answers are due by 16 Jun 2026, 04:00 UTC.', 'runs'],
    [
      'due now',
      of({ monitoring: { nextRunAt: '2026-06-15T11:00:00Z' } }),
      'The first answers are due now, within minutes.',
      'runs',
    ],
    [
      'where a longer period has some',
      of({ lastAnsweredAt: '2026-05-02T09:00:00Z' }),
      'The last answer came on 2 May 2026. The next answers are due by 16 Jun 2026, 04:00 UTC.',
      'longer',
    ],
    [
      'where no period has some',
      of({ lastAnsweredAt: '2026-01-02T09:00:00Z' }),
      /^The last answer came on 2 Jan/,
      'runs',
    ],
    ['where the longest is shown', of({ lastAnsweredAt: '2026-05-02T09:00:00Z' }, 90), /^The last answer/, 'runs'],
    ['paused', of({ isPaused: true }), 'Monitoring is paused, so no answers are collected.', 'settings'],
    [
      'without a prompt',
      of({ monitoring: { nextRunAt: null } }),
      'No prompt is due. Only active prompts are asked.',
      'prompts',
    ],
  ])('%s', (_, found, text, way) => {
    expect(found).toEqual({ text: typeof text === 'string' ? text : expect.stringMatching(text), way });
  });
});

test('suggestions are told by the name in most answers', () => {
  const hooli = { name: 'Hooli', responseCount: 1 };
  expect(suggestionFinding([], 0)).toBe('All names found in this period are tracked or dismissed.');
  expect(suggestionFinding([], 0, false)).toBe('No answers in this period to suggest names from.');
  expect(suggestionFinding([hooli], 1)).toBe('One name is not tracked: Hooli, in 1 answer.');
  expect(suggestionFinding([{ ...hooli, responseCount: 1_200 }], 14)).toBe(
    '14 names are not tracked. Hooli appears most often, in 1,200 answers.',
  );
});

test('what a change of names costs is said with the answers that are known', () => {
  expect(rereadWords({ byPlatform: [{ responseCount: 1_800 }, { responseCount: 34 }] })).toMatch(
    /^All answers of this project, including 1,834 of the last 90 days, will be re-analysed/,
  );
  expect(rereadWords(null)).toMatch(/^All answers of this project will be re-analysed\. /);
});

test('days on which a name was seen are two, or one', () => {
  expect(seenWords('2026-06-02T09:00:00Z', '2026-06-12T09:00:00Z')).toBe('2 Jun 2026 to 12 Jun 2026');
  expect(seenWords('2026-06-02T09:00:00Z', '2026-06-02T19:00:00Z')).toBe('2 Jun 2026');
});

test('a name is found among aliases in whatever letter case', () => {
  const row = { id: '1', name: 'Contoso', aliases: ['Hooli'], websiteUrl: '', competitor: null, numbers: null };
  expect([aliasOf([row], 'HOOLI'), aliasOf([row], 'Contoso')]).toEqual(['Contoso', null]);
});

describe('which name comes first', () => {
  const placed = (name: string, firstNamedCount: number | null, firstNamedPercent: number | null) => {
    return { name, isBrand: name === 'Northwind', wholeCount: 200, firstNamedCount, firstNamedPercent };
  };

  test.each([
    [
      'a competitor',
      [placed('Northwind', 10, 5), placed('Umbrex', 60, 30), placed('Zed', 40, 20)],
      'Umbrex is named first most often, in 30% of answers; Northwind in 5%.',
    ],
    [
      'the brand',
      [placed('Northwind', 60, 30), placed('Umbrex', 10, 5)],
      'Northwind is named first most often, in 30% of answers.',
    ],
    [
      'nobody',
      [placed('Northwind', 0, 0), placed('Umbrex', null, null)],
      'No answer of this period names the brand or a tracked competitor.',
    ],
  ])('%s', (_, rows, sentence) => {
    expect(placesFinding(rows)).toBe(sentence);
  });

  test('a rank is read with one decimal', () => {
    expect([1, 2.04, 3.55, 12].map(rankOf)).toEqual(['1', '2', '3.6', '12']);
  });
});
