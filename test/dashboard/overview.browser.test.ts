import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { plainEvidence } from '../../src/core/alerts/evidence.js';
import { judgeNewAnswers } from '../../src/monitoring/facts/judge-of-new-answers.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { createJudging } from '../../src/monitoring/judge/model-judge.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { askGraphql } from '../support/graphql.js';
import { addPerson } from '../support/people.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';
import { seedOverview } from '../support/seeded-overview.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

interface Visibility {
  score: number;
  by_platform: Record<string, { response_count: number; brand_mention_count: number; visibility_score: number }>;
  trend: { date: string; score: number; responses: number }[];
}

interface Interval {
  low: number;
  high: number;
}

const NAMES = { chatgpt: 'ChatGPT', perplexity: 'Perplexity', claude: 'Claude', gemini: 'Gemini' };

describeBrowser('the overview in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  // An account each, as the database's time of one account is bounded by the minute.
  beforeEach(async () => {
    person = await openPerson(api);
    projectId = await seedOverview(person);
  });

  async function openOverview(search = '', options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/overview${search}`);
    await watched.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await watched.page.getByText('Share of answers by platform').waitFor();
    return watched;
  }

  /** The rows of a figure's table, as texts. */
  async function tableOf(page: Page, figure: RegExp): Promise<string[][]> {
    const found = page.getByRole('figure', { name: figure });
    const toggle = found.getByRole('button', { name: 'Table' });
    if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click();
    const rows = await found.locator('tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  }

  async function restOf<Data>(metric: string, search: string): Promise<Data> {
    const { status, body } = await person.caller.get(`/projects/${projectId}/${metric}?${search}`);
    expect([status, body]).toEqual([200, body]);
    return (body as { data: Data }).data;
  }

  /** Summed over the pages of REST. */
  async function brandMentions(search: string): Promise<number> {
    interface Page {
      data: {
        mentions: { competitor_id: null | string; competitor_candidate_id: null | string; mention_count: number }[];
      };
      pagination: { has_more: boolean };
    }
    let sum = 0;
    for (let offset = 0, hasMore = true; hasMore; offset += 100) {
      const path = `/projects/${projectId}/mentions?${search}&limit=100&offset=${offset}`;
      const { data, pagination } = (await person.caller.get(path)).body as Page;
      const ofBrand = data.mentions.filter((row) => row.competitor_id === null && row.competitor_candidate_id === null);
      sum += ofBrand.reduce((all, row) => all + row.mention_count, 0);
      hasMore = pagination.has_more;
    }
    return sum;
  }

  /** A row of the table of platforms as REST has its numbers; the interval is GraphQL's alone. */
  function platformRow(id: string, name: string, { by_platform }: Visibility): unknown[] {
    const row = by_platform[id];
    const bound = expect.stringMatching(/^[\d.]+$/);
    return [
      name,
      ...[row?.visibility_score].map(String),
      bound,
      bound,
      `${row?.brand_mention_count}`,
      `${row?.response_count}`,
    ];
  }

  /** What narrows to platforms: the score, platforms, days and mentions. */
  async function expectNarrowed(page: Page, search: string, platforms: [string, string][]): Promise<void> {
    const visibility = await restOf<Visibility>('visibility', search);
    await page.getByText(`${visibility.score}%`, { exact: true }).first().waitFor();
    const rows = await tableOf(page, /by platform/);
    expect(rows).toEqual(platforms.map(([id, name]) => platformRow(id, name, visibility)));
    const days = (await tableOf(page, /that name Northwind/)).filter(([, score]) => score !== '–');
    expect(days.map((day) => day.slice(0, 3))).toEqual(
      visibility.trend.map(({ date, score, responses }) => [date, `${score}`, `${responses}`]),
    );
    const sums = rows.map((row) => Number(row.at(-1)));
    const matrix = await tableOf(page, /by prompt and platform/);
    expect(matrix.reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(sums.reduce((sum, one) => sum + one, 0));
  }

  test.each(['7d', '30d', '90d'])('its numbers for %s are those of REST', async (window) => {
    const { page, faults } = await openOverview(`?window=${window}`);
    await expectNarrowed(page, `window=${window}`, Object.entries(NAMES));
    const { sentiment } = await restOf<{ sentiment: Record<string, number> }>('sentiment', `window=${window}`);
    expect((await tableOf(page, /Sentiment of/)).map(([name, answers]) => [name?.toLowerCase(), answers])).toEqual(
      ['positive', 'mixed', 'neutral', 'negative'].map((name) => [name, String(sentiment[name])]),
    );
    const citations = await restOf<{ domain: string; citation_count: number; response_count: number }[]>(
      'citations',
      `window=${window}`,
    );
    const cited = await tableOf(page, /Most cited domains/);
    expect(cited.map(([domain, , , count, answers]) => [domain, count, answers])).toEqual(
      citations.map((row) => [row.domain, String(row.citation_count), String(row.response_count)]),
    );
    expect(faults).toEqual([]);
  });

  test.each(Object.entries(NAMES))('its numbers of %s alone are those of REST', async (id, name) => {
    const { page, faults } = await openOverview(`?platforms=${id}`);
    await expectNarrowed(page, `platforms=${id}`, [[id, name]]);
    const [brand] = await tableOf(page, /Share of mentions/);
    const ofBrand = await brandMentions(`provider=${id}`);
    expect([brand?.[0], brand?.[2]]).toEqual(['Northwind', String(ofBrand)]);
    expect(faults).toEqual([]);
  });

  test('beside the score is the one in which each prompt counts alike, where some are asked more often', async () => {
    const answered = (name: string, question: number, days: number, text: string) =>
      Array.from({ length: days }, (_, back) =>
        JSON.stringify({
          ...{ external_id: `${name} ${question} ${back}`, platform: 'claude', question: `${name} ${question}?` },
          ...{ answered_at: new Date(Date.parse(TODAY) - back * 86_400_000).toISOString(), answer: text },
        }),
      );
    const daily = [1, 2].flatMap((at) => answered('Daily', at, 20, 'Take Northwind.'));
    const weekly = [1, 2, 3, 4, 5, 6].flatMap((at) => answered('Weekly', at, 4, 'Take Contoso.'));
    ({ id: projectId } = await createProject(person.caller, { brand_name: 'Northwind' }));
    await importAnswers(api.db, { projectId }, fileOf([...daily, ...weekly]));
    const { body } = await askGraphql(
      person.caller,
      `{ project(id: "${projectId}") { visibility(window: D30) { score evenScore evenConfidence { low high } } } }`,
    );
    const { score, evenScore, evenConfidence } = (
      body.data as { project: { visibility: { score: number; evenScore: number; evenConfidence: Interval } } }
    ).project.visibility;
    expect([score, evenScore]).toEqual([63, 25]);
    for (const width of [1280, 320]) {
      const { page, faults, findBarriers } = await openOverview('', { viewport: { width, height: 900 } });
      const [low, high] = [Math.round(evenConfidence.low), Math.round(evenConfidence.high)];
      await page.getByText(`on each platform it is 25%, between ${low}% and ${high}% with 95% confidence.`).waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
    }
    ({ id: projectId } = await createProject(person.caller, { brand_name: 'Northwind' }));
    await importAnswers(api.db, { projectId }, fileOf(weekly));
    const { page } = await openOverview();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Some prompts are asked more often').count()).toBe(0);
  });

  /** Answers to questions on a platform, the same ones to each question, a day apart, the last some days ago. */
  function answersOf(platform: string, questions: number, daysAgo: number, answers: readonly string[]): string[] {
    return Array.from({ length: questions }, (_, question) => question).flatMap((question) =>
      answers.map((answer, at) => {
        const ms = Date.parse(TODAY) - (daysAgo + at) * 86_400_000;
        const external_id = `${platform} ${question} ${daysAgo} ${at}`;
        const asked = { platform, question: `Question ${question}?`, answered_at: new Date(ms).toISOString() };
        return JSON.stringify({ external_id, answer, ...asked });
      }),
    );
  }

  test('shares of praise and criticism have their interval, and are told to have moved as the score is', async () => {
    const [praise, blame] = ['Northwind is excellent and reliable.', 'Northwind is unreliable and slow.'];
    const fact = 'Northwind sells tea.';
    ({ id: projectId } = await createProject(person.caller, { brand_name: 'Northwind' }));
    const lines = [
      ...answersOf('claude', 8, 2, [praise, praise, praise, fact, blame]),
      ...answersOf('claude', 8, 40, [fact, fact, fact, fact, blame]),
      ...answersOf('gemini', 2, 2, [fact]),
    ];
    await importAnswers(api.db, { projectId }, fileOf(lines));
    const { body } = await askGraphql(
      person.caller,
      `{ project(id: "${projectId}") { sentiment { positiveShare { confidence { low high } } } } }`,
    );
    const { confidence } = (body.data as { project: { sentiment: { positiveShare: { confidence: Interval } } } })
      .project.sentiment.positiveShare;
    const [low, high] = [Math.round(confidence.low), Math.round(confidence.high)];
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 320],
    ] as const) {
      const { page, faults, findBarriers } = await openOverview('', { colorScheme, viewport: { width, height: 900 } });
      const section = page.locator('section', { has: page.getByRole('heading', { name: 'Sentiment' }) });
      await section.getByText('A real rise.').waitFor();
      const text = (await section.innerText()).replaceAll(/\s+/g, ' ');
      expect(text).toContain(`24 of 42, ${low}% to ${high}%`);
      expect(text).toContain(
        'A real rise. +57 points from the previous period (0%, 15 Apr to 15 May 2026): more than chance would explain.',
      );
      expect(text).toContain('No clear change. −1 point from the previous period (20%,');
      expect(text).toContain('By platform, positive on Claude +60 points: more than chance would explain; too few');
      expect(text).toContain('too few answers to tell for Gemini.');
      const rows = await tableOf(page, /Positive and negative shares/);
      expect(
        rows.map(([tone, platform, answers, total, percent]) => [tone, platform, answers, total, percent]),
      ).toEqual([
        ['Positive', 'All', '24', '42', '57'],
        ['Negative', 'All', '8', '42', '19'],
        ['Positive', 'Claude', '24', '40', '60'],
        ['Negative', 'Claude', '8', '40', '20'],
        ['Positive', 'Gemini', '0', '2', '0'],
        ['Negative', 'Gemini', '0', '2', '0'],
      ]);
      expect(rows.map((row) => row.at(-1))).toEqual([
        ...['A real rise.', 'No clear change.', 'A real rise.', 'No clear change.'],
        ...['Too early to tell.', 'Too early to tell.'],
      ]);
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await section.getByRole('button', { name: 'Table' }).last().click();
      expect(await findBarriers()).toEqual([]);
      expect(faults).toEqual([]);
    }
  });

  test('answers that name the brand too rarely tell no change of tone, and their interval is wide', async () => {
    ({ id: projectId } = await createProject(person.caller, { brand_name: 'Northwind' }));
    const answers = answersOf('claude', 2, 2, ['Northwind is excellent and reliable.', 'Contoso sells tea.']);
    await importAnswers(api.db, { projectId }, fileOf(answers));
    const { page, faults } = await openOverview();
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Sentiment' }) });
    await section.getByText('Too early to tell.').first().waitFor();
    expect(await section.getByText('Too few answers to the same prompts in both periods.').count()).toBe(2);
    await section.getByText('Too few answers to tell whether either share moved on any platform.').waitFor();
    const [positive] = await tableOf(page, /Positive and negative shares/);
    expect(positive?.slice(2, 5)).toEqual(['2', '2', '100']);
    expect(Number(positive?.[5])).toBeLessThan(50);
    expect(faults).toEqual([]);
  });

  test('each number leads to the answers behind it, of the same period and platforms', async () => {
    const { page, faults } = await openOverview('?window=7d');
    // The last section is loaded beside the page.
    await page.getByRole('heading', { name: 'Sentiment' }).waitFor();
    const links = await page.locator('main a[href*="/answers"]').all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
    const found = addresses.map((href) => href?.split('?')[1]?.replace(projectId, 'brand'));
    expect(found).toEqual(
      expect.arrayContaining([
        'window=7d',
        'window=7d&named=yes',
        'window=7d&platforms=gemini',
        'window=7d&platforms=gemini&named=yes',
        'window=7d&mentioning=brand',
        'window=7d&citing=reviews.example',
        'window=7d&tones=negative',
      ]),
    );
    expect(found.filter((search) => !search?.startsWith('window=7d'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('the share of voice leads to the answers that name a rival without the brand', async () => {
    const project = await createProject(person.caller, { brand_name: 'Northwind' });
    const rival = await createCompetitor(person.caller, project.id);
    const answers = ['Contoso.', 'Contoso, then Northwind.'].map((answer, at) => ({ external_id: `${at}`, answer }));
    const asked = { platform: 'claude', question: 'Which?', answered_at: '2026-06-10T09:00:00Z' };
    const lines = answers.map((answer) => JSON.stringify({ ...asked, ...answer }));
    await importAnswers(api.db, { projectId: project.id }, fileOf(lines));
    projectId = project.id;
    const { page, faults } = await openOverview('?platforms=claude');
    await page.getByText('2 mentions in 2 of 2').waitFor();
    expect(await page.getByRole('link', { name: 'without the brand' }).count()).toBe(1);
    await page.getByRole('link', { name: 'without the brand' }).click();
    await page.waitForURL(`**/answers?platforms=claude&mentioning=${rival.id}&named=no`);
    await page.locator('[data-answer]').waitFor();
    expect(faults).toEqual([]);
  });

  test('a change is a tick under the trend: told by pointer, by keyboard and in the table', async () => {
    await createPrompt(person.caller, projectId, { prompt_text: 'Which tea shop is best?' });
    const { page, faults } = await openOverview('?window=7d');
    const trend = page.getByRole('slider', { name: /Share of answers that name Northwind/ });
    expect(await trend.getAttribute('aria-valuetext')).toMatch(/Changed on this day: Prompt added: Which tea shop/);
    await trend.focus();
    await page.keyboard.press('Home');
    expect(await trend.getAttribute('aria-valuetext')).not.toMatch(/Changed/);
    const box = await trend.boundingBox();
    await trend.hover({ position: { x: (box?.width ?? 0) - 26, y: (box?.height ?? 0) - 30 } });
    await trend.getByText('Prompt added: Which tea shop is best?').waitFor();
    await page.getByRole('region', { name: 'Why, and what next' }).getByText('1 change in this period').waitFor();
    const days = await tableOf(page, /that name Northwind/);
    expect(days.map((row) => row.at(-1)).filter((text) => text !== '–')).toEqual([
      'Prompt added: Which tea shop is best?',
    ]);
    expect(faults).toEqual([]);
  });

  test('a note is added by keyboard, told at the trend as changes are, and removed again', async () => {
    const { page, faults, findBarriers } = await openOverview('?window=7d', { viewport: { width: 390, height: 900 } });
    const reasons = page.getByRole('region', { name: 'Why, and what next' });
    await reasons.getByText('and no notes.').waitFor();
    await reasons.getByRole('button', { name: 'Add a note' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Notes' });
    expect(await dialog.getByLabel('Day (UTC)').inputValue()).toBe('2026-06-15');
    await dialog.getByLabel('What was done').focus();
    await page.keyboard.type('x'.repeat(501));
    await dialog.getByRole('button', { name: 'Add note' }).press('Enter');
    await dialog.getByText('must be at most 500 characters').waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByLabel('What was done').fill('New pricing page');
    await dialog.getByLabel('Day (UTC)').fill('2026-06-14');
    await dialog.getByRole('button', { name: 'Add note' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await reasons.getByText('New pricing page').waitFor();
    const trend = page.getByRole('slider', { name: /Share of answers that name Northwind/ });
    await trend.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await trend.getAttribute('aria-valuetext')).toMatch(/14 Jun 2026: .*Changed on this day: New pricing page/);
    await reasons.getByRole('button', { name: 'Add or remove notes (1)' }).click();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await dialog.getByRole('button', { name: /^Remove the note of .*: New pricing page$/ }).press('Enter');
    const status = dialog.getByText('The note was removed.');
    await status.waitFor();
    expect(await status.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await dialog.getByRole('listitem').count()).toBe(0);
    await page.keyboard.press('Escape');
    await reasons.getByText('and no notes.').waitFor();
    expect(await trend.getAttribute('aria-valuetext')).not.toMatch(/Changed/);
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  test('that answers are judged from a day on is a mark of the trend', async () => {
    const { accountId } = person.caller.account;
    const line = plainLine({ answer: 'Northwind.', answered_at: '2026-06-13T09:30:00Z' });
    await importAnswers(api.db, { projectId }, fileOf([line]));
    const choice = { platform: 'gemini', apiKey: 'k', baseUrl: 'http://127.0.0.1:9', model: undefined } as const;
    const log = { info() {}, warn() {} };
    const judging = await createJudging(api.db, { ...choice, isDefault: true }, log, SYSTEM_CLOCK);
    expect(await judgeNewAnswers(api.db, { accountId, projectId }, judging)).toBe(true);
    await queryDatabase(
      api.database,
      `update project_change set at = '2026-06-14T12:00:00Z' where project_id = $1 and kind = 'judge_changed'`,
      [projectId],
    );
    const { page, faults } = await openOverview('?window=7d');
    const told = 'New answers are judged by gemini/gemini-3.5-flash-lite/4 from here on, earlier ones stay as';
    const trend = page.getByRole('slider', { name: /Share of answers that name Northwind/ });
    await trend.focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator(`[role="slider"][aria-valuetext*="Changed on this day: ${told}"]`).waitFor();
    expect(faults).toEqual([]);
  });

  test('alerts are marks of the trend, told day by day to the keyboard as they were opened and ended', async () => {
    const brand = { type: 'brand', id: projectId, name: 'Northwind' } as const;
    const evidence = plainEvidence('Northwind', brand, { platform: 'gemini', changePoints: -20.4 });
    await queryDatabase(
      api.database,
      `insert into alert (account_id, id, project_id, kind, series, direction, state, resolution, evidence, parts,
         opened_on, opened_at, resolved_at, updated_at)
       values ($1, $2, $3, 'visibility_changed', 'brand', 'down', 'resolved', 'recovered', $4, '{}', '2026-06-13',
         '2026-06-14T04:00:00Z', '2026-06-15T04:00:00Z', now())`,
      [person.caller.account.accountId, randomUUID(), projectId, JSON.stringify(evidence)],
    );
    const { page, faults, findBarriers } = await openOverview('?window=7d', { viewport: { width: 390, height: 900 } });
    const trend = page.getByRole('slider', { name: /Share of answers that name Northwind/ });
    await page
      .locator('[role="slider"][aria-valuetext*="Alert over: Northwind on Gemini fell by 20 points"]')
      .waitFor();
    await trend.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await trend.getAttribute('aria-valuetext')).toMatch(
      /14 Jun 2026: .*Alert: Northwind on Gemini fell by 20 points/,
    );
    await page.getByText('Alert: Northwind on Gemini fell by 20 points').waitFor();
    expect(await page.locator('[data-alert="true"]').count()).toBeGreaterThanOrEqual(2);
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(faults).toEqual([]);
  });

  test('a viewer reads notes, and is told why none can be added', async () => {
    const at = '2026-06-14T00:00:00Z';
    const input = `{ at: "${at}", text: "New pricing page" }`;
    await askGraphql(person.caller, `mutation { addNote(projectId: "${projectId}", input: ${input}) { id } }`);
    const viewer = await addPerson(api.db, { accountId: person.caller.account.accountId, tier: 'agency' }, 'viewer');
    const { page } = await browser.open({ storageState: await sessionOf(api, viewer) });
    await page.goto(`${api.url}/dashboard/projects/${projectId}/overview?window=7d`);
    const reasons = page.getByRole('region', { name: 'Why, and what next' });
    await reasons.getByText('New pricing page').waitFor();
    const button = reasons.getByRole('button', { name: 'Add or remove notes (1)' });
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute('title')).toMatch(/read-only/);
  });

  test('filters go into the address, survive a reload, and narrow the numbers as REST does', async () => {
    const { page, faults } = await openOverview();
    await page.getByRole('button', { name: '7 days' }).click();
    for (const name of ['ChatGPT', 'Perplexity']) await page.getByRole('button', { name, exact: true }).click();
    await page.waitForURL(/\?window=7d&platforms=claude,gemini$/);
    await page.reload();
    expect(await page.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByRole('button', { name: 'ChatGPT', exact: true }).getAttribute('aria-pressed')).toBe('false');
    const { score } = await restOf<Visibility>('visibility', 'window=7d&platforms=claude,gemini');
    await page.getByText(`${score}%`, { exact: true }).first().waitFor();
    const rows = await tableOf(page, /by platform/);
    expect(rows.map(([name]) => name)).toEqual(['Claude', 'Gemini']);
    expect(faults).toEqual([]);
  });

  test('a trend is steered by arrow keys and read out; its table is one key away', async () => {
    const { page, faults } = await openOverview('?window=7d');
    const trend = page.getByRole('slider', { name: /Share of answers that name Northwind/ });
    await trend.focus();
    await page.keyboard.press('Home');
    expect(await trend.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+ 2026: /);
    const first = await trend.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    expect(await trend.getAttribute('aria-valuetext')).not.toBe(first);
    await page.keyboard.press('t');
    await page
      .getByRole('figure', { name: /that name Northwind/ })
      .getByRole('table')
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('CSV holds the rows of the table', async () => {
    const { page, faults } = await openOverview();
    const rows = await tableOf(page, /by platform/);
    const download = page.waitForEvent('download');
    await page
      .getByRole('figure', { name: /by platform/ })
      .getByRole('button', { name: 'CSV' })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('northwind-platforms.csv');
    const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(','))).toEqual(rows);
    expect(faults).toEqual([]);
  });

  test('keys go to pages, change the period and list themselves; they can be switched off', async () => {
    const { page, faults } = await openOverview('', { viewport: { width: 1280, height: 900 } });
    await page.keyboard.press(']');
    await page.waitForURL(/window=90d/);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByLabel('Use these keys').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('[');
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await page.getByLabel('Use these keys').check();
    await page.keyboard.press('Escape');
    expect(page.url()).toMatch(/window=90d/);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a theme that was chosen is there before anything is drawn', async () => {
    const { page } = await openOverview('', { viewport: { width: 1280, height: 900 } });
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    const answer = await page.reload();
    expect(await answer?.text()).toContain('data-theme="dark"');
  });

  test.each(['projects', 'overview'])(
    '%s has no barrier and no sideways scroll, light, dark, wide, narrow',
    async (name) => {
      const path = name === 'projects' ? 'projects' : `projects/${projectId}/overview`;
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 1280],
        ['light', 390],
        ['dark', 320],
      ] as const) {
        const storageState = await sessionOf(api, person);
        const options = { storageState, colorScheme, viewport: { width, height: 900 } };
        const { page, faults, findBarriers } = await browser.open(options);
        await page.goto(`${api.url}/dashboard/${path}`);
        await page
          .getByText(name === 'projects' ? 'Northwind' : 'Share of answers by platform')
          .first()
          .waitFor();
        expect(await findBarriers()).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(faults).toEqual([]);
        await page.context().close();
      }
    },
  );
});
