import type { Locator, Page } from 'playwright-core';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { refuseNextWrite } from '../support/refused-write.js';
import { createProject, createPrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

describeBrowser('what has the focus once a dialog is closed', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  beforeAll(async () => {
    person = await openPerson(api);
  });

  async function open(path: string) {
    const watched = await browser.open({ storageState: await sessionOf(api, person) });
    await watched.page.goto(`${api.url}/dashboard${path}`);
    return watched;
  }

  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

  /** Focus returns a moment after the dialog has gone. */
  async function expectFocus(page: Page, target: Locator) {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await target.and(page.locator(':focus')).waitFor();
  }

  async function makeKey(page: Page, name: string) {
    await button(page, 'Create key').click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await button(page, 'Create').click();
    await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  }

  test('is what opened it: by Escape, by its buttons, by a press beside it and after success', async () => {
    const { page, faults } = await open('/api-keys');
    const opener = button(page, 'Create key');
    const closings = [
      () => page.keyboard.press('Escape'),
      () => button(page, 'Cancel').click(),
      () => button(page, 'Close').click(),
      () => page.mouse.click(5, 5),
    ];
    for (const close of closings) {
      await opener.click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await close();
      await expectFocus(page, opener);
    }
    await makeKey(page, 'warehouse');
    await page.getByRole('dialog').and(page.locator(':focus-within')).waitFor();
    await button(page, 'Done').click();
    await expectFocus(page, opener);
    expect(faults).toEqual([]);
  });

  test('is the heading of the page where what opened it has gone', async () => {
    const { page, faults } = await open('/api-keys');
    await makeKey(page, 'to be revoked');
    await button(page, 'Done').click();
    const row = page.getByRole('row').filter({ hasText: 'to be revoked' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.keyboard.press('Escape');
    await expectFocus(page, row.getByRole('button', { name: 'Revoke' }));
    await row.getByRole('button', { name: 'Revoke' }).click();
    await button(page, 'Revoke key').click();
    await row.waitFor({ state: 'detached' });
    await expectFocus(page, page.getByRole('heading', { level: 1 }));
    expect(faults).toEqual([]);
  });

  test('is what opened it, where that cannot take the focus for a moment', async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const { page } = await open(`/projects/${id}/settings`);
    await page.getByLabel('Brand name').fill('Northwind Tea');
    await refuseNextWrite(page, 'Somebody was faster');
    await button(page, 'Save').click();
    await button(page, 'Save and re-analyse').click();
    await page.getByRole('alert').getByText('Somebody was faster').waitFor();
    await expectFocus(page, button(page, 'Save'));
  });

  test('is the link that was pressed, where leaving is not confirmed; else what was open at a key press', async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const { page } = await open(`/projects/${id}/settings`);
    await page.getByLabel('Topic').fill('tea');
    const link = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Overview' });
    await link.click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page, link);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page, link);
  });

  test('is the button of the page, for dialogs of prompts and people', async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    await createPrompt(person.caller, id, { prompt_text: 'Which tea is best?' });
    const { page } = await open(`/projects/${id}/prompts`);
    await button(page, 'Add prompts').click();
    await page.getByRole('dialog').getByLabel('Questions').fill('Which tea is cheap?');
    await page.getByRole('dialog').getByRole('button', { name: 'Add 1 prompt' }).click();
    await expectFocus(page, button(page, 'Add prompts'));
    await page.goto(`${api.url}/dashboard/people`);
    await button(page, 'Invite').click();
    await page.getByRole('dialog').getByLabel('Email').waitFor();
    await page.keyboard.press('Escape');
    await expectFocus(page, button(page, 'Invite'));
  });
});
