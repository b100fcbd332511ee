import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { renewSetupCode } from '../../src/core/people/set-up.js';
import { DEMO_EMAIL } from '../../src/entities/vocabulary.js';
import { type StartedApi, startApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';

describeBrowser('setting up with a real browser', () => {
  const browser = useBrowser();
  let api: StartedApi;
  beforeEach(async () => {
    api = await startApi({ offersSetup: true });
  });
  afterEach(() => api.close());

  test('an empty installation leads to Set up, which refuses beside the fields and ends in a new project', async () => {
    const code = await renewSetupCode(api.db);
    const { page, faults, findBarriers } = await browser.open();
    await page.goto(`${api.url}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Set up' }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByLabel('Setup code').fill('ABCD-EFGH-JKMN-PQRS');
    await page.getByLabel('Organization').fill('Northwind Ltd');
    await page.getByLabel('Your name').fill('Ada Northwind');
    await page.getByLabel('Email').fill('ada@northwind.example');
    await page.getByLabel('Password').fill('too short');
    await page.getByLabel('Plan').selectOption('professional');
    await page.getByLabel('Password').press('Enter');
    await page.getByRole('alert').getByText('The setup code is wrong').waitFor();
    await page.getByLabel('Setup code').fill(code);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('must be at least 15 characters').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByLabel('Password').fill('a lamp, a ladder and a lake');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
    await page.goto(`${api.url}/dashboard/account`);
    await page.getByText('Northwind Ltd').first().waitFor();
    // Two requests are refused on purpose, and the browser tells so.
    expect(faults.filter((fault) => !/401|422/.test(fault))).toEqual([]);
  });

  test('beside the demo the sign-in offers it; where an account is, the page says so', async () => {
    await createAccount(api.db, SYSTEM_CLOCK, { name: 'Demo', email: DEMO_EMAIL, tier: 'professional' });
    const { page, faults, findBarriers } = await browser.open({ viewport: { width: 320, height: 640 } });
    await page.goto(`${api.url}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Start with your own brand' }).click();
    await page.getByRole('heading', { level: 1, name: 'Start with your own brand' }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await createAccount(api.db, SYSTEM_CLOCK, { name: 'Other', email: 'other@example.com', tier: 'starter' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Already set up' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(await page.getByRole('link', { name: 'Start with your own brand' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
