import type { Page } from 'playwright-core';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import type { Context } from '../../src/core/context.js';
import { updateBranding } from '../../src/core/reports/account-branding.js';
import { makeReport } from '../../src/core/reports/reports.js';
import { createShareLink, revokeShareLink, sharedUrl, updateShareLink } from '../../src/core/shares/share-links.js';
import type { SharedPart } from '../../src/entities/vocabulary.js';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { ReportMaker } from '../../src/monitoring/reports/make-reports.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { ownerOf } from '../support/accounts.js';
import { FIXED_CLOCK, TODAY, useApi, useReplica } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { aClient, operatorOf } from '../support/people.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';
import { openPerson } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

/** What somebody sees who was sent a share link. */

const PROMPT = 'Which tea shop of the north is best?';
const PASSWORD = 'eight or more';
const ALL: readonly SharedPart[] = ['overview', 'competitors', 'prompts', 'citations', 'reports', 'answers'];

/** Markdown that a reader sees drawn, and what must never become part of the page. */
const HOSTILE = [
  '- green\n- black',
  '| Tea | Cups |\n|---|---|\n| Sencha | 2 |',
  '<img src=x onerror="document.title = 1"><script>document.title = 2</script>',
  '[here](javascript:alert(1)) ![spy](https://spy.example/x.png) [shop](https://shop.example/a)',
].join('\n\n');

/** A transparent point. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The one heading or text by which each part is known. */
const SIGN: Readonly<Record<string, string>> = {
  overview: 'Visibility over time',
  competitors: 'Voice: share of all mentions',
  prompts: 'Visibility by prompt',
  citations: 'Cited domains',
  reports: 'How this was measured',
  answers: 'Northwind is excellent',
};

