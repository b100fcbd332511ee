import type { Page } from 'playwright-core';
import { liftLimitsOf, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { dataOf } from '../support/expectations.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt, type WirePrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

const HOSTILE = '"><img src=x onerror=alert(1)>';
const HEADING = 'Top queries,Clicks,Impressions,CTR,Position';
const TERMS = [
  'best crm for small bakeries,10,300,3%,4',
  'what is the best CRM for a small bakery?,2,100,2%,5',
  'how does invoicing work,1,40,2%,9',
  `${HOSTILE.replaceAll('"', '')},0,20,0%,9`,
];

describeBrowser('suggestions of prompts in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  beforeAll(async () => {
    person = await openPerson(api);
    await liftLimitsOf(api.db);
  });

  const newProject = async () =>
    (await createProject(person.caller, { brand_name: 'Northwind', main_topic: 'CRM software', target_country: 'US' }))
      .id;

  async function open(id: string, search = '', options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${id}/prompts/suggestions${search}`);
    await watched.page.getByRole('button', { name: 'Upload file' }).waitFor();
    return watched;
  }

  async function upload(page: Page, text: string | Buffer, name = 'Queries.csv') {
    const buffer = typeof text === 'string' ? Buffer.from(text) : text;
    await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Upload file' }).click();
  }

  const listOf = (page: Page) => page.getByRole('list', { name: 'Suggestions' });
  const stored = async (id: string) => dataOf<WirePrompt[]>(await person.caller.get(`/projects/${id}/prompts`));

  test('a file becomes suggestions with their figures, its faulty lines named, until it is deleted', async () => {
    const id = await newProject();
    const { page, faults, findBarriers } = await open(id);
    await page.getByText('No search terms yet.').waitFor();
    await upload(page, '\u0089PNG\r\n\u001a');
    await page.getByText('Line 1: must be text, as a CSV file is.').waitFor();
    await upload(page, `${HEADING}\r\nx,y`);
    await page.getByText('Holds no term; line 2: has 2 columns, not 5.').waitFor();
    await page.getByLabel('First day').fill('2026-05-01');
    await page.getByLabel('Last day').fill('2026-05-31');
    await upload(page, [HEADING, ...TERMS, '=1+1,1,1,1%,1'].join('\n'));
    await page.getByText('4 search terms kept, 1 line left out.').waitFor();
    await page.getByText('Line 6: the term must not be a formula').waitFor();
    const first = listOf(page).getByRole('listitem').first();
    await first.getByText('Your site was shown 400 times in Google for it, and opened 12 times.').waitFor();
    await first.getByText('Searches of nearly the same words (2)').click();
    await first.getByText('what is the best CRM for a small bakery?: 100 shown, 2 opened').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    await page.getByText('4 search terms, 460 shown, 13 opened').waitFor();
    await page.getByText('1 May 2026 to 31 May 2026').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Delete Google' }).click();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Delete search terms' }).click();
    await page.getByText('No search terms yet.').waitFor();
    expect(faults).toEqual([]);
  });

  test('what cannot be a file of search terms is refused before it is sent', async () => {
    const { page } = await open(await newProject());
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.postData() ?? ''));
    await page.getByRole('button', { name: 'Upload file' }).click();
    await page.getByText('Choose a file.').waitFor();
    await upload(page, '');
    await page.getByText('The file is empty.').waitFor();
    await upload(page, Buffer.alloc(500_001, 'a'));
    await page.getByText('The file has more than 500 kB.').waitFor();
    expect(requests.filter((body) => body.includes('addSearchTerms'))).toEqual([]);
  });

  test('several are picked by the keyboard, put in other words, and become prompts of a topic and stage', async () => {
    const id = await newProject();
    await createPrompt(person.caller, id, { prompt_text: 'How does an invoicing tool work?' });
    const { page, faults, findBarriers } = await open(id);
    await upload(page, [HEADING, ...TERMS].join('\n'));
    await page.getByText('4 search terms kept.').waitFor();
    await page.getByRole('checkbox', { name: 'Select “best crm for small bakeries”' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('checkbox', { name: 'Select “how does invoicing work”' }).check();
    await page.getByRole('button', { name: 'Add 2 prompts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Prompt 1').fill('How does an invoicing tool work?');
    await dialog.getByText('Nearly the same as “How does an invoicing tool work?”').waitFor();
    await dialog.getByText(/^Asked on 2 platforms: 4 credits a week/).waitFor();
    await dialog.getByLabel('Topic').fill('CRM');
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add 2 prompts' }).click();
    await dialog.getByText('Nothing was added.').waitFor();
    expect(await stored(id)).toHaveLength(1);
    await dialog.getByLabel('Prompt 1').fill('Which CRM is best for a small bakery?');
    await dialog.getByRole('button', { name: 'Add 2 prompts' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Select “how does invoicing work”' }).waitFor({ state: 'detached' });
    const { body } = await askGraphql(
      person.caller,
      `{ project(id: "${id}") { prompts { nodes { promptText category stage wordingOf { promptText } } } } }`,
    );
    const { nodes } = (body.data as { project: { prompts: { nodes: { promptText: string }[] } } }).project.prompts;
    const made = nodes.filter(({ promptText }) => promptText !== 'How does an invoicing tool work?');
    expect(made).toEqual(
      expect.arrayContaining([
        {
          promptText: 'Which CRM is best for a small bakery?',
          category: 'CRM',
          stage: 'CONSIDERATION',
          wordingOf: null,
        },
        {
          ...{ promptText: 'how does invoicing work', category: 'CRM', stage: 'AWARENESS' },
          wordingOf: { promptText: 'How does an invoicing tool work?' },
        },
      ]),
    );
    expect(made).toHaveLength(2);
    expect(faults).toEqual([]);
  });

  test('questions about the topic are in the language of the market that they are added to', async () => {
    const id = await newProject();
    const create = `mutation ($id: ID!) {
      createMarket(projectId: $id, input: { name: "Vienna", country: "AT", language: "de" }) { id } }`;
    await askGraphql(person.caller, create, { id });
    const { page, faults } = await open(id);
    await page.getByRole('button', { name: 'Your topic', exact: true }).click();
    await listOf(page).getByText('How much does CRM software cost?').waitFor();
    await listOf(page).getByText('A usual question, asked by people who choose between names.').first().waitFor();
    await page.getByLabel('Market').selectOption({ label: 'Vienna' });
    await page.getByLabel('Stage').selectOption('awareness');
    await page.getByRole('checkbox', { name: 'Select “Was kostet CRM software?”' }).check();
    expect(new URL(page.url()).searchParams.get('origin')).toBe('topic');
    await page.getByRole('button', { name: 'Add 1 prompt' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add 1 prompt' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Prompts' }).first().click();
    await page.getByRole('list', { name: 'Prompts' }).getByText('Vienna').waitFor();
    await page.getByRole('link', { name: 'Suggestions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Suggestions' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('more than the plan has room for is told beforehand', async () => {
    const other = await openPerson(api, 'professional');
    const project = { brand_name: 'Northwind', main_topic: 'CRM software', target_country: 'US' };
    const { id } = await createProject(other.caller, project);
    const { page } = await open(id, '?origin=topic', { storageState: await sessionOf(api, other) });
    await listOf(page).getByRole('listitem').first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    await page.getByRole('button', { name: 'Add 22 prompts' }).click();
    await page.getByRole('dialog').getByLabel('Cadence').selectOption('DAILY');
    await page
      .getByRole('dialog')
      .getByText(/^Your plan has/)
      .waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Add 22 prompts' }).isDisabled()).toBe(true);
  });

  test('who may only read sees the suggestions and no way to change anything', async () => {
    const viewer = await openPerson(api);
    const { id } = await createProject(viewer.caller, { brand_name: 'Northwind', main_topic: 'CRM' });
    await queryDatabase(api.database, `update holder set role = 'viewer' where email = $1`, [viewer.email]);
    const watched = await browser.open({ storageState: await sessionOf(api, viewer) });
    await watched.page.goto(`${api.url}/dashboard/projects/${id}/prompts/suggestions?origin=topic`);
    await listOf(watched.page).getByRole('listitem').first().waitFor();
    expect(await watched.page.getByRole('button', { name: 'Upload file' }).isDisabled()).toBe(true);
    expect(await watched.page.getByRole('button', { name: 'Add prompts' }).isDisabled()).toBe(true);
  });

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [320, 'dark'],
  ] as const)('at %d pixels, %s: no faults, no barriers, no sideways scroll', async (width, colorScheme) => {
    const id = await newProject();
    const csv = [HEADING, ...TERMS, `${'word'.repeat(45)},1,2,3%,4`].join('\n');
    const add = `mutation ($id: ID!, $csv: String!) {
      addSearchTerms(projectId: $id, input: { source: GOOGLE, csv: $csv }) { accepted } }`;
    await askGraphql(person.caller, add, { id, csv });
    const { page, faults, findBarriers } = await open(id, '', { viewport: { width, height: 900 }, colorScheme });
    await listOf(page).getByRole('listitem').first().waitFor();
    await page.getByRole('checkbox', { name: 'Select all shown' }).check();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await page.getByRole('button', { name: 'Add 4 prompts' }).click();
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });
});
