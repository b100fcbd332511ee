import type { Page } from 'playwright-core';
import { liftLimitsOf, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { askGraphql } from '../support/graphql.js';
import { createProject, createPrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

const BAKERY = 'What is the best CRM for a small bakery?';
const BAKERIES = 'best CRM for small bakeries';
const CANCEL = 'How do I cancel my plan?';
const PAIRS = 'Prompts that may ask the same';

describeBrowser('wordings of prompts in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  beforeAll(async () => {
    person = await openPerson(api);
    await liftLimitsOf(api.db);
  });

  async function newProject(texts: readonly string[]): Promise<{ id: string; prompts: string[] }> {
    const { id } = await createProject(person.caller);
    const prompts: string[] = [];
    for (const prompt_text of texts) prompts.push((await createPrompt(person.caller, id, { prompt_text })).id);
    // The clock of the test stands still, and the order is by when they were created.
    await queryDatabase(
      api.database,
      `update prompt q set created_at = q.created_at + o.place * interval '1 minute'
       from unnest($1::uuid[]) with ordinality as o (id, place)
       where q.id = o.id`,
      [prompts],
    );
    return { id, prompts };
  }

  async function open(path: string, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${path}`);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    return watched;
  }

  const pick = (page: Page, text: string) => page.getByRole('checkbox', { name: `Select “${text}”` }).check();

  /** By the text of each prompt that words another one: the text of that one. */
  async function ties(id: string): Promise<Record<string, string>> {
    const query = `{ project(id: "${id}") { prompts { nodes { promptText wordingOf { promptText } } } } }`;
    const { body } = await askGraphql(person.caller, query);
    const { nodes } = (
      body.data as {
        project: { prompts: { nodes: { promptText: string; wordingOf: { promptText: string } | null }[] } };
      }
    ).project.prompts;
    return Object.fromEntries(
      nodes.flatMap(({ promptText, wordingOf }) => (wordingOf ? [[promptText, wordingOf.promptText]] : [])),
    );
  }

  test('a likely pair is counted together by the keyboard, and its page says what that means', async () => {
    const { id, prompts } = await newProject([BAKERY, BAKERIES, CANCEL]);
    const { page, faults, findBarriers } = await open(`${id}/prompts`);
    const pairs = page.getByRole('region', { name: PAIRS });
    await pairs.getByText('1 pair of prompts may ask the same in other words.').waitFor();
    await pairs.getByRole('button', { name: 'Show' }).focus();
    await page.keyboard.press('Enter');
    await pairs.getByText('No score changes by it.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await pairs.getByRole('button', { name: 'Count together' }).focus();
    await page.keyboard.press('Enter');
    await pairs.waitFor({ state: 'detached' });
    expect(await ties(id)).toEqual({ [BAKERIES]: BAKERY });
    await page.getByRole('list', { name: 'Prompts' }).getByText('another wording').waitFor();
    await page.goto(`${api.url}/dashboard/projects/${id}/prompts/${prompts[0]}`);
    await page.getByText('It is asked in 2 wordings, which count as one question.').waitFor();
    await page.getByRole('link', { name: BAKERIES }).click();
    await page.getByText('It words another prompt’s question.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Count it by itself' }).click();
    await page.getByText('It words another prompt’s question.').waitFor({ state: 'detached' });
    expect(await ties(id)).toEqual({});
    expect(faults).toEqual([]);
  });

  test('a pair that asks different things stays hidden after a reload, until it is shown again', async () => {
    const { id } = await newProject([BAKERY, BAKERIES]);
    const { page } = await open(`${id}/prompts`);
    const pairs = page.getByRole('region', { name: PAIRS });
    await pairs.getByRole('button', { name: 'Show' }).click();
    await pairs.getByRole('button', { name: 'Different questions' }).click();
    await pairs.getByText('No prompts seem to ask the same.').waitFor();
    await page.reload();
    await pairs.getByText('No prompts seem to ask the same.').waitFor();
    await pairs.getByRole('button', { name: 'Show' }).click();
    await pairs.getByRole('button', { name: 'Show them again' }).click();
    await pairs.getByText('1 pair of prompts may ask the same in other words.').waitFor();
    expect(await ties(id)).toEqual({});
  });

  test('prompts that are selected ask the same as one of them, or each by itself again', async () => {
    const { id } = await newProject(['First?', 'Second one?', 'Third of all?', CANCEL]);
    const { page, faults } = await open(`${id}/prompts`);
    for (const text of ['First?', 'Second one?', 'Third of all?']) await pick(page, text);
    await page.getByRole('button', { name: 'Wordings' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('They ask the same as').locator('option:checked').textContent()).toBe('First?');
    await dialog.getByLabel('They ask the same as').selectOption({ label: 'Second one?' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await ties(id)).toEqual({ 'First?': 'Second one?', 'Third of all?': 'Second one?' });
    await page.getByRole('button', { name: 'Wordings' }).click();
    await dialog.getByLabel('They ask the same as').selectOption({ label: 'Nothing: each counts by itself' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await ties(id)).toEqual({});
    expect(faults).toEqual([]);
  });

  test('what cannot be a wording is refused in the words of the service', async () => {
    const { id, prompts } = await newProject(['First?', 'Second one?', CANCEL]);
    const tie = 'mutation ($id: ID!, $to: ID) { updatePrompt(id: $id, input: { wordingOfId: $to }) { id } }';
    await askGraphql(person.caller, tie, { id: prompts[1], to: prompts[0] });
    const { page } = await open(`${id}/prompts`);
    await pick(page, 'First?');
    await pick(page, CANCEL);
    await page.getByRole('button', { name: 'Wordings' }).click();
    await page.getByLabel('They ask the same as').selectOption({ label: CANCEL });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByText('as other prompts are wordings of this one').waitFor();
    expect(await ties(id)).toEqual({ 'Second one?': 'First?' });
  });

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [320, 'dark'],
  ] as const)('at %d pixels, %s: no faults, no barriers, no sideways scroll', async (width, colorScheme) => {
    const long = 'bakery'.repeat(20);
    const { id, prompts } = await newProject([
      BAKERY,
      BAKERIES,
      `Best CRM for ${long}?`,
      `which CRM is best for ${long}`,
    ]);
    const options = { viewport: { width, height: 900 }, colorScheme };
    const { page, faults, findBarriers } = await open(`${id}/prompts`, options);
    await page.getByRole('region', { name: PAIRS }).getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Count together' }).nth(1).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await pick(page, BAKERIES);
    await pick(page, BAKERY);
    await page.getByRole('button', { name: 'Wordings' }).click();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${api.url}/dashboard/projects/${id}/prompts/${prompts[1]}`);
    await page.getByText('It words another prompt’s question.').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(faults).toEqual([]);
  });
});
