import type { Locator, Page } from 'playwright-core';
import { sql, TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { askGraphql } from '../support/graphql.js';
import { addRun } from '../support/listed-runs.js';
import { createProject } from '../support/resources.js';
import { type SeededRuns, seedRuns } from '../support/seeded-runs.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

interface Counts {
  platform: string;
  planned: number;
  accepted: number;
  failed: number;
  skipped: number;
  underWay: number;
}

const DAYS = 5;

describeBrowser('the runs of a project in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let seeded: SeededRuns;
  beforeAll(async () => {
    person = await openPerson(api);
    seeded = await seedRuns(person, DAYS);
  });

  async function openRuns(search = '', options = {}, projectId = seeded.projectId) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/runs${search}`);
    await watched.page.getByRole('heading', { level: 2, name: 'Credits' }).waitFor();
    return watched;
  }

  const rowsOf = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem');

  test('its numbers are those of the service, arrow keys read out a day, and filters narrow the list', async () => {
    const { page, faults, findBarriers } = await openRuns('?window=7d');
    const counts = 'platform planned accepted failed skipped underWay';
    const { body } = await askGraphql(
      person.caller,
      `{ project(id: "${seeded.projectId}") {
          quality(window: D7) { byPlatform { ${counts} } byDay { date ${counts} } } }
        account { credits { used limit forecast } } }`,
    );
    const { project, account } = body.data as {
      project: { quality: { byPlatform: Counts[]; byDay: (Counts & { date: string })[] } };
      account: { credits: { used: number; limit: number; forecast: number } };
    };
    const days = page.getByRole('slider', { name: /Questions by day and platform/ });
    await days.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    const told = await days.getAttribute('aria-valuetext');
    expect(told).toContain('14 Jun 2026. ChatGPT: 0 of 3 answered, 3 failed, rate limited (3).');
    expect(told).toContain('Gemini: 0 of 3 answered, 3 not asked');

    const figure = page.getByRole('figure', { name: 'Questions by day and platform' });
    await figure.getByRole('button', { name: 'Table' }).click();
    const rows = await cellsOf(figure.locator('tbody tr'));
    expect(rows.map(([date, name, ...cells]) => [date, name?.toUpperCase(), ...cells.slice(0, 5).map(Number)])).toEqual(
      project.quality.byDay.map(({ date, platform, planned, accepted, failed, skipped, underWay }) => [
        ...[date, platform, planned, accepted, failed, skipped, underWay],
      ]),
    );
    const totals = await page.getByRole('list', { name: 'Totals by platform' }).getByRole('listitem').allTextContents();
    expect(totals).toEqual(
      project.quality.byPlatform.map(({ accepted, planned }) =>
        expect.stringContaining(`${accepted} of ${planned} answered`),
      ),
    );
    await page.getByText('ChatGPT failed 6 of 6 times since 14 Jun: rate limited.').waitFor();
    await page.getByText(`this month needs ${account.credits.forecast} of 15,000.`).waitFor();
    await page.getByText('1 question is waiting.').waitFor();
    await page.getByText('The service has no key for it, or no worker is running.').waitFor();
    await rowsOf(page).first().waitFor();
    expect(await findBarriers()).toEqual([]);

    await page.getByRole('link', { name: '6 failed' }).click();
    await page.waitForURL(/platforms=chatgpt&state=failed/);
    await page.reload();
    await page.getByText('ChatGPT limited the service’s requests until').first().waitFor();
    expect(await rowsOf(page).count()).toBe(6);
    await page.getByRole('heading', { level: 2, name: '6 runs' }).waitFor();
    expect(await page.getByRole('button', { name: 'Failed' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Waiting' }).click();
    await page.getByText('No runs match these filters.').waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.waitForURL((url) => !url.search.includes('state'));
    expect(faults).toEqual([]);
  });

  test('runs of one prompt come alone, further pages by scrolling, the end of a waiting one by itself', async () => {
    const watched = await browser.open({ storageState: await sessionOf(api, person) });
    const { page, faults } = watched;
    await page.clock.install();
    await page.goto(`${api.url}/dashboard/projects/${seeded.projectId}/runs?prompt=${seeded.promptIds[0]}`);
    await page.getByText('Showing runs of “Which running shoes are best for flat feet?”.').waitFor();
    expect(await rowsOf(page).first().getAttribute('aria-setsize')).toBe(String(DAYS * 4));
    await page.getByRole('button', { name: 'Show all prompts' }).click();
    await page.locator('[aria-setsize="50"], [aria-setsize="60"]').first().waitFor();
    await page.mouse.wheel(0, 20_000);
    await page.locator('[aria-setsize="60"]').first().waitFor();

    await page.getByText('1 question is waiting.').waitFor();
    await page.getByRole('button', { name: 'Waiting' }).click();
    await rowsOf(page).first().waitFor();
    await sql(
      api.db,
      `update run set state = 'failed', finished_at = now() where state = 'queued' and project_id = $1`,
      [seeded.projectId],
    );
    // The page asks again each 15 seconds while something waits.
    await page.clock.fastForward(15_000);
    await page.getByText('No runs match these filters.').waitFor();
    expect(faults).toEqual([]);
  });

  test('a project without runs says what comes next, and an answered run leads to its answer', async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const { page, faults } = await openRuns('', {}, id);
    await page.getByText('No questions were planned in this period.').first().waitFor();
    await page.getByRole('link', { name: 'Add a prompt' }).waitFor();
    const owner = { accountId: person.caller.account.accountId, projectId: id };
    const answer = { id: '0198c0de-0000-7000-8000-000000000000', bucketDate: TODAY };
    const promptId = '0198c0de-0000-7000-8000-000000000001';
    await addRun(api.db, owner, { promptId, plannedAt: `${TODAY}T05:00:00Z`, answer });
    await page.reload();
    const link = page.getByRole('link', { name: 'Read the answer' });
    expect(await link.getAttribute('href')).toMatch(new RegExp(`/answers\\?answer=${TODAY}\\.${answer.id}$`));
    await page.getByText('An archived prompt').waitFor();
    expect(faults).toEqual([]);
  });
});

/** The texts of a table's rows. */
function cellsOf(rows: Locator): Promise<string[][]> {
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent)),
  );
}
