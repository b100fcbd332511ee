import type { BrowserContextOptions } from 'playwright-core';
import { type StartedApi, startApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { forgetPlatforms, makeOperators, toolsFor } from '../support/operated.js';
import { openPerson, PASSWORD, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

const KEY = 'sk-typed-in-by-the-owner-7Qx2';
/** The fake says of such a key that it is wrong, and repeats it. */
const WRONG_KEY = 'wrong-key-that-was-typed-in-9Zz9';

describeBrowser('the platforms in a real browser', () => {
  const browser = useBrowser();
  let fake: FakePlatforms;
  let api: StartedApi;
  let person: Person;

  beforeAll(async () => {
    fake = await FakePlatforms.start();
    api = await startApi({ platforms: toolsFor(fake) });
  });
  beforeEach(async () => {
    fake.forgetCalls();
    await forgetPlatforms(api.database);
    person = await openPerson(api);
    await makeOperators(api.database, person.caller.account.accountId);
  });
  afterAll(async () => {
    await api.close();
    await fake.close();
  });

  const storedKeys = async () => (await queryDatabase(api.database, 'select from platform_key')).length;

  async function openPage(at: StartedApi = api, options: BrowserContextOptions = {}) {
    const opened = await browser.open({ storageState: await sessionOf(at, person), ...options });
    await opened.page.goto(`${at.url}/dashboard/platforms`);
    await opened.page.getByRole('heading', { level: 1, name: 'Platforms' }).waitFor();
    await opened.page.getByText(/platforms? (is|are) asked now/).waitFor();
    const card = opened.page
      .getByRole('listitem')
      .filter({ has: opened.page.getByRole('heading', { name: 'ChatGPT' }) });
    return { ...opened, card };
  }

  test('a key that the platform refuses is told so and not stored; a good one is stored and tried', async () => {
    const { page, card, faults, findBarriers } = await openPage();
    await card.getByText('It has no key.').waitFor();
    expect(await card.getByRole('button', { name: 'Try ChatGPT' }).count()).toBe(0);
    await card.getByRole('button', { name: 'Type in key of ChatGPT' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Key, as the platform gave it').fill(WRONG_KEY);
    expect(await findBarriers()).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('The key is not stored, as ChatGPT did not answer with it').waitFor();
    expect(await dialog.getByRole('alert').textContent()).not.toContain(WRONG_KEY);
    expect(await findBarriers()).toEqual([]);
    expect(await storedKeys()).toBe(0);

    await dialog.getByLabel('Key, as the platform gave it').fill(` ${KEY} `);
    await dialog.getByRole('button', { name: 'Test and store' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await card.getByText(/^Typed in on .+, ending in 7Qx2$/).waitFor();
    await card.getByText(/: it answered$/).waitFor();
    expect(await storedKeys()).toBe(1);
    expect(fake.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await page.content()).not.toContain(KEY);

    await card.getByRole('button', { name: 'Try ChatGPT' }).click();
    await dialog.getByText('That costs about $0.01').waitFor();
    await dialog.getByRole('button', { name: 'Ask one question' }).click();
    await dialog
      .getByRole('status')
      .getByText(/^ChatGPT answered, as \S+\. It cost /)
      .waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await card.getByRole('button', { name: 'Remove key of ChatGPT' }).click();
    await dialog.getByRole('button', { name: 'Remove key' }).click();
    await card.getByText('It has no key.').waitFor();
    expect(await storedKeys()).toBe(0);
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a platform is paused for a time and resumed, by keys alone, and the account tells who did it', async () => {
    await queryDatabase(
      api.database,
      `update platform_gate set served_until = now() + interval '3 minutes' where platform = 'chatgpt'`,
    );
    await queryDatabase(
      api.database,
      `insert into platform_key (platform, secret, last_characters) values ('chatgpt', 'x', '7Qx2')`,
    );
    const { sources } = toolsFor(fake);
    const own = sources.platformSettings.slice(0, 1).map((one) => ({ ...one, apiKey: 'key-of-the-environment-kept' }));
    const beside = await startApi({ platforms: toolsFor(fake, { platforms: own }) }, api.database);
    const { page, card, faults, findBarriers } = await openPage(beside, { viewport: { width: 360, height: 800 } });
    await page.getByText('1 of 4 platforms is asked now.').waitFor();
    await card
      .getByText('From the environment, ending in kept. One is typed in too, but the environment wins')
      .waitFor();
    await card.getByRole('button', { name: 'Pause ChatGPT' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('For').selectOption({ label: '1 day' });
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).press('Enter');
    await card.getByText('paused', { exact: true }).waitFor();
    await card.getByText(/The operator paused it\. Not before /).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await card.getByRole('button', { name: 'Resume ChatGPT' }).press('Enter');
    await card.getByText('asked', { exact: true }).waitFor();
    await page.goto(`${beside.url}/dashboard/account`);
    await page.getByText('Paused ChatGPT for 24 hours').waitFor();
    await page.getByText('Resumed ChatGPT').waitFor();
    expect(faults).toEqual([]);
    await beside.close();
  });

  test('without SECRETS_KEY the page says that no key can be typed in', async () => {
    const other = await startApi({ platforms: toolsFor(fake, { secretsKey: undefined }) }, api.database);
    const { page, faults, findBarriers } = await openPage(other);
    await page.getByText('Keys cannot be typed in: SECRETS_KEY is not set').waitFor();
    expect(await page.getByRole('button', { name: /key of/ }).count()).toBe(0);
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
    await other.close();
  });

  test('a key is asked for with a proof of who it is, where the last one is old, and is stored then', async () => {
    const { page, card, faults, findBarriers } = await openPage();
    await queryDatabase(api.database, `update session set stepped_up_at = now() - interval '11 minutes'`);
    await card.getByRole('button', { name: 'Type in key of ChatGPT' }).click();
    const dialog = page.getByRole('dialog', { name: 'Key of ChatGPT' });
    await dialog.getByLabel('Key, as the platform gave it').fill(KEY);
    await page.keyboard.press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByLabel('Your password').fill(PASSWORD);
    expect(await findBarriers()).toEqual([]);
    expect(fake.requests).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await card.getByText(/ending in 7Qx2$/).waitFor();
    expect(await storedKeys()).toBe(1);
    expect(faults.filter((fault) => !fault.includes('status of 403'))).toEqual([]);
  });

  test('has no barrier in either theme, wide or narrow, whatever the states; a phone finds it under More', async () => {
    await queryDatabase(
      api.database,
      `update platform_gate
       set served_until = now() + interval '3 minutes', tried_at = now(), trial_fault = 'HTTP 401. Wrong key.',
         breaker = case platform when 'claude' then 'denied' when 'gemini' then 'failing' else 'closed' end,
         paused_until = case platform when 'perplexity' then now() + interval '1 hour' end,
         pause_reason = case platform when 'perplexity' then 'operator' end`,
    );
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 390],
    ] as const) {
      const { page, faults, findBarriers } = await openPage(api, { colorScheme, viewport: { width, height: 900 } });
      for (const state of ['asked', 'paused', 'key refused', 'failing'])
        await page.getByText(state, { exact: true }).waitFor();
      expect(await findBarriers()).toEqual([]);
      if (width === 390) {
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Platforms' }).waitFor();
      }
      expect(faults).toEqual([]);
    }
  });

  test('is in the menu of the operator’s owners alone; another account’s owner is told whose page it is', async () => {
    const { page } = await openPage();
    expect(await page.getByRole('navigation', { name: 'Account' }).getByText('Platforms').count()).toBe(1);
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.getByRole('heading', { level: 1, name: 'Platforms' }).waitFor();
    const stranger = await openPerson(api);
    const other = await browser.open({ storageState: await sessionOf(api, stranger) });
    await other.page.goto(`${api.url}/dashboard/platforms`);
    await other.page.getByText('This page is for who runs the service.').waitFor();
    expect(await other.page.getByRole('navigation', { name: 'Account' }).getByText('Platforms').count()).toBe(0);
    expect(await other.findBarriers()).toEqual([]);
    expect(other.faults).toEqual([]);
  });
});
