import ipaddr from 'ipaddr.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addPerson, openOwner } from '../support/people.js';
import { createProject } from '../support/resources.js';
import { openPerson, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

const ADDRESS = 'http://127.0.0.1:9/hook';

describeBrowser('destinations in a real browser', () => {
  const api = useApi({ destinations: { webhookNetworks: [ipaddr.parseCIDR('127.0.0.0/8')], publicUrl: undefined } });
  const browser = useBrowser();

  async function openDestinations(person: { email: string }, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/destinations`);
    await watched.page.getByRole('heading', { level: 1, name: 'Destinations' }).waitFor();
    return watched;
  }

  test('a webhook is added with a secret that is shown once, tried, sent again, changed and removed', async () => {
    const person = await openPerson(api);
    const { accountId } = person.caller.account;
    const { page, faults, findBarriers } = await openDestinations(person);
    await page.getByText('No destinations yet.').waitFor();

    await page.getByRole('button', { name: 'Add destination' }).click();
    const form = page.getByRole('dialog', { name: 'Add a destination' });
    await form.getByLabel('Name').fill('Warehouse');
    await form.getByLabel('Address').fill('https://10.0.0.1/');
    expect(await findBarriers()).toEqual([]);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('address not allowed').waitFor();
    await form.getByLabel('Address').fill(ADDRESS);
    await form.getByLabel('The numbers of a day are complete').check();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Its secret' });
    const secret = await shown.getByRole('group', { name: 'Secret' }).locator('code').textContent();
    expect(secret).toMatch(/^whsec_/);
    await shown.getByRole('button', { name: 'Done' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(String(secret));
    await page.getByRole('row', { name: /Warehouse.*closed days.*Active/ }).waitFor();

    await page.getByText('Nothing was sent to it in the last 30 days.').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test is on its way.').waitFor();
    const deliveries = page.getByRole('region', { name: 'Deliveries' });
    await deliveries.getByRole('row', { name: /Test.*Waiting/ }).waitFor();
    await queryDatabase(
      api.database,
      `with ended as (
         update delivery set state = 'failed', attempts = 1 where account_id = $1 returning account_id, id, day, due_at
       )
       insert into delivery_attempt (account_id, delivery_id, day, number, at, status, took_ms, fault, response_head)
       select account_id, id, day, 1, due_at, 500, 1200, 'status', '<b>out of order</b>'
       from ended`,
      [accountId],
    );
    await deliveries.getByText('500, after 1.2 s').waitFor();
    await deliveries.getByText('<b>out of order</b>').waitFor();
    expect(await findBarriers()).toEqual([]);
    await deliveries.getByRole('button', { name: 'Send again: Test' }).click();
    await deliveries.getByRole('row', { name: /Test.*Waiting/ }).waitFor();
    await page.getByRole('button', { name: 'Send failed ones again' }).click();
    await page.getByText('Nothing that failed is left to send again.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Dropped');
    await page.getByText('No deliveries of this kind in the last 30 days.').waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Lake');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 2, name: 'Lake' }).waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    const rotated = page.getByRole('dialog').getByRole('group', { name: 'Secret' }).locator('code');
    expect(await rotated.textContent()).toMatch(/^whsec_/);
    expect(await rotated.textContent()).not.toBe(secret);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Remove destination' }).click();
    await page.getByText('No destinations yet.').waitFor();
    expect(faults).toEqual([]);
  });

  test('it is sent what is chosen: types of events, kinds of alerts and projects, now and after a change', async () => {
    const person = await openPerson(api);
    const lake = await createProject(person.caller, { brand_name: 'Lake' });
    const hill = await createProject(person.caller, { brand_name: 'Hill' });
    const stored = async () => {
      const [row] = await queryDatabase<{ events: string[]; kinds: string[] | null; project_ids: string[] | null }>(
        api.database,
        'select events, kinds, project_ids from destination where account_id = $1',
        [person.caller.account.accountId],
      );
      return row;
    };
    const { page, faults, findBarriers } = await openDestinations(person);
    await page.getByRole('button', { name: 'Add destination' }).click();
    const form = page.getByRole('dialog', { name: 'Add a destination' });
    await form.getByLabel('Name').fill('Warehouse');
    await form.getByLabel('Address').fill(ADDRESS);
    await form.getByLabel('A report is ready').uncheck();
    await form.getByLabel('Of which alerts').selectOption('Chosen kinds');
    await form.getByLabel('Of which projects').selectOption('Chosen projects');
    expect(await findBarriers()).toEqual([]);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('must name at least one of kinds of alerts').waitFor();
    await form.getByText('must name at least one project').waitFor();
    await form.getByLabel('A prompt is lost').check();
    await form.getByLabel('Tone changed').check();
    await form.getByLabel('Lake').check();
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Warehouse.*of 2 kinds of alerts, 1 project/ }).waitFor();
    expect(await stored()).toEqual({
      events: ['alert.opened', 'alert.acknowledged', 'alert.resolved', 'destination.disabled'],
      kinds: ['sentiment_changed', 'prompt_lost'],
      project_ids: [lake.id],
    });

    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Warehouse' });
    expect(await edit.getByLabel('A prompt is lost').isChecked()).toBe(true);
    await edit.getByLabel('Lake').uncheck();
    await edit.getByLabel('Hill').check();
    for (const name of ['An alert is opened', 'An alert is acknowledged', 'An alert is over']) {
      await edit.getByLabel(name).uncheck();
    }
    await edit.getByLabel('Of which alerts').waitFor({ state: 'detached' });
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Warehouse.*disabled destinations; of 1 project/ }).waitFor();
    expect(await stored()).toEqual({ events: ['destination.disabled'], kinds: null, project_ids: [hill.id] });
    expect(faults).toEqual([]);
  });

  test('one that was disabled says why, and is enabled', async () => {
    const person = await openPerson(api);
    await queryDatabase(
      api.database,
      `insert into destination (account_id, id, kind, name, url, events, state, failures, failing_since, last_fault,
         disabled_at, created_at, updated_at)
       values ($1, gen_random_uuid(), 'slack', 'Channel', 'https://hooks.example', '{alert.opened}', 'disabled', 12,
         '2026-06-01', 'timed_out', '2026-06-06', now(), now())`,
      [person.caller.account.accountId],
    );
    const { page, faults } = await openDestinations(person, { viewport: { width: 390, height: 844 } });
    await page.getByText('1 destination, 1 disabled.').waitFor();
    await page.getByRole('region', { name: 'Channel' }).getByText('it took longer than 15 seconds').waitFor();
    expect(await page.getByRole('button', { name: 'Rotate secret' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('1 destination, and what was sent last arrived.').waitFor();
    expect(faults).toEqual([]);
  });

  test('viewers see them without buttons, and a starter plan has channels alone', async () => {
    const owner = await openOwner(api.db);
    const viewer = await addPerson(api.db, owner, 'viewer');
    const { page } = await openDestinations(viewer);
    await page.getByText('Your role is read-only. Members and owners can manage destinations.').waitFor();
    expect(await page.getByRole('button', { name: 'Add destination' }).isDisabled()).toBe(true);
    const starter = await openDestinations(await openOwner(api.db, 'starter'));
    await starter.page.getByText('The starter plan has channels of Slack, and no webhooks.').waitFor();
    await starter.page.getByRole('button', { name: 'Add destination' }).click();
    expect(await starter.page.getByLabel('Kind').locator('option').allTextContents()).toEqual(['Slack']);
  });
});
