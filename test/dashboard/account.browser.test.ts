import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addApp, Browser, signedInBrowser } from '../support/factors.js';
import { addPerson, openOwner } from '../support/people.js';
import { createProject } from '../support/resources.js';
import { openPerson, PASSWORD, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';
import { TestClock } from '../support/test-clock.js';
import { until } from '../support/until.js';
import { linesOf, readZip } from '../support/zip.js';

const clock = new TestClock();
const PHONE = { viewport: { width: 390, height: 844 } };

describeBrowser('the account in a real browser', () => {
  const api = useApi({ clock });
  const browser = useBrowser();

  async function openAccount(person: { email: string }, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/account`);
    await watched.page
      .getByRole('row', { name: /Signed in/ })
      .last()
      .waitFor();
    return watched;
  }

  test('an owner sees usage, changes the account and themselves, and sets mails by keyboard', async () => {
    const person = await openPerson(api);
    const [first] = [
      await createProject(person.caller, { brand_name: 'Fernstride' }),
      await createProject(person.caller, { brand_name: 'Northwind' }),
    ];
    const { page, faults, findBarriers } = await openAccount(person, { viewport: { width: 320, height: 900 } });
    const used = (name: string) => page.getByRole('meter', { name, exact: true }).getAttribute('aria-valuetext');
    expect(await used('Credits')).toBe('0 of 15,000');
    expect(await used('Prompts')).toBe('0 of 200');
    expect(await used('Daily slots')).toBe('0 of 60');
    expect(await used('API requests today')).toBe('2 of 5,000');
    await page.getByText('They reset').waitFor();

    await page.getByLabel('Account name').fill('Fernstride');
    await page.getByLabel('Cadence').selectOption('DAILY');
    await page.getByRole('button', { name: 'Save account' }).click();
    await page.getByText('Fernstride asks new prompts daily.').waitFor();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('You are Ada, an owner.').waitFor();

    await page.getByText('You are mailed of alerts at once.').waitFor();
    await page.getByLabel('Mail at once').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('A digest on Mondays at 08:00').check();
    await page.getByLabel('Time zone').fill('Nowhere/Land');
    await page.getByLabel('Quiet from').selectOption('22');
    await page.getByLabel('Quiet until').selectOption('7');
    await page.getByLabel('Sunday').check();
    await page.getByLabel('A new source in answers (digest)').uncheck();
    await page.getByRole('group', { name: 'Which projects' }).getByLabel('Northwind').uncheck();
    const save = () => page.getByRole('button', { name: 'Save notifications' }).press('Enter');
    await save();
    await page.getByText('must be a time zone like Europe/Berlin').waitFor();
    await page.getByLabel('Time zone').fill('Europe/Berlin');
    await save();
    await page.getByText('You are mailed of alerts on Mondays.').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    const [kept] = await queryDatabase(
      api.database,
      `select time_zone, quiet_from, quiet_to, quiet_days, is_immediate, has_digest, cardinality(kinds) as kinds,
         project_ids
       from notification
       where account_id = $1`,
      [person.caller.account.accountId],
    );
    expect(kept).toEqual({
      ...{ time_zone: 'Europe/Berlin', quiet_from: 22, quiet_to: 7, quiet_days: [7] },
      ...{ is_immediate: false, has_digest: true, kinds: 11, project_ids: [first.id] },
    });
    await page.getByRole('group', { name: 'Which projects' }).getByLabel('Northwind').check();
    await page.getByLabel('Quiet from').selectOption('');
    await save();
    await page.getByText('Saved').first().waitFor();
    await until(
      () => queryDatabase<{ all: boolean }>(api.database, 'select project_ids is null as all from notification'),
      (rows) => rows.every((row) => row.all),
    );
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });

  test('who owns no account sees its plan and their own data, and is told what owners alone change', async () => {
    const owner = await openOwner(api.db, 'starter');
    const { page, faults } = await openAccount(await addPerson(api.db, owner, 'viewer'));
    await page.getByText('Starter: 1,000 of 1,000 credits are left this month.').waitFor();
    // A plan without requests over the API has no meters of them.
    expect(await page.getByRole('meter').count()).toBe(3);
    await page.getByText('Only owners can change the name and the cadence.').waitFor();
    await page.getByRole('button', { name: 'Download your data' }).waitFor();
    expect(await page.getByRole('button', { name: /(Download|Delete) the account/ }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('other sessions end by a button, at their next request, and by a new password', async () => {
    const owner = await openOwner(api.db);
    const second = await openAccount(owner);
    const { page, faults } = await openAccount(owner);
    await page.getByText('You are signed in with 2 browsers.').waitFor();
    await page.getByRole('row', { name: /this one/ }).waitFor();
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByText('You are signed in with 1 browser.').waitFor();
    await page.getByRole('cell', { name: 'Ended 1 session' }).waitFor();
    await second.page.getByRole('link', { name: 'People' }).first().click();
    await second.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

    const other = await signedInBrowser(api, owner.email);
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current);
      await page.getByLabel('New password').fill('a new battery staple horse');
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await change('not the password');
    await page.getByText('is not your current password').waitFor();
    expect((await other.graphql('{ viewer { role } }')).status).toBe(200);
    await change(PASSWORD);
    await page.getByText('Your password is changed').waitFor();
    expect(await page.getByLabel('New password').inputValue()).toBe('');
    expect((await other.graphql('{ viewer { role } }')).status).toBe(401);
    await page.reload();
    await page.getByText('You are signed in with 1 browser.').waitFor();
    expect([...faults, ...second.faults]).toEqual([]);
  });

  test('an app is added by its secret, with recovery codes that are shown once, and then asked for', async () => {
    const owner = await openOwner(api.db);
    const { page, faults, findBarriers } = await openAccount(owner);
    await page.getByRole('button', { name: 'Add an app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'The secret, to scan' }).waitFor();
    const secret = (await dialog.getByRole('group', { name: 'Secret' }).locator('code').textContent()) ?? '';
    expect(await findBarriers()).toEqual([]);
    await dialog.getByLabel('Code').fill('000000');
    await dialog.getByRole('button', { name: 'Add app' }).click();
    await dialog.getByText("is not the app's current code").waitFor();
    const { TOTP } = await import('otpauth');
    const code = () => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
    await dialog.getByLabel('Code').fill(code());
    await dialog.getByRole('button', { name: 'Add app' }).click();

    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await shown.getByRole('list').waitFor();
    const codes = await shown.getByRole('listitem').allTextContents();
    expect(new Set(codes).size).toBe(10);
    expect(await findBarriers()).toEqual([]);
    const download = page.waitForEvent('download');
    await shown.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
    expect(text.trim().split('\n')).toEqual(codes);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByText('You sign in with your password and a code from your app.').waitFor();
    await page.getByText('10 codes left').waitFor();
    expect(await page.content()).not.toContain(codes[0]);
    expect(await page.content()).not.toContain(secret);

    const session = new Browser(api);
    expect((await session.signIn(owner.email)).status).toBe(202);
    const recovered = await session.send('POST', '/dashboard/session/factor', { recovery_code: codes[0] });
    expect(recovered.status).toBe(204);
    expect(faults).toEqual([]);
  });

  test('who lacks a factor that is required can do nothing but add one, and is told so', async () => {
    const owner = await openOwner(api.db);
    const of = await signedInBrowser(api, owner.email);
    await addApp(of, clock.now());
    const member = await addPerson(api.db, owner, 'member');
    const { page } = await browser.open({ storageState: await sessionOf(api, member) });
    await of.send('POST', '/dashboard/factors/requirement', { is_required: true });
    await page.goto(`${api.url}/dashboard/people`);
    await page.getByText('Your account requires a second factor for everyone').waitFor();
    expect(page.url()).toContain('/dashboard/account');
    await page.getByRole('button', { name: 'Add an app' }).click();
    const secret = (await page.getByRole('group', { name: 'Secret' }).locator('code').textContent()) ?? '';
    const { TOTP } = await import('otpauth');
    await page.getByLabel('Code').fill(new TOTP({ secret }).generate({ timestamp: clock.now().getTime() }));
    await page.getByRole('button', { name: 'Add app' }).click();
    await page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('button', { name: 'Done' }).click();
    await page.getByText('You are member, a member.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('an owner downloads the account after a proof of who they are, deletes it, and takes it back', async () => {
    const owner = await openOwner(api.db);
    const { page, faults, findBarriers } = await openAccount(owner, PHONE);
    const member = await openAccount(await addPerson(api.db, owner, 'member'));
    await queryDatabase(
      api.database,
      `update session set stepped_up_at = now() - interval '1 hour' where account_id = $1`,
      [owner.accountId],
    );
    const button = page.getByRole('button', { name: 'Download the account' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
    const begun = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await begun;
    expect(file.suggestedFilename()).toMatch(/^account-\d{4}-\d\d-\d\d\.zip$/);
    const files = readZip(Buffer.concat(await (await file.createReadStream()).toArray()));
    expect(linesOf(files, 'holder.ndjson')).toContainEqual(expect.objectContaining({ email: owner.email }));
    await page.getByText('The download has begun.').waitFor();
    const own = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download your data' }).click();
    expect((await own).suggestedFilename()).toMatch(/^person-/);
    await page.getByRole('cell', { name: 'Exported the account' }).waitFor();

    await page.getByRole('button', { name: 'Delete the account' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete this account?' });
    await dialog.getByLabel('Type the name of the account').fill('another');
    await page.keyboard.press('Enter');
    await dialog.getByText('is not the name of the account').waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByLabel('Type the name of the account').fill('Test');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'This account is to be deleted' }).waitFor();
    await page.getByText(/^Test and everything in it will be deleted for good on .+ at \d\d:\d\d UTC\.$/).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await member.page.reload();
    await member.page.getByText('Ask one if it should stay.').waitFor();
    expect(await member.page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Take back' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.getByRole('cell', { name: 'Took the account back' }).waitFor();
    // A proof is asked for by a refusal, which Chromium logs.
    expect(faults.filter((fault) => !fault.includes('status of 403'))).toEqual([]);
    expect(member.faults).toEqual([]);
  });

  test('a member leaves the account and is at the sign-in page, and owners see that a former member left', async () => {
    const owner = await openOwner(api.db);
    const { page, faults } = await openAccount(await addPerson(api.db, owner, 'member'), PHONE);
    await page.getByRole('button', { name: 'Leave the account' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Leave this account?' });
    await dialog.getByLabel('Type the name of the account').fill('another');
    await page.keyboard.press('Enter');
    await dialog.getByText('is not the name of the account').waitFor();
    await dialog.getByLabel('Type the name of the account').fill('Test');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
    expect(faults).toEqual([]);
    const staying = await openAccount(owner);
    const left = staying.page.getByRole('row', { name: 'Left the account' });
    await left.getByText('A former member').waitFor();
    await staying.page.getByRole('button', { name: 'Leave the account' }).click();
    await staying.page.getByLabel('Type the name of the account').fill('Test');
    await staying.page.keyboard.press('Enter');
    await staying.page.getByText('An account needs an owner: make someone else an owner first').waitFor();
  });
});
