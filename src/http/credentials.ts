import type { Request } from 'express';
import { type Credential, parseCredential } from '../core/limits/identify.js';
import { readSessionToken } from '../dashboard/cookies.js';

const hashes = new WeakMap<Request, string | null>();
/** Whether a session of the request came by https. */
const sessionRequests = new WeakMap<Request, boolean>();

/** From now on the request's session cookie counts as a credential where it has no key. */
export function acceptSession(req: Request, isSecure: boolean): void {
  sessionRequests.set(req, isSecure);
}

/**
 * The key of `Authorization: Bearer <API_KEY>`, with one space; else the session, where the path takes one; null for
 * anything else. Of a request with both the key counts.
 */
export function credentialOf(req: Request): Credential | null {
  const { authorization } = req.headers;
  const key = /^Bearer ([^\s]+)$/.exec(authorization ?? '')?.[1];
  if (key !== undefined) return { kind: 'key', text: key };
  const isSecure = sessionRequests.get(req);
  if (authorization !== undefined || isSecure === undefined) return null;
  const token = readSessionToken(req.headers.cookie, isSecure);
  return token === null ? null : { kind: 'session', text: token };
}

/** The name of the request's credential in memory; null for what cannot be one. */
export function credentialHashOf(req: Request): string | null {
  const known = hashes.get(req);
  if (known !== undefined) return known;
  const credential = credentialOf(req);
  const hash = (credential && parseCredential(credential)?.hash.toString('base64url')) ?? null;
  hashes.set(req, hash);
  return hash;
}
