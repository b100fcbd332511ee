import type { Express, RequestHandler } from 'express';
import { type BuiltPage, sendAsset, serveFolder, textAsset } from '../http/assets.js';
import { mountedAt } from '../http/log.js';
import { PAGE_HEADERS } from './page.js';
import { NO_ROBOTS } from './visit.routes.js';

/**
 * The page of share links at `/shared`, with its assets: the same for every link, which is behind the `#` of its
 * address and never sent; nothing without a build. No cache keeps the page, no robot lists it, no other page frames it.
 */
export function serveVisitPage(app: Express, built: BuiltPage | null): void {
  if (!built) return;
  const { page, assets } = built;
  const document = textAsset(page, 'text/html', 'no-store');
  const headers = new Map(Object.entries({ ...PAGE_HEADERS, 'X-Robots-Tag': NO_ROBOTS }));
  const servePage: RequestHandler = async (req, res) => {
    res.setHeaders(headers);
    await sendAsset(req, res, document);
  };
  app.get('/shared', servePage);
  app.get('/shared/assets/:file', mountedAt(''), serveFolder(assets));
}
