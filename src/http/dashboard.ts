import { parse } from 'cookie';
import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import { readSessionToken } from '../web/cookies.js';
import { isSecure } from '../web/own-origin.js';
import { PAGE_HEADERS, PAGE_STATES, renderPage, themeOf } from '../web/page.js';
import { sendAsset, serveFolder, textAsset } from './asset.js';
import type { BuiltPage } from './built-page.js';

/** Below `/dashboard`, what is no page: a path of theirs that nothing serves is 404, not the page. */
const NO_PAGES: readonly string[] = ['assets', 'session', 'links', 'password', 'factors', 'export'];

/**
 * The dashboard's document at `/dashboard` and every path below it that is a page, and its assets; a browser that asks
 * for `/` is sent there.
 */
export function serveDashboard(app: Express, built: BuiltPage, publicUrl: string | undefined): void {
  app.get('/', (req, res, next) => {
    res.vary('Accept');
    if (req.accepts(['application/json', 'text/html']) !== 'text/html') return next();
    res.redirect(302, '/dashboard');
  });
  app.use('/dashboard', createDashboardRouter(built, publicUrl));
}

function createDashboardRouter({ page, assets }: BuiltPage, publicUrl: string | undefined): Router {
  const router = express.Router();
  router.get('/assets/:file', ownOrigin, serveFolder(assets));
  router.get('/{*path}', servePage(page, publicUrl));
  return router;
}

const ownOrigin: RequestHandler = (_req, res, next) => {
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  next();
};

/** One document for each state, made once. */
function servePage(built: string, publicUrl: string | undefined): RequestHandler {
  const headers = new Map(Object.entries(PAGE_HEADERS));
  const documents = new Map(
    PAGE_STATES.map((state) => [keyOf(state), textAsset(renderPage(built, state), 'text/html')]),
  );
  return async (req, res, next) => {
    const document = documents.get(keyOf(stateOf(req, publicUrl)));
    if (NO_PAGES.includes(req.path.split('/')[1] ?? '') || !document) return next();
    res.setHeaders(headers).vary('Cookie');
    await sendAsset(req, res, document);
  };
}

function keyOf({ theme, session }: (typeof PAGE_STATES)[number]): string {
  return `${theme} ${session}`;
}

function stateOf(req: Request, publicUrl: string | undefined): (typeof PAGE_STATES)[number] {
  const { cookie } = req.headers;
  const { theme } = parse(cookie ?? '');
  const token = readSessionToken(cookie, isSecure(req, publicUrl));
  return { theme: themeOf(theme), session: token === null ? 'none' : 'open' };
}
