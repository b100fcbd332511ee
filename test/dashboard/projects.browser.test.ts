import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addPerson, openOwner } from '../support/people.js';
import { createProject } from '../support/resources.js';
import { seedOverview } from '../support/seeded-overview.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

describeBrowser('the projects in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let seededId: string;
  beforeAll(async () => {
    person = await openPerson(api);
    seededId = await seedOverview(person);
    for (let n = 1; n <= 6; n += 1) await createProject(person.caller, { brand_name: `Brand ${n}` });
    const { id } = await createProject(person.caller, { brand_name: 'Bygone' });
    await person.caller.delete(`/projects/${id}`);
  });

  async function openProjects(by: { email: string }, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, by), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects`);
    return watched;
  }

  test('many are searched, each says how it is, and its number leads to its overview', async () => {
    const { page, faults } = await openProjects(person);
    const rows = page.getByRole('list', { name: 'Projects' }).getByRole('listitem');
    await rows.nth(6).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('brand 4');
    await rows.nth(1).waitFor({ state: 'detached' });
    expect(await rows.textContent()).toMatch(/^Brand 4northwind\.example.*Idle.*no answers yet$/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('no such');
    await page.getByText('No projects match “no such”.').waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await page.getByRole('button', { name: 'Show archived projects' }).click();
    await page.getByText('Bygone').waitFor();
    await rows.filter({ hasText: /\d+ answers/ }).click();
    await page.waitForURL(new RegExp(`/projects/${seededId}/overview`));
    expect(faults).toEqual([]);
  });

  test('a viewer reads them and is told why there is no way to a new one', async () => {
    const { page, faults } = await openProjects(await addPerson(api.db, await openOwner(api.db), 'viewer'));
    await page.getByText('No projects yet.').waitFor();
    const button = page.getByRole('button', { name: 'New project' });
    expect(await button.isDisabled()).toBe(true);
    expect(await button.getAttribute('title')).toMatch(/Your role is read-only/);
    expect(faults).toEqual([]);
  });

  test('no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
      ['light', 320],
    ] as const) {
      const { page, faults, findBarriers } = await openProjects(person, {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.getByRole('listitem').nth(6).waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
