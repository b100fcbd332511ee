import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createCompetitor, createProject, createPrompt, type WirePrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const QUESTION = 'Which tea is the best?';

describeBrowser('one prompt in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let prompt: WirePrompt;
  beforeAll(async () => {
    person = await openPerson(api);
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    await createCompetitor(person.caller, id, { name: 'Contoso' });
    prompt = await createPrompt(person.caller, id, { prompt_text: QUESTION });
    const lines = ['chatgpt', 'perplexity', 'claude', 'gemini'].map((platform, at) =>
      JSON.stringify({
        ...{ external_id: `${at}`, platform, question: QUESTION, answered_at: `${TODAY}T09:00:00Z` },
        answer: at === 0 ? 'Take Northwind or Contoso.' : 'Take Contoso.',
      }),
    );
    await importAnswers(api.db, { projectId: id }, fileOf(lines));
  });

  async function open({ id, project_id } = prompt, options = {}) {
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${project_id}/prompts/${id}`);
    await watched.page.getByRole('button', { name: 'Ask now' }).waitFor();
    return watched;
  }

  test('its score, rivals and answers are shown, and the answers of one platform', async () => {
    const { page, faults } = await open();
    await page.getByText('1 of 4 answers; between').waitFor();
    await page.getByText('Contoso is named in 4 of 4 answers, Northwind in 1.').waitFor();
    await page.getByText('Take Northwind or Contoso.').waitFor();
    await page.getByRole('group', { name: 'Platform of the answers' }).getByRole('button', { name: 'Claude' }).click();
    await page.getByText('Take Northwind or Contoso.').waitFor({ state: 'detached' });
    const link = page.getByRole('link', { name: 'All answers to this prompt' });
    const target = new URL((await link.getAttribute('href')) ?? '', api.url);
    expect([target.searchParams.get('prompt'), target.searchParams.get('platforms')]).toEqual([prompt.id, 'claude']);
    expect(faults).toEqual([]);
  });

  test('its score and its answers are of the days of the calendar that are chosen', async () => {
    const { page, faults } = await open();
    for (const [days, sentence] of [
      [`from=2026-06-01&to=${TODAY}`, 'Take Northwind or Contoso.'],
      ['from=2026-06-01&to=2026-06-10', 'No answers in this period.'],
    ] as const) {
      await page.goto(`${api.url}/dashboard/projects/${prompt.project_id}/prompts/${prompt.id}?${days}`);
      // Of the score and of the answers alike.
      await page.getByText(sentence).first().waitFor();
    }
    expect(await page.getByText('Take Contoso.').count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('asking and rewording tell beforehand what they bring; it is paused, reworded and archived', async () => {
    const own = await createPrompt(person.caller, prompt.project_id, { prompt_text: 'Which cup?' });
    const { page, faults } = await open(own);
    await page.getByText('No answers yet.').waitFor();
    await page.getByRole('button', { name: 'Ask now' }).click();
    await page.getByText('This uses 2 credits, one per platform').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('Which pot?');
    await page.getByText('Its numbers start over').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Question' }).getByText('Which pot?').waitFor();
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Archive prompt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Prompts' }).waitFor();
    expect((await person.caller.get(`/prompts/${own.id}`)).status).toBe(404);
    expect(faults).toEqual([]);
  });

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [320, 'dark'],
  ] as const)('at %d pixels, %s: no faults, no barriers, no sideways scroll', async (width, colorScheme) => {
    const options = { viewport: { width, height: 900 }, colorScheme };
    const { page, faults, findBarriers } = await open(prompt, options);
    await page.getByText('Take Northwind or Contoso.').waitFor();
    await page.getByText('Contoso is named in').waitFor();
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(faults).toEqual([]);
  });
});
