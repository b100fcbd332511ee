import { setKillSwitch } from '../../src/core/writes.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createProject } from '../support/resources.js';
import { seedOverview } from '../support/seeded-overview.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

describeBrowser('what a page shows when it cannot show all', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  beforeAll(async () => {
    person = await openPerson(api);
    projectId = await seedOverview(person);
  });

  async function openOverview(search = '') {
    const watched = await browser.open({ storageState: await sessionOf(api, person) });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/overview${search}`);
    await watched.page.getByText('Share of answers by platform').waitFor();
    return watched;
  }

  test('a project without answers is shown as unknown, never as zero', async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Unasked' });
    const { page, faults } = await browser.open({ storageState: await sessionOf(api, person) });
    await page.goto(`${api.url}/dashboard/projects/${id}/overview`);
    await page.getByText('No answers in this period').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/\b0 ?%/);
    await page.goto(`${api.url}/dashboard/projects`);
    await page.getByText('no answers yet').waitFor();
    expect(faults).toEqual([]);
  });

  test('a project that is not theirs is refused with the way back', async () => {
    const stranger = await openPerson(api);
    const { page, faults } = await browser.open({ storageState: await sessionOf(api, stranger) });
    await page.goto(`${api.url}/dashboard/projects/${projectId}/overview`);
    await page.getByRole('heading', { level: 1, name: 'No such project' }).waitFor();
    await page.getByText('belong to another account').waitFor();
    expect(await page.getByRole('navigation', { name: 'Project' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Go to your projects' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a refused request says when it is tried again, and is', async () => {
    const { page, faults } = await openOverview();
    let refused = 0;
    await page.route('**/graphql', (route) => {
      if (refused > 0 || !route.request().postData()?.includes('query Overview(')) return route.continue();
      refused += 1;
      const body = JSON.stringify({ errors: [{ message: 'Later', extensions: { code: 'RATE_LIMIT_EXCEEDED' } }] });
      return route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, contentType: 'application/json', body });
    });
    await page.getByRole('button', { name: '7 days' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText(/^Too many requests\..* Again in [12] seconds?\. You are seeing earlier data\./).waitFor();
    await alert.waitFor({ state: 'detached' });
    await page.locator('[aria-busy=false]').waitFor();
    expect(faults).toEqual([]);
  });

  test('a service out of reach is told, and what is there stays', async () => {
    const { page } = await openOverview();
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('button', { name: '7 days' }).click();
    await page.getByRole('alert').getByText('No connection to the service.').waitFor();
    await page.getByText('Share of answers by platform').waitFor();
  });

  test('while the kill switch is on, every page says that nothing can be changed', async () => {
    await setKillSwitch(api.db, true);
    const { page, faults } = await openOverview();
    await page.getByRole('status').getByText('Read-only for now').waitFor();
    await setKillSwitch(api.db, false);
    expect(faults).toEqual([]);
  });

  test('names full of markup are shown as they are, and run nothing', async () => {
    const hostile = `<img src=x onerror=alert(1)>"'--></script><script>alert(2)</script>`;
    const owner = await openPerson(api);
    const { id } = await createProject(owner.caller, { brand_name: hostile });
    const { page, faults } = await browser.open({ storageState: await sessionOf(api, owner) });
    await page.goto(`${api.url}/dashboard/projects/${id}/overview`);
    await page.getByText('No answers in this period').waitFor();
    expect(await page.locator('main').textContent()).toContain(hostile);
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('a session that ended elsewhere leads to the sign-in, and back to the same view', async () => {
    const { page } = await openOverview('?window=90d');
    // Else a request under way would already lead to the sign-in, without the click.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('button', { name: '7 days' }).click();
    await page.waitForURL(/\/sign-in\?back=/);
    expect(decodeURIComponent(page.url())).toContain(`/projects/${projectId}/overview?window=7d`);
  });
});
