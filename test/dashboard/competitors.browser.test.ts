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
const LIST = [
  '1. **Contoso** – strong',
  '2. **Hooli** – cheap and quick to learn',
  '3. **Umbrex** – fine for small teams',
  '4. **Vandelay** – old',
].join('\n');

/** Answers that all name Contoso, Hooli, Umbrex and Vandelay, and each fourth one Northwind. */
function lines(): string[] {
  return Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({
      external_id: `${at}`,
      platform: PLATFORMS[at % 4],
      question: `Which is best, ${at % 5}?`,
      answer: at % 4 === 0 ? `${LIST}\n5. **Northwind** – new` : LIST,
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

  test('brand and competitors are compared by share, place and period, and the chosen ones by day', async () => {
    const projectId = await seed(['Hooli', 'Umbrex', 'Fabrikam', 'Initech', 'Globex']);
    const { page, faults, findBarriers } = await open(projectId);
    await page.getByText(/ are named more often than Northwind\.$/).waitFor();
    const compared = await tracked(page).locator('tbody tr').allTextContents();
    expect(compared[0]).toMatch(/^Northwind.*25%10 of 40.*In Settings$/);
    expect(compared.find((row) => row.startsWith('Contoso'))).toMatch(
      /^Contosocontoso\.example100%40 of 40.*\+75 pointsmore often.*EditRemove$/,
    );
    const shares = page.getByRole('figure', { name: 'Share of answers that name it' });
    await shares.getByRole('button', { name: 'Table' }).click();
    expect((await shares.locator('tbody tr').allTextContents())[0]).toMatch(/^(Contoso|Hooli|Umbrex)100/);

    await page.getByText('Contoso is named first most often, in 100% of answers; Northwind in 0%.').waitFor();
    const places = page.getByRole('region', { name: 'Where answers name each' });
    const link = page.getByRole('link', { name: 'All names, intervals and verdicts as CSV' });
    const file = await page.request.get(new URL((await link.getAttribute('href')) ?? '', api.url).href);
    expect([file.status(), (await file.text()).split('\r\n')[1]]).toEqual([200, expect.stringContaining('Northwind')]);
    const placed = await places.locator('tbody tr').allTextContents();
    expect(placed[0]).toMatch(/^Northwind0%0 of 400% to \d+%.*5in 10 of 10.*$/);
    expect(placed.find((row) => row.startsWith('Contoso'))).toMatch(
      /^Contoso100%40 of 40\d+% to 100%.*1in 40 of 401 to 1\.\d.*100%of 40\d+% to 100%/,
    );
    await places.getByRole('button', { name: 'Rank in lists' }).click();
    expect((await places.locator('tbody tr').allTextContents()).slice(0, 4).map((row) => row.slice(0, 5))).toEqual([
      ...['Conto', 'Hooli', 'Umbre', 'North'],
    ]);

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

    const interval = tracked(page)
      .locator('tbody tr')
      .first()
      .getByText(/^\d+% to \d+%$/);
    const [low, high] = ((await interval.textContent()) ?? '').split(' to ');
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('figure', { name: 'that name it, 8 Jun 2026 to 15 Jun 2026' }).waitFor();
    await page.getByText('Changes are relative to the previous period (31 May to 7 Jun 2026)').waitFor();
    expect(await page.getByText('31 May to 7 Jun 2026').count()).toBe(1);
    const [brand, contoso] = await tracked(page).locator('tbody tr').all();
    await brand?.getByText(/^from \d+%$/).waitFor();
    await brand?.getByText(/^(no clear change|too early to tell)$/).waitFor();
    await contoso?.getByText(/^(no clear change|too early to tell)$/).waitFor();

    // There is one interval for the brand, here and on the overview.
    await page.goto(`${api.url}/dashboard/projects/${projectId}/overview`);
    await page.getByText(`between ${low} and ${high}, with 95% confidence.`).waitFor();
    expect(faults).toEqual([]);
  });

  test('a suggested name is dismissed and restored, tracked, or becomes another name of a known one', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    const hooli = suggested(page).getByRole('listitem').filter({ hasText: 'Hooli' });
    await hooli.getByText('Hooli – cheap and quick to learn').waitFor();
    expect(await hooli.getByRole('link', { name: '40' }).first().getAttribute('href')).toMatch(
      /\/answers\?mentioning=[0-9a-f-]{36}$/,
    );
    await page.getByRole('button', { name: 'Dismiss Umbrex' }).click();
    await page.getByRole('button', { name: 'Dismiss Umbrex' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show dismissed names' }).click();
    await page.getByRole('button', { name: 'Restore Umbrex' }).click();
    await page.getByRole('button', { name: 'Dismiss Umbrex' }).waitFor();
    await page.getByText('No dismissed names in this period.').waitFor();

    await page.getByRole('button', { name: 'Track Vandelay' }).click();
    await tracked(page)
      .getByRole('row', { name: /^Vandelay 100%/ })
      .waitFor();
    await strip(page);
    await page.getByRole('button', { name: 'Track Vandelay' }).waitFor({ state: 'detached' });

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

  test('a competitor is added by hand, changed and removed; faults stand below their field', async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const { page, faults, findBarriers } = await open(id);
    // Without answers everything is unknown, and nothing zero.
    await page.getByText('– No answers in this period, so there is nothing to compare.').waitFor();
    await page.getByText('No answers in this period to suggest names from.').waitFor();
    await page.getByText('No prompt is due. Only active prompts are asked.').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/\b0%|Changes are relative to/);

    await page.getByRole('button', { name: 'Add a competitor' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a competitor' });
    await adding.getByRole('button', { name: 'Add competitor' }).click();
    await adding.getByText('must not be empty').waitFor();
    await adding.getByLabel('Name', { exact: true }).fill('Contoso');
    await adding.getByRole('button', { name: 'Add competitor' }).click();
    await adding.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a competitor' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Target');
    await page.getByRole('button', { name: 'Add competitor' }).click();
    const saved = page.getByRole('dialog', { name: 'Saved' });
    await saved.getByText('Target is an ordinary word').waitFor();
    expect(await findBarriers()).toEqual([]);
    await saved.getByRole('button', { name: 'Done' }).click();

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

    await page.getByRole('button', { name: 'Remove Target' }).click();
    const confirm = page.getByRole('dialog', { name: 'Remove Target?' });
    await confirm.getByText('Its history is kept').waitFor();
    await confirm.getByRole('button', { name: 'Remove competitor' }).click();
    await page.getByRole('button', { name: 'Remove Target' }).waitFor({ state: 'detached' });
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
});
