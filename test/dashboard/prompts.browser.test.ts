import type { Page } from 'playwright-core';
import { marketsOfPrompts } from '../../src/core/markets/market.reads.js';
import { createMarket } from '../../src/core/markets/market.writes.js';
import { createPrompts } from '../../src/core/prompts/prompt.writes.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { liftLimitsOf, TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { dataOf } from '../support/expectations.js';
import { createProject, createPrompt, seedPrompts, type WirePrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const MANY = 10_000;
const ANSWERED = 'Which tea is the best?';

describeBrowser('the prompts in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  beforeAll(async () => {
    person = await openPerson(api);
    projectId = await seedAnswered();
  });

  /** A project with two prompts: one is answered on all platforms, the other waits. */
  async function seedAnswered(): Promise<string> {
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    await createPrompt(person.caller, id, { prompt_text: ANSWERED, tags: ['hot'] });
    await createPrompt(person.caller, id, { prompt_text: 'Is Northwind any good?' });
    const lines = ['chatgpt', 'perplexity', 'claude', 'gemini'].map((platform, at) =>
      JSON.stringify({
        ...{ external_id: `${at}`, platform, question: ANSWERED, answered_at: `${TODAY}T09:00:00Z` },
        answer: at % 2 === 0 ? 'Take Northwind or Contoso.' : 'Take Contoso.',
      }),
    );
    await importAnswers(api.db, { projectId: id }, fileOf(lines));
    return id;
  }

  async function open(id = projectId, search = '', options = {}) {
    await liftLimitsOf(api.db);
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${id}/prompts${search}`);
    await watched.page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor();
    await watched.page.getByRole('button', { name: 'Add prompts' }).waitFor();
    return watched;
  }

  const stored = async (id: string) => dataOf<WirePrompt[]>(await person.caller.get(`/projects/${id}/prompts`));
  const listOf = (page: Page) => page.getByRole('list', { name: 'Prompts' });
  const pick = (page: Page, text: string) => page.getByRole('checkbox', { name: `Select “${text}”` }).check();

  test('the page says which change its prompts show, and what a smaller one takes', async () => {
    const { id } = await createProject(person.caller);
    for (let at = 0; at < 6; at++) await createPrompt(person.caller, id, { prompt_text: `Which tea for ${at}?` });
    const { page, faults, findBarriers } = await open(id);
    await page
      .getByText(/With 6 different prompts on \d platforms?, a change of \d+ points shows within 4 weeks/)
      .waitFor();
    await page.getByText(/For 5 points ask \d+ different prompts (weekly|daily) on \d platforms?\./).waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a paste is told by line before it is saved, and its new questions become rows', async () => {
    const { id } = await createProject(person.caller);
    const { page, faults } = await open(id);
    await page.getByText('No prompts yet.').waitFor();
    await createPrompt(person.caller, id, { prompt_text: 'Which tea?' });
    await page.getByRole('button', { name: 'Add prompts' }).click();
    await page.getByLabel('Questions').fill('Which cup?\nWHICH tea?\n\nWhich cup?\nWhich pot?');
    await page.getByLabel('Tags').fill('kitchen, new');
    await page.getByText('Lines 2 and 4 repeat another line').waitFor();
    await page.getByText('2 new prompts').waitFor();
    await page.getByText('Asked on 2 platforms: 4 credits a week').waitFor();
    await page.getByRole('button', { name: 'Add 2 prompts' }).click();
    await listOf(page).getByText('Which pot?').waitFor();
    expect(await listOf(page).getByRole('listitem').count()).toBe(3);
    const prompts = await stored(id);
    expect(prompts.map(({ prompt_text, tags }) => [prompt_text, tags])).toEqual(
      expect.arrayContaining([
        ['Which cup?', ['kitchen', 'new']],
        ['Which pot?', ['kitchen', 'new']],
      ]),
    );
    expect(faults).toEqual([]);
  });

  test('a market is chosen for new prompts, where the same question may be asked again', async () => {
    const { id } = await createProject(person.caller);
    await createPrompt(person.caller, id, { prompt_text: 'Which tea?' });
    await createMarket(person.caller.account.ctx, id, { name: 'Munich', country: 'DE', city: 'Munich' });
    const { page, faults, findBarriers } = await open(id);
    await page.getByRole('button', { name: 'Add prompts' }).click();
    await page.getByLabel('Questions').fill('Which tea?');
    await page.getByText('0 new prompts').waitFor();
    await page.getByLabel('Market').selectOption({ label: 'Munich' });
    await page.getByText('1 new prompt').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Add 1 prompt' }).click();
    await listOf(page).getByText('Munich').waitFor();
    expect((await stored(id)).map(({ prompt_text }) => prompt_text)).toEqual(['Which tea?', 'Which tea?']);
    expect(faults).toEqual([]);
  });

  test('selected prompts are copied to a market but for those that it asks, which is said before', async () => {
    const { id } = await createProject(person.caller);
    const asked = { monitoring_frequency: 'weekly', platforms: ['chatgpt', 'claude'] };
    for (const prompt_text of ['Which tea?', 'Which cup?'])
      await createPrompt(person.caller, id, { prompt_text, ...asked });
    await createPrompt(person.caller, id, { prompt_text: 'Which pot?', ...asked, tags: ['hot'] });
    const { page, faults, findBarriers } = await open(id);
    await pick(page, 'Which tea?');
    await page.getByRole('button', { name: 'Copy to market' }).click();
    await page.getByText('This project has no markets yet.').waitFor();
    await page.getByRole('link', { name: 'Create one in its settings' }).click();
    await page.getByRole('button', { name: 'Create market' }).waitFor();

    const { ctx } = person.caller.account;
    const munich = await createMarket(ctx, id, { name: 'Munich', country: 'DE' });
    await createPrompts(ctx, id, [{ promptText: 'Which tea?', marketId: munich.id }]);
    await page.goto(`${api.url}/dashboard/projects/${id}/prompts`);
    await listOf(page).getByText('Munich').waitFor();
    for (const text of ['Which cup?', 'Which pot?']) await pick(page, text);
    await page.getByRole('checkbox', { name: 'Select “Which tea?”' }).first().check();
    await page.getByRole('button', { name: 'Copy to market' }).click();
    await page.getByText('1 of them is asked there already, or chosen twice. It is left out.').waitFor();
    await page.getByText('2 copies: 4 credits a week, 20 credits a month at most.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Copy 2', exact: true }).click();
    await listOf(page).getByText('Munich').nth(2).waitFor();
    const prompts = await stored(id);
    const markets = await marketsOfPrompts(
      ctx,
      prompts.map((prompt) => prompt.id),
    );
    const copies = prompts.filter((prompt) => markets.get(prompt.id)?.market?.id === munich.id);
    expect(copies.map(({ prompt_text, tags }) => [prompt_text, tags])).toEqual(
      expect.arrayContaining([
        ['Which cup?', []],
        ['Which pot?', ['hot']],
        ['Which tea?', []],
      ]),
    );
    expect(copies).toHaveLength(3);
    expect(faults).toEqual([]);
  });

  test('what the service refuses is told by line, and nothing is added', async () => {
    const { id } = await createProject(person.caller);
    const { page } = await open(id);
    await page.getByRole('button', { name: 'Add prompts' }).click();
    await page.getByLabel('Questions').fill(`Which cup?\n${'x'.repeat(2_001)}`);
    await page.getByRole('button', { name: 'Add 2 prompts' }).click();
    await page.getByText('Line 2: must be at most 2000 characters.').waitFor();
    expect(await stored(id)).toEqual([]);
  });

  test('prompts are selected, paused, tagged and archived together', async () => {
    const { id } = await createProject(person.caller);
    for (const prompt_text of ['One?', 'Two?', 'Three?']) await createPrompt(person.caller, id, { prompt_text });
    const { page, faults } = await open(id);
    await pick(page, 'One?');
    await pick(page, 'Two?');
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await listOf(page).getByText('Paused').nth(1).waitFor();
    await page.getByRole('button', { name: 'Tags' }).click();
    await page.getByLabel('Add tags').fill('old');
    await page.getByRole('button', { name: 'Change tags' }).click();
    await listOf(page).getByText('old').nth(1).waitFor();
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('button', { name: 'Archive 2 prompts' }).click();
    await page.getByText('1 prompt', { exact: true }).waitFor();
    expect((await stored(id)).map(({ prompt_text }) => prompt_text)).toEqual(['Three?']);
    expect(faults).toEqual([]);
  });

  test('words, tag and state narrow the list, and stand in the address', async () => {
    const { id } = await createProject(person.caller);
    await createPrompt(person.caller, id, { prompt_text: 'Which tea?', tags: ['hot'] });
    const { id: paused } = await createPrompt(person.caller, id, { prompt_text: 'Which ice?', tags: ['cold'] });
    await person.caller.patch(`/prompts/${paused}`, { is_active: false });
    const { page } = await open(id, '?state=paused');
    await listOf(page).getByText('Which ice?').waitFor();
    expect(await listOf(page).getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await listOf(page).getByText('Which tea?').waitFor();
    await page.getByLabel('Tag', { exact: true }).selectOption('hot');
    await page.waitForURL(/tag=hot/);
    await page.getByLabel('Search prompts').fill('ice');
    await page.getByText('No prompts match these filters.').waitFor();
    expect(page.url()).toContain('search=ice');
    await page.getByRole('button', { name: 'Show all prompts' }).click();
    await listOf(page).getByText('Which ice?').waitFor();
  });

  test('a share leads to the answers behind it', async () => {
    const { page } = await open();
    const link = listOf(page).getByRole('link', { name: /% of / }).first();
    const target = new URL((await link.getAttribute('href')) ?? '', api.url);
    expect(target.pathname).toBe(`/dashboard/projects/${projectId}/answers`);
    expect(target.searchParams.get('prompt')).toMatch(/^[\da-f-]{36}$/);
    expect(target.searchParams.get('platforms')).toMatch(/^\w+$/);
  });

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [320, 'dark'],
  ] as const)('at %d pixels, %s: no faults, no barriers, no sideways scroll', async (width, colorScheme) => {
    const { page, faults, findBarriers } = await open(projectId, '', { viewport: { width, height: 900 }, colorScheme });
    await listOf(page).getByRole('listitem').first().waitFor();
    await page
      .getByRole('checkbox', { name: /^Select “/ })
      .first()
      .check();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('button', { name: 'Copy to market' }).click();
    await page.getByText('This project has no markets yet.').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Add prompts' }).click();
    await page.getByLabel('Questions').fill('Which cup?');
    await page.getByText('1 new prompt').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test(`${MANY} prompts: as many rows are drawn as fit, and more are asked for near the end`, async () => {
    const { id } = await createProject(person.caller);
    await seedPrompts(person.caller, id, MANY);
    const { page, faults } = await open(id, '', { viewport: { width: 1280, height: 900 } });
    await page.getByText(`100 of ${MANY.toLocaleString('en-GB')} prompts`).waitFor();
    const drawn = await page.evaluate<number>(SCROLL);
    expect(drawn).toBeLessThan(80);
    await page.getByText(/^[2-9]\d\d of/).waitFor();
    expect(faults).toEqual([]);
  });
});

/** Scrolls down a screen a frame, and tells the most rows that were drawn. */
const SCROLL = `new Promise((resolve) => {
  let drawn = 0;
  let steps = 0;
  const step = () => {
    drawn = Math.max(drawn, document.querySelectorAll('[aria-label="Prompts"] li').length);
    window.scrollBy(0, 400);
    steps += 1;
    if (steps < 200) requestAnimationFrame(step);
    else resolve(drawn);
  };
  requestAnimationFrame(step);
})`;
