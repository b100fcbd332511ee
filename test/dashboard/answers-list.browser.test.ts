import type { Page } from 'playwright-core';
import { useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { createProject } from '../support/resources.js';
import { openPerson, sessionOf } from '../support/signed-in.js';
import { until } from '../support/until.js';

const TOTAL = 10_000;
/** More than the service sends, so that few pages make a long list. */
const PAGE = 1_000;
const DRAWN_MAX = 60;

describeBrowser('a long list of answers', () => {
  const api = useApi();
  const browser = useBrowser();

  async function openList(viewport: { width: number; height: number }) {
    const person = await openPerson(api);
    const { id } = await createProject(person.caller, { brand_name: 'Northwind' });
    const watched = await browser.open({ storageState: await sessionOf(api, person), viewport });
    await watched.page.route('**/graphql', (route) => {
      const { query, variables } = route.request().postDataJSON();
      return query.includes('query Answers(') ? route.fulfill({ json: listedPage(variables.after) }) : route.continue();
    });
    await watched.page.goto(`${api.url}/dashboard/projects/${id}/answers`);
    await watched.page.getByText('Question 0?').waitFor();
    return watched;
  }

  test('of 10,000 answers those in sight are drawn, wherever the list is scrolled to', async () => {
    const { page, faults } = await openList({ width: 1280, height: 900 });
    const drawn: number[] = [];
    while ((await listed(page)) < TOTAL) {
      await scrollTo(page, 1);
      drawn.push(await page.locator('[data-answer]').count());
    }
    for (const part of [0.5, 0.1, 0.9]) {
      await scrollTo(page, part);
      drawn.push(await page.locator('[data-answer]').count());
    }
    expect(Math.max(...drawn)).toBeLessThanOrEqual(DRAWN_MAX);
    expect(Math.min(...drawn)).toBeGreaterThan(5);
    const place = await inSight(page);
    await page.locator(`[aria-posinset="${place}"] > a`).click();
    for (const key of ['ArrowDown', 'j', 'k']) await page.keyboard.press(key);
    await page.locator(`[aria-posinset="${place + 1}"] > a[aria-current]:focus`).waitFor();
    expect(Math.abs((await inSight(page)) - place)).toBeLessThan(3);
    expect(faults).toEqual([]);
  });

  test('on a phone the way back leads to the row that was opened', async () => {
    const { page, faults } = await openList({ width: 390, height: 900 });
    await scrollTo(page, 0.7);
    const place = await inSight(page);
    for (const goBack of [
      () => page.getByRole('link', { name: 'Back to the list' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.locator(`[aria-posinset="${place}"] > a`).click();
      await page.getByText('This answer is not available.').waitFor();
      await goBack();
      await page.locator(`[aria-posinset="${place}"] > a[aria-current]`).waitFor();
      expect(Math.abs((await inSight(page)) - place)).toBeLessThan(12);
    }
    expect(faults).toEqual([]);
  });
});

/** How many answers the list has by now. */
function listed(page: Page): Promise<number> {
  return page.evaluate(`Number(document.querySelector('li[aria-setsize]').getAttribute('aria-setsize'))`);
}

/** Scrolls to that part of the page, and waits until rows are drawn there. */
async function scrollTo(page: Page, part: number): Promise<void> {
  await page.evaluate(`scrollTo(0, ${part} * document.documentElement.scrollHeight)`);
  const isRowInSight = `[...document.querySelectorAll('li[aria-posinset]')].some((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  })`;
  await until(() => page.evaluate<boolean>(isRowInSight), Boolean);
}

/** The place of the first row that is in sight as a whole. */
function inSight(page: Page): Promise<number> {
  return page.evaluate(`Number([...document.querySelectorAll('li[aria-posinset]')]
    .filter((row) => row.getBoundingClientRect().top >= 0)
    .map((row) => row.getAttribute('aria-posinset'))
    .sort((a, b) => a - b)[0])`);
}

/** A page as the service would send it. @param after the end of the page before; null for the first. */
function listedPage(after: string | null): object {
  const begin = after === null ? 0 : Number(after);
  const end = Math.min(begin + PAGE, TOTAL);
  const nodes = Array.from({ length: end - begin }, (_, at) => answerAt(begin + at));
  const pageInfo = { endCursor: String(end), hasNextPage: end < TOTAL };
  return { data: { project: { responses: { pageInfo, nodes } } } };
}

function answerAt(at: number): object {
  const isNamed = at % 3 === 0;
  return {
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    answeredAt: new Date(Date.UTC(2026, 5, 1) - at * 60_000).toISOString(),
    platform: ['CHATGPT', 'PERPLEXITY', 'CLAUDE', 'GEMINI'][at % 4],
    model: null,
    sentiment: isNamed ? 'POSITIVE' : null,
    evidence: isNamed ? 'Northwind is good. '.repeat(1 + (at % 9)) : null,
    excerpt: 'Tea is good.',
    question: `Question ${at}?`,
    prompt: null,
    mentions: isNamed ? [{ name: 'Northwind', isBrand: true, candidateId: null, competitorId: null }] : [],
  };
}
