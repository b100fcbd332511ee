import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { type Core, openContext } from '../core/context.js';
import { ServiceError } from '../core/errors.js';
import type { PendingSignIn } from '../core/people/factors/challenges.js';
import { requestOptions } from '../core/people/factors/passkey.js';
import { type NewSession, signOut } from '../core/people/holder-sessions.js';
import { makeResetLink, type RequestedLink, takeLinkRequest, useLink } from '../core/people/links.js';
import { changePassword } from '../core/people/passwords.js';
import { signIn } from '../core/people/sign-in.js';
import type { AdmissionControl } from '../http/admission-control.js';
import {
  clearSessionCookies,
  readDeviceToken,
  readSessionToken,
  setPendingCookie,
  setSessionCookies,
} from '../http/cookies.js';
import { jsonBody } from '../http/json-body.js';
import { isSecure, refuseForeignPage, refuseReadableCookies, relyingPartyOf } from '../http/own-origin.js';
import { contextOf } from '../http/request-context.js';
import { type LinkOptions, linkMail, providerMail } from '../mail/link-mail.js';

export const BODY_LIMIT = '16kb';

/** Where the routes report what no request waits for; pino's shape. */
interface SessionLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface SessionOptions extends LinkOptions {
  core: Core;
  log: SessionLog;
  /** Where people reach the service; undefined: where the request came to. */
  publicUrl: string | undefined;
  admission: AdmissionControl;
}

/** A body of another type than JSON. */
class UnsupportedMediaType extends ServiceError {
  constructor() {
    super('VALIDATION_ERROR', 'Content-Type must be application/json');
  }

  override get status(): number {
    return 415;
  }
}

/**
 * `POST` and `DELETE /dashboard/session`, `POST /dashboard/links`, `/dashboard/links/use` and `/dashboard/password`:
 * signing in and out, asking for a link and using one, and changing the own password, which takes a new cookie. Each
 * asks for a page of our own, and none of its responses is stored.
 */
export function createSessionRouter(options: SessionOptions): Router {
  const router = express.Router();
  const readJson = jsonBody({ limit: BODY_LIMIT });
  router.use(['/session', '/links', '/password'], guard(options));
  router.post('/session', readJson, serveSignIn(options));
  router.delete('/session', serveSignOut(options));
  router.post('/links', readJson, serveLinkRequest(options));
  router.post('/links/use', readJson, serveLinkUse(options));
  router.post('/password', readJson, servePassword(options));
  return router;
}

/** Refuses what does not come from a page of our own, and bodies of another type than JSON. */
export function guard({ publicUrl }: SessionOptions): RequestHandler {
  return (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    if (req.method !== 'GET' && req.method !== 'HEAD') refuseForeignPage(req, publicUrl);
    if (req.method === 'POST' && !req.is('application/json')) throw new UnsupportedMediaType();
    next();
  };
}

function serveSignIn(options: SessionOptions): RequestHandler {
  return async (req, res) => {
    refuseReadableCookies(req, options.publicUrl);
    const client = contextOf(res).client;
    const db = options.core.database.openForAdmission(client.network);
    const { cookie } = req.headers;
    const isSafe = isSecure(req, options.publicUrl);
    const browser = { deviceToken: readDeviceToken(cookie, isSafe), sessionToken: readSessionToken(cookie, isSafe) };
    await respondWithOutcome(req, res, options, await signIn(db, req.body, client, browser));
  };
}

function serveSignOut(options: SessionOptions): RequestHandler {
  return async (req, res) => {
    const client = contextOf(res).client;
    const token = readSessionToken(req.headers.cookie, isSecure(req, options.publicUrl));
    await signOut(options.core.database.openForAdmission(client.network), token, client);
    clearSessionCookies(res);
    res.status(204).setHeader('Clear-Site-Data', '"cache", "storage"').end();
  };
}

/**
 * Answers before the address is looked up, so that its time does not show whether it is known. Without a mail
 * server an owner or the operator hands a link out.
 */
function serveLinkRequest(options: SessionOptions): RequestHandler {
  return async (req, res) => {
    const client = contextOf(res).client;
    const db = options.core.database.openForAdmission(client.network);
    const email = await takeLinkRequest(db, req.body, client);
    res.status(202).end();
    if (email === null) return;
    await makeResetLink(db, email, client, options.sendMail !== null)
      .then((found) => found && deliver(options, found))
      .catch((error: unknown) => options.log.error({ err: error }, 'a link for a new password could not be sent'));
  };
}

async function deliver({ log, sendMail, linkBaseUrl }: SessionOptions, requested: RequestedLink): Promise<void> {
  const { email, holderId, link, requiredProvider } = requested;
  if (sendMail && requiredProvider !== null) return sendMail(providerMail(email, linkBaseUrl, requiredProvider));
  if (sendMail && link) return sendMail(linkMail(email, linkBaseUrl, link));
  const advice = 'a new password is asked for; without SMTP_URL, hand out a link by `operator holder link`';
  log.info({ holder_id: holderId }, advice);
}

function serveLinkUse(options: SessionOptions): RequestHandler {
  return async (req, res) => {
    refuseReadableCookies(req, options.publicUrl);
    const client = contextOf(res).client;
    const { database, clock } = options.core;
    const db = database.openForAdmission(client.network);
    await respondWithOutcome(req, res, options, await useLink(db, clock, req.body, client));
  };
}

function servePassword(options: SessionOptions): RequestHandler {
  return async (req, res) => {
    const { caller } = await options.admission.waitAndAdmit(req, res, 'operations');
    const client = contextOf(res).client;
    const ctx = openContext(options.core, caller);
    respondWithSession(req, res, options, await changePassword(ctx, toInput(req.body), client));
  };
}

/** 204 with the session; else 202 with what is asked for besides the password, and no session yet. */
async function respondWithOutcome(
  req: Request,
  res: Response,
  options: SessionOptions,
  outcome: NewSession | PendingSignIn,
): Promise<void> {
  if ('token' in outcome) return respondWithSession(req, res, options, outcome);
  const data = await describePending(req, options, outcome);
  setPendingCookie(res, outcome, isSecure(req, options.publicUrl));
  res.status(202).json({ success: true, data });
}

/** What a browser is asked for besides the password, or a provider's word. */
export async function describePending(
  req: Request,
  { publicUrl }: SessionOptions,
  { methods, expiresAt, passkeys, passkeyChallenge }: Omit<PendingSignIn, 'pendingToken'>,
) {
  const party = relyingPartyOf(req, publicUrl);
  const passkey = passkeys.length > 0 ? await requestOptions(passkeyChallenge, passkeys, party) : null;
  return { methods, passkey, expires_at: expiresAt };
}

export function respondWithSession(
  req: Request,
  res: Response,
  { publicUrl }: SessionOptions,
  session: NewSession,
): void {
  setSessionCookies(res, session, isSecure(req, publicUrl));
  res.status(204).end();
}

/**
 * A body with the core's names in place of the wire's snake_case, in its outermost object alone: what a browser's
 * WebAuthn wrote below it has names of its own.
 */
export function toInput(body: unknown): unknown {
  return renamed(body, (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

/** What a verb returned, with the wire's names, likewise in its outermost object alone. */
export function toWire(view: unknown): unknown {
  return renamed(view, (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [rename(name), held]));
}
