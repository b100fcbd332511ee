import type { Page } from 'playwright-core';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { openOwner } from '../support/people.js';
import { PASSWORD } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

describeBrowser('passkeys in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();

  /** Browsers make no passkey for an address in numbers. */
  const localhost = () => api.url.replace('127.0.0.1', 'localhost');

  /** A device that asks nobody and agrees to everything. */
  async function addDevice(page: Page): Promise<void> {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    await session.send('WebAuthn.addVirtualAuthenticator', { options });
  }

  async function signIn(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('one is added, signs in after the password, confirms who it is, and is removed', async () => {
    const owner = await openOwner(api.db);
    const { page, faults, findBarriers } = await browser.open({ viewport: { width: 1280, height: 900 } });
    await addDevice(page);
    await page.goto(`${localhost()}/dashboard/sign-in?back=/account`);
    await signIn(page, owner.email);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('button', { name: 'Done' }).click();
    await page.getByText('You sign in with your password and your passkey.').waitFor();
    await page.getByText('never used').waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in/);
    await signIn(page, owner.email);
    await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();

    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [owner.accountId]);
    await page.getByRole('link', { name: 'Account' }).click();
    await page
      .getByText(/last used/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('You sign in with your password alone.').waitFor();
    expect(faults.filter((fault) => !fault.includes('status of 403'))).toEqual([]);
  });

  test('an address in numbers is told why it has none', async () => {
    const owner = await openOwner(api.db);
    const { page, faults } = await browser.open();
    await page.goto(`${api.url}/dashboard/sign-in?back=/account`);
    await signIn(page, owner.email);
    await page.getByText('Passkeys do not work at this address').waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey' }).isDisabled()).toBe(true);
    expect(faults).toEqual([]);
  });
});
