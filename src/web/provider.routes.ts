import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { type Context, openContext } from '../core/context.js';
import { asUnavailable } from '../core/errors.js';
import {
  type FlowOutcome,
  finishFlow,
  type ProviderTools,
  type SsoRefusal,
  type StartedFlow,
  startLink,
  startSignIn,
  startStepUp,
} from '../core/people/providers/provider-sign-in.js';
import type { SessionUse } from '../http/admission-control.js';
import {
  clearFlowCookie,
  readDeviceToken,
  readFlowToken,
  readSessionToken,
  setFlowCookie,
  setPendingCookie,
  setSessionCookies,
} from '../http/cookies.js';
import { jsonBody } from '../http/json-body.js';
import { isSecure, refuseReadableCookies, relyingPartyOf } from '../http/own-origin.js';
import { contextOf } from '../http/request-context.js';
import { BODY_LIMIT, guard, type SessionOptions, toInput } from './session.routes.js';

interface ProviderOptions extends SessionOptions {
  tools: ProviderTools;
}

/** Where providers send browsers back to, as it is registered there. */
const CALLBACK = '/dashboard/sso/callback';

/**
 * `POST /dashboard/sso`, `/dashboard/sso/step-up` and `/dashboard/sso/link` answer with the address that the page sends
 * the browser to; `GET /dashboard/sso/callback` is where a company's provider sends it back (docs/accounts.md).
 */
export function createProviderRouter(options: ProviderOptions): Router {
  const router = express.Router();
  const readJson = jsonBody({ limit: BODY_LIMIT });
  router.use('/sso', guard(options));
  router.post('/sso', readJson, serveStart(options));
  router.post('/sso/step-up', readJson, serveInside(options, startStepUp, 'proofs'));
  router.post('/sso/link', readJson, serveInside(options, startLink, 'operations'));
  router.get('/sso/callback', serveCallback(options));
  return router;
}

function serveStart(options: ProviderOptions): RequestHandler {
  return async (req, res) => {
    refuseReadableCookies(req, options.publicUrl);
    const { client } = contextOf(res);
    const db = options.core.database.openForAdmission(client.network);
    const started = await startSignIn(db, options.tools, toInput(req.body), client, redirectUri(req, options));
    respondWithFlow(req, res, options, started);
  };
}

type Start = (
  ctx: Context,
  tools: ProviderTools,
  input: unknown,
  client: ReturnType<typeof contextOf>['client'],
  redirect: string,
) => Promise<StartedFlow>;

function serveInside(options: ProviderOptions, start: Start, sessions: SessionUse): RequestHandler {
  return async (req, res) => {
    const { caller } = await options.admission.waitAndAdmit(req, res, sessions);
    const ctx = openContext(options.core, caller);
    const { client } = contextOf(res);
    const started = await start(ctx, options.tools, toInput(req.body), client, redirectUri(req, options));
    respondWithFlow(req, res, options, started);
  };
}

function respondWithFlow(
  req: Request,
  res: Response,
  { publicUrl }: SessionOptions,
  { url, token }: StartedFlow,
): void {
  setFlowCookie(res, token, isSecure(req, publicUrl));
  res.json({ success: true, data: { url } });
}

/**
 * A GET with an effect, since providers send browsers by one: what is good once is the cookie, `state`, nonce and
 * verifier together. Each refusal is a way back to a page, which says it in one sentence.
 */
function serveCallback(options: ProviderOptions): RequestHandler {
  return async (req, res) => {
    res.setHeader('Referrer-Policy', 'no-referrer');
    refuseReadableCookies(req, options.publicUrl);
    const { client } = contextOf(res);
    const db = options.core.database.openForAdmission(client.network);
    const isSafe = isSecure(req, options.publicUrl);
    const { cookie } = req.headers;
    const browser = { deviceToken: readDeviceToken(cookie, isSafe), sessionToken: readSessionToken(cookie, isSafe) };
    const arrived = { callback: callbackOf(req, options), flowToken: readFlowToken(cookie, isSafe), browser };
    const outcome = await finishFlow(db, options.tools, arrived, client).catch(refuseUnavailable);
    clearFlowCookie(res, isSafe);
    if (outcome.kind === 'signed_in') setSessionCookies(res, outcome.session, isSafe);
    if (outcome.kind === 'pending') setPendingCookie(res, outcome.pending, isSafe);
    res.redirect(303, `/dashboard${pageAfter(outcome)}`);
  };
}

/** @throws what is no lack of time or room. */
function refuseUnavailable(error: unknown): FlowOutcome {
  if (!asUnavailable(error)) throw error;
  return { kind: 'refused', reason: 'busy', purpose: 'sign_in', returnTo: '/' };
}

function pageAfter(outcome: FlowOutcome): string {
  switch (outcome.kind) {
    case 'signed_in':
    case 'done':
      return outcome.returnTo;
    case 'pending':
      return `/sign-in?${new URLSearchParams({ factor: 'asked', back: outcome.returnTo })}`;
    case 'refused':
      return `/${outcome.purpose === 'sign_in' ? 'sign-in' : 'account'}?refused=${shownReason(outcome.reason)}`;
    default:
      outcome satisfies never;
      throw new Error('a flow came to an unknown end');
  }
}

/** Nobody is told that an address is known elsewhere. */
function shownReason(reason: SsoRefusal): SsoRefusal {
  return reason === 'address_elsewhere' ? 'no_person' : reason;
}

function redirectUri(req: Request, { publicUrl }: SessionOptions): string {
  return `${relyingPartyOf(req, publicUrl).origin}${CALLBACK}`;
}

/** With the query that came; the rest is as registered, whatever a proxy made of it. */
function callbackOf(req: Request, options: SessionOptions): URL {
  const url = new URL(redirectUri(req, options));
  const at = req.originalUrl.indexOf('?');
  url.search = at < 0 ? '' : req.originalUrl.slice(at);
  return url;
}
