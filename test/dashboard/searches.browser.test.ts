import type { Page } from 'playwright-core';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createCompetitor, createProject } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(1)</script>';

/** Answers with what was searched for them: how many, on which platform, what they say. */
const ANSWERS: [times: number, platform: string, text: string, ...searches: string[]][] = [
  [8, 'chatgpt', 'Contoso.', 'best tea 2026', 'tea test'],
  [4, 'claude', 'Contoso, then Northwind.', 'Tea Test'],
  [1, 'gemini', 'Northwind.', HOSTILE],
];

describeBrowser('the page of searches in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  beforeAll(async () => {
    person = await openPerson(api);
    ({ id: projectId } = await createProject(person.caller));
    await createCompetitor(person.caller, projectId);
    const answers = ANSWERS.flatMap(([times, ...answer]) => Array.from({ length: times }, () => answer));
    const lines = answers.map(([platform, answer, ...searches], at) =>
      JSON.stringify({
        ...{ external_id: `${at}`, platform, question: `Question ${at}?`, answer, searches },
        answered_at: `2026-06-1${at % 5}T09:00:00Z`,
      }),
    );
    await importAnswers(api.db, { projectId }, fileOf(lines));
  });

  async function openSearches(search = '', options = {}, id = projectId) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${id}/searches${search}`);
    await watched.page.getByRole('heading', { level: 1, name: 'Searches' }).waitFor();
    return watched;
  }

  async function rowsOf(page: Page, label: string): Promise<string[][]> {
    const table = page.getByRole('region', { name: label, exact: true });
    await table.waitFor();
    const rows = await table.locator('tbody tr').all();
    return Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  }

  const ALL = 'What the platforms searched for';

  test('each search has its platforms, and how many of its answers name a competitor and the brand', async () => {
    const { page, faults } = await openSearches();
    expect(await rowsOf(page, ALL)).toEqual([
      ['Tea Test', 'ChatGPTClaude', '12', '12 of 12', '4 of 12', '0'],
      ['best tea 2026Gap', 'ChatGPT', '8', '8 of 8', '0 of 8', '0'],
      [HOSTILE, 'Gemini', '1', '0 of 1', '1 of 1', '0'],
    ]);
    await page.getByText('“Tea Test” was searched for 12 of 13 answers; Northwind is named in 4 of them.').waitFor();
    expect(await page.locator('td img, td script').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('gaps are listed by the keyboard, and the address keeps it', async () => {
    const { page, faults } = await openSearches();
    await rowsOf(page, ALL);
    await page.getByRole('button', { name: 'Gaps' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('After one search, competitors are named and Northwind rarely or never is.').waitFor();
    expect(await rowsOf(page, 'Searches that are gaps')).toEqual([
      ['best tea 2026', 'ChatGPT', '8', '8 of 8', '0 of 8', '0'],
    ]);
    expect(new URL(page.url()).searchParams.get('show')).toBe('gaps');
    await page.goto(`${api.url}/dashboard/projects/${projectId}/overview`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await page.getByRole('heading', { level: 1, name: 'Searches' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('the searches of an answer are shown with it', async () => {
    const { page, faults } = await openSearches();
    await page.goto(`${api.url}/dashboard/projects/${projectId}/answers?platforms=gemini`);
    await page.getByRole('list', { name: 'Answers' }).getByRole('link').first().click();
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByRole('heading', { name: 'Searched the web for' }).waitFor();
    await answer.getByText(HOSTILE).waitFor();
    expect(faults).toEqual([]);
  });

  test('without answers, without gaps and without competitors it says what to do next', async () => {
    const { id } = await createProject(person.caller);
    const { page, faults } = await openSearches('', {}, id);
    await page.getByText('No answers in this period, so nothing was searched for.').waitFor();
    const line = { external_id: 'a', platform: 'claude', question: 'Tea?', answer: 'Northwind.' };
    const answered = { ...line, answered_at: '2026-06-10T09:00:00Z' };
    await importAnswers(api.db, { projectId: id }, fileOf([JSON.stringify(answered)]));
    await page.reload();
    await page.getByText('No answer in this period tells what was searched for.').waitFor();
    await page.goto(`${api.url}/dashboard/projects/${id}/searches?show=gaps`);
    await page.getByRole('link', { name: 'Track one' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('it has no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    for (const [colorScheme, width, search, label] of [
      ['light', 1280, '', ALL],
      ['dark', 1280, '?show=gaps', 'Searches that are gaps'],
      ['light', 390, '', ALL],
      ['dark', 320, '', ALL],
    ] as const) {
      const { page, faults, findBarriers } = await openSearches(search, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.getByRole('region', { name: label, exact: true }).waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
