import { SYSTEM_CLOCK } from '../../src/clock.js';
import { PdfMaker } from '../../src/monitoring/reports/make-pdf.js';
import { ReportMaker } from '../../src/monitoring/reports/make-reports.js';
import { liftLimitsOf, TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { askGraphql } from '../support/graphql.js';
import { addPerson } from '../support/people.js';
import { seedOverview } from '../support/seeded-overview.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';

describeBrowser('reports in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  let person: Person;
  let projectId: string;
  const thread = new URL('../monitoring/reports/pdf-thread-of-sources.mjs', import.meta.url);
  const pdfMaker = new PdfMaker(thread);
  afterAll(() => pdfMaker.stop());

  beforeAll(async () => {
    person = await openPerson(api);
    projectId = await seedOverview(person);
  });

  async function open(path = '', options = {}, who: { email: string } = person) {
    await liftLimitsOf(api.db);
    const watched = await browser.open({ storageState: await sessionOf(api, who), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/reports${path}`);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    return watched;
  }

  /** As a worker does, once reports wait no longer for an analysis of the names of now. */
  async function makeAll(): Promise<void> {
    const maker = new ReportMaker({
      database: api.database,
      clock: { ...SYSTEM_CLOCK, now: () => new Date(`${TODAY}T19:00:00Z`) },
      log: { error: (details, message) => expect([message, details]).toBeUndefined() },
      baseUrl: api.url,
      canMail: false,
      counted: () => undefined,
      pdfMaker,
    });
    await maker.look(new AbortController().signal);
  }

  async function ask(): Promise<string> {
    const { body } = await askGraphql(
      person.caller,
      `mutation ($id: ID!) {
        makeReport(projectId: $id, input: { from: "2026-06-01", to: "2026-06-14", hasPdf: false }) { id } }`,
      { id: projectId },
    );
    return (body.data as { makeReport: { id: string } }).makeReport.id;
  }

  test('a report is asked for on the page, is shown once it was made, and prints without the menu', async () => {
    const { page, faults, findBarriers } = await open();
    await page.getByText('No reports yet').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Make a report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a report' });
    await dialog.getByLabel('First day').fill('2026-06-01');
    await dialog.getByLabel('Last day').fill('2026-06-14');
    expect(await findBarriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Make report' }).click();
    await page.getByText('Being made.').waitFor();
    await makeAll();
    await page.getByRole('link', { name: 'PDF of 1 Jun 2026 to 14 Jun 2026' }).waitFor();
    await page.getByRole('link', { name: '1 Jun 2026 to 14 Jun 2026', exact: true }).click();
    await page.getByRole('heading', { name: 'Northwind: visibility in AI answers' }).waitFor();
    for (const part of ['Score', 'Platforms', 'Brand and competitors', 'Tone', 'How this was measured']) {
      await page.getByRole('heading', { name: part, exact: true }).waitFor();
    }
    await page.getByRole('img', { name: /^Score from \d+% on 1 Jun 2026 to \d+% on 14 Jun 2026$/ }).waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Project' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByText('Ranges hold in 95 of 100 cases').isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });

  test('days that are refused are told beside their field', async () => {
    const { page, faults } = await open();
    await page.getByRole('button', { name: 'Make a report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a report' });
    await dialog.getByLabel('First day').fill('2026-01-01');
    await dialog.getByLabel('Last day').fill('2026-06-14');
    await dialog.getByRole('button', { name: 'Make report' }).click();
    await dialog.getByText('date range must be 0-90 days').waitFor();
    expect(faults).toEqual([]);
  });

  test('a schedule is created, changed and ended, and says whom it is mailed to', async () => {
    const { page, faults, findBarriers } = await open();
    await page.getByText('This service has no mail server').waitFor();
    await page.getByRole('button', { name: 'Create schedule' }).click();
    const create = page.getByRole('dialog', { name: 'Create schedule' });
    await create.getByLabel('Time zone').fill('Europe/Zurich');
    await create.getByLabel('Other addresses').fill('not an address');
    await create.getByRole('button', { name: 'Save schedule' }).click();
    await create.getByText('not is not an e-mail address.').waitFor();
    await create.getByLabel('Other addresses').fill('ann@client-of-tests.dev');
    await create.getByRole('checkbox', { name: person.email }).check();
    expect(await findBarriers()).toEqual([]);
    await create.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('ann@client-of-tests.dev: not confirmed yet').waitFor();
    await page.getByText('Mondays at 07:00, Europe/Zurich').waitFor();
    await page.getByRole('button', { name: 'Change Mondays at 07:00, Europe/Zurich' }).click();
    const change = page.getByRole('dialog', { name: 'Change schedule' });
    expect(await change.getByLabel('Other addresses').inputValue()).toBe('ann@client-of-tests.dev');
    await change.getByLabel('How often').selectOption('MONTHLY');
    await change.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText('The 1st of each month at 07:00, Europe/Zurich').waitFor();
    await page.getByRole('button', { name: /^End The 1st/ }).click();
    await page.getByRole('button', { name: 'End schedule' }).click();
    await page.getByText('No reports are made by themselves yet.').waitFor();
    expect(faults).toEqual([]);
  });

  test('an owner gives reports a look; a colour that is too light is refused with the nearest', async () => {
    const { page, faults } = await open();
    await page.getByLabel('Name', { exact: true }).fill('Agency');
    await page.getByLabel('Colour').fill('#ffff00');
    await page.getByRole('button', { name: 'Save look' }).click();
    await page.getByText('must have a contrast of 4.5 on white; the nearest that has it is').waitFor();
    await page.getByLabel('Colour').fill('#b00020');
    const buffer = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Save look' }).click();
    await page.getByRole('img', { name: 'Logo of reports' }).waitFor();
    await page.reload();
    await page.getByLabel('Colour').waitFor();
    expect(await page.getByLabel('Colour').inputValue()).toBe('#b00020');
    expect(faults).toEqual([]);
  });

  test('a viewer reads reports on a phone, and changes nothing', async () => {
    const id = await ask();
    await makeAll();
    const account = { accountId: person.caller.account.accountId, tier: 'agency' as const, holderId: '', email: '' };
    const viewer = await addPerson(api.db, account, 'viewer');
    const { page, faults, findBarriers } = await open('', { viewport: { width: 320, height: 800 } }, viewer);
    await page.getByText('Only owners change how reports look.').waitFor();
    expect(await page.getByRole('button', { name: 'Make a report' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Create schedule' }).isDisabled()).toBe(true);
    await page.goto(`${api.url}/dashboard/projects/${projectId}/reports/${id}`);
    await page.getByRole('heading', { name: 'Northwind: visibility in AI answers' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });
});
