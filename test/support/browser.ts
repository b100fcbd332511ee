import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { ROOT } from '../contract/sources.js';
import { browserHome, launchOptions } from './browser-home.mjs';

const AXE = readFileSync(join(ROOT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
/** WCAG 2.2 AA and what its authors advise beside it. The size of targets is a rule of 2.2 that is off by itself. */
const RULES = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  // What passed is not described.
  resultTypes: ['violations'],
};

/** Each suite of a browser's tests: skipped, with a line on standard error, where no browser is. */
export const describeBrowser = hasBrowser() ? describe : describe.skip;

function hasBrowser(): boolean {
  if (browserHome(ROOT) !== null || process.env['CHROMIUM_PATH'] || existsSync(chromeOf(process.platform))) return true;
  process.stderr.write('Skipped: tests of the dashboard need Chrome, or CHROMIUM_PATH with the path of a Chromium.\n');
  return false;
}

function chromeOf(platform: string): string {
  return platform === 'darwin'
    ? '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
    : 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe';
}

/** A browser for the tests of one file. */
export function useBrowser(): { open: (options?: BrowserContextOptions) => Promise<WatchedPage> } {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await chromium.launch(launchOptions(ROOT));
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  afterAll(() => browser?.close());
  return {
    open: async (options = {}) => {
      if (!browser) throw new Error('the browser has not started');
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      contexts.push(context);
      return watch(await context.newPage());
    },
  };
}

/** A page that remembers what went wrong on it. */
export interface WatchedPage {
  page: Page;
  /** Errors of the console, of scripts and of the page's policy, and requests to other hosts. */
  faults: readonly string[];
  /** What axe-core finds wrong in the page as it is now; empty where nothing is. */
  findBarriers: () => Promise<string[]>;
}

/** Responses that the page expects, such as the refusal of a wrong password, are no faults: Chromium logs them too. */
const REFUSED_RESPONSE = /^Failed to load resource: the server responded with a status of (401|409|422|429|503)/;

async function watch(page: Page): Promise<WatchedPage> {
  const faults: string[] = [];
  let host: string | undefined;
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED_RESPONSE.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.protocol.startsWith('http')) return;
    host ??= url.host;
    if (url.host !== host) faults.push(`foreign request: ${url.href}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => void faults.push(`policy: ${text}`));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) =>
       reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`,
  );
  return { page, faults, findBarriers: () => findBarriers(page) };
}

interface Found {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

async function findBarriers(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate<Found[]>(
    `axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`));
}
