import { parse } from 'cookie';
import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import type { SetupState, SetupWatch } from '../core/people/set-up.js';
import { type BuiltPage, sendAsset, serveFolder, textAsset } from '../http/assets.js';
import { readSessionToken } from '../http/cookies.js';
import { isSecure } from '../http/own-origin.js';
import { contextOf } from '../http/request-context.js';

export interface PageOptions {
  /** Where people reach the service; undefined: where the request came to. */
  publicUrl: string | undefined;
  /** Null where no account can be opened in a browser. */
  setup: SetupWatch | null;
  /** The release that pages show at their foot. */
  version: string;
}

/** Below `/dashboard`, what is no page: a path of theirs that nothing serves is 404, not the page. */
const NO_PAGES: readonly string[] = [
  'assets',
  'session',
  'links',
  'password',
  'factors',
  'export',
  'import',
  'setup',
  'sso',
];

/** What `/` tells a client that is no browser. */
const PLACES =
  'Brand Visibility: dashboard at /dashboard, REST at /api/v1 (reference at /docs), GraphQL at /graphql, MCP at /mcp\n';

/**
 * The dashboard's document at `/dashboard` and every path below it that is a page, and its assets. A browser that asks
 * for `/` is sent there; another client gets one line with the addresses of the service.
 */
export function serveDashboard(app: Express, built: BuiltPage, options: PageOptions): void {
  app.get('/', (req, res) => {
    res.vary('Accept');
    if (req.accepts(['text/plain', 'text/html']) === 'text/html') res.redirect(302, '/dashboard');
    else res.type('text/plain').send(PLACES);
  });
  app.use('/dashboard', createDashboardRouter(built, options));
}

function createDashboardRouter({ page, assets }: BuiltPage, options: PageOptions): Router {
  const router = express.Router();
  router.get('/assets/:file', ownOrigin, serveFolder(assets));
  router.get('/{*path}', servePage(page, options));
  return router;
}

const ownOrigin: RequestHandler = (_req, res, next) => {
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  next();
};

/** One document for each state, made once. */
function servePage(built: string, options: PageOptions): RequestHandler {
  const headers = new Map(Object.entries(PAGE_HEADERS));
  const documents = new Map(
    PAGE_STATES.map((state) => [keyOf(state), textAsset(renderPage(built, state, options.version), 'text/html')]),
  );
  return async (req, res, next) => {
    if (NO_PAGES.includes(req.path.split('/')[1] ?? '')) return next();
    const state = stateOf(req, options.publicUrl);
    if (state.session === 'none' && options.setup) {
      // While the database is away the page still comes, and says so itself.
      const found = await options.setup.stateFor(contextOf(res).client.network).catch(() => null);
      state.setup = setupOf(found);
    }
    const document = documents.get(keyOf(state));
    if (!document) return next();
    res.setHeaders(headers).vary('Cookie');
    await sendAsset(req, res, document);
  };
}

function keyOf({ theme, session, setup }: PageState): string {
  return `${theme} ${session} ${setup}`;
}

function stateOf(req: Request, publicUrl: string | undefined): PageState {
  const { cookie } = req.headers;
  const { theme } = parse(cookie ?? '');
  const token = readSessionToken(cookie, isSecure(req, publicUrl));
  return { theme: themeOf(theme), session: token === null ? 'none' : 'open', setup: 'none' };
}

function setupOf(found: SetupState | null): PageState['setup'] {
  if (!found?.isOpen) return 'none';
  return found.hasDemo ? 'beside-demo' : 'first';
}

/** What the page may do: run our scripts and styles, ask this host, and nothing else, nowhere else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Of pages alone: the other headers for browsers are on every response. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

const THEMES = ['system', 'light', 'dark'] as const;

/** What the document depends on. */
interface PageState {
  theme: (typeof THEMES)[number];
  /** Whether the browser sent a session's cookie, valid or not: scripts cannot see it. */
  session: 'open' | 'none';
  /** Whether the first account is to be opened, as told to browsers without a session; beside the demo's, or none. */
  setup: (typeof SETUPS)[number];
}

const SETUPS = ['none', 'first', 'beside-demo'] as const;

/** Every state that a document can be in. */
const PAGE_STATES: readonly PageState[] = THEMES.flatMap((theme) => [
  { theme, session: 'open' as const, setup: 'none' as const },
  ...SETUPS.map((setup) => ({ theme, session: 'none' as const, setup })),
]);

/** The theme that the browser keeps in a cookie, so that the first paint has it; `system` without one. */
function themeOf(cookie: string | undefined): PageState['theme'] {
  return THEMES.find((theme) => cookie === theme) ?? 'system';
}

/**
 * The document in one of its states, with the release that serves it.
 * @throws Error where the built document lacks the places for them.
 */
function renderPage(built: string, { theme, session, setup }: PageState, version: string): string {
  const opening = '<html lang="en" data-theme="system" data-session="none" data-setup="none">';
  if (!built.includes(opening)) throw new Error(`the built page does not begin with ${opening}`);
  const state = `data-theme="${theme}" data-session="${session}" data-setup="${setup}"`;
  return built.replace(opening, `<html lang="en" ${state} data-version="${version}">`);
}
