import { EXAMPLES } from '../../explorer/examples.js';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser, type WatchedPage } from '../support/browser.js';
import { createProject } from '../support/resources.js';
import { until } from '../support/until.js';

const OPENED = { viewport: { width: 1280, height: 800 } } as const;

describeBrowser('GraphiQL', () => {
  const api = useApi();
  const browser = useBrowser();

  async function openExplorer(colorScheme: 'light' | 'dark' = 'light'): Promise<WatchedPage> {
    const watched = await browser.open({ ...OPENED, colorScheme });
    await watched.page.goto(`${api.url}/graphql`);
    await watched.page.getByRole('button', { name: /execute query/i }).waitFor();
    return watched;
  }

  async function enterKey({ page }: WatchedPage, key: string): Promise<void> {
    await page.locator('.graphiql-editor-tool .CodeMirror').filter({ visible: true }).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${key}` }));
  }

  const run = ({ page }: WatchedPage) => page.getByRole('button', { name: /execute query/i }).click();
  const answerOf = ({ page }: WatchedPage) => page.locator('.result-window');

  test('opens with a tab for each example, asks nothing without a key, and says where the key goes', async () => {
    const opened = await openExplorer();
    const asked: string[] = [];
    opened.page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()));
    expect(await opened.page.getByRole('tab').count()).toBe(EXAMPLES.length);
    await run(opened);
    await answerOf(opened).getByText('Enter your API key under').waitFor();
    expect([asked, opened.faults]).toEqual([[], []]);
  });

  test.each(['light', 'dark'] as const)('runs a query, and shows the schema, in the %s theme', async (theme) => {
    const caller = await api.open('professional');
    await createProject(caller, { brand_name: 'Northwind' });
    const opened = await openExplorer(theme);
    await enterKey(opened, caller.key);
    await run(opened);
    await answerOf(opened).getByText('Northwind').waitFor();
    await opened.page.getByRole('button', { name: /documentation explorer/i }).click();
    await opened.page.getByRole('link', { name: 'Query', exact: true }).waitFor();
    const shade = await opened.page.evaluate<string>(
      `getComputedStyle(document.querySelector('.graphiql-container')).backgroundColor`,
    );
    const [red = 0] = (shade.match(/\d+/g) ?? []).map(Number);
    expect(red < 128).toBe(theme === 'dark');
    expect(opened.faults).toEqual([]);
  });

  test('keeps the key for the session of its tab, and nothing beyond it', async () => {
    const caller = await api.open('professional');
    const opened = await openExplorer();
    await enterKey(opened, caller.key);
    await run(opened);
    await answerOf(opened).getByText('totalCount').waitFor();
    expect(await opened.page.evaluate<number>('localStorage.length')).toBe(0);
    // Asked again and again from here: the page's policy lets a wait in the page run its first look alone.
    await until(
      () => opened.page.evaluate<string>('JSON.stringify({ ...sessionStorage })'),
      (kept) => kept.includes(caller.key),
    );
    const other = await opened.page.context().newPage();
    await other.goto(`${api.url}/graphql`);
    await other.getByRole('button', { name: /execute query/i }).waitFor();
    expect(await other.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain(caller.key);
    expect(opened.faults).toEqual([]);
  });
});
