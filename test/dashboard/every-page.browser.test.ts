import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importAnswers } from '../../src/monitoring/ingest/import-answers.js';
import { ROOT } from '../contract/sources.js';
import { fileOf } from '../monitoring/monitored-project.js';
import { TODAY, useApi } from '../support/api.js';
import { describeBrowser, useBrowser } from '../support/browser.js';
import { askGraphql } from '../support/graphql.js';
import { addRun } from '../support/listed-runs.js';
import { makeOperators, NOWHERE, toolsFor } from '../support/operated.js';
import { createCompetitor, createProject, createPrompt } from '../support/resources.js';
import { openPerson, type Person, sessionOf } from '../support/signed-in.js';
import { queryDatabase } from '../support/sql.js';

/** No line of a narrow page has room for one of these, and none can be broken at a space. */
const [BRAND, RIVAL, OTHER] = ['Northwind', 'Contoso', 'Fabrikam'].map((name) => name.repeat(6)) as [
  string,
  string,
  string,
];
const QUESTION = `Which ${'tea'.repeat(30)} is best?`;

/** Below the dashboard's own path; a project's begin with its address. */
const PAGES = [
  ...[
    '/sign-in',
    '/forgot',
    '/link',
    '/welcome',
    '/projects',
    '/projects/new',
    '/api-keys',
    '/destinations',
    '/people',
    '/account',
    '/platforms',
  ],
  ...[
    'overview',
    'alerts',
    'answers',
    'prompts',
    'prompts/$promptId',
    'prompts/suggestions',
    'competitors',
    'citations',
    'searches',
    'segments',
    'runs',
    'reports',
    'reports/$reportId',
    'import-answers',
    'settings',
  ].map((page) => `/projects/$projectId/${page}`),
];

test('every page of the dashboard is among those that are looked at', () => {
  const source = readFileSync(join(ROOT, 'dashboard/page-router.tsx'), 'utf8');
  const paths = [...source.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path);
  const own = paths.filter((path) => !['/', '/projects/$projectId'].includes(path ?? ''));
  expect(own.filter((path) => !PAGES.some((page) => page === path || page.endsWith(`$projectId${path}`)))).toEqual([]);
});

describeBrowser('every page, narrow and wide, light and dark', () => {
  const api = useApi({ platforms: toolsFor(NOWHERE) });
  const browser = useBrowser();
  let person: Person;
  let ids: { projectId: string; promptId: string; reportId: string };

  beforeAll(async () => {
    person = await openPerson(api);
    const { caller } = person;
    await makeOperators(api.database, caller.account.accountId);
    await queryDatabase(api.database, 'update platform_gate set tried_at = now(), trial_fault = $1', [
      `HTTP 400. ${'unheard'.repeat(20)}`,
    ]);
    const website_url = `https://${BRAND}.example`;
    const { id: projectId } = await createProject(caller, { brand_name: BRAND, website_url });
    const tags = ['label'.repeat(9)];
    const { id: promptId } = await createPrompt(caller, projectId, { prompt_text: QUESTION, tags });
    await createCompetitor(caller, projectId, { name: RIVAL });
    const own = { accountId: caller.account.accountId, projectId };
    const failed = { state: 'failed', reason: 'rate_limited', attempts: 3 } as const;
    await addRun(api.db, own, { promptId, plannedAt: `${TODAY}T01:00:00Z`, platform: 'chatgpt', ...failed });
    await addRun(api.db, own, { promptId, plannedAt: `${TODAY}T02:00:00Z`, platform: 'claude' });
    await addRun(api.db, own, { promptId, plannedAt: `${TODAY}T03:00:00Z`, platform: 'gemini', state: 'queued' });
    const key = { name: 'warehouse'.repeat(9), description: 'reads'.repeat(40) };
    await askGraphql(caller, 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }', {
      input: key,
    });
    const answer = `1. **${BRAND}**: excellent.\n2. **${RIVAL}**: fine, cheap and reliable.\n3. **${OTHER}**: poor.`;
    const lines = ['chatgpt', 'perplexity', 'claude', 'gemini'].flatMap((platform, at) =>
      Array.from({ length: 4 }, (_, back) =>
        JSON.stringify({
          external_id: `${platform}-${back}`,
          platform,
          question: QUESTION,
          answered_at: new Date(Date.parse(TODAY) - (back * 4 + at) * 3_600_000).toISOString(),
          answer: back % 2 === 0 ? answer : `${answer} ${'https://'.concat('page'.repeat(40), '.example/')}`,
          citations: [{ url: `https://${'reviews'.repeat(8)}.example/${'path'.repeat(40)}`, title: 'tea'.repeat(60) }],
        }),
      ),
    );
    await importAnswers(api.db, { projectId }, fileOf(lines));
    const { body } = await askGraphql(
      caller,
      'mutation ($id: ID!) { makeReport(projectId: $id, input: { from: "2026-06-01", to: "2026-06-14" }) { id } }',
      { id: projectId },
    );
    const { makeReport } = body.data as { makeReport: { id: string } };
    ids = { projectId, promptId, reportId: makeReport.id };
  });

  test.each(PAGES)('%s does not scroll sideways, and has no barrier', async (path) => {
    const isPublic = ['/sign-in', '/forgot', '/link', '/welcome'].includes(path);
    const { page, faults, findBarriers } = await browser.open({
      ...(!isPublic && { storageState: await sessionOf(api, person) }),
      viewport: { width: 320, height: 800 },
    });
    const address = path
      .replace('$projectId', ids.projectId)
      .replace('$promptId', ids.promptId)
      .replace('$reportId', ids.reportId);
    await page.goto(`${api.url}/dashboard${address}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    expect(await findBarriers()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1280, height: 800 });
    // A chart is drawn for its new width in a frame to come.
    await page.waitForFunction('document.documentElement.scrollWidth === 1280');
    expect(await findBarriers()).toEqual([]);
    expect(faults).toEqual([]);
  });
});
