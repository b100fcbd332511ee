import type { Page } from 'playwright-core';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addPerson, openOwner } from '../support/people.js';
import { openPerson, PASSWORD, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

const KEY = /^bvm_[0-9A-Za-z]{70}$/;

describeBrowser('API keys in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();

  async function openKeys(person: { email: string }, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/api-keys`);
    await watched.page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    return watched;
  }

  async function createKey(page: Page, name: string, access?: string): Promise<string> {
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Description').fill('Reads the daily tables');
    if (access !== undefined) await dialog.getByLabel('Access').selectOption({ label: access });
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByRole('button', { name: 'Copy' }).waitFor();
    return (await dialog.getByRole('group', { name: 'API key' }).locator('code').textContent()) ?? '';
  }

  /** The status that the API answers a request with this key with. */
  async function statusOf(apiKey: string): Promise<number> {
    const { status } = await api.request('GET', '/api/v1/projects', { Authorization: `Bearer ${apiKey}` });
    return status;
  }

  test('a key is shown once, kept nowhere, counted as it is used, and refused as soon as it is revoked', async () => {
    const person = await openPerson(api);
    const { page, faults, findBarriers } = await openKeys(person);
    const apiKey = await createKey(page, 'Warehouse');
    expect(apiKey).toMatch(KEY);
    expect(await findBarriers()).toEqual([]);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(apiKey);
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').getByText('store it safely').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(apiKey);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(`${kept}${page.url()}`).not.toContain(apiKey.slice(0, 16));

    const row = page.getByRole('row', { name: /Warehouse/ });
    const cells = async () => (await row.getByRole('cell').allTextContents()).slice(0, 6);
    expect(await cells()).toEqual([
      'WarehouseReads the daily tables',
      'Reads only',
      `${apiKey.slice(0, 12)}…`,
      expect.stringMatching(/^\d+ \w+ 20\d\d$/),
      'never',
      '0',
    ]);
    for (let n = 0; n < 3; n += 1) expect(await statusOf(apiKey)).toBe(200);
    await page.reload();
    await row.waitFor();
    expect((await cells()).slice(4)).toEqual([expect.stringMatching(/UTC$/), '3']);

    await row.getByRole('button', { name: 'Revoke' }).click();
    const confirm = page.getByRole('dialog', { name: 'Revoke Warehouse?' });
    expect(await statusOf(apiKey)).toBe(200);
    await confirm.getByRole('button', { name: 'Revoke key' }).click();
    await confirm.waitFor({ state: 'detached' });
    expect(await statusOf(apiKey)).toBe(401);
    await page.getByRole('button', { name: 'Show revoked keys (1)' }).click();
    await page.getByRole('region', { name: 'Revoked keys' }).getByText('Warehouse').waitFor();
    expect(faults).toEqual([]);
  });

  test('a new key reads only unless it is asked to change, and the page says which', async () => {
    const person = await openPerson(api);
    const { page, faults } = await openKeys(person);
    const [reads, changes] = ['Reader', 'Writer'];
    const made = async (name: string, access?: string) => {
      const apiKey = await createKey(page, name, access);
      const said = await page.getByRole('dialog').getByText('until it is revoked').textContent();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('row', { name: new RegExp(name) }).waitFor();
      const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ brand_name: 'Acme', website_url: 'https://acme.example' });
      const { status } = await api.request('POST', '/api/v1/projects', headers, body);
      return [said, status];
    };
    expect(await made(reads)).toEqual([expect.stringContaining('changes nothing'), 403]);
    expect(await made(changes, 'Read and change projects and prompts')).toEqual([
      expect.stringContaining('full access'),
      201,
    ]);
    await page.getByRole('row', { name: /Reader.*Reads only/ }).waitFor();
    await page.getByRole('row', { name: /Writer.*Reads and changes/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test('after ten minutes the password is asked for, and what was asked for goes on by itself', async () => {
    const person = await openPerson(api);
    const { page, faults, findBarriers } = await openKeys(person);
    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [person.caller.account.accountId]);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Late');
    await page.getByRole('button', { name: 'Create', exact: true }).click();

    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByLabel('Your password').fill('not the password');
    expect(await findBarriers()).toEqual([]);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await proof.getByRole('alert').getByText('That was not accepted').waitFor();
    await page.keyboard.press('Escape');
    await proof.waitFor({ state: 'detached' });
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByRole('alert').getByText('Nothing was changed').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Late');

    await form.getByRole('button', { name: 'Create', exact: true }).click();
    await proof.getByLabel('Your password').fill(PASSWORD);
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog', { name: 'Your new key' }).getByText(/^bvm_/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Late/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a session that ended while a proof was asked for leads to the sign-in', async () => {
    const person = await openPerson(api);
    const { page } = await openKeys(person);
    const { accountId } = person.caller.account;
    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [accountId]);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('Late');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await queryDatabase(api.database, 'update session set ended_at = now() where account_id = $1', [accountId]);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('row', { name: /bvm_/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a field that is wrong says so, and nothing is made', async () => {
    const { page, faults } = await openKeys(await openPerson(api));
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name').fill('   ');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog').getByText('must not be empty').waitFor();
    expect(faults).toEqual([]);
  });

  test('a starter account is told why it has none, and a viewer who creates them', async () => {
    const starter = await openKeys(await openPerson(api, 'starter'));
    await starter.page.getByText('The starter plan has no API access').waitFor();
    expect(await starter.page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    const viewer = await addPerson(api.db, await openOwner(api.db), 'viewer');
    const { page, faults } = await openKeys(viewer);
    await page.getByText('Your role is read-only').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    const person = await openPerson(api);
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 320],
    ] as const) {
      const { page, faults, findBarriers } = await openKeys(person, { colorScheme, viewport: { width, height: 900 } });
      await page.getByRole('row', { name: /bvm_/ }).waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
