import express, { type RequestHandler, type Router } from 'express';
import type { Core } from '../core/context.js';
import { makeFirstSetupCode, setUp } from '../core/people/set-up.js';
import { jsonBody } from '../http/json-body.js';
import { refuseReadableCookies } from '../http/own-origin.js';
import { contextOf } from '../http/request-context.js';
import { BODY_LIMIT, guard, respondWithSession, type SessionOptions, toInput } from './session.routes.js';

/**
 * `POST /dashboard/setup`: opens the first account by the code of the first start, and signs its owner in. 404 once an
 * account exists.
 */
export function createSetupRouter(options: SessionOptions): Router {
  const router = express.Router();
  const readJson = jsonBody({ limit: BODY_LIMIT });
  router.post('/setup', guard(options), readJson, serveSetUp(options));
  return router;
}

function serveSetUp(options: SessionOptions): RequestHandler {
  return async (req, res) => {
    refuseReadableCookies(req, options.publicUrl);
    const client = contextOf(res).client;
    const { database, clock } = options.core;
    const db = database.openForAdmission(client.network);
    respondWithSession(req, res, options, await setUp(db, clock, toInput(req.body), client));
  };
}

/** What a start prints where the first account is still to be opened: where, and the code, once. */
export async function inviteToSetUp({ database }: Pick<Core, 'database'>, url: string): Promise<string[]> {
  const notice = await makeFirstSetupCode(database.openForJob());
  const page = `Start with your own brand: open ${url}/dashboard/welcome`;
  if (notice.kind === 'code') return ['', `${page} and enter this code, shown only now:`, '', `  ${notice.code}`];
  if (notice.kind === 'has_code') return ['', `${page}. For a new code:`, '', '  npm run operator -- setup-code'];
  return [];
}
