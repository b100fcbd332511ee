import { randomUUID } from 'node:crypto';
import { createProject } from '../../src/core/projects/project.writes.js';
import { useApi, useReplica } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { signedInBrowser } from '../support/factors.js';
import { addPerson, openOwner, signedIn } from '../support/people.js';
import { openPerson, PASSWORD, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

describeBrowser('people in a real browser', () => {
  const api = useApi();
  const mailing = useReplica(api, { sendMail: async () => undefined });
  const browser = useBrowser();

  async function openPeople(person: { email: string }, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/people`);
    await watched.page.getByRole('row', { name: new RegExp(person.email) }).waitFor();
    return watched;
  }

  test('an owner invites somebody, who comes in by the link that is shown once', async () => {
    const owner = await openPerson(api);
    const { page, faults, findBarriers } = await openPeople(owner);
    await page.getByRole('button', { name: 'Invite' }).click();
    const email = `ada-${owner.email}`;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Role').selectOption('VIEWER');
    await page.getByText('Can view and export everything.').waitFor();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    const shown = page.getByRole('dialog', { name: 'Ada is invited' });
    const link = (await shown.getByRole('group', { name: 'Link' }).locator('code').textContent()) ?? '';
    expect(await findBarriers()).toEqual([]);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Ada.*Viewer.*Invited/ }).waitFor();
    expect(await page.content()).not.toContain(link);

    const second = await browser.open();
    await second.page.goto(`${api.url}/dashboard/link#${link.split('#')[1]}`);
    await second.page.getByLabel('New password').fill(`${PASSWORD} of Ada`);
    await second.page.getByRole('button', { name: 'Set password and sign in' }).click();
    await second.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(second.page.url()).not.toContain('#');
    await page.reload();
    await page.getByRole('row', { name: /Ada.*Viewer.*Active.*off/ }).waitFor();
    expect([...faults, ...second.faults]).toEqual([]);
  });

  test('an invitation that is mailed is shown to nobody', async () => {
    const owner = await openPerson(api);
    const { page, faults } = await browser.open({ storageState: await sessionOf(api, owner) });
    await page.goto(`${mailing.url}/dashboard/people`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill(`m-${owner.email}`);
    await page.getByLabel('Name').fill('Kim');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText(`The link is on its way to m-${owner.email}`).waitFor();
    expect(await page.content()).not.toContain('/dashboard/link#');
    expect(faults).toEqual([]);
  });

  test('an invitation is sent again, and the link before it is good no longer', async () => {
    const owner = await openPerson(api);
    const { page, faults } = await openPeople(owner);
    const links: string[] = [];
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill(`b-${owner.email}`);
    await page.getByLabel('Name').fill('Grace');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    for (const again of ['Resend', null]) {
      links.push((await page.getByRole('group', { name: 'Link' }).locator('code').textContent()) ?? '');
      await page.getByRole('button', { name: 'Done' }).click();
      if (again === null) break;
      await page.getByRole('button', { name: again }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
    }
    expect(new Set(links).size).toBe(2);
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' };
    const statuses = [];
    for (const link of links) {
      const body = JSON.stringify({ token: link.split('#')[1], password: `${PASSWORD} again` });
      statuses.push((await api.request('POST', '/dashboard/links/use', headers, body)).status);
    }
    expect(statuses).toEqual([422, 204]);
    expect(faults).toEqual([]);
  });

  test('the last owner stays one, and is told so; a new role ends the sessions of who has it', async () => {
    const owner = await openOwner(api.db);
    const member = await addPerson(api.db, owner, 'member');
    const other = await signedInBrowser(api, member.email);
    const { page, faults } = await openPeople(owner);
    const own = page.getByRole('row', { name: /\(you\)/ });
    await own.getByRole('button', { name: 'Change role' }).click();
    await page.getByLabel('Role').selectOption('MEMBER');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await dialog.getByRole('alert').getByText('An account needs an owner').waitFor();
    await page.keyboard.press('Escape');
    await own.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable person' }).click();
    await dialog.getByRole('alert').getByText('An account needs an owner').waitFor();
    await page.keyboard.press('Escape');

    const theirs = page.getByRole('row', { name: new RegExp(member.email) });
    await theirs.getByRole('button', { name: 'Change role' }).click();
    await page.getByLabel('Role').selectOption('OWNER');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByText('2 owners.').waitFor();
    expect((await other.graphql('{ viewer { role } }')).status).toBe(401);

    await own.getByRole('button', { name: 'Change role' }).click();
    await page.getByLabel('Role').selectOption('MEMBER');
    await dialog.getByText('signs you out everywhere').waitFor();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('after ten minutes disabling somebody asks for the password first, and then goes on by itself', async () => {
    const owner = await openOwner(api.db);
    const member = await addPerson(api.db, owner, 'member');
    const { page, faults } = await openPeople(owner);
    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [owner.accountId]);
    const row = page.getByRole('row', { name: new RegExp(member.email) });
    await row.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable person' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show former people (1)' }).click();
    await page.getByRole('button', { name: 'Invite again' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(member.email);
    expect(faults).toEqual([]);
  });

  test('an owner limits somebody to a project, who then sees that alone and no fault', async () => {
    const owner = await openOwner(api.db);
    const asOwner = (await signedIn(api.database, owner)).ctx;
    const [own, other] = [
      await createProject(asOwner, { brandName: 'Anvils', websiteUrl: 'https://acme.example' }),
      await createProject(asOwner, { brandName: 'Rockets', websiteUrl: 'https://acme.example' }),
    ];
    const member = await addPerson(api.db, owner, 'member');
    const { page, faults, findBarriers } = await openPeople(owner);
    const row = page.getByRole('row', { name: new RegExp(member.email) });
    await row.getByRole('button', { name: 'Projects' }).click();
    await page.getByLabel('Projects', { exact: true }).selectOption('ONLY');
    await page.getByLabel('Anvils').check();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Save projects' }).click();
    await row.getByText('Member of 1 project').waitFor();

    const second = await browser.open({ storageState: await sessionOf(api, member) });
    await second.page.goto(`${api.url}/dashboard/projects`);
    await second.page.getByRole('heading', { name: 'Anvils' }).waitFor();
    expect(await second.page.content()).not.toContain('Rockets');
    expect(await second.page.getByRole('link', { name: /API keys|Destinations|New project/ }).count()).toBe(0);
    for (const [path, heading] of [
      [`projects/${own?.id}/overview`, 'Overview'],
      [`projects/${own?.id}/prompts`, 'Prompts'],
      [`projects/${own?.id}/runs`, 'Runs'],
      ['account', 'Account'],
      ['people', 'People'],
    ]) {
      await second.page.goto(`${api.url}/dashboard/${path}`);
      await second.page.getByRole('heading', { level: 1, name: heading ?? '' }).waitFor();
      await second.page.waitForLoadState('networkidle');
      expect(await second.page.getByRole('alert').count()).toBe(0);
    }
    const told = [];
    for (const id of [other?.id, randomUUID()]) {
      for (const page of ['overview', 'settings']) {
        await second.page.goto(`${api.url}/dashboard/projects/${id}/${page}`);
        await second.page.getByRole('heading', { level: 1, name: 'No such project' }).waitFor();
        told.push(await second.page.locator('main').textContent());
      }
    }
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toContain('ask an owner of the account to add it to yours');
    expect(await second.findBarriers()).toEqual([]);
    await second.page.getByRole('link', { name: 'Go to your projects' }).click();
    await second.page.getByRole('heading', { name: 'Anvils' }).waitFor();
    expect([...faults, ...second.faults]).toEqual([]);
  });

  test('an owner finds a project among more than a page of them, and keeps those that are chosen', async () => {
    const owner = await openOwner(api.db);
    const member = await addPerson(api.db, owner, 'member');
    const asOwner = (await signedIn(api.database, owner)).ctx;
    await createProject(asOwner, { brandName: 'Anvils', websiteUrl: 'https://acme.example' });
    // Made as one: a project after the other would take longer than all else here.
    await queryDatabase(
      api.database,
      `insert into project
       select (jsonb_populate_record(p, jsonb_build_object(
           'id', gen_random_uuid(), 'name', 'Brand ' || n, 'created_at', p.created_at + make_interval(secs => n)
         ))).*
       from project p, generate_series(1, 150) n
       where p.account_id = $1`,
      [owner.accountId],
    );
    const { page, faults, findBarriers } = await openPeople(owner);
    const row = page.getByRole('row', { name: new RegExp(member.email) });
    for (const name of ['Brand 7', 'Brand 149']) {
      await row.getByRole('button', { name: 'Projects' }).click();
      const dialog = page.getByRole('dialog');
      await page.getByLabel('Projects', { exact: true }).selectOption('ONLY');
      await dialog.getByLabel('Search projects').fill(name.toUpperCase());
      await page.keyboard.press('Enter');
      await dialog.getByLabel(name, { exact: true }).check();
      expect(await dialog.getByRole('checkbox').count()).toBeLessThan(20);
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save projects' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await row.getByText('Member of 2 projects').waitFor();
    expect(faults).toEqual([]);
  });

  test.each(['viewer', 'member'] as const)('a %s sees people, and that owners alone change them', async (role) => {
    const person = await addPerson(api.db, await openOwner(api.db), role);
    const { page, faults } = await openPeople(person);
    await page.getByText('Only owners invite people and change roles').waitFor();
    expect(await page.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    const owner = await openOwner(api.db);
    await addPerson(api.db, owner, 'viewer');
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 320],
    ] as const) {
      const { page, faults, findBarriers } = await openPeople(owner, { colorScheme, viewport: { width, height: 900 } });
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
