import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

const QUESTION = 'Which tea shop is best?';
const ARCHIVED = 'Which tea is archived?';
const HOSTILE = [
  '<img src=x onerror="window.broken = 1"> <script>window.broken = 2</script>',
  '[one](javascript:alert(1)) [two](data:text/html,<script>1</script>) [three](https://page.example/a?b=1)',
  '![a picture](https://tracker.example/pixel.png)',
  'before \u202Ereversed\u202C and \u200B\u200D\uFEFF after',
  'Northwind is **excellent** &amp; cheap.',
].join('\n\n');
const BRACKETS = '['.repeat(1_000_000);
const NESTED = `${'>'.repeat(3_000)} ${'- '.repeat(3_000)} a`;

describeBrowser('the answers in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  let promptId: string;
  let archivedId: string;

  beforeAll(async () => {
    person = await openPerson(api);
    ({ id: projectId } = await createProject(person.caller, { brand_name: 'Northwind' }));
    ({ id: promptId } = await createPrompt(person.caller, projectId, { prompt_text: QUESTION }));
    ({ id: archivedId } = await createPrompt(person.caller, projectId, { prompt_text: ARCHIVED }));
    await createCompetitor(person.caller, projectId, { name: 'Contoso' });
    const line = (at: number, answer: string, fields: object = {}) =>
      JSON.stringify({
        external_id: String(at),
        platform: 'chatgpt',
        question: QUESTION,
        answered_at: new Date(Date.parse(TODAY) - at * 60_000).toISOString(),
        answer,
        ...fields,
      });
    await importAnswers(
      api.db,
      { projectId },
      fileOf([
        line(1, '| Shop | Note |\n|---|---|\n| **Northwind** | fine |\n| Contoso | better |', {
          citations: [{ url: 'https://teapress.example/x', title: 'A' }],
        }),
        line(2, HOSTILE, { platform: 'claude' }),
        line(3, 'Third.', { platform: 'gemini' }),
        line(4, 'Fourth.', { platform: 'gemini' }),
        line(5, 'Contoso alone.', { platform: 'perplexity' }),
        line(40 * 1_440, '1. **Fabrikam**: strong.\n2. **Contoso**: fine.', { question: ARCHIVED }),
      ]),
    );
    const write = (text: string, former: string) =>
      api.db.em.execute('update answer set text = ? where project_id = ? and text = ?', [text, projectId, former]);
    await write(BRACKETS, 'Third.');
    await write(NESTED, 'Fourth.');
  });

  async function openAnswers(search = '', options = {}) {
    const viewport = { width: 1280, height: 900 };
    const watched = await browser.open({ storageState: await sessionOf(api, person), viewport, ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/answers${search}`);
    await watched.page.getByRole('heading', { level: 1, name: 'Answers' }).waitFor();
    return watched;
  }

  test('the newest is read at once: every name is marked, the brand in its own way, and pages are listed', async () => {
    const { page, faults } = await openAnswers();
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.locator('mark').first().waitFor();
    expect(await answer.locator('mark[data-kind="brand"]').allTextContents()).toEqual(['Northwind']);
    expect(await answer.locator('mark[data-kind="other"]').allTextContents()).toEqual(['Contoso']);
    await answer.getByText('teapress.example').waitFor();
    await page.getByText('5 answers', { exact: true }).waitFor();
    // Nobody's tone is shown there: the row has a sentence of the text all the same.
    await page.getByRole('list', { name: 'Answers' }).getByText('Contoso alone.').waitFor();
    expect(faults).toEqual([]);
  });

  test('what a hostile answer holds is inert: no script, no picture, links to http and https alone', async () => {
    const { page, faults } = await openAnswers('?platforms=claude');
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.locator('a[target="_blank"]').first().waitFor();
    expect(await answer.textContent()).toContain('<script>window.broken = 2</script>');
    expect(await answer.textContent()).toContain('[picture: a picture, tracker.example]');
    expect(await answer.locator('img, script, iframe').count()).toBe(0);
    const links = await answer.locator('a[target="_blank"]').all();
    const targets = new Set(await Promise.all(links.map((link) => link.getAttribute('href'))));
    expect([...targets]).toEqual(['https://page.example/a?b=1']);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(faults).toEqual([]);
  });

  test('a megabyte of brackets and a deep nest are shown as written, without holding the page up', async () => {
    const { page, faults } = await openAnswers('?platforms=gemini');
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByRole('button', { name: /^Show 950,000 more characters$/ }).waitFor();
    await page.keyboard.press('j');
    await answer.getByText('Too long or too deeply nested').waitFor();
    await answer.getByText('>>>>>').waitFor();
    expect(faults).toEqual([]);
  });

  test('filters are chips with names in the address, and leave it again; none found says why', async () => {
    const { page, faults } = await openAnswers(`?prompt=${promptId}&named=no`);
    await page.getByRole('button', { name: `Remove filter Prompt: ${QUESTION}` }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Northwind: not named' }).click();
    await page.waitForURL(/\?prompt=[^&]*$/);
    await page.keyboard.press('/');
    await page.keyboard.type('no such words');
    await page.keyboard.press('Enter');
    await page.getByText('No answers from the last 30 days match these filters.').waitFor();
    await page.getByRole('button', { name: '90 days' }).click();
    await page.getByText('A search covers 31 days at most.').waitFor();
    await page.getByRole('button', { name: 'Search the last 30 days' }).click();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await page.getByText('5 answers', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
  });

  test('an answer has an address of its own, which holds on a reload and outside of what is listed', async () => {
    const { page, faults } = await openAnswers();
    await page
      .getByRole('link', { name: /Contoso.*Perplexity|Perplexity/ })
      .last()
      .click();
    await page.waitForURL(/answer=\d{4}-\d\d-\d\d\.[0-9a-f-]{36}/);
    const answer = new URL(page.url()).searchParams.get('answer');
    await page.goto(`${api.url}/dashboard/projects/${projectId}/answers?named=yes&answer=${answer}`);
    await page.getByRole('article', { name: 'Answer' }).getByText('alone.').waitFor();
    expect(faults).toEqual([]);
  });

  test('on a phone the list and an answer are views of their own, with a way back', async () => {
    const { page, faults } = await openAnswers('', { viewport: { width: 390, height: 900 } });
    await page.getByRole('list', { name: 'Answers' }).getByRole('link').first().click();
    await page.getByRole('article', { name: 'Answer' }).waitFor();
    expect(await page.getByRole('list', { name: 'Answers' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByRole('list', { name: 'Answers' }).waitFor();
    await page.getByRole('list', { name: 'Answers' }).getByRole('link').first().click();
    await page.keyboard.press('Escape');
    await page.getByRole('list', { name: 'Answers' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('keys go through the list: the row, the focus, the reader and the address', async () => {
    const { page, faults } = await openAnswers();
    const reader = page.getByRole('article', { name: 'Answer' });
    const current = (place: number) => page.locator(`li:nth-child(${place}) > a[aria-current]:focus`).waitFor();
    await reader.getByText('fine').waitFor();
    await page.keyboard.press('ArrowDown');
    await current(2);
    await reader.getByText('[picture:').waitFor();
    await page.keyboard.press('j');
    await current(3);
    const third = new URL(page.url()).searchParams.get('answer');
    await page.keyboard.press('k');
    await current(2);
    await page.keyboard.press('ArrowUp');
    await current(1);
    expect(new URL(page.url()).searchParams.get('answer')).not.toBe(third);
    expect(await page.locator('[data-answer][aria-current]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
    await page.keyboard.press('/');
    await page.keyboard.type('jk');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByLabel('Search the answers').inputValue()).toBe('jk');
    expect(new URL(page.url()).search).toBe('');
    expect(faults).toEqual([]);
  });

  test('what the address narrows the list to has a name, also where it cannot be chosen', async () => {
    await person.caller.delete(`/prompts/${archivedId}`);
    const [found] = await api.db.em.execute('select id from competitor_candidate where project_id = ? and name = ?', [
      projectId,
      'Fabrikam',
    ]);
    const { page, faults } = await openAnswers(`?prompt=${archivedId}&mentioning=${found?.id}`);
    await page.getByRole('button', { name: 'Remove filter Names: Fabrikam' }).waitFor();
    await page.getByRole('button', { name: `Remove filter Prompt: ${ARCHIVED}` }).waitFor();
    await page.goto(`${api.url}/dashboard/projects/${projectId}/answers?mentioning=${promptId}`);
    await page.getByRole('button', { name: 'Remove filter Names: one without answers in this period' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('the tone of an answer is corrected, said by whom, and put back by one press', async () => {
    const { page, faults, findBarriers } = await openAnswers('?platforms=chatgpt');
    const answer = page.getByRole('article', { name: 'Answer' });
    await answer.getByText('judged by rules').waitFor();
    await answer.getByRole('button', { name: 'Correct', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct this answer' });
    await dialog.getByRole('checkbox', { name: 'Contoso' }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Save correction' }).click();
    await dialog.getByText('Nothing is corrected yet').waitFor();
    await dialog.getByLabel('Tone toward the brand').selectOption('Negative');
    await dialog.getByRole('checkbox', { name: 'Contoso' }).uncheck();
    await dialog.getByRole('button', { name: 'Save correction' }).click();
    await answer.getByText('corrected by a person').waitFor();
    await answer.getByText(/^Corrected by .*: tone was .*, Contoso is not named\.$/).waitFor();
    expect(await answer.locator('mark[data-kind="other"]').count()).toBe(0);
    await answer.getByRole('button', { name: 'Undo correction' }).click();
    await answer.getByText('judged by rules').waitFor();
    await answer.locator('mark[data-kind="other"]').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
      ['light', 320],
    ] as const) {
      const { page, faults, findBarriers } = await openAnswers('', { colorScheme, viewport: { width, height: 900 } });
      await page.getByText('5 answers', { exact: true }).waitFor();
      if (width < 1000) {
        await page.getByRole('button', { name: 'Filters' }).click();
        expect(await findBarriers()).toEqual([]);
        await page.getByRole('list', { name: 'Answers' }).getByRole('link').first().click();
      }
      await page.getByRole('article', { name: 'Answer' }).locator('mark').first().waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });
});
