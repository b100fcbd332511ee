import { headlineOf } from '../../../src/core/reports/report.words.js';
import { HTML_BYTES_MAX, reportHtml } from '../../../src/core/reports/report-html.js';
import { pagesOf } from '../../../src/core/reports/report-sections.js';
import { reportText } from '../../../src/core/reports/report-text.js';
import { type Turn, turnOf } from '../../../src/core/reports/turned-prompts.js';
import { aDocument, aLongDocument, FALLEN, STEADY } from '../../support/report-document.js';

const LOOK = { name: 'Brand Visibility', color: '#1f5fbf', logoCid: null };
const LINKS = {
  pageUrl: 'https://visibility.example/dashboard/reports/1?a=1&b=2',
  unsubscribeUrl: 'https://visibility.example/mail/unsubscribe/t',
  withoutPdf: null,
};

describe('the headline', () => {
  test('is the strongest move, with numbers, answers, interval and verdict', () => {
    expect(headlineOf(aDocument())).toBe(
      'Acme was named in 48 % of 140 answers (95 %: 40 to 56 %), after 61 % of 142 in the 7 days before. Over the ' +
        '35 questions asked in both, it is 13.1 points less (95 %: −19.2 to −7 points): more than chance.',
    );
  });

  test('is of a platform where it moved more surely than the whole', () => {
    const sure = { ...FALLEN, platform: 'chatgpt' as const };
    sure.compared = { ...sure.compared, change: -30, interval: { low: -33, high: -27 } };
    expect(headlineOf(aDocument({ platforms: [sure] }))).toContain('answers of ChatGPT (95 %');
  });

  test('is of a competitor, then of prompts, where the brand did not move', () => {
    const steady = { score: STEADY, platforms: [] };
    expect(headlineOf(aDocument(steady))).toBe('Acme is no longer named in answers to 1 prompt, beyond chance.');
    const [brand, rival] = aDocument().brands;
    if (!brand || !rival) throw new Error('the document has two brands');
    const brands = [brand, { ...rival, verdict: 'moved_up' as const }];
    expect(headlineOf(aDocument({ ...steady, brands }))).toBe(
      'Beta was named more often, beyond chance: in 57 % (80 answers), after 50 % in the 7 days before.',
    );
  });

  test('says that nothing moved, that it cannot be told, and that there were no answers', () => {
    const quiet = { platforms: [], lost: [], score: STEADY };
    expect(headlineOf(aDocument(quiet))).toBe('Nothing moved beyond chance.');
    const few = { ...STEADY, compared: { ...STEADY.compared, verdict: 'too_few_answers' as const, interval: null } };
    expect(headlineOf(aDocument({ ...quiet, score: few }))).toMatch(/^Too few answers to tell/);
    const none = { ...few, responses: 0, previous: null };
    expect(headlineOf(aDocument({ ...quiet, score: none }))).toBe('No answers were received in this period.');
  });
});

test('the plain text has all that the pages have', () => {
  const pages = pagesOf(aDocument());
  const text = reportText(pages);
  const cells = pages.sections.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.flat()));
  const said = [pages.title, pages.subtitle, pages.headline, ...pages.sections.flatMap(({ sentences }) => sentences)];
  for (const part of [...said, ...cells.map((cell) => cell.text)]) expect(text).toContain(part);
  expect(pages.sections.map(({ title }) => title)).toEqual([
    'Score',
    'Platforms',
    'Brand and competitors',
    'Prompts',
    'Sources',
    'Tone',
    'Alerts',
    'What changed meanwhile',
    'What was asked',
    'How this was measured',
  ]);
});

