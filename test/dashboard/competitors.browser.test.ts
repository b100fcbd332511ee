import type { Page } from 'playwright-core';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addPerson } from '../support/people.js';
import { refuseNextWrite } from '../support/refused-write.js';
import { createCompetitor, createProject } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const PLATFORMS = ['chatgpt', 'perplexity', 'claude', 'gemini'];
const LIST = '1. **Contoso** – strong\n2. **Hooli** – cheap and quick to learn\n3. **Umbrex** – fine for small teams';

/** Answers that all name Contoso, Hooli and Umbrex, and each fourth one Northwind. */
function lines(): string[] {
  return Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({
      external_id: `${at}`,
      platform: PLATFORMS[at % 4],
      question: `Which is best, ${at % 5}?`,
      answer: at % 4 === 0 ? `${LIST}\n4. **Northwind** – new` : LIST,
      answered_at: new Date(Date.parse(TODAY) - (1 + (at % 20)) * 86_400_000).toISOString(),
    }),
  );
}

describeBrowser('competitors in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  // An account each, as the database's time of one account is bounded by the minute.
  beforeEach(async () => {
    person = await openPerson(api);
  });

  async function seed(others: readonly string[] = []): Promise<string> {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    await createCompetitor(person.caller, id, { name: 'Contoso', website_url: 'https://contoso.example' });
    for (const name of others) await createCompetitor(person.caller, id, { name });
    await importAnswers(api.db, { projectId: id }, fileOf(lines()));
    return id;
  }

  async function open(projectId: string, options = {}, who: { email: string } = person) {
    const watched = await browser.open({ storageState: await sessionOf(api, who), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/competitors`);
    await watched.page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor();
    return watched;
  }

  const strip = (page: Page) => page.getByRole('status').getByText('Names have changed').waitFor();
  const suggested = (page: Page) => page.getByRole('list', { name: 'Suggested names' });
  const tracked = (page: Page) => page.getByRole('region', { name: 'The brand and its tracked competitors' });

  test('brand and competitors stand side by side, and each number leads to its answers', async () => {
    const { page, faults } = await open(await seed());
    await page.getByText('Contoso is named more often than Northwind.').waitFor();
    const rows = await tracked(page).locator('tbody tr').allTextContents();
    expect(rows[0]).toMatch(/^Northwind.*25%10 of 40.*In Settings$/);
    expect(rows[1]).toMatch(/^Contosocontoso\.example100%40 of 40.*\+75 pointsmore often.*EditRemove$/);
    const figure = page.getByRole('figure', { name: 'Share of answers that name it' });
    await figure.getByRole('button', { name: 'Table' }).click();
    expect((await figure.locator('tbody tr').allTextContents())[0]).toMatch(/^Contoso100/);
    const hooli = suggested(page).getByRole('listitem').filter({ hasText: 'Hooli' });
    await hooli.getByText('Hooli – cheap and quick to learn').waitFor();
    await hooli.getByRole('link', { name: '40' }).first().click();
    await page.waitForURL(/\/answers\?mentioning=[0-9a-f-]{36}$/);
    expect(faults).toEqual([]);
  });

  test('each name has its place in the answers: first, ranked and early, with interval and verdict', async () => {
    const { page, faults, findBarriers } = await open(await seed(['Hooli']));
    await page.getByText('Contoso is named first most often, in 100% of answers; Northwind in 0%.').waitFor();
    const table = page.getByRole('region', { name: 'Where answers name each' });
    const link = page.getByRole('link', { name: 'All names, intervals and verdicts as CSV' });
    const file = await page.request.get(new URL((await link.getAttribute('href')) ?? '', api.url).href);
    expect([file.status(), (await file.text()).split('\r\n')[1]]).toEqual([200, expect.stringContaining('Northwind')]);
    const rows = await table.locator('tbody tr').allTextContents();
    expect(rows[0]).toMatch(/^Northwind0%0 of 400% to \d+%.*4in 10 of 10.*$/);
    expect(rows.find((row) => row.startsWith('Contoso'))).toMatch(
      /^Contoso100%40 of 40\d+% to 100%.*1in 40 of 401 to 1\.\d.*100%of 40\d+% to 100%/,
    );
    await table.getByRole('button', { name: 'Rank in lists' }).click();
    expect((await table.locator('tbody tr').allTextContents()).map((row) => row.slice(0, 5))).toEqual([
      'Conto',
      'Hooli',
      'North',
    ]);
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('there is one interval for the brand, here and on the overview', async () => {
    const projectId = await seed();
    const { page, faults } = await open(projectId);
    const [low, high] = (
      (await tracked(page)
        .locator('tbody tr')
        .first()
        .getByText(/^\d+% to \d+%$/)
        .textContent()) ?? ''
    ).split(' to ');
    await page.goto(`${api.url}/dashboard/projects/${projectId}/overview`);
    const sentence = page.getByText('For questions like these, the share is between');
    await sentence.waitFor();
    expect(await sentence.textContent()).toContain(`between ${low} and ${high}, with 95% confidence.`);
    expect(faults).toEqual([]);
  });

  test('what changes are against is said once; each row says whether its change is a move', async () => {
    const { page, faults } = await open(await seed());
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('figure', { name: 'that name it, 8 Jun 2026 to 15 Jun 2026' }).waitFor();
    await page.getByText('Changes are relative to the previous period (31 May to 7 Jun 2026)').waitFor();
    expect(await page.getByText('31 May to 7 Jun 2026').count()).toBe(1);
    const [brand, contoso] = await tracked(page).locator('tbody tr').all();
    await brand?.getByText(/^from \d+%$/).waitFor();
    await brand?.getByText(/^(no clear change|too early to tell)$/).waitFor();
    await contoso?.getByText(/^(no clear change|too early to tell)$/).waitFor();
    expect(faults).toEqual([]);
  });

  test('the trend draws the chosen competitors, five at most, and is read by keyboard and as a table', async () => {
    const { page, faults, findBarriers } = await open(await seed(['Hooli', 'Umbrex', 'Fabrikam', 'Initech', 'Globex']));
    const figure = page.getByRole('figure', { name: 'Share of answers that name each' });
    const choice = page.getByRole('group', { name: 'Competitors shown with Northwind, up to 5' });
    const chart = figure.getByRole('slider');
    const names = () => chart.locator('svg g text').allTextContents();
    await chart.waitFor();
    expect(await names()).toEqual(expect.arrayContaining(['Northwind', 'Contoso', 'Hooli', 'Umbrex']));
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^14 Jun 2026: (\w+ 100%, ){3}Northwind \d+%$/);
    await choice.getByRole('button', { name: 'Fabrikam' }).click();
    await choice.getByRole('button', { name: 'Globex' }).click();
    await figure.locator('svg g text', { hasText: 'Globex' }).waitFor();
    expect(await choice.getByRole('button', { name: 'Initech' }).isDisabled()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    const dashes = await chart
      .locator('svg > path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('stroke-dasharray')));
    expect(new Set(dashes).size).toBe(6);
    await choice.getByRole('button', { name: 'Contoso' }).click();
    await page.reload();
    await figure.locator('svg g text', { hasText: 'Globex' }).waitFor();
    expect(await names()).not.toContain('Contoso');
    await figure.getByRole('button', { name: 'Table' }).click();
    const heads = await figure.locator('thead th').allTextContents();
    expect(heads.slice(0, 2)).toEqual(['Day (UTC)', 'Northwind, % of 7 days']);
    const rivals = ['Fabrikam', 'Globex', 'Hooli', 'Umbrex'];
    expect(heads.slice(2).toSorted()).toEqual(rivals.map((name) => `${name}, % of 7 days`));
    expect(faults).toEqual([]);
  });

  test('a suggested name is tracked at once, and the page says that answers are read again', async () => {
    const { page, faults } = await open(await seed());
    await page.getByRole('button', { name: 'Track Hooli' }).click();
    await tracked(page)
      .getByRole('row', { name: /^Hooli 100%/ })
      .waitFor();
    await strip(page);
    await page.getByRole('button', { name: 'Track Hooli' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('a suggested name becomes another name of the brand or of a competitor, which is said beforehand', async () => {
    const projectId = await seed();
    const { page, faults, findBarriers } = await open(projectId);
    for (const [name, owner] of [
      ['Hooli', 'Northwind (your brand)'],
      ['Umbrex', 'Contoso'],
    ] as const) {
      await page.getByRole('button', { name: `${name} is the same as …` }).click();
      const dialog = page.getByRole('dialog', { name: `${name} is the same as …` });
      await dialog.getByText('All answers of this project, including 40 of the last 90 days').waitFor();
      await dialog.getByLabel('Brand or competitor').selectOption({ label: owner });
      if (name === 'Hooli') expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Add as another name' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByText('Counts as Northwind once all answers have been re-analysed.').waitFor();
    await page.getByText('Counts as Contoso once all answers have been re-analysed.').waitFor();
    await tracked(page).getByText('also Umbrex').waitFor();
    expect(faults).toEqual([]);
  });

  test('a name that is dismissed leaves the list, and is restored from the fold', async () => {
    const { page, faults } = await open(await seed());
    await page.getByRole('button', { name: 'Dismiss Umbrex' }).click();
    await page.getByRole('button', { name: 'Dismiss Umbrex' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show dismissed names' }).click();
    await page.getByRole('button', { name: 'Restore Umbrex' }).click();
    await page.getByRole('button', { name: 'Dismiss Umbrex' }).waitFor();
    await page.getByText('No dismissed names in this period.').waitFor();
    expect(faults).toEqual([]);
  });

  test('names of a competitor are changed: faults stand below their field, a conflict below the form', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    await page.getByRole('button', { name: 'Edit Contoso' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Contoso' });
    await dialog.getByLabel('Website').fill('ftp://contoso.example');
    await dialog.getByLabel('Other names', { exact: true }).fill('x'.repeat(201));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must be an absolute http or https URL').waitFor();
    await dialog.getByText('must be at most 200 characters').waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByLabel('Website').fill('');
    await dialog.getByLabel('Other names', { exact: true }).fill('Conto, Contoso Ltd,');
    await dialog.getByRole('button', { name: 'Remove Conto', exact: true }).click();
    await refuseNextWrite(page, 'Somebody was faster');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Somebody was faster').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tracked(page).getByText('also Contoso Ltd').waitFor();
    await strip(page);
    expect(faults).toEqual([]);
  });

  test('a competitor is added by hand, and removed by a second button', async () => {
    const { page, faults } = await open(await seed());
    await page.getByRole('button', { name: 'Add a competitor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a competitor' });
    await dialog.getByRole('button', { name: 'Add competitor' }).click();
    await dialog.getByText('must not be empty').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Fabrikam');
    await dialog.getByRole('button', { name: 'Add competitor' }).click();
    await page.getByRole('button', { name: 'Remove Fabrikam' }).click();
    const confirm = page.getByRole('dialog', { name: 'Remove Fabrikam?' });
    await confirm.getByText('Its history is kept').waitFor();
    await confirm.getByRole('button', { name: 'Remove competitor' }).click();
    await page.getByRole('button', { name: 'Remove Fabrikam' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('what to know about the name of a competitor is told once it is saved', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    await page.getByRole('button', { name: 'Add a competitor' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Target');
    await page.getByRole('button', { name: 'Add competitor' }).click();
    const saved = page.getByRole('dialog', { name: 'Saved' });
    await saved.getByText('Target is an ordinary word').waitFor();
    expect(await findBarriers()).toEqual([]);
    await saved.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove Target' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a project without answers is told as unknown, never as zero', async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Unasked' });
    const { page, faults } = await open(id);
    await page.getByText('– No answers in this period, so there is nothing to compare.').waitFor();
    await page.getByText('No answers in this period to suggest names from.').waitFor();
    await page.getByText('No prompt is due. Only active prompts are asked.').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/\b0%|Changes are relative to/);
    await page.getByRole('link', { name: 'Add a prompt' }).click();
    await page.waitForURL('**/prompts');
    expect(faults).toEqual([]);
  });

  test('a viewer sees all of it and can change none', async () => {
    const viewer = await addPerson(api.db, { accountId: person.caller.account.accountId, tier: 'agency' }, 'viewer');
    const { page } = await open(await seed(), {}, viewer);
    await page.getByRole('button', { name: 'Track Hooli' }).waitFor();
    for (const name of ['Track Hooli', 'Dismiss Hooli', 'Edit Contoso', 'Remove Contoso', 'Add a competitor']) {
      const button = page.getByRole('button', { name });
      expect([name, await button.isDisabled(), await button.getAttribute('title')]).toEqual([
        name,
        true,
        'Your role is read-only. Ask an account owner to make changes.',
      ]);
    }
  });

  test('there is no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    const projectId = await seed();
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 320],
    ] as const) {
      const { page, faults, findBarriers } = await open(projectId, { colorScheme, viewport: { width, height: 900 } });
      await page.getByRole('button', { name: 'Track Hooli' }).waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
