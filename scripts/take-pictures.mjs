/**
 * Takes the pictures of the documents: starts the service with its demo on a folder of its own, signs in, opens each
 * page of the dashboard in the tests' browser, and writes the first screen of each to docs/pictures. A page that shows
 * a refusal, or whose numbers do not come, ends it without a picture of that page. The page of who runs the service is
 * taken of a second one, which is set up and has no demo; the page behind a share link without signing in.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { launchOptions, unpackBrowser } from '../test/support/browser-home.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'docs', 'pictures');

/** The demo's project with the most to see. */
const PROJECT = 'Fernstride';
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** In pixels, of pages with less to see, and of one whose last part is what matters. */
const HEIGHTS = {
  'sign-in': 640,
  projects: 640,
  'api-keys': 640,
  people: 640,
  destinations: 800,
  platforms: 800,
  'new-project': 1210,
};
/** The demo's 90 days of answers are imported before the service listens. */
const START_MS = 120_000;
const PAGE_MS = 30_000;
/** A person may send 120 requests a minute, and all pages together send more. */
const BUDGET_MS = 61_000;

/** Keys that no platform has given out, and an address of this machine where none listens: nothing is asked. */
const PLATFORMS = {
  SECRETS_KEY: randomBytes(32).toString('base64'),
  OPENAI_API_KEY: `sk-${'0'.repeat(40)}7Qx2`,
  OPENAI_BASE_URL: 'http://127.0.0.1:9',
  OPENAI_DAILY_BUDGET_USD: '25',
  GEMINI_API_KEY: `${'0'.repeat(40)}k3Lw`,
  GEMINI_BASE_URL: 'http://127.0.0.1:9',
  JUDGE: 'off',
};

/** Pages of the account and of the project, by their paths, which name the pictures too. */
const ACCOUNT_PAGES = ['projects', 'account'];
/** Where a webhook of this machine would listen: nothing is sent elsewhere. */
const WEBHOOK = 'http://127.0.0.1:9/hooks/visibility';
const PROJECT_PAGES = ['overview', 'prompts', 'competitors', 'citations', 'searches', 'runs', 'settings'];

/** What people might have searched for, as Google Search Console exports it. */
const SEARCH_TERMS = `Top queries,Clicks,Impressions,CTR,Position
best trail running shoes,120,5400,2.2%,6.1
which trail running shoes are best,31,1300,2.4%,7.9
trail running shoes for wide feet,64,2100,3%,5.2
fernstride or kestrova,58,900,6.4%,2.1
how long do running shoes last,12,840,1.4%,9.3
fernstride return policy,77,610,12.6%,1.2
waterproof trail shoes worth it,9,520,1.7%,8.8
`;