test('alerts have when they were opened, what they say, and their end; a report of a former release has none', () => {
  const alertsOf = (document: ReturnType<typeof aDocument>) =>
    pagesOf(document).sections.find(({ title }) => title === 'Alerts');
  const section = alertsOf(aDocument());
  expect(section?.sentences).toEqual(['Of 2 alerts, 1 stood at the end.']);
  expect(section?.tables[0]?.rows.map((row) => row.map(({ text }) => text))).toEqual([
    ['2026-11-05', 'Acme was named in 48 %, 13 points less.', 'stands'],
    ['2026-10-20', 'Beta overtook Acme.', 'made up for, 2026-11-03'],
  ]);
  const { alerts: _alerts, ...former } = aDocument();
  expect(alertsOf(former)).toBeUndefined();
});

test('a report without answers has no empty parts, and no text of undefined', () => {
  const empty = aDocument({
    ...{
      trend: [],
      platforms: [],
      brands: [],
      furtherBrands: 0,
      lost: [],
      promptsLookedAt: 0,
      newSources: [],
      gaps: [],
    },
    ...{ alerts: [], changes: [], asked: [], evenScore: { now: null, before: null } },
    tone: {
      now: { positive: 0, neutral: 0, negative: 0, mixed: 0 },
      before: { positive: 0, neutral: 0, negative: 0, mixed: 0 },
    },
    score: {
      ...{ responses: 0, naming: 0, percent: 0, interval: null, previous: null },
      compared: { verdict: 'too_few_answers', change: 0, interval: null, questions: 0 },
    },
  });
  const pages = pagesOf(empty);
  expect(pages.sections.map(({ title }) => title)).toEqual(['Score', 'How this was measured']);
  expect(reportText(pages)).not.toMatch(/undefined|NaN|null/);
});

describe('the HTML of a mail', () => {
  const html = reportHtml(pagesOf(aDocument()), LOOK, LINKS);

  test('has the sentences and cells, and fetches nothing', () => {
    expect(html).toContain('after 61 % of 142 in the 7 days before');
    expect(html).toContain('best running shoes for flat feet');
    expect(html).not.toMatch(/<(?:script|link|iframe|form|object|video|base|style)\b|url\(|@import|\bsrc="(?!cid:)/i);
    expect(html.match(/https?:[^"]*/g)).toEqual([LINKS.pageUrl.replace('&', '&amp;'), LINKS.unsubscribeUrl]);
  });

  test('shows a logo by cid alone, and says why there is no PDF', () => {
    const own = reportHtml(
      pagesOf(aDocument()),
      { ...LOOK, logoCid: 'logo@report' },
      { ...LINKS, withoutPdf: 'No PDF <here>' },
    );
    expect(own).toContain('<img src="cid:logo@report"');
    expect(own).toContain('No PDF &lt;here&gt;');
  });

  test.each(['<script>alert(1)</script>', '"onload=x ', "&amp;&'", '漢字', '😀'])(
    'texts of %j at their bounds stay text, within the bound on bytes',
    (characters) => {
      const long = reportHtml(pagesOf(aLongDocument(characters)), LOOK, LINKS);
      expect(Buffer.byteLength(long)).toBeLessThanOrEqual(HTML_BYTES_MAX);
      expect(long).not.toContain('<script');
      expect(long.match(/<[a-z][^>]*\bonload=/i)).toBeNull();
    },
  );
});

test.each<[string, [number, number], [number, number], number, Turn | null]>([
  ['named in most answers before and in none now', [8, 0], [32, 25], 35, 'lost'],
  ['named in none before and in most now', [16, 14], [32, 0], 35, 'gained'],
  ['four answers without the name are chance among many prompts', [4, 0], [12, 6], 35, null],
  ['fewer than four answers', [3, 0], [32, 32], 1, null],
  ['fewer than twelve before', [8, 0], [11, 11], 1, null],
  ['hardly named before', [16, 0], [32, 10], 1, null],
  ['still named once', [16, 1], [32, 30], 1, null],
])('a prompt: %s', (_what, [responses, naming], [then, namedThen], prompts, expected) => {
  expect(turnOf({ responses, naming }, { responses: then, naming: namedThen }, prompts)).toBe(expected);
});
