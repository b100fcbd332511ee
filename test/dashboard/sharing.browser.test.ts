import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addPerson } from '../support/people.js';
import { createProject } from '../support/resources.js';
import { openPerson, PASSWORD, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

/** Share links are made and ended where the project's settings are. */

const SECRET = 'eight or more';

describeBrowser('sharing a project in a real browser', () => {
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
    await watched.page.getByRole('heading', { name: 'Share', exact: true }).waitFor();
    return watched;
  }

  test('a link is made with a password, shown once, opened by others, changed and revoked', async () => {
    const { page, faults, findBarriers } = await open();
    await page.getByText('There are none yet.').first().waitFor();
    await page.getByRole('button', { name: 'Create link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('For the board');
    await dialog.getByLabel('Overview').uncheck();
    await dialog.getByText('Choose at least one part.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel('Overview').check();
    await dialog.getByLabel('Citations').check();
    await dialog.getByLabel('Ends in days').fill('30');
    await dialog.getByLabel('Password').fill(SECRET);
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const url = (await dialog.getByRole('group', { name: 'Share link' }).locator('code').textContent()) ?? '';
    expect(url).toMatch(/^https:\/\/visibility\.example\/shared#bvs_[\w-]{64}$/);
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(url.slice(-64));

    const row = page.getByRole('row', { name: /For the board/ });
    const cells = async () => (await row.getByRole('cell').allTextContents()).slice(0, 5);
    expect(await cells()).toEqual([
      'For the board · password',
      'Overview, citations',
      expect.stringMatching(/^\d+ \w+ 20\d\d, Test$/),
      expect.stringMatching(/^until \d+ \w+ 20\d\d$/),
      'never',
    ]);

    const { page: visitor } = await browser.open();
    await visitor.goto(`${api.url}/shared#${url.split('#')[1]}`);
    await visitor.getByLabel('Password').fill(SECRET);
    await visitor.getByRole('button', { name: 'Open the page' }).click();
    await visitor.getByRole('heading', { level: 1, name: 'How AI answers name Northwind' }).waitFor();

    await page.getByRole('button', { name: 'Change For the board' }).click();
    await dialog.getByLabel('Answers, with their texts').check();
    await dialog.getByLabel('Ask for no password any more').check();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'Overview, citations, answers' }).waitFor();
    expect((await cells())[0]).toBe('For the board');
    expect((await cells())[4]).toMatch(/^1 time, last /);

    await page.getByRole('button', { name: 'Revoke For the board' }).click();
    await dialog.getByRole('button', { name: 'Revoke link' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText(/^revoked /).waitFor();
    await visitor.reload();
    await visitor.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('after ten minutes the password is asked for first', async () => {
    const { page } = await open();
    await queryDatabase(api.database, `update session set stepped_up_at = now() - interval '11 minutes'`);
    await page.getByRole('button', { name: 'Create link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a share link' });
    await dialog.getByLabel('Name').fill('Late');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByLabel('Password').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('group', { name: 'Share link' }).waitFor();
  });

  test('a viewer sees the links and is told why none can be made; on a phone nothing is too wide', async () => {
    const { accountId } = person.caller.account;
    const viewer = await addPerson(api.db, { accountId, tier: 'agency' }, 'viewer');
    const { page, findBarriers } = await open(viewer, { viewport: { width: 320, height: 640 } });
    await page.getByText('Your role is read-only. Members and owners can share.').waitFor();
    expect(await page.getByRole('button', { name: 'Create link' }).isDisabled()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await findBarriers()).toEqual([]);
  });
});
