import express, { type Response, type Router } from 'express';
import { parseToken } from '../core/access/token.js';
import { type Budget, RateLimitExceeded } from '../core/admission/admission.js';
import { openContext } from '../core/context.js';
import { ServiceError } from '../core/errors.js';
import { findFeed, noFeed, openFeed } from '../core/feeds/read-feed.js';
import {
  FailuresOfNetworks,
  InFlight,
  setBudgetHeaders,
  setRetryHeaders,
  turnsOfUnverified,
} from '../http/admission-control.js';
import { namesTag } from '../http/assets.js';
import { contextOf } from '../http/request-context.js';
import { begin, breakOff, type ExportOptions, FILE_MS } from './export.routes.js';
import { CSV, type FileFormat, NDJSON } from './file-formats.js';

/** Of a feed's account, and of a network: a spreadsheet asks for each of its cells at once. */
const BOUNDS = { account: { atOnce: 4, waiting: 100 }, network: { atOnce: 32, waiting: 500 } };

/** An address is a secret: it goes to no other site, into no store and no search engine. */
const FEED_HEADERS = new Map([
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Robots-Tag', 'noindex, nofollow, noarchive'],
]);

/**
 * `GET /feeds/{token}.csv` and `.ndjson`: a file for programs that send no header; cookies and keys are not looked at.
 * 304 where `If-None-Match` names what there is; 404 for whatever is wrong with the feed, 403 for a tier without API
 * access, 429 with `Retry-After` beyond the budget of the account's keys. Each request asks the database whether the
 * feed is good, so that one that was revoked is refused at once by every replica.
 */
export function createFeedRouter(options: ExportOptions): Router {
  const router = express.Router();
  const gate = new FeedGate();
  for (const format of [CSV, NDJSON]) {
    router.get(`/:token.${format.ending}`, async (req, res) => {
      res.setHeaders(FEED_HEADERS);
      await serve(options, gate, format, { token: req.params.token, tag: req.get('if-none-match'), res });
    });
  }
  return router;
}

interface Asked {
  token: string;
  /** `If-None-Match`. */
  tag: string | undefined;
  res: Response;
}

async function serve({ core, log, fileMs = FILE_MS }: ExportOptions, gate: FeedGate, format: FileFormat, asked: Asked) {
  const { token, tag, res } = asked;
  const { network, signal: closed } = contextOf(res);
  const parsed = parseToken('feed', token);
  if (!parsed) throw await gate.unknown(network, res);
  const credential = parsed.hash.toString('base64url');
  await gate.slots.waitForSlot(credential, network, res);
  const { feed, caller } = await gate.turns
    .run(network, () => findFeed(core.database.openForAdmission(parsed.accountId), parsed))
    .catch(async (error: unknown) => {
      throw error instanceof ServiceError && error.code === 'NOT_FOUND' ? await gate.unknown(network, res) : error;
    });
  gate.slots.addCredential(credential, parsed.accountId);
  const signal = AbortSignal.any([closed, AbortSignal.timeout(fileMs)]);
  const { file, version, budget } = await openFeed(openContext(core, caller, signal), feed).catch((error: unknown) => {
    if (error instanceof RateLimitExceeded) setRetryHeaders(res, error);
    throw error;
  });
  describe(res, format, `W/"${version}-${format.ending}"`, budget);
  if (namesTag(tag, String(res.getHeader('ETag')))) {
    res.removeHeader('Content-Type');
    res.status(304).end();
    return;
  }
  if (res.req.method === 'HEAD') {
    res.end();
    return;
  }
  const rows = { columns: file.columns, pages: await begin(file.pages()), signal };
  await format.send(res, rows).catch((error: unknown) => breakOff(res, error, log));
}

function describe(res: Response, { contentType }: FileFormat, etag: string, budget: Budget | null): void {
  res.setHeader('Content-Type', contentType).setHeader('ETag', etag);
  if (budget) setBudgetHeaders(res, budget);
}

/** What stands between addresses and the database. */
class FeedGate {
  readonly slots = new InFlight(BOUNDS);
  readonly turns = turnsOfUnverified();
  readonly #unknown = new FailuresOfNetworks();

  /** The refusal of an address of no feed; beyond the bound of its network another one. */
  async unknown(network: string, res: Response): Promise<ServiceError> {
    const seconds = await this.#unknown.count(network);
    if (seconds === null) return noFeed();
    res.setHeader('Retry-After', seconds);
    return new ServiceError('RATE_LIMIT_EXCEEDED', 'Too many addresses of no feed. Wait, then try again.');
  }
}
