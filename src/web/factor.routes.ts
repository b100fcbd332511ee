import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import type { SecretBox } from '../core/access/secret-box.js';
import { type Context, openContext } from '../core/context.js';
import { ServiceError } from '../core/errors.js';
import { findPending } from '../core/people/factors/challenges.js';
import {
  addPasskey,
  confirmTotp,
  getOwnFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  requireSecondFactor,
  startPasskey,
  startTotp,
} from '../core/people/factors/factor-changes.js';
import type { FactorTools } from '../core/people/factors/presented-factor.js';
import { askToStepUp, stepUp } from '../core/people/factors/step-up.js';
import type { Client } from '../core/people/security-events.js';
import { finishSignIn } from '../core/people/sign-in.js';
import type { SessionUse } from '../http/admission-control.js';
import { clearPendingCookie, readPendingToken, readSessionToken } from '../http/cookies.js';
import { jsonBody } from '../http/json-body.js';
import { isSecure, refuseReadableCookies, relyingPartyOf } from '../http/own-origin.js';
import { contextOf } from '../http/request-context.js';
import {
  BODY_LIMIT,
  describePending,
  guard,
  respondWithSession,
  type SessionOptions,
  toInput,
  toWire,
} from './session.routes.js';

interface FactorOptions extends SessionOptions {
  secrets: SecretBox;
  /** What a session by a company's provider lasts. */
  sessionHours: number;
}

/** The request that a verb about the caller's own factors carries out. */
interface FactorRequest {
  ctx: Context;
  body: unknown;
  /** A path parameter. */
  id: unknown;
  client: Client;
  tools: FactorTools;
}

/** One request of the session's budget; what the verb returns is the response, 204 where that is nothing. */
type Verb = (asking: FactorRequest) => Promise<unknown>;

type Route = [method: 'get' | 'post' | 'delete', path: string, verb: Verb];

/** Open to who lacks a required second factor, so as to add it. */
const ROUTES: readonly Route[] = [
  ['post', '/session/step-up/challenge', ({ ctx, tools }) => askToStepUp(ctx, tools)],
  ['post', '/session/step-up', ({ ctx, body, client, tools }) => stepUp(ctx, body, client, tools)],
  ['get', '/factors', listFactors],
  ['post', '/factors/totp', ({ ctx, tools }) => startTotp(ctx, tools)],
  [
    'post',
    '/factors/totp/confirm',
    async ({ ctx, body, client, tools }) => toWire(await confirmTotp(ctx, body, client, tools)),
  ],
  ['delete', '/factors/totp', ({ ctx, client }) => removeTotp(ctx, client)],
  ['post', '/factors/passkeys/challenge', ({ ctx, tools }) => startPasskey(ctx, tools)],
  ['post', '/factors/passkeys', savePasskey],
  ['delete', '/factors/passkeys/:id', ({ ctx, id, client }) => removePasskey(ctx, id, client)],
  ['post', '/factors/recovery-codes', async ({ ctx, client }) => toWire(await renewRecoveryCodes(ctx, client))],
];

const REQUIRE: Verb = ({ ctx, body, client }) => requireSecondFactor(ctx, body, client);

/**
 * `GET` and `POST /dashboard/session/factor`, the second step of signing in; `/dashboard/session/step-up` and what is
 * below `/dashboard/factors`, for who is signed in (docs/accounts.md, "The second factor"). Secrets are shown in these
 * responses once, and none of them is stored.
 */
export function createFactorRouter(options: FactorOptions): Router {
  const router = express.Router();
  const readJson = jsonBody({ limit: BODY_LIMIT });
  router.use(['/session/factor', '/session/step-up', '/factors'], guard(options), readJson);
  router.get('/session/factor', servePending(options));
  router.post('/session/factor', serveSecondStep(options));
  for (const [method, path, verb] of ROUTES) router[method](path, serveVerb(options, verb, 'proofs'));
  router.post('/factors/requirement', serveVerb(options, REQUIRE, 'operations'));
  return router;
}

/** What a browser that came from a company's provider is still asked for; after a password that response says it. */
function servePending(options: FactorOptions): RequestHandler {
  return async (req, res) => {
    const db = options.core.database.openForAdmission(contextOf(res).client.network);
    const pending = await findPending(db, readPendingToken(req.headers.cookie, isSecure(req, options.publicUrl)));
    if (!pending) throw new ServiceError('UNAUTHORIZED', 'No second factor is asked for: sign in again');
    res.json({ success: true, data: await describePending(req, options, pending) });
  };
}

function serveSecondStep(options: FactorOptions): RequestHandler {
  return async (req, res) => {
    refuseReadableCookies(req, options.publicUrl);
    const client = contextOf(res).client;
    const isSafe = isSecure(req, options.publicUrl);
    const { cookie } = req.headers;
    const browser = { pendingToken: readPendingToken(cookie, isSafe), sessionToken: readSessionToken(cookie, isSafe) };
    const db = options.core.database.openForAdmission(client.network);
    const tools = { ...toolsOf(req, options), db, sessionHours: options.sessionHours };
    const session = await finishSignIn(tools, toInput(req.body), client, browser);
    clearPendingCookie(res, isSafe);
    respondWithSession(req, res, options, session);
  };
}

function serveVerb(options: FactorOptions, verb: Verb, sessions: SessionUse): RequestHandler {
  return async (req: Request, res: Response) => {
    const { caller } = await options.admission.waitAndAdmit(req, res, sessions);
    const ctx = openContext(options.core, caller);
    const asked = { body: toInput(req.body), id: req.params['id'], client: contextOf(res).client };
    const data = await verb({ ctx, ...asked, tools: toolsOf(req, options) });
    if (data === undefined) res.status(204).end();
    else res.status(200).json({ success: true, data });
  };
}

async function listFactors({ ctx }: FactorRequest) {
  const factors = await getOwnFactors(ctx);
  return toWire({ ...factors, passkeys: factors.passkeys.map(toWire) });
}

async function savePasskey({ ctx, body, client, tools }: FactorRequest) {
  const added = await addPasskey(ctx, body, client, tools);
  return toWire({ ...added, passkey: toWire(added.passkey) });
}

function toolsOf(req: Request, { core, secrets, publicUrl }: FactorOptions): FactorTools {
  return { clock: core.clock, secrets, relyingParty: relyingPartyOf(req, publicUrl) };
}
