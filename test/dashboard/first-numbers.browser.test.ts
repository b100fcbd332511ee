import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeBrowser, useBrowser, type WatchedPage } from '../support/browser.js';
import { FakePlatforms } from '../support/fake-platforms.js';
import { killProcesses, type ServiceProcess, startService } from '../support/processes.js';
import { until } from '../support/until.js';

/**
 * From a first start without the demo to numbers of a brand of one's own: a service process with the database that
 * comes along, played platforms and a browser, which presses only what the pages name.
 */
describeBrowser('the first numbers of a new installation', () => {
  const browser = useBrowser();
  let folder: string;
  let fake: FakePlatforms;
  let service: ServiceProcess;

  beforeAll(async () => {
    fake = await FakePlatforms.start();
  });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bvm-first-'));
    fake.forgetCalls();
    const addresses = Object.entries(fake.environment).filter(([name]) => name.endsWith('_BASE_URL'));
    service = await startService({
      ...Object.fromEntries(addresses),
      DATA_DIR: join(folder, 'data'),
      SECRETS_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'error',
    });
  });
  afterEach(async () => {
    service.kill('SIGTERM');
    await service.exited;
    killProcesses();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  afterAll(() => fake.close());

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const fill = (page: Page, name: string, text: string) => page.getByRole('textbox', { name, exact: true }).fill(text);

  /** Without barriers, and without a scroll to the side. */
  async function check({ page, findBarriers }: WatchedPage): Promise<void> {
    expect(await findBarriers()).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }

  async function setUp(width: number): Promise<WatchedPage> {
    const shown = await until(
      async () => /^ {2}([A-Z0-9]{4}(?:-[A-Z0-9]{4}){3})$/m.exec(service.stdout)?.[1],
      (code) => code !== undefined,
    );
    const opened = await browser.open({ viewport: { width, height: 900 } });
    const { page } = opened;
    await page.goto(`${service.url}/dashboard`);
    await page.getByRole('heading', { level: 1, name: 'Set up' }).waitFor();
    await check(opened);
    await fill(page, 'Setup code', shown ?? '');
    await fill(page, 'Organization', 'Acme Ltd');
    await fill(page, 'Your name', 'Ada');
    await fill(page, 'Email', 'ada@acme.example');
    await fill(page, 'Password', 'a lamp, a ladder and a lake');
    await press(page, 'Create account');
    await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
    return opened;
  }

  async function typeBrand(page: Page): Promise<void> {
    await fill(page, 'Brand', 'Acme');
    await fill(page, 'Website', 'acme.example');
    await fill(page, 'What it sells', 'anvils');
    await press(page, 'Next: competitors');
  }

  test.each([1280, 360])('with a key: suggestions, prompts, the first run and its numbers, %d wide', async (width) => {
    const opened = await setUp(width);
    const { page, faults } = opened;
    await typeBrand(page);
    await page.getByText('No platform has a key yet, so none can be asked for suggestions.').waitFor();
    await check(opened);
    await page.getByRole('link', { name: 'Store a key on Platforms' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();

    await page.getByRole('heading', { level: 1, name: 'Platforms' }).waitFor();
    await press(page, 'Type in key of ChatGPT');
    await fill(page, 'Key, as the platform gave it', 'sk-of-the-first-start-7Qx2');
    await press(page, 'Test and store');
    await page.getByText(/ending in 7Qx2/).waitFor();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('link', { name: 'New project' }).first().click();

    await typeBrand(page);
    await page.getByText('Asks one platform one question').waitFor({ timeout: 60_000 });
    await press(page, 'Suggest competitors');
    await page.getByText(/^ChatGPT \(.+\) names 3 brands\. Choose those to track\./).waitFor();
    const found = page.getByRole('list', { name: 'Suggested competitors' });
    await found.getByText('Evidence').nth(1).click();
    await found.getByText('cheaper, and sold in most shops').waitFor();
    await check(opened);
    await page.getByRole('checkbox', { name: 'Globex' }).check();
    await page.getByRole('checkbox', { name: 'Initech' }).check();
    await press(page, 'Add a competitor');
    await fill(page, 'Competitor 3', 'Hooli');
    await press(page, 'Next: prompts');

    await press(page, 'Add: Can you recommend the best anvils?');
    await press(page, 'Add: Which anvils do reviewers prefer this year?');
    expect(await page.getByText('no key yet, so it is not asked').count()).toBe(3);
    await check(opened);
    await press(page, 'Create project');

    await page.getByRole('heading', { name: 'Acme is being monitored.' }).waitFor();
    // The plan has four platforms, and one of them has a key: the others are told as not asked.
    await page.getByText('2 of 8 runs answered, 6 not asked.').waitFor({ timeout: 60_000 });
    const progress = page.getByRole('progressbar', { name: 'First run' });
    expect([await progress.getAttribute('value'), await progress.getAttribute('max')]).toEqual(['8', '8']);
    await page.getByText('ChatGPT: answered.').first().waitFor();
    await page.getByText('The first answers are in.').waitFor();
    await check(opened);
    await page.getByRole('link', { name: 'Open the overview' }).click();
    await page.getByText('2 of 2').first().waitFor();
    await page.getByText('100%').first().waitFor();
    await check(opened);
    const asked = fake.allCounts().map(({ platform, calls }) => ({ platform, calls }));
    // The key's test, the question for competitors and two prompts, each once.
    expect(asked).toEqual(Array.from({ length: 4 }, () => ({ platform: 'chatgpt', calls: 1 })));
    expect(fake.refused).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('without any key the same way ends with answers from a file, and numbers of them', async () => {
    const opened = await setUp(360);
    const { page, faults } = opened;
    await typeBrand(page);
    await press(page, 'Next: prompts');
    await press(page, 'Add: Can you recommend the best anvils?');
    await press(page, 'Create project');
    await page.getByText('No platform has a key yet. Import answers that you have').waitFor();
    await page.getByText('0 of 4 runs answered, 4 not asked.').waitFor({ timeout: 30_000 });
    await check(opened);
    await page.getByRole('link', { name: 'Import answers' }).click();

    const file = (text: string) => ({ name: 'a.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
    await page.getByLabel('JSON Lines file').setInputFiles(file('PK\u0003\u0004 no lines of JSON\n{'));
    await press(page, 'Import');
    await page.getByText('0 answers imported, 2 lines left out.').waitFor();
    await page.getByText('Line 2: the line is not JSON').waitFor();
    await check(opened);
    const question = 'Can you recommend the best anvils?';
    const answered_at = new Date(Date.now() - 60_000).toISOString();
    const lines = ['Acme is best.', 'Globex is best.'].map((answer, at) =>
      JSON.stringify({ external_id: `${at}`, platform: 'claude', question, answer, answered_at }),
    );
    await page.getByLabel('JSON Lines file').setInputFiles(file(lines.join('\n')));
    await press(page, 'Import');
    await page.getByText('2 answers imported').waitFor();
    await page.getByRole('link', { name: 'Open the overview' }).click();
    await page.getByText('1 of 2').first().waitFor();
    await page.getByText('50%').first().waitFor();
    await check(opened);
    expect(fake.allCounts()).toEqual([]);
    expect(faults).toEqual([]);
  });
});
