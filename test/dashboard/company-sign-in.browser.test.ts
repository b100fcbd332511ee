import type { Page } from 'playwright-core';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { createHolder, listHolders, renewLink } from '../../src/core/people/holders.js';
import { linkUrl } from '../../src/core/people/links.js';
import { OPERATOR_CLIENT } from '../../src/core/people/security-events.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { aDomain, addProvider, useProvider } from '../support/company-sign-in.js';
import { addApp, Browser } from '../support/factors.js';
import { linkIn, operatorOf, PASSWORD } from '../support/people.js';
import { sessionOf } from '../support/signed-in.js';
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

  test('who must sign in by it is led there by an invitation, and from a link for a password', async () => {
    const company = await openCompany();
    const { accountId } = company;
    const storageState = await sessionOf(api, company);
    const operator = operatorOf(api.db, company);
    const [invited, earlier] = [`ann@${company.domain}`, `bob@${company.domain}`];
    const bob = await createHolder(operator, { email: earlier, name: 'Bob', role: 'viewer' });
    const bobs = linkIn(await renewLink(operator, bob.holderId, OPERATOR_CLIENT));
    await queryDatabase(api.database, 'update identity_provider set is_required = true where account_id = $1', [
      accountId,
    ]);
    const { page, faults, findBarriers } = await browser.open({ storageState });
    page.setDefaultTimeout(20_000);
    await page.goto(`${api.url}/dashboard/people`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('Email').fill(invited);
    await page.getByLabel('Name').fill('Ann');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const shown = page.getByRole('dialog', { name: 'Ann is invited' });
    await shown.getByText(`Ann signs in with Acme as ${invited}, and needs no password.`).waitFor();
    const address = (await shown.getByRole('group', { name: 'Address' }).locator('code').textContent()) ?? '';
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);

    const names = { ann: { claims: { email: invited, email_verified: true } } };
    await provider.know({ ...names, bob: { claims: { email: earlier, email_verified: true } } });
    const anns = await browser.open();
    const { pathname, search } = new URL(address);
    await anns.page.goto(`${api.url}${pathname}${search}`);
    await anns.page.getByLabel('Work email').fill(invited);
    await anns.page.getByRole('button', { name: 'Continue' }).click();
    await proveThere(anns.page, 'ann');
    await anns.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();

    const bobsBrowser = await browser.open();
    await bobsBrowser.page.goto(linkUrl(api.url, bobs));
    await bobsBrowser.page.getByLabel('New password').fill(`${PASSWORD} of Bob`);
    await bobsBrowser.page.getByRole('button', { name: 'Set password and sign in' }).click();
    await bobsBrowser.page.getByRole('alert').getByText('Your account requires Acme').waitFor();
    await bobsBrowser.page.getByRole('link', { name: 'Sign in with your company' }).click();
    await bobsBrowser.page.getByLabel('Work email').waitFor();
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