describeBrowser('the page of a share link', () => {
  const api = useApi();
  const replica = useReplica(api);
  const browser = useBrowser();
  let ctx: Context;
  let projectId: string;

  beforeAll(async () => {
    const { caller } = await openPerson(api);
    const { accountId } = caller.account;
    ctx = operatorOf(api.db, { accountId, tier: 'agency' });
    ({ id: projectId } = await createProject(caller, { brand_name: 'Northwind' }));
    await createPrompt(caller, projectId, { prompt_text: PROMPT });
    await createCompetitor(caller, projectId);
    const citations = [{ url: 'https://teapress.example/x', title: 'A' }];
    const lines = Array.from({ length: 14 }, (_, back) =>
      JSON.stringify({
        external_id: `answer ${back}`,
        platform: back % 2 === 0 ? 'chatgpt' : 'claude',
        question: PROMPT,
        answer: `**Northwind** is excellent, said number ${back}.\n\n${'It has many teas. '.repeat(60)}\n\n${HOSTILE}`,
        answered_at: `2026-06-${String(15 - (back % 5)).padStart(2, '0')}T09:00:00Z`,
        citations,
      }),
    );
    await importAnswers(api.db, { projectId }, fileOf(lines));
    await makeReport({ ...ctx, clock: FIXED_CLOCK }, projectId, {
      from: '2026-06-08',
      to: '2026-06-14',
      hasPdf: false,
    });
    const maker = new ReportMaker({
      database: api.database,
      clock: { ...SYSTEM_CLOCK, now: () => new Date(`${TODAY}T19:00:00Z`) },
      log: { error: (details, message) => expect([message, details]).toBeUndefined() },
      baseUrl: api.url,
      canMail: false,
      counted: () => undefined,
    });
    await maker.look(new AbortController().signal);
    await maker.stop();
  });
  beforeEach(() => queryDatabase(api.database, 'delete from share_link'));

  async function share(shows: readonly SharedPart[], input: object = {}) {
    const { link, token } = await createShareLink(ctx, projectId, { name: 'Board', shows, ...input }, aClient());
    return { id: link.id, token, url: sharedUrl(api.url, token) };
  }

  const shown = async (page: Page) => {
    await page.getByRole('heading', { level: 1, name: 'How AI answers name Northwind' }).waitFor();
    await page.locator('main:not(:has([role="status"]))').waitFor();
    const text = await page.locator('main').innerText();
    return Object.keys(SIGN).filter((part) => text.includes(SIGN[part] ?? ''));
  };

  test('it shows the chosen parts alone, also once they are changed, and an answer as its Markdown says', async () => {
    const { id, url } = await share(['answers']);
    const { page, faults } = await browser.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(url);
    expect(await shown(page)).toEqual(['answers']);
    const answer = page.getByRole('region', { name: 'Answer 1, ' });
    expect(await answer.locator('strong').textContent()).toBe('Northwind');
    expect(await answer.getByRole('listitem').allTextContents()).toEqual(['green', 'black']);
    expect(await answer.getByRole('cell').allTextContents()).toEqual(['Sencha', '2']);
    expect(await answer.locator('img, script').count()).toBe(0);
    const links = answer.getByRole('link');
    expect(await links.allTextContents()).toEqual(['shop']);
    expect(await links.first().getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await page.title()).toBe('Northwind · Brand Visibility');

    for (const shows of [...ALL.map((part) => [part]), ALL]) {
      await updateShareLink(ctx, id, { shows }, aClient());
      await page.reload();
      expect(await shown(page)).toEqual(shows);
      const text = await page.locator('main').innerText();
      expect([text.includes(PROMPT), text.includes('Contoso'), text.includes('teapress')]).toEqual([
        shows.includes('prompts'),
        shows.includes('competitors') || shows.includes('reports'),
        shows.includes('citations'),
      ]);
    }
    expect(asked.filter((each) => !each.startsWith(api.url) && !each.startsWith('data:'))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('it looks as the account wants, by name, colour and logo, and as the service without them', async () => {
    const { url } = await share(['overview']);
    const { page, faults, findBarriers } = await browser.open();
    await page.goto(url);
    await shown(page);
    expect(await page.locator('main img').count()).toBe(0);
    const owner = { ...ctx, caller: ownerOf(ctx.caller) };
    await updateBranding(owner, { name: 'Agency of tests', color: '#b00020', logo: LOGO });
    try {
      await page.reload();
      await shown(page);
      const look = page.locator('main > p', { hasText: 'Agency of tests' });
      await look.locator('img').waitFor();
      const color = "getComputedStyle(document.querySelector('main > p')).borderTopColor";
      expect(await page.evaluate(color)).toBe('rgb(176, 0, 32)');
      expect(await page.evaluate("document.querySelector('main img').naturalWidth")).toBe(1);
      expect(await page.title()).toBe('Northwind · Agency of tests');
      expect(await page.getByText('The same prompts are asked of each platform again and again.').count()).toBe(1);
      expect(await findBarriers()).toEqual([]);
      expect(faults).toEqual([]);
    } finally {
      await updateBranding(owner, { name: null, color: null, logo: null });
    }
  });

  test('a password is asked for, a wrong one is said to be wrong, and a reload asks no more', async () => {
    const { url } = await share(['overview'], { password: PASSWORD });
    const { page, findBarriers } = await browser.open();
    await page.goto(url);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Open the page' }).click();
    await page.getByText('That is not the password of this link.').waitFor();
    expect(await findBarriers()).toEqual([]);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Open the page' }).click();
    expect(await shown(page)).toEqual(['overview']);
    await page.reload();
    expect(await shown(page)).toEqual(['overview']);
    const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(kept).not.toMatch(/bv[sv]_|eight or more/);
  });

  test('a tab that sees another link in the cookie opens its own again', async () => {
    const first = await share(['overview']);
    const second = await share(['citations']);
    const { page } = await browser.open();
    await page.goto(first.url);
    expect(await shown(page)).toEqual(['overview']);
    const other = await page.context().newPage();
    await other.goto(second.url);
    expect(await shown(other)).toEqual(['citations']);
    await page.getByRole('button', { name: '90 days' }).click();
    await page.waitForLoadState();
    await page.getByText('Visibility over time').waitFor();
    expect(await shown(page)).toEqual(['overview']);
  });

  test('of one with everything, periods, further answers, files, paper and a phone; revoked, it says so', async () => {
    const { id, url } = await share(ALL);
    const { page, faults, findBarriers } = await browser.open();
    await page.goto(url);
    await shown(page);
    // Fourteen answers to one question, all of praise: an interval as wide as that of one answer.
    const tones = page.locator('table', { has: page.getByRole('columnheader', { name: 'Low, %' }) });
    const praise = tones.locator('tr', { hasText: 'Positive' }).last();
    expect(await praise.locator('th, td').allTextContents()).toEqual([
      ...['Positive', '14', '100', '21', '100', 'Too early to tell.'],
    ]);
    const answers = page.locator('ol > li');
    expect(await answers.count()).toBe(10);
    await page.getByRole('button', { name: 'Show more answers' }).click();
    await answers.nth(13).waitFor();
    expect(await answers.count()).toBe(14);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).nth(2).click();
    expect((await saved).suggestedFilename()).toBe('northwind-sentiment.csv');
    await page.getByRole('button', { name: '7 days', exact: true }).click();
    await page.getByRole('button', { name: '7 days', exact: true, pressed: true }).waitFor();
    await shown(page);
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);

    // Printed, it is on A4 and complete: nothing is cut off, and no button is there.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 704, height: 1000 });
    const cut = await page.evaluate(
      `[...document.querySelectorAll('main *')].filter((one) => {
        const style = getComputedStyle(one);
        const isForReaders = style.clipPath !== 'none';
        const clips = !isForReaders && (style.overflowX !== 'visible' || style.overflowY !== 'visible');
        return clips && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
          && one.tagName !== 'svg' && one.tagName !== 'LEGEND';
      }).map((one) => one.outerHTML.slice(0, 120))`,
    );
    expect(cut).toEqual([]);
    // What is for readers of the screen alone is a pixel wide.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(705);
    expect(await page.locator('button:visible').allTextContents()).toEqual(
      await page.locator('th:has(button)').allTextContents(),
    );
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'));
    expect([Number(box?.[1]), Number(box?.[2])].map(Math.round)).toEqual([595, 842]);

    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.waitForFunction('document.documentElement.scrollWidth <= 320');
    expect(await findBarriers()).toEqual([]);

    // The same visit, with another process: its cookie is of the host.
    const beside = await page.context().newPage();
    await beside.goto(`${replica.url}/shared`);
    await shown(beside);
    await revokeShareLink({ ...ctx, db: replica.db }, id, aClient());
    for (const each of [page, beside]) {
      await each.getByRole('button', { name: '90 days' }).click();
      await each.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    }
    expect(await findBarriers()).toEqual([]);
    expect(await page.content()).not.toContain('Northwind');
    // What is no link at all is told the same.
    await page.goto(`${api.url}/shared`);
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  });

  test('the document is kept by nobody, listed by no robot and framed by no page', async () => {
    const { status, headers } = await api.request('GET', '/shared');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});
