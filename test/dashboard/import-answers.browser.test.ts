import { SYSTEM_CLOCK } from '../../src/clock.js';
import { importUpload } from '../../src/monitoring/ingest/import-answers.js';
import { WITHOUT_JUDGE } from '../../src/monitoring/judge/judging.js';
import { type TestApi, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createProject } from '../support/resources.js';
import { openPerson, sessionOf } from '../support/signed-in.js';

describeBrowser('importing answers with a real browser', () => {
  const api: TestApi = useApi({
    importFile: (projectId, file) => importUpload(api.db, { projectId }, file, WITHOUT_JUDGE, SYSTEM_CLOCK),
  });
  const browser = useBrowser();

  const lineOf = (id: number, more = '') =>
    JSON.stringify({
      external_id: `${id}`,
      platform: 'chatgpt',
      question: 'Which tea is best?',
      answer: `Northwind is best.${more}`,
      answered_at: '2026-06-10T09:00:00Z',
    });

  async function openPage() {
    const person = await openPerson(api);
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const opened = await browser.open({
      storageState: await sessionOf(api, person),
      viewport: { width: 390, height: 844 },
    });
    await opened.page.goto(`${api.url}/dashboard/projects/${id}/import-answers`);
    await opened.page.getByRole('heading', { level: 1, name: 'Import answers' }).waitFor();
    return opened;
  }

  test('a file of several parts is imported by keyboard, its faulty lines named by their place in all', async () => {
    const { page, faults, findBarriers } = await openPage();
    const filler = 'x'.repeat(900_000);
    const lines = [lineOf(1, filler), lineOf(2, filler), lineOf(3, filler), 'no JSON', lineOf(4)];
    const file = { name: 'a.jsonl', mimeType: 'application/x-ndjson', buffer: Buffer.from(lines.join('\n')) };
    await page.getByLabel('JSON Lines file').setInputFiles(file);
    await page.getByLabel('JSON Lines file').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('4 answers imported, 1 line left out.').waitFor();
    await page.getByText('Line 4: the line is not JSON').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('an empty file, and one of more than 50 MB, are refused before anything is sent', async () => {
    const { page, faults } = await openPage();
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/dashboard/import/') && sent.push(request.url()));
    const fileOf = (buffer: Buffer) => ({ name: 'a.jsonl', mimeType: 'application/x-ndjson', buffer });
    await page.getByLabel('JSON Lines file').setInputFiles(fileOf(Buffer.alloc(0)));
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('The file is empty.').waitFor();
    await page.evaluate(`(() => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(51 * 1024 * 1024)], 'big.jsonl'));
      document.querySelector('input[type=file]').files = files.files;
    })()`);
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('The file has more than 50 MB.').waitFor();
    expect(sent).toEqual([]);
    expect(faults).toEqual([]);
  });
});
