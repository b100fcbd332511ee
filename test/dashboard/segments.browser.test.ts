import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { liftLimits, liftLimitsOf, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { askGraphql } from '../support/graphql.js';
import { addRun } from '../support/listed-runs.js';
import { createProject } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const HOSTILE = '"><img src=x onerror=alert(1)>';

describeBrowser('segments of prompts in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  beforeAll(async () => {
    person = await openPerson(api);
    ({ id: projectId } = await createProject(person.caller));
    await liftLimits(person.caller);
    const inputs = Array.from({ length: 15 }, (_, at) => ({
      promptText: at % 5 === 0 ? `Which tea is best for ${at}?` : `What is tea ${at}?`,
      category: ['Green tea', 'Black tea', HOSTILE][at % 3],
      tags: at % 2 === 0 ? ['even'] : [],
      persona: at % 5 === 0 ? 'Chef' : null,
    }));
    const create = `mutation ($id: ID!, $inputs: [CreatePromptInput!]!) {
      createPrompts(projectId: $id, inputs: $inputs) { id } }`;
    const { body } = await askGraphql(person.caller, create, { id: projectId, inputs });
    const prompts = (body.data as { createPrompts: { id: string }[] }).createPrompts;
    for (const { id } of prompts.slice(4, 7)) {
      const run = { promptId: id, plannedAt: '2026-06-14T09:00:00.000Z' };
      await addRun(api.db, { accountId: person.caller.account.accountId, projectId }, run);
    }
    const lines = inputs.flatMap(({ promptText: question, persona }, at) =>
      ['chatgpt', 'claude', 'gemini', 'chatgpt', 'claude', 'gemini'].map((platform, place) => {
        const answer = at % 3 === 0 || (at + place) % 7 === 0 ? 'Northwind.' : 'None.';
        const told = { external_id: `${at} ${place}`, platform, question, answer, searches: [`tea for ${persona}`] };
        return JSON.stringify({ ...told, answered_at: `2026-06-1${at % 5}T09:00:00Z` });
      }),
    );
    await importAnswers(api.db, { projectId }, fileOf(lines));
  });

  async function openPage(page: string, options = {}) {
    await liftLimitsOf(api.db);
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/${page}`);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    return watched;
  }

  test('topics are beside each other, and one compared with the others by the keyboard', async () => {
    const { page, faults } = await openPage('segments');
    const rows = page.getByRole('figure').getByRole('listitem');
    await rows.first().waitFor();
    expect((await rows.allTextContents()).map((text) => text.slice(0, 9))).toEqual([
      HOSTILE.slice(0, 9),
      'Black tea',
      'Green tea',
    ]);
    await page.getByLabel('Compare with').selectOption('Black tea');
    await rows.filter({ hasText: 'Green tea' }).getByText('more often').waitFor();
    expect(new URL(page.url()).searchParams.get('against')).toBe('Black tea');
    await page.getByRole('figure').getByRole('button', { name: 'Table' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'Beside Black tea' }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByRole('button', { name: 'Tag', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'even' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a segment leads to its own numbers, which the address keeps for whoever is sent it', async () => {
    const { page, faults } = await openPage('segments');
    await page.getByRole('link', { name: 'Green tea' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('30 answers').first().waitFor();
    await page.reload();
    await page.getByLabel('Topic').waitFor();
    expect(await page.getByLabel('Topic').inputValue()).toBe('Green tea');
    await page.getByLabel('Tag', { exact: true }).selectOption('even');
    await page.getByText('18 answers').first().waitFor();
    await page.getByRole('button', { name: 'All prompts' }).click();
    await page.getByText('90 answers').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
  });

  test('markets are beside each other, and one of them is chosen on every page', async () => {
    const other = await openPerson(api);
    const { id } = await createProject(other.caller);
    await liftLimits(other.caller);
    const ask = async (query: string, variables: object) =>
      (await askGraphql(other.caller, query, variables)).body.data;
    const created = await ask(
      `mutation ($id: ID!) {
        createMarket(projectId: $id, input: { name: "Austria", country: "AT", language: "de" }) { id } }`,
      { id },
    );
    // Shaped by the mutation above.
    const { id: marketId } = (created as { createMarket: { id: string } }).createMarket;
    const texts = ['Which tea is best?', 'Which tea is cheap?'];
    const inputs = texts.flatMap((promptText) => [{ promptText }, { promptText, marketId }]);
    const create =
      'mutation ($id: ID!, $inputs: [CreatePromptInput!]!) { createPrompts(projectId: $id, inputs: $inputs) { id } }';
    await ask(create, { id, inputs });
    const lines = inputs.flatMap((input, at) =>
      [1, 2, 3].slice('marketId' in input ? 1 : 0).map((day) =>
        JSON.stringify({
          ...{ external_id: `${at} ${day}`, platform: 'claude', question: input.promptText, answer: 'Northwind.' },
          ...{ answered_at: `2026-06-1${day}T09:00:00Z`, ...('marketId' in input && { market: 'Austria' }) },
        }),
      ),
    );
    await importAnswers(api.db, { projectId: id }, fileOf(lines));
    const { page, faults } = await browser.open({ storageState: await sessionOf(api, other) });
    await page.goto(`${api.url}/dashboard/projects/${id}/segments?by=market`);
    await page.getByRole('link', { name: 'Austria' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('4 answers').first().waitFor();
    expect(await page.getByLabel('Market').inputValue()).toBe(marketId);
    await page.getByLabel('Market').selectOption('');
    await page.getByText('10 answers').first().waitFor();
    await page.getByLabel('Language').selectOption('de');
    await page.getByText('4 answers').first().waitFor();
    expect(new URL(page.url()).searchParams.get('language')).toBe('de');
    await page.goto(`${api.url}/dashboard/projects/${id}/segments?by=country`);
    await page.getByRole('link', { name: 'Austria' }).click();
    await page.getByText('4 answers').first().waitFor();
    await page.getByLabel('Country').selectOption('');
    await page.getByText('10 answers').first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
  });

  test('who asks is chosen above each page, and narrows searches and runs as it does the other numbers', async () => {
    const { page, faults, findBarriers } = await openPage('segments?by=persona');
    await page.getByRole('link', { name: 'Chef' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByText('18 answers').first().waitFor();
    expect(await page.getByLabel('Persona').inputValue()).toBe('Chef');
    expect(await findBarriers()).toEqual([]);
    const menu = page.getByRole('navigation', { name: 'Project' });
    await menu.getByRole('link', { name: 'Searches' }).click();
    await page.getByText('“tea for Chef” was searched for 18 of 18 answers').waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await menu.getByRole('link', { name: 'Runs' }).click();
    await page.getByText('1 of 1 answered').waitFor();
    const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
    await runs.first().waitFor();
    expect(await runs.count()).toBe(1);
    await page.getByText('This part is about all prompts.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByLabel('Persona').selectOption('');
    await page.getByText('3 of 3 answered').waitFor();
    await page.getByLabel('Tag', { exact: true }).selectOption('even');
    await page.getByText('2 of 2 answered').waitFor();
    await page.getByLabel('Brand', { exact: true }).selectOption('named');
    await page.getByText('No questions of these prompts were planned in this period.').waitFor();
    await menu.getByRole('link', { name: 'Searches' }).click();
    await page.getByText('No answers to these prompts in this period.').waitFor();
    await page.getByRole('button', { name: 'Show all prompts' }).click();
    await page.getByText('“tea for null” was searched for 72 of 90 answers').waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
  });

  test('days of the calendar are asked about; others are refused beside the field', async () => {
    const { page, faults } = await openPage('overview');
    await page.getByRole('button', { name: 'Prompts and dates' }).click();
    const form = page.getByRole('form', { name: 'Days of the calendar' });
    await form.getByLabel('From').fill('2026-06-13');
    await form.getByLabel('To').fill('2026-06-10');
    await form.getByRole('button').click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel('To').fill('2026-06-14');
    await form.getByRole('button').click();
    await page.getByText('36 answers').first().waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('2026-06-13');
    await page.getByRole('button', { name: '90 days' }).click();
    await page.getByText('90 answers').first().waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBeNull();
    expect(faults).toEqual([]);
  });

  test.each(['answers', 'prompts', 'competitors', 'citations', 'searches', 'runs'])(
    'the page of %s is narrowed by an address without a fault',
    async (name) => {
      const search = '?topic=Green+tea&tag=even&persona=Chef&brand=unnamed&from=2026-06-01&to=2026-06-14';
      const { page, faults } = await openPage(`${name}${search}`);
      await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  test('topic and stage are set for many prompts at once, the stage as their words suggest', async () => {
    const { page, faults } = await openPage('prompts?tag=even');
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Stage' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('As their words suggest: Awareness 6, Consideration 2').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Change stage' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .locator('span', { hasText: /^Consideration$/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Topic', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Topic').fill('Tea of all kinds');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .locator('span', { hasText: /^Tea of all kinds$/ })
      .first()
      .waitFor();
    const { body } = await askGraphql(
      person.caller,
      `{ project(id: "${projectId}") { topics: segments(by: CATEGORY) { key promptCount }
         stages: segments(by: STAGE) { key promptCount } } }`,
    );
    expect(body.data?.['project']).toMatchObject({
      topics: expect.arrayContaining([{ key: 'Tea of all kinds', promptCount: 8 }]),
      stages: expect.arrayContaining([
        { key: 'AWARENESS', promptCount: 6 },
        { key: 'CONSIDERATION', promptCount: 2 },
      ]),
    });
    expect(faults).toEqual([]);
  });

  test('it has no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    for (const [colorScheme, width, page_] of [
      ['light', 1280, 'segments?against=Black+tea&tag=even'],
      ['dark', 1280, 'segments?by=stage'],
      ['light', 390, 'segments?by=tag&topic=Black+tea'],
      ['dark', 320, 'overview?topic=Black+tea&from=2026-06-01&to=2026-06-14'],
    ] as const) {
      const { page, faults, findBarriers } = await openPage(page_, { colorScheme, viewport: { width, height: 900 } });
      await page.getByRole('figure').first().waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
