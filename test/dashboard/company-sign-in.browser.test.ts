import type { Page } from 'playwright-core';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { createHolder, listHolders } from '../../src/core/people/holders.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { aDomain, addProvider, useProvider } from '../support/company-sign-in.js';
import { addApp, Browser } from '../support/factors.js';
import { operatorOf, PASSWORD } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';

describeBrowser('signing in by a company in a real browser', () => {
  const clock = new TestClock();
  const api = useApi({ clock });
  const provider = useProvider(api);
  const browser = useBrowser();

  async function openCompany() {
    const domain = aDomain();
    const email = `owner@${domain}`;
    const input = { name: 'Test', email, tier: 'agency', password: PASSWORD };
    const { accountId } = await createAccount(api.db, SYSTEM_CLOCK, input);
    const account = { accountId, tier: 'agency' as const };
    await addProvider(api, account, provider.issuer, { domains: [domain] });
    return { ...account, domain, email };
  }

  /** Presses the button, and signs in at the provider as `login`. */
  async function signIn(page: Page, email: string, login: string): Promise<void> {
    await page.getByRole('button', { name: 'Sign in with your company' }).click();
    await page.getByLabel('Work email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await proveThere(page, login);
  }

  async function proveThere(page: Page, login: string): Promise<void> {
    await page.getByLabel('Login').fill(login);
    await page.getByRole('button', { name: 'Go' }).click();
  }

  test('a person comes in by it to where they wanted to go, and is told in a sentence why another is not', async () => {
    const company = await openCompany();
    const email = `ann@${company.domain}`;
    await createHolder(operatorOf(api.db, company), { email, name: 'Ann', role: 'member' });
    await provider.know({
      ann: { claims: { email, email_verified: true } },
      stranger: { claims: { email: `stranger@${company.domain}`, email_verified: true } },
    });
    const { page, findBarriers } = await browser.open();
    page.setDefaultTimeout(20_000);
    await page.goto(`${api.url}/dashboard/account`);
    await page.waitForURL(/\/dashboard\/sign-in\?back=/);
    await page.getByRole('button', { name: 'Sign in with your company' }).click();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Use a password' }).click();
    await signIn(page, email, 'stranger');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe(
      'No one in this account has your address. Ask an owner to invite you.',
    );
    // The provider would name the stranger again, whose session is open there.
    await page.context().clearCookies();
    await signIn(page, email, 'ann');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await page.goto(`${api.url}/dashboard/account`);
    await page.getByText('You sign in by Acme.').waitFor();
    await page.getByText('Signed in by Acme', { exact: true }).waitFor();
    expect(await findBarriers()).toEqual([]);
  });

  test('an owner proves the factor, requires it, and confirms a change at the company', async () => {
    const company = await openCompany();
    const { email } = company;
    await provider.know({ owner: { claims: { email, email_verified: true } } });
    const own = new Browser(api);
    await own.signIn(email);
    const { recoveryCodes } = await addApp(own, clock.now());
    const { page, findBarriers } = await browser.open();
    page.setDefaultTimeout(20_000);
    await page.goto(`${api.url}/dashboard/sign-in`);
    await signIn(page, email, 'owner');
    await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
    await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();

    await page.goto(`${api.url}/dashboard/people`);
    await page.getByRole('heading', { level: 2, name: 'Company sign-in' }).waitFor();
    await page.getByRole('button', { name: 'Require it' }).click();
    const asked = page.getByRole('dialog', { name: 'Require Acme?' });
    await asked.getByRole('button', { name: 'Require it' }).click();
    await asked.getByText('First mark an owner').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep password' }).click();
    const keep = page.getByRole('dialog', { name: /Keep the password/ });
    expect(await findBarriers()).toEqual([]);
    await keep.getByRole('button', { name: 'Keep password' }).click();
    await page.getByRole('button', { name: 'Stop keeping it' }).waitFor();

    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [company.accountId]);
    const require = async () => {
      await page.getByRole('button', { name: 'Require it' }).click();
      await page.getByRole('dialog', { name: 'Require Acme?' }).getByRole('button', { name: 'Require it' }).click();
    };
    await require();
    await page.getByRole('button', { name: 'Confirm with your company' }).click();
    await proveThere(page, 'owner');
    await page.waitForURL(/\/dashboard\/people/);
    await require();
    await page.getByText(/Required\./).waitFor();
    expect(await findBarriers()).toEqual([]);
    const people = await listHolders(operatorOf(api.db, company));
    expect(people.map(({ mayUsePassword }) => mayUsePassword)).toEqual([true]);
  });

  test('who is signed in links it by hand, and removes the link', async () => {
    const company = await openCompany();
    await provider.know({ 'somebody else there': {} });
    const { page } = await browser.open();
    page.setDefaultTimeout(20_000);
    await page.goto(`${api.url}/dashboard/sign-in?back=/account`);
    await page.getByLabel('Email').fill(company.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('You do not sign in by your company yet.').waitFor();
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    await proveThere(page, 'somebody else there');
    await page.getByText('You sign in by Acme.').waitFor();
    await page.getByRole('button', { name: 'Remove link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You do not sign in by your company yet.').waitFor();
  });
});
