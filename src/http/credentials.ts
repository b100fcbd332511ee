import type { Request } from 'express';
import { type Credential, parseCredential } from '../core/limits/identify.js';
import { readSessionToken } from './cookies.js';

const presented = new WeakMap<Request, Credential | null>();
const sessionRequests = new WeakMap<Request, SessionRequest>();

/** A request that a session may be presented with. */
export interface SessionRequest {
  /** Whether it came by https. */
  isSecure: boolean;
  /** Whether it is one by which a required second factor is added. */
  mayLackFactor?: boolean;
}

/** From now on the request's session cookie counts as a credential where it has no key. */
export function acceptSession(req: Request, request: SessionRequest): void {
  sessionRequests.set(req, request);
  presented.delete(req);
}

/**
 * The key of `Authorization: Bearer <API_KEY>`, with one space; else the session, where the path takes one; null for
 * anything else. Of a request with both the key counts.
 */
export function credentialOf(req: Request): Credential | null {
  const known = presented.get(req);
  if (known !== undefined) return known;
  const credential = readCredential(req);
  presented.set(req, credential);
  return credential;
}

/** Whether the request is a browser's, on a path that takes a session: it has one, or comes from a page without one. */
export function isOfBrowser(req: Request): boolean {
  const { authorization, origin, 'sec-fetch-site': site } = req.headers;
  if (authorization !== undefined || !sessionRequests.has(req)) return false;
  return credentialOf(req) !== null || origin !== undefined || site !== undefined;
}

/** The name of the request's credential in memory; null for what cannot be one. */
export function credentialHashOf(req: Request): string | null {
  const credential = credentialOf(req);
  return (credential && parseCredential(credential)?.hash.toString('base64url')) ?? null;
}

function readCredential(req: Request): Credential | null {
  const { authorization } = req.headers;
  const key = /^Bearer ([^\s]+)$/.exec(authorization ?? '')?.[1];
  if (key !== undefined) return { kind: 'key', text: key };
  const session = sessionRequests.get(req);
  if (authorization !== undefined || session === undefined) return null;
  const { isSecure, mayLackFactor = false } = session;
  const token = readSessionToken(req.headers.cookie, isSecure);
  return token === null ? null : { kind: 'session', text: token, mayLackFactor };
}
