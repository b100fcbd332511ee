import type { Page } from 'playwright-core';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createMarket } from '../../src/core/markets/market.writes.js';
import { createPrompts } from '../../src/core/prompts/prompt.writes.js';
import { judgeNewAnswers } from '../../src/monitoring/facts/judge-of-new-answers.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { createJudging } from '../../src/monitoring/judge/model-judge.js';
import { fileOf, plainLine } from '../monitoring/monitored-project.js';
import { liftLimitsOf, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { addPerson } from '../support/people.js';
import { refuseNextWrite } from '../support/refused-write.js';
import { createProject, createPrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

/** What tells the page of new data waits, as on a busy machine, while what was typed is cleared at once. */
const LATE_TIMERS = `{
  const { setTimeout } = window;
  window.setTimeout = (run, ms, ...rest) => setTimeout(run, ms || 100, ...rest);
}`;

describeBrowser('settings of a project in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  beforeAll(async () => {
    person = await openPerson(api);
  });

  async function seed(): Promise<string> {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const answered = { answered_at: '2026-06-10T09:30:00Z' };
    await importAnswers(api.db, { projectId: id }, fileOf([plainLine(answered), plainLine(answered)]));
    return id;
  }

  async function open(projectId: string, options = {}, who: { email: string } = person) {
    await liftLimitsOf(api.db);
    const watched = await browser.open({ storageState: await sessionOf(api, who), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/settings`);
    await watched.page.getByLabel('Brand name').waitFor();
    return watched;
  }

  const saved = (page: Page) => page.getByText('You have unsaved changes.').waitFor({ state: 'detached' });

  test('other names are saved once it was said that all answers are read again, and the page tells of it', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    await page.getByLabel('Other names', { exact: true }).fill('NW, North Wind');
    await page.getByRole('button', { name: 'Save' }).click();
    const confirm = page.getByRole('dialog', { name: 'Re-analyse all answers?' });
    await confirm.getByText('All answers of this project, including 2 of the last 90 days').waitFor();
    expect(await findBarriers()).toEqual([]);
    await confirm.getByRole('button', { name: 'Save and re-analyse' }).click();
    await saved(page);
    await page.getByRole('button', { name: 'Remove North Wind' }).waitFor();
    await page.getByRole('status').getByText('Names have changed').waitFor();
    expect(faults).toEqual([]);
  });

  test('names that were saved are shown, also where the page is told of them last', async () => {
    const { page, faults } = await open(await seed());
    await page.getByLabel('Other names', { exact: true }).fill('NW, North Wind');
    await page.evaluate(LATE_TIMERS);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save and re-analyse' }).click();
    await saved(page);
    await page.getByRole('button', { name: 'Remove North Wind' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('what to know about a name that is a word stands below the names', async () => {
    const project = { brand_name: 'Away', website_url: 'https://www.awaytravel.com' };
    const { id } = await createProject(person.caller, project);
    const { page, faults, findBarriers } = await open(id, { viewport: { width: 320, height: 900 } });
    await page.getByRole('list', { name: 'About these names' }).getByText('Away is an ordinary word').waitFor();
    await page.getByText('More reliable as another name: Away Travel.').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(faults).toEqual([]);
  });

  test('what the service would refuse is told beside its field, before any question', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('mutation')) sent.push(request.url());
    });
    await page.getByLabel('Website').fill('not a site');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a web address, such as example.com.').waitFor();
    await page.getByText('Not saved. Check the fields marked in red.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.locator(':focus').getAttribute('name')).toBe('websiteUrl');
    expect(sent).toEqual([]);
    expect(await findBarriers()).toEqual([]);
    await page.getByLabel('Website').fill('northwind.example/de');
    await page.getByText('You have unsaved changes.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save and re-analyse' }).click();
    await saved(page);
    expect(await page.getByLabel('Website').inputValue()).toBe('https://northwind.example/de');
    expect(faults).toEqual([]);
  });

  test('what changes no name is saved at once; what the service refuses stands below its field', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    await page.getByLabel('Country').fill('Atlantis');
    await page.getByLabel('Topic').fill('anvils');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Choose a country from the list.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByLabel('Country').fill('Germany');
    await page.getByLabel('Country').press('Escape');
    await refuseNextWrite(page, 'must be another', { field: 'mainTopic' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be another').waitFor();
    await page.getByText('Not saved. Check the fields marked in red.').waitFor();
    await page.getByLabel('Claude').check();
    await page.getByLabel('Track competitors automatically').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByLabel('Brand name').waitFor();
    expect(await page.getByLabel('Country').inputValue()).toBe('Germany');
    expect(await page.getByLabel('Claude').isChecked()).toBe(true);
    expect(await page.getByLabel('Track competitors automatically').isChecked()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('a conflict is told beside the button, and what was typed stays', async () => {
    const { page } = await open(await seed());
    await page.getByLabel('Topic').fill('anvils');
    await refuseNextWrite(page, 'Somebody was faster');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Somebody was faster').waitFor();
    expect(await page.getByLabel('Topic').inputValue()).toBe('anvils');
  });

  test('what is not saved is asked about before it is left, and can be discarded', async () => {
    const { page, faults } = await open(await seed());
    await page.getByLabel('Topic').fill('anvils');
    const overview = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'Overview' });
    await overview.click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Topic').inputValue()).toBe('anvils');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Topic').inputValue()).toBe('');
    await page.getByLabel('Topic').fill('anvils');
    await overview.click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('monitoring is paused and resumed, and the project archived once its name was typed', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    await page.getByRole('button', { name: 'Pause monitoring' }).click();
    await page.getByText('Paused: nothing is asked.').waitFor();
    for (const [name, way] of [
      ['Prompts', 'Resume it'],
      ['Runs', 'Resume the project'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('link', { name: way, exact: true }).click();
      await page.getByText('Paused: nothing is asked.').waitFor();
    }
    await page.getByRole('button', { name: 'Resume monitoring' }).click();
    await page.getByRole('button', { name: 'Pause monitoring' }).waitFor();
    await page.getByRole('button', { name: 'Archive project' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive Northwind?' });
    const end = dialog.getByRole('button', { name: 'Archive for good' });
    await dialog.getByLabel('Type Northwind to confirm').fill('Northwin');
    expect(await end.isDisabled()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await dialog.getByLabel('Type Northwind to confirm').fill('Northwind');
    await end.click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(faults).toEqual([]);
  });

  test("what more repeats cost is said before they are saved, and the number of them is the plan's", async () => {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const asked = { platforms: ['chatgpt', 'claude'], monitoring_frequency: 'weekly' };
    for (let at = 0; at < 6; at++)
      await createPrompt(person.caller, id, { prompt_text: `Which tea, ${at}?`, ...asked });
    const { page, faults, findBarriers } = await open(id);
    const repeats = page.getByLabel('Weekly prompts are asked');
    await page.getByText(/^Its prompts take 52 credits a month\. A change of \d+ points/).waitFor();
    expect(await repeats.locator('option').allTextContents()).toEqual([
      ...['Once a week', 'Twice a week', '3 times a week', '4 times a week'],
    ]);
    await repeats.selectOption('2');
    await page.getByText('Its prompts take 104 credits a month, 52 more than now.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page);
    await page.getByText(/^Its prompts take 104 credits a month\. A change/).waitFor();
    await page.reload();
    await page.getByLabel('Brand name').waitFor();
    expect(await repeats.inputValue()).toBe('2');
    await page.getByRole('link', { name: 'Prompts', exact: true }).click();
    await page.getByRole('button', { name: 'Add prompts' }).click();
    await page.getByLabel('Questions').fill('Which cup?');
    await page.getByLabel('Cadence').selectOption('WEEKLY');
    await page.getByText('Asked on 2 platforms: 4 credits a week, 18 credits a month at most.').waitFor();
    expect(faults).toEqual([]);
  });

  test('a market is created, renamed and archived; what is wrong with it is told beside its field', async () => {
    const { page, faults, findBarriers } = await open(await seed());
    await page.getByText('There are none yet: all prompts').waitFor();
    await page.getByRole('button', { name: 'Create market' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a market' });
    await dialog.getByLabel('City').fill('x'.repeat(101));
    await dialog.getByLabel('Language').fill('german');
    await dialog.getByRole('button', { name: 'Create' }).click();
    for (const fault of [
      'Enter a name.',
      'Choose a country from the list.',
      'Use at most 100 characters; this has 101.',
    ]) {
      await dialog.getByText(fault).waitFor();
    }
    await dialog.getByText('Enter a code of two or three letters').waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByLabel('Name').fill('Munich');
    await dialog.getByLabel('Country').fill('Germany');
    await dialog.getByLabel('Country').press('Escape');
    await dialog.getByLabel('City').fill('Munich');
    await dialog.getByLabel('Region').fill('Bavaria');
    await dialog.getByLabel('Language').fill('DE');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const markets = page.getByRole('region', { name: 'Markets' });
    await markets.getByText('Munich, Bavaria, Germany').waitFor();
    await markets.getByText('German', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Create market' }).click();
    await dialog.getByLabel('Name').fill('MUNICH');
    await dialog.getByLabel('Country').fill('Austria');
    await dialog.getByLabel('Country').press('Escape');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('a market of the project has this name').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await markets.getByRole('button', { name: 'Rename Munich' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename Munich' });
    await renaming.getByLabel('Name').fill(' ');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await renaming.getByText('Enter a name.').waitFor();
    await renaming.getByLabel('Name').fill('München');
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await markets.getByRole('button', { name: 'Archive München' }).click();
    await page
      .getByRole('dialog', { name: 'Archive München?' })
      .getByRole('button', { name: 'Archive market' })
      .click();
    await page.getByText('Archived: München.').waitFor();
    await page.getByText('There are none yet: all prompts').waitFor();
    expect(faults).toEqual([]);
  });

  test('a market with prompts is not archived, and one more than the plan has room for is not made', async () => {
    const small = await openPerson(api, 'professional');
    const { id } = await createProject(small.caller, { brand_name: 'Northwind' });
    const { ctx } = small.caller.account;
    const munich = await createMarket(ctx, id, { name: 'Munich', country: 'DE' });
    for (let at = 1; at < 10; at++) await createMarket(ctx, id, { name: `Vienna ${at}`, country: 'AT' });
    await createPrompts(ctx, id, [{ promptText: 'Which tea?', marketId: munich.id }]);
    const { page, faults, findBarriers } = await open(id, {}, small);
    const markets = page.getByRole('region', { name: 'Markets' });
    const archive = markets.getByRole('button', { name: 'Archive Munich' });
    await archive.waitFor();
    expect([await archive.isDisabled(), await archive.getAttribute('title')]).toEqual([
      true,
      'Archive its prompts first.',
    ]);
    await page.getByText('Your plan has room for 10 markets in a project.').waitFor();
    expect(await page.getByRole('button', { name: 'Create market' }).isDisabled()).toBe(true);
    expect(await findBarriers()).toEqual([]);
    await markets.getByRole('link', { name: 'Prompts of Munich: 1' }).click();
    await page.getByRole('list', { name: 'Prompts' }).getByText('Which tea?').waitFor();
    expect(page.url()).toContain(`market=${munich.id}`);
    expect(faults).toEqual([]);
  });

  describe('where a model judges new answers alone', () => {
    /** As a worker has it whose judge nobody chose. */
    async function seedJudged(): Promise<string> {
      const projectId = await seed();
      await importAnswers(api.db, { projectId }, fileOf([plainLine({ answer: 'Northwind is in Ohio.' })]));
      const { accountId } = person.caller.account;
      const choice = { platform: 'gemini', apiKey: 'k', baseUrl: 'http://127.0.0.1:9', model: undefined } as const;
      const log = { info() {}, warn() {} };
      const judging = await createJudging(api.db, { ...choice, ask: 'often', isDefault: true }, log, SYSTEM_CLOCK);
      await judgeNewAnswers(api.db, { accountId, projectId }, judging);
      return projectId;
    }

    test('an owner has earlier ones judged too, once the price was said', async () => {
      const { page, faults, findBarriers } = await open(await seedJudged(), { viewport: { width: 320, height: 900 } });
      await page.getByText('A model (gemini/gemini-3.5-flash-lite/4/often) judges answers since').waitFor();
      await page.getByRole('button', { name: 'Judge earlier answers' }).click();
      const confirm = page.getByRole('dialog', { name: 'Judge earlier answers too?' });
      await confirm.getByText('1 earlier answer names the brand. The model would be asked about 1 of them').waitFor();
      await confirm.getByText('which costs the service about $0.01.').waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      await confirm.getByRole('button', { name: 'Judge earlier answers' }).click();
      await page.getByText('Earlier answers are being judged too.').waitFor();
      await confirm.waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Judge earlier answers' }).count()).toBe(0);
      expect(faults).toEqual([]);
    });

    test('a member is told who can', async () => {
      const projectId = await seedJudged();
      const member = await addPerson(api.db, { accountId: person.caller.account.accountId, tier: 'agency' }, 'member');
      const { page, faults } = await open(projectId, {}, member);
      const button = page.getByRole('button', { name: 'Judge earlier answers' });
      await button.waitFor();
      expect(await button.isDisabled()).toBe(true);
      expect(await button.getAttribute('title')).toBe('Only owners of the account can have earlier answers judged.');
      expect(faults).toEqual([]);
    });
  });

  test('a viewer sees the settings and can change none', async () => {
    const viewer = await addPerson(api.db, { accountId: person.caller.account.accountId, tier: 'agency' }, 'viewer');
    const projectId = await seed();
    await createMarket(person.caller.account.ctx, projectId, { name: 'Munich', country: 'DE' });
    const { page, faults } = await open(projectId, {}, viewer);
    await page.getByText('Munich', { exact: true }).waitFor();
    await page.getByText('Your role is read-only. Ask an account owner to make changes.').waitFor();
    for (const field of ['Brand name', 'Other names', 'Claude', 'Weekly prompts are asked']) {
      expect([field, await page.getByLabel(field, { exact: true }).isDisabled()]).toEqual([field, true]);
    }
    for (const name of [
      ...['Create market', 'Rename Munich', 'Archive Munich'],
      ...['Pause monitoring', 'Archive project'],
    ]) {
      expect([name, await page.getByRole('button', { name }).isDisabled()]).toEqual([name, true]);
    }
    expect(faults).toEqual([]);
  });

  test('there is no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    const projectId = await seed();
    const place = { country: 'DE', region: 'R'.repeat(100), city: 'Munich' };
    await createMarket(person.caller.account.ctx, projectId, { name: 'M'.repeat(100), ...place });
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
      ['dark', 320],
    ] as const) {
      const { page, faults, findBarriers } = await open(projectId, { colorScheme, viewport: { width, height: 900 } });
      await page
        .getByLabel('Other names', { exact: true })
        .fill('a name that is long enough to need a line of its own,');
      await page.getByText('M'.repeat(100)).waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await page.getByRole('button', { name: 'Create market' }).click();
      await page.getByRole('dialog').getByLabel('City').waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
