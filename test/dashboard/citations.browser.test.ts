import type { Page } from 'playwright-core';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createCompetitor, createProject } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const HOSTILE = 'https://teareviews.com/%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E?"><script>alert(1)</script>';

/** Answers with the sources that they cite: how many, on which platform, what they say. */
const ANSWERS: [times: number, platform: string, text: string, ...urls: string[]][] = [
  [8, 'chatgpt', 'Contoso.', 'https://teareviews.com/best', 'https://teareviews.com/more'],
  [4, 'claude', 'Contoso, then Northwind.', 'https://teapress.com/a'],
  [2, 'claude', 'Northwind.', 'https://northwindtea.com/shop'],
  [1, 'perplexity', 'Northwind.', HOSTILE],
];

describeBrowser('the page of citations in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  let rivalId: string;
  beforeAll(async () => {
    person = await openPerson(api);
    ({ id: projectId } = await createProject(person.caller, { website_url: 'https://northwindtea.com' }));
    ({ id: rivalId } = await createCompetitor(person.caller, projectId));
    const answers = ANSWERS.flatMap(([times, ...answer]) => Array.from({ length: times }, () => answer));
    const lines = answers.map(([platform, answer, ...urls], at) =>
      JSON.stringify({
        ...{ external_id: `${at}`, platform, question: `Question ${at}?`, answer },
        ...{ citations: urls.map((url) => ({ url, title: 'T' })), answered_at: `2026-06-1${at % 5}T09:00:00Z` },
      }),
    );
    await importAnswers(api.db, { projectId }, fileOf(lines));
  });

  async function openCitations(search = '', options = {}, id = projectId) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${id}/citations${search}`);
    await watched.page.getByRole('heading', { level: 1, name: 'Citations' }).waitFor();
    return watched;
  }

  /** The rows of the table of that name, as texts. */
  async function rowsOf(page: Page, label: string): Promise<string[][]> {
    const table = page.getByRole('region', { name: label, exact: true });
    await table.waitFor();
    const rows = await table.locator('tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  }

  test.each(['7d', '30d'])('the numbers for %s are those of REST', async (window) => {
    const { page, faults } = await openCitations(`?window=${window}`);
    const { body } = await person.caller.get(`/projects/${projectId}/citations?window=${window}`);
    const { data } = body as { data: { domain: string; citation_count: number; response_count: number }[] };
    expect(data).toHaveLength(3);
    const rows = await rowsOf(page, 'Cited domains');
    expect(rows.map(([domain, , answers, , , citations]) => [domain?.replace('Gap', ''), answers, citations])).toEqual(
      data.map((row) => [row.domain, String(row.response_count), String(row.citation_count)]),
    );
    await page
      .getByText('teareviews.com is cited in 9 of 15 answers; Northwind is named in 1 of them.', { exact: true })
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('gaps are one press away, with the pages that are, and the address says so', async () => {
    const { page, faults } = await openCitations('?platforms=chatgpt,claude');
    await page.getByRole('button', { name: 'Show gaps' }).click();
    await page.waitForURL(/show=gaps/);
    await page.getByText('One domain is cited where competitors are named and Northwind rarely or never is').waitFor();
    await page.getByRole('button', { name: /^Pages cited where competitors are named/ }).click();
    await page.waitForURL(/pages=gaps/);
    expect(await rowsOf(page, 'Cited domains')).toEqual([
      ['teareviews.com', 'Third party', '8', '8 of 8', '0 of 8', '16', '73%', '10 Jun – 14 Jun'],
    ]);
    expect(await rowsOf(page, 'Pages that are gaps')).toEqual([
      ['teareviews.com/best', 'Third party', '8 of 8', '0 of 8', '10 Jun', '14 Jun'],
      ['teareviews.com/more', 'Third party', '8 of 8', '0 of 8', '10 Jun', '14 Jun'],
    ]);
    await page.reload();
    expect(await page.getByRole('button', { name: 'Gaps', exact: true }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Yours' }).click();
    await page.getByText('northwindtea.com, your own site,').waitFor();
    expect((await rowsOf(page, 'Cited domains')).map(([domain]) => domain)).toEqual(['northwindtea.com']);
    await page.getByRole('button', { name: 'Competitors’' }).click();
    await page.getByText('No answers in this period cite a competitor’s site.').waitFor();
    expect(faults).toEqual([]);
  });

  test.each(['', '?show=gaps', '?show=yours'])('%j asks for at most 30 points, with the frame', async (search) => {
    const watched = await browser.open({ storageState: await sessionOf(api, person) });
    const costs: Promise<number>[] = [];
    watched.page.on('response', (response) => {
      if (response.url().endsWith('/graphql')) costs.push(response.json().then(pointsOf));
    });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/citations${search}`);
    await watched.page.getByRole('region', { name: 'Cited domains' }).waitFor();
    await watched.page.waitForLoadState('networkidle');
    const points = (await Promise.all(costs)).reduce((sum, cost) => sum + cost, 0);
    expect(points).toBeGreaterThan(10);
    expect(points).toBeLessThanOrEqual(30);
  });

  test('a domain opens to its pages, hostile addresses inert, and numbers lead to the answers', async () => {
    const { page, faults } = await openCitations();
    await page.getByRole('button', { name: 'teareviews.com' }).click();
    await page.waitForURL(/domain=teareviews\.com/);
    const pages = page.getByRole('region', { name: 'Pages of teareviews.com' });
    await pages.waitFor();
    expect(await pages.locator('tbody tr').count()).toBe(3);
    expect(await page.locator('img, script:not([src])').count()).toBe(
      await page.locator('head script:not([src])').count(),
    );
    for (const link of await pages.getByRole('link').filter({ hasText: /^\// }).all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:\/\/teareviews\.com\//);
      expect(await link.getAttribute('rel')).toContain('noopener');
    }
    const row = page.getByRole('row', { name: /^teapress\.com/ });
    const hrefs = await Promise.all((await row.getByRole('link').all()).map((link) => link.getAttribute('href')));
    const answers = `/dashboard/projects/${projectId}/answers`;
    expect(hrefs).toEqual([
      `${answers}?citing=teapress.com`,
      `${answers}?citing=teapress.com&mentioning=${rivalId}`,
      `${answers}?citing=teapress.com&named=yes`,
    ]);
    await page.getByRole('button', { name: 'You named' }).click();
    expect((await rowsOf(page, 'Cited domains')).at(0)?.[0]).toContain('teareviews.com');
    await page.getByRole('button', { name: 'teareviews.com' }).click();
    await pages.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('the bars are a table and a file of the same rows', async () => {
    const { page, faults } = await openCitations();
    const figure = page.getByRole('figure', { name: 'Answers that cite each domain' });
    await figure.getByRole('button', { name: 'Table' }).click();
    const [first] = await figure.locator('tbody tr').all();
    expect((await first?.locator('td').allTextContents())?.slice(0, 8)).toEqual([
      ...['teareviews.com', 'Third party', '73.91', '17', '9', '1', '8', 'Yes'],
    ]);
    const download = page.waitForEvent('download');
    await figure.getByRole('button', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/cited-domains\.csv$/);
    expect(faults).toEqual([]);
  });

  test('without answers it says so, and without competitors that gaps need one', async () => {
    const { id } = await createProject(person.caller);
    const { page, faults } = await openCitations('', {}, id);
    await page.getByText('No answers in this period').waitFor();
    const line = { external_id: '1', platform: 'claude', question: 'Which?', answer: 'Northwind.' };
    const at = { answered_at: '2026-06-10T09:00:00Z' };
    await importAnswers(api.db, { projectId: id }, fileOf([JSON.stringify({ ...line, ...at })]));
    await page.goto(`${api.url}/dashboard/projects/${id}/citations?show=gaps`);
    await page.getByRole('link', { name: 'Track one' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('it has no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    for (const [colorScheme, width, search] of [
      ['light', 1280, '?domain=teareviews.com'],
      ['dark', 1280, '?show=gaps&pages=gaps'],
      ['light', 390, '?show=gaps&pages=gaps'],
      ['dark', 320, '?domain=teareviews.com'],
    ] as const) {
      const options = { colorScheme, viewport: { width, height: 900 } };
      const { page, faults, findBarriers } = await openCitations(search, options);
      await page.getByRole('region', { name: /^Pages / }).waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});

/** What the answer to an operation says that it cost. */
function pointsOf(body: { extensions: { cost: { complexity: number } } }): number {
  return body.extensions.cost.complexity;
}