unpackBrowser(root);
const browser = await chromium.launch(launchOptions(root));
try {
  mkdirSync(folder, { recursive: true });
  // Where it listens, who signs in, and what is shared, as it prints all three once.
  const withDemo = /^Listening on (\S+)[\s\S]*?^ {2}(\S+@\S+) {2}(\S+)\n[\s\S]*?^ {2}(\S+\/shared#\S+)\n/m;
  const demo = { DEMO: 'true', WEBHOOK_NETWORKS: '127.0.0.0/8' };
  await withService(demo, withDemo, async ([url, email, password, shared]) => {
    await takeAll(`${url}/dashboard`, { email, password });
    await takeAt(await openPage({ viewport: DESK }), shared, 'shared');
  });
  const empty = /^Listening on (\S+)[\s\S]*?^ {2}([A-Z2-9]{4}(?:-[A-Z2-9]{4})+)\n/m;
  await withService({ DEMO: 'false', ...PLATFORMS }, empty, ([url, code]) => takePlatforms(`${url}/dashboard`, code));
} finally {
  await browser.close();
}

/**
 * Does `work` with a service on a folder of its own, once that has printed what `announcement` finds, whose groups
 * `work` is given.
 */
async function withService(more, announcement, work) {
  const { PATH, HOME } = process.env;
  const data = mkdtempSync(join(tmpdir(), 'pictures-'));
  const service = spawn(process.execPath, ['dist/main.js'], {
    cwd: root,
    // Nothing else of the environment: neither its database nor its platforms' keys.
    env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, LOG_LEVEL: 'silent', ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await work(await announced(service, announcement));
  } finally {
    if (service.exitCode === null) {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
    rmSync(data, { recursive: true });
  }
}

async function announced(service, announcement) {
  const timer = setTimeout(() => service.kill('SIGTERM'), START_MS).unref();
  let text = '';
  for await (const chunk of service.stdout) {
    text += chunk;
    const [, ...found] = announcement.exec(text) ?? [];
    if (found.length === 0) continue;
    clearTimeout(timer);
    return found;
  }
  throw new Error('the service ended before it said where it listens and who signs in');
}

/** A key that only reads beside the demo's, which may change all. */
async function takeKeys(desk, dashboard) {
  await desk.goto(`${dashboard}/api-keys`);
  await desk.getByRole('button', { name: 'Create key' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Assistant');
  await dialog.getByLabel('Description').fill('Answers the questions of the marketing team');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await take(desk, 'api-keys');
}

/** A client who is invited, and will see one project alone. */
async function takePeople(desk, dashboard) {
  await desk.goto(`${dashboard}/people`);
  await desk.getByRole('button', { name: 'Invite' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Email').fill('ada@client.example');
  await dialog.getByLabel('Name').fill('Ada Byrne');
  await dialog.getByLabel('Role').selectOption('Viewer');
  await dialog.getByLabel('Projects').first().selectOption('Only some projects');
  await dialog.getByLabel(PROJECT).check();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await take(desk, 'people');
}

/** A webhook that was tried once, and did not answer, beside the demo's. */
async function takeDestinations(desk, dashboard) {
  await desk.goto(`${dashboard}/destinations`);
  await desk.getByRole('button', { name: 'Add destination' }).click();
  await desk.getByLabel('Name').fill('Ticket system');
  await desk.getByLabel('Address').fill(WEBHOOK);
  await desk.getByRole('button', { name: 'Add', exact: true }).click();
  await desk.getByRole('button', { name: 'Done' }).click();
  await desk.getByRole('button', { name: 'Show Ticket system' }).click();
  await desk.getByRole('button', { name: 'Send a test' }).click();
  await desk.getByText('no connection could be made, after').first().waitFor();
  await take(desk, 'destinations');
}

async function takeAll(dashboard, owner) {
  const desk = await openPage({ viewport: DESK });
  await signIn(desk, dashboard, owner);
  for (const name of ACCOUNT_PAGES) await takeAt(desk, `${dashboard}/${name}`, name);
  await takeKeys(desk, dashboard);
  await takePeople(desk, dashboard);
  await takeDestinations(desk, dashboard);
  await takeNewProject(desk, dashboard);

  await desk.goto(`${dashboard}/projects`);
  await desk.getByRole('main').getByRole('link', { name: PROJECT }).first().click();
  await desk.waitForURL('**/overview*');
  const project = desk.url().replace(/\/overview.*/, '');
  for (const name of PROJECT_PAGES) await takeAt(desk, `${project}/${name}`, name);
  await desk.waitForTimeout(BUDGET_MS);
  await takeAt(desk, `${project}/segments?by=tag`, 'segments');
  await takeReport(desk, project);
  await takeAt(desk, `${project}/alerts`, 'alerts');
  await takeSuggestions(desk, project);
  await takePrompt(desk, project);
  await takeAnswers(desk, project);

  const storageState = await desk.context().storageState();
  const dark = await openPage({ viewport: DESK, storageState, colorScheme: 'dark' });
  await takeAt(dark, `${project}/overview`, 'overview-dark');
  const phone = await openPage({ viewport: PHONE, storageState });
  await takeAt(phone, `${project}/overview`, 'overview-phone');
}

/** A page that moves nothing, in a context of its own. */
async function openPage(options) {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', ...options });
  context.setDefaultTimeout(PAGE_MS);
  return context.newPage();
}

async function signIn(page, dashboard, { email, password }) {
  await page.goto(`${dashboard}/sign-in`);
  await page.getByLabel('Email').fill(email);
  await take(page, 'sign-in');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/projects');
}

async function takeAt(page, address, name) {
  await page.goto(address);
  await take(page, name);
}

/** The demo's, once the worker has made it. */
async function takeReport(page, project) {
  await page.goto(`${project}/reports`);
  await page.getByRole('link', { name: /^PDF of / }).waitFor();
  await take(page, 'reports');
}

/** With a file of search terms of its own. */
async function takeSuggestions(page, project) {
  await page.goto(`${project}/prompts/suggestions`);
  const file = { name: 'Queries.csv', mimeType: 'text/csv', buffer: Buffer.from(SEARCH_TERMS) };
  await page.getByLabel('CSV file').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload file' }).click();
  await page.getByRole('checkbox', { name: 'Select “best trail running shoes”' }).check();
  await page.evaluate('scrollTo(0, 0)');
  await take(page, 'suggestions');
}

/** The last step, which tells what the prompts will cost. Nothing is saved. */
async function takeNewProject(desk, dashboard) {
  const page = await desk.context().newPage();
  await page.goto(`${dashboard}/projects/new`);
  await page.getByLabel('Brand', { exact: true }).fill('Tidewell');
  await page.getByLabel('Website').fill('https://tidewell.example');
  await page.getByLabel('What it sells').fill('water bottles');
  await page.getByRole('button', { name: 'Next: competitors' }).click();
  await page.getByRole('button', { name: 'Next: prompts' }).click();
  await page
    .getByRole('button', { name: /^Add: / })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Add: / })
    .first()
    .click();
  await take(page, 'new-project');
  await page.close();
}

/** The first prompt of the list that a platform has answered. */
async function takePrompt(page, project) {
  await page.goto(`${project}/prompts`);
  await page.locator('main a[href*="/prompts/"]').first().click();
  await page.waitForURL('**/prompts/*');
  await take(page, 'prompt');
}

/** The first answer of the list that names the brand is read beside it. */
async function takeAnswers(page, project) {
  await page.goto(`${project}/answers?named=yes`);
  await page.locator('[data-answer]').first().waitFor();
  await take(page, 'answers');
}

/** The platforms of a service without projects, whose workers have said that they run; one is paused. */
async function takePlatforms(dashboard, code) {
  const page = await openPage({ viewport: DESK });
  await page.goto(`${dashboard}/welcome`);
  await page.getByLabel('Setup code').fill(code);
  await page.getByLabel('Organization').fill('Northwind Ltd');
  await page.getByLabel('Your name').fill('Ada Northwind');
  await page.getByLabel('Email').fill('ada@northwind.example');
  await page.getByLabel('Password').fill(randomBytes(15).toString('base64url'));
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { level: 1, name: 'New project' }).waitFor();
  await page.goto(`${dashboard}/platforms`);
  await page.getByText('2 of 4 platforms are asked now.').waitFor();
  await page.getByRole('button', { name: 'Pause Gemini' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume Gemini' }).waitFor();
  await take(page, 'platforms');
}

/** Writes the first screen of a page that has all of its data, letters and no refusal. */
async function take(page, name) {
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width, height: HEIGHTS[name] ?? height });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  await page.waitForFunction('document.fonts.ready.then(() => !document.querySelector("[aria-busy=true]"))');
  const refusals = await page.getByRole('alert').allInnerTexts();
  if (refusals.length > 0) throw new Error(`${name}: ${refusals.join(' ')}`);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.setViewportSize({ width, height });
}
