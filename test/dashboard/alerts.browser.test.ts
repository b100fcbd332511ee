import { randomUUID } from 'node:crypto';
import { plainEvidence } from '../../src/core/alerts/evidence.js';
import { liftLimits, liftLimitsOf, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createProject } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

const HOSTILE = '"><img src=x onerror=alert(1)>';

describeBrowser('alerts in a real browser', () => {
  const api = useApi();
  const browser = useBrowser();
  const answerId = randomUUID();
  let person: Person;
  let projectId: string;
  beforeAll(async () => {
    person = await openPerson(api);
    ({ id: projectId } = await createProject(person.caller));
    await liftLimits(person.caller);
    const id = randomUUID();
    const brand = { type: 'brand', id: projectId, name: HOSTILE } as const;
    const evidence = plainEvidence(HOSTILE, brand, {
      ...{ windowDays: 7, changePoints: -20, interval: { low: -28, high: -12 }, ratio: 80, intents: 35, cells: 140 },
      now: { from: '2026-06-07', to: '2026-06-13', score: 40, answers: 140 },
      before: { from: '2026-05-10', to: '2026-06-06', score: 60, answers: 560 },
      answers: [{ id: answerId, date: '2026-06-13', platform: 'chatgpt', promptId: null, namesSubject: false }],
    });
    await queryDatabase(
      api.database,
      `insert into alert (account_id, id, project_id, kind, series, direction, state, evidence, parts, opened_on,
         opened_at, updated_at)
       values ($1, $2, $3, 'visibility_changed', 'brand', 'down', 'open', $4, '{}', '2026-06-13',
         '2026-06-14T04:00:00Z', now())`,
      [person.caller.account.accountId, id, projectId, JSON.stringify(evidence)],
    );
  });

  /** An alert of the account itself. */
  async function storeSilence(): Promise<void> {
    const platform = { type: 'platform', id: null, name: 'Gemini' } as const;
    const evidence = plainEvidence('', platform, { platform: 'gemini', count: { answers: 0, of: 7, intents: 0 } });
    await queryDatabase(
      api.database,
      `insert into alert (account_id, id, project_id, kind, series, direction, state, evidence, parts, opened_on,
         opened_at, updated_at)
       values ($1, $2, null, 'platform_silent', 'silent:gemini', null, 'open', $3, '{}', '2026-06-14',
         '2026-06-14T05:00:00Z', now())`,
      [person.caller.account.accountId, randomUUID(), JSON.stringify(evidence)],
    );
  }

  /** A source that answers cite of late. */
  async function storeSource(): Promise<void> {
    const source = { type: 'source', id: null, name: 'press.example' } as const;
    const evidence = plainEvidence('', source, { windowDays: 28, count: { answers: 10, of: 90, intents: 7 } });
    await queryDatabase(
      api.database,
      `insert into alert (account_id, id, project_id, kind, series, direction, state, evidence, parts, opened_on,
         opened_at, updated_at)
       values ($1, $2, $3, 'source_found', 'source:press.example', null, 'open', $4, '{}', '2026-06-14',
         '2026-06-14T04:00:00Z', now())`,
      [person.caller.account.accountId, randomUUID(), projectId, JSON.stringify(evidence)],
    );
  }

  async function openPage(page: string, options = {}) {
    await liftLimitsOf(api.db);
    const watched = await browser.open({ storageState: await sessionOf(api, person), ...options });
    await watched.page.goto(`${api.url}/dashboard/projects/${projectId}/${page}`);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    return watched;
  }

  test('it has no barrier and no sideways scroll, light, dark, wide, narrow', async () => {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
      ['light', 320],
    ] as const) {
      const { page, faults, findBarriers } = await openPage('alerts', {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await page.getByText('was named in 40 %').waitFor();
      await page.getByText('See the answers').click();
      const address = await page.getByRole('link', { name: 'ChatGPT, 13 Jun' }).getAttribute('href');
      expect(new URL(address ?? '', page.url()).searchParams.get('answer')).toBe(`2026-06-13.${answerId}`);
      expect(await findBarriers()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await page.locator('main img').count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  });

  test('an alert is acknowledged, resolved and opened again by the keyboard', async () => {
    const { page, faults } = await openPage('overview');
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByText('35 different questions; 80 times likelier than chance.').waitFor();
    for (const [verb, group] of [
      ['Acknowledge', 'Known'],
      ['Resolve', 'Over'],
      ['Open again', 'Open'],
    ] as const) {
      await page.getByRole('button', { name: verb }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: group, exact: true }).waitFor();
    }
    expect(faults).toEqual([]);
  });

  test('what concerns the account is told on the page of each project, and is acknowledged there', async () => {
    await storeSilence();
    const { page, faults } = await openPage('alerts');
    const entry = page.getByRole('listitem').filter({ hasText: 'No question to Gemini was answered for 24 hours' });
    await entry.getByText('Of the account, whatever the project.').waitFor();
    await entry.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('heading', { name: 'Known', exact: true }).waitFor();
    await entry.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  test('the settings say what they cost, and are kept', async () => {
    const { page, faults, findBarriers } = await openPage('alerts');
    const open = () => page.getByRole('button', { name: 'Alert settings' }).click();
    await open();
    await page.getByLabel('How sure an alert must be').selectOption('CAUTIOUS');
    await page.getByLabel('Smallest change').fill('9');
    expect(await findBarriers()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await open();
    expect(await page.getByLabel('Smallest change').inputValue()).toBe('9');
    expect(await page.getByLabel('How sure an alert must be').inputValue()).toBe('CAUTIOUS');
    expect(faults).toEqual([]);
  });

  test('of a source that was found, the answers that cite it are a press away', async () => {
    await storeSource();
    const { page, faults } = await openPage('alerts');
    const entry = page.getByRole('listitem').filter({ hasText: 'press.example was cited by 10 answers' });
    const address = await entry.getByRole('link', { name: 'See the answers' }).getAttribute('href');
    expect(new URL(address ?? '', page.url()).pathname).toMatch(/\/answers$/);
    expect(new URL(address ?? '', page.url()).searchParams.get('citing')).toBe('press.example');
    expect(faults).toEqual([]);
  });
});
