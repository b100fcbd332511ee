import { randomUUID } from 'node:crypto';
import { createProject } from '../../src/core/projects/project.writes.js';
import { useApi, useReplica } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { signedInBrowser } from '../support/factors.js';
import { addPerson, OWN_PAGE, openOwner, signedIn } from '../support/people.js';
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

  test('somebody is invited, and again, and comes in by the last link, which is shown once', async () => {
    const owner = await openPerson(api);
    const { page, faults, findBarriers } = await openPeople(owner);
    const email = `ada-${owner.email}`;
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Role').selectOption('VIEWER');
    await page.getByText('Can view and export everything.').waitFor();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('dialog', { name: 'Ada is invited' }).waitFor();
    const shown = page.getByRole('group', { name: 'Link' }).locator('code');
    const former = (await shown.textContent()) ?? '';
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /Ada.*Viewer.*Invited/ }).waitFor();
    expect(await page.content()).not.toContain(former);
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = (await shown.textContent()) ?? '';
    await page.getByRole('button', { name: 'Done' }).click();
    expect(link).not.toBe(former);
    const body = JSON.stringify({ token: former.split('#')[1], password: `${PASSWORD} again` });
    expect((await api.request('POST', '/dashboard/links/use', OWN_PAGE, body)).status).toBe(422);

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

  test('the last owner stays one; a new role ends sessions; after ten minutes the password comes first', async () => {
    const owner = await openOwner(api.db);
    const member = await addPerson(api.db, owner, 'member');
    const viewer = await addPerson(api.db, owner, 'viewer');
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
    await page.getByText('2 owners and 1 viewer.').waitFor();
    expect((await other.graphql('{ viewer { role } }')).status).toBe(401);

    const age = `update session set stepped_up_at = now() - interval '11 minutes' where account_id = $1`;
    await queryDatabase(api.database, age, [owner.accountId]);
    const leaving = page.getByRole('row', { name: new RegExp(viewer.email) });
    await leaving.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable person' }).click();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await leaving.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show former people (1)' }).click();
    await page.getByRole('button', { name: 'Invite again' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe(viewer.email);
    await page.keyboard.press('Escape');

    await own.getByRole('button', { name: 'Change role' }).click();
    await page.getByLabel('Role').selectOption('MEMBER');
    await dialog.getByText('signs you out everywhere').waitFor();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('an owner limits somebody to projects found among many, who then sees those alone and no fault', async () => {
    const owner = await openOwner(api.db);
    const member = await addPerson(api.db, owner, 'member');
    const asOwner = (await signedIn(api.database, owner)).ctx;
    const own = await createProject(asOwner, { brandName: 'Anvils', websiteUrl: 'https://acme.example' });
    // Made as one: a project after the other would take longer than all else here.
    const [other] = await queryDatabase<{ id: string }>(
      api.database,
      `insert into project
       select (jsonb_populate_record(p, jsonb_build_object(
           'id', gen_random_uuid(), 'name', 'Brand ' || n, 'created_at', p.created_at + make_interval(secs => n)
         ))).*
       from project p, generate_series(1, 150) n
       where p.account_id = $1
       returning id`,
      [owner.accountId],
    );
    const { page, faults, findBarriers } = await openPeople(owner);
    const row = page.getByRole('row', { name: new RegExp(member.email) });
    const dialog = page.getByRole('dialog');
    const limitTo = async (name: string) => {
      await row.getByRole('button', { name: 'Projects' }).click();
      await page.getByLabel('Projects', { exact: true }).selectOption('ONLY');
      await dialog.getByLabel('Search projects').fill(name.toUpperCase());
      await page.keyboard.press('Enter');
      await dialog.getByLabel(name, { exact: true }).check();
      expect(await dialog.getByRole('checkbox').count()).toBeLessThan(20);
    };
    await limitTo('Anvils');
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save projects' }).click();
    await row.getByText('Member of 1 project').waitFor();
    // What was chosen before is kept.
    await limitTo('Brand 149');
    await dialog.getByRole('button', { name: 'Save projects' }).click();
    await row.getByText('Member of 2 projects').waitFor();

    const storageState = await sessionOf(api, member);
    const second = await browser.open({ storageState });
    await second.page.goto(`${api.url}/dashboard/projects`);
    await second.page.getByRole('heading', { name: 'Anvils' }).waitFor();
    expect(await second.page.getByRole('heading', { name: /^Brand / }).allTextContents()).toEqual(['Brand 149']);
    expect(await second.page.getByRole('link', { name: /API keys|Destinations|New project/ }).count()).toBe(0);
    // Side by side, as a page is known to have no fault once it asks nothing more.
    await Promise.all(
      [
        [`projects/${own.id}/overview`, 'Overview'],
        [`projects/${own.id}/prompts`, 'Prompts'],
        [`projects/${own.id}/runs`, 'Runs'],
        ['account', 'Account'],
        ['people', 'People'],
      ].map(async ([path, heading = '']) => {
        const each = await browser.open({ storageState });
        await each.page.goto(`${api.url}/dashboard/${path}`);
        await each.page.getByRole('heading', { level: 1, name: heading }).waitFor();
        await each.page.waitForLoadState('networkidle');
        expect([path, await each.page.getByRole('alert').allTextContents(), each.faults]).toEqual([path, [], []]);
        if (path === 'people') {
          await each.page.getByText('Only owners invite people and change roles').waitFor();
          expect(await each.page.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true);
          expect(await each.page.getByRole('button', { name: 'Disable' }).count()).toBe(0);
        }
      }),
    );
    const told = [];
    for (const id of [other?.id, randomUUID()]) {
      await second.page.goto(`${api.url}/dashboard/projects/${id}/overview`);
      await second.page.getByRole('heading', { level: 1, name: 'No such project' }).waitFor();
      told.push(await second.page.locator('main').textContent());
    }
    expect(new Set(told).size).toBe(1);
    expect(told[0]).toContain('ask an owner of the account to add it to yours');
    expect(await second.findBarriers()).toEqual([]);
    await second.page.getByRole('link', { name: 'Go to your projects' }).click();
    await second.page.getByRole('heading', { name: 'Anvils' }).waitFor();
    expect([...faults, ...second.faults]).toEqual([]);
  });

  test('a viewer sees people, and that owners alone change them', async () => {
    const { page, faults } = await openPeople(await addPerson(api.db, await openOwner(api.db), 'viewer'));
    await page.getByText('Only owners invite people and change roles').waitFor();
    expect(await page.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
