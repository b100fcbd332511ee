import type { Page } from 'playwright-core';
import { VERSION } from '../../src/version.js';
import { TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addApp, Browser } from '../support/factors.js';
import { openPerson, PASSWORD } from '../support/signed-in.js';

const SECOND = 1_000;

describeBrowser('signing in with a real browser', () => {
  const api = useApi();
  const browser = useBrowser();

  async function fillIn(page: Page, email: string, password: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('a page leads to the sign-in, asks nothing before it, and is led back to by the right password', async () => {
    const { email } = await openPerson(api);
    const { page, faults } = await browser.open();
    const asked: string[] = [];
    page.on('request', (request) => request.url().endsWith('/graphql') && asked.push(request.url()));
    await page.goto(`${api.url}/dashboard/projects?x=1`);
    await page.waitForURL(/\/dashboard\/sign-in\?back=/);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(asked).toEqual([]);

    await fillIn(page, email, 'not the password at all');
    expect(await page.getByRole('alert').textContent()).toContain('The e-mail address or the password is wrong');
    await fillIn(page, email, PASSWORD);
    await page.waitForURL(/\/dashboard\/projects/);
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();

    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('who has a second factor is asked for it after the password, and gets in by a recovery code', async () => {
    const { email } = await openPerson(api);
    const own = new Browser(api);
    await own.signIn(email, PASSWORD);
    const { recoveryCodes } = await addApp(own, new Date(`${TODAY}T12:00:00Z`));
    const { page, faults, findBarriers } = await browser.open();
    await page.goto(`${api.url}/dashboard/sign-in`);
    await fillIn(page, email, PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByLabel('Code').fill('not a code');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('an address elsewhere is no way back', async () => {
    const { email } = await openPerson(api);
    const { page, faults } = await browser.open();
    await page.goto(`${api.url}/dashboard/sign-in?back=${encodeURIComponent('//evil.example/')}`);
    await fillIn(page, email, PASSWORD);
    await page.waitForURL(`${api.url}/dashboard/projects`);
    expect(faults).toEqual([]);
  });

  test('signing out ends the session and shows the sign-in', async () => {
    const { email } = await openPerson(api);
    const { page, faults } = await browser.open({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${api.url}/dashboard/sign-in`);
    await fillIn(page, email, PASSWORD);
    await page.getByText(`Version ${VERSION}`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/dashboard\/sign-in/);
    await page.goto(`${api.url}/dashboard/projects`);
    await page.waitForURL(/\/dashboard\/sign-in\?back=/);
    expect(faults).toEqual([]);
  });

  test('an eleventh wrong password is told when to try again', async () => {
    const { email } = await openPerson(api);
    const { page } = await browser.open();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const body = JSON.stringify({ email, password: 'wrong' });
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
      await api.request('POST', '/dashboard/session', headers, body);
    }
    await page.goto(`${api.url}/dashboard/sign-in`);
    await fillIn(page, email, PASSWORD);
    await page
      .getByRole('alert')
      .getByText(/Try again in \d+ minutes/)
      .waitFor();
  });

  test('a link without its token says so, and a link for a new password is asked for by anybody', async () => {
    const { page, faults } = await browser.open();
    await page.goto(`${api.url}/dashboard/link`);
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    await page.getByRole('link', { name: 'Request a link' }).click();
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByText('If this address has an account').waitFor({ timeout: 10 * SECOND });
    expect(faults).toEqual([]);
  });

  test.each(['sign-in', 'forgot', 'link#token'])('%s has no barrier, light or dark, wide or narrow', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1280]) {
        const { page, faults, findBarriers } = await browser.open({ colorScheme, viewport: { width, height: 800 } });
        await page.goto(`${api.url}/dashboard/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(await findBarriers()).toEqual([]);
        expect(faults).toEqual([]);
      }
    }
  });
});
