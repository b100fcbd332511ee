import express, { type RequestHandler, type Router } from 'express';
import { openVisit } from '../core/shares/visits.js';
import { setVisitCookie } from '../http/cookies.js';
import { jsonBody } from '../http/json-body.js';
import { isSecure, refuseReadableCookies } from '../http/own-origin.js';
import { contextOf } from '../http/request-context.js';
import { BODY_LIMIT, guard, type SessionOptions, toInput } from './session.routes.js';

/** No search engine lists, follows or keeps what is shared. */
export const NO_ROBOTS = 'noindex, nofollow, noarchive';

/**
 * `POST /shared/visits {token, password}`: opens a shared link. 204 with the cookie of the visit, 401 where a password
 * is wanted, 404 for whatever else is wrong.
 */
export function createVisitRouter(options: SessionOptions): Router {
  const router = express.Router();
  const readJson = jsonBody({ limit: BODY_LIMIT });
  router.post('/visits', guard(options), readJson, serveVisit(options));
  return router;
}

function serveVisit(options: SessionOptions): RequestHandler {
  return async (req, res) => {
    res.setHeader('X-Robots-Tag', NO_ROBOTS);
    refuseReadableCookies(req, options.publicUrl);
    const { client } = contextOf(res);
    const db = options.core.database.openForAdmission(client.network);
    setVisitCookie(res, await openVisit(db, toInput(req.body), client), isSecure(req, options.publicUrl));
    res.status(204).end();
  };
}
