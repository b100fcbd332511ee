import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addPerson } from '../support/people.js';
import { createProject } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

/** Feeds are made and ended where the project's settings are. */

describeBrowser('feeds of a project in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  beforeEach(async () => {
    person = await openPerson(api);
    ({ id: projectId } = await createProject(person.caller, { brand_name: 'Northwind' }));
  });

  async function open(who: { email: string } = person, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, who), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/settings`);
    await watched.page.getByRole('heading', { name: 'Feeds', exact: true }).waitFor();
    return watched;
  }

  test('a feed is made, shown once, read by its address, listed with its use, and revoked', async () => {
    const { page, faults, findBarriers } = await open();
    await page.getByText('There are no feeds yet.').waitFor();
    await page.getByRole('button', { name: 'Create feed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Weekly sheet');
    await dialog.getByLabel('What it holds').selectOption('Prompts of now');
    await dialog.getByLabel('Days back from today').selectOption('7 days');
    await dialog.getByLabel('Claude').check();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const url = (await dialog.getByRole('group', { name: 'Feed' }).locator('code').textContent()) ?? '';
    expect(url).toMatch(/^https:\/\/visibility\.example\/feeds\/bvf_[\w-]{64}\.csv$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(url.slice(-68, -4));

    const { pathname } = new URL(url);
    expect((await api.request('GET', pathname)).status).toBe(200);
    await page.reload();
    const row = page.getByRole('row', { name: /Weekly sheet/ });
    await row.waitFor();
    expect((await row.getByRole('cell').allTextContents()).slice(0, 5)).toEqual([
      'Weekly sheet',
      'Prompts of now · Claude',
      url.slice(-12, -4),
      expect.stringMatching(/^\d+ \w+ 20\d\d, Test$/),
      expect.stringMatching(/^read 1 time, last \d+ \w+ 20\d\d$/),
    ]);
    await page.getByRole('button', { name: 'Revoke Weekly sheet' }).click();
    await dialog.getByRole('button', { name: 'Revoke feed' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText(/^revoked /).waitFor();
    expect((await api.request('GET', pathname)).status).toBe(404);
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a viewer sees the feeds and is told why none can be made; on a phone nothing is too wide', async () => {
    const { accountId } = person.caller.account;
    const viewer = await addPerson(api.db, { accountId, tier: 'agency' }, 'viewer');
    const { page, findBarriers } = await open(viewer, { viewport: { width: 320, height: 640 } });
    await page.getByText('Your role is read-only. Members and owners can create feeds.').waitFor();
    expect(await page.getByRole('button', { name: 'Create feed' }).isDisabled()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await findBarriers()).toEqual([]);
  });
});
