import { parse } from 'cookie';
import type { CookieOptions, Response } from 'express';
import type { PendingSignIn } from '../core/people/factors/challenges.js';
import type { NewSession } from '../core/people/holder-sessions.js';
import type { NewVisit } from '../core/shares/visits.js';

/** The secure name is kept to its host and to https by browsers; plain http on loopback has the other one. */
const NAMES = {
  session: { secure: '__Host-session', plain: 'session' },
  device: { secure: '__Host-device', plain: 'device' },
  pending: { secure: '__Host-pending', plain: 'pending' },
  flow: { secure: '__Host-sso', plain: 'sso' },
  visit: { secure: '__Host-shared', plain: 'shared' },
} as const;

const DAY_MS = 86_400_000;
const SESSION_MS = 30 * DAY_MS;
const PENDING_MS = 5 * 60_000;
const FLOW_MS = 10 * 60_000;
/** The longest that browsers keep a cookie. */
const DEVICE_MS = 400 * DAY_MS;

/** The token of a session out of a `Cookie` header; null without one. */
export function readSessionToken(header: string | undefined, isSecure: boolean): string | null {
  return read(header, 'session', isSecure);
}

/** What the browser keeps from an earlier sign-in; null without it. */
export function readDeviceToken(header: string | undefined, isSecure: boolean): string | null {
  return read(header, 'device', isSecure);
}

/** What a browser has whose password was right, and which is asked for a second factor; null without it. */
export function readPendingToken(header: string | undefined, isSecure: boolean): string | null {
  return read(header, 'pending', isSecure);
}

/** Gives the browser what it sends its second factor with. */
export function setPendingCookie(res: Response, { pendingToken }: PendingSignIn, isSecure: boolean): void {
  res.cookie(NAMES.pending[isSecure ? 'secure' : 'plain'], pendingToken, optionsOf(isSecure, PENDING_MS));
}

/** Takes it from the browser again. */
export function clearPendingCookie(res: Response, isSecure: boolean): void {
  res.clearCookie(NAMES.pending[isSecure ? 'secure' : 'plain'], optionsOf(isSecure));
}

/** What a browser has that was sent to a company's provider; null without it. */
export function readFlowToken(header: string | undefined, isSecure: boolean): string | null {
  return read(header, 'flow', isSecure);
}

/** Gives the browser what it comes back from a provider with; by a link of another site, so it is Lax. */
export function setFlowCookie(res: Response, token: string, isSecure: boolean): void {
  res.cookie(NAMES.flow[isSecure ? 'secure' : 'plain'], token, optionsOf(isSecure, FLOW_MS));
}

/** Takes it from the browser again: it is good once. */
export function clearFlowCookie(res: Response, isSecure: boolean): void {
  res.clearCookie(NAMES.flow[isSecure ? 'secure' : 'plain'], optionsOf(isSecure));
}

/** The token of a visit by a shared link; null without one. */
export function readVisitToken(header: string | undefined, isSecure: boolean): string | null {
  return read(header, 'visit', isSecure);
}

/** Gives the browser its visit; no page of another site sends it along, not even by a link. */
export function setVisitCookie(res: Response, { token, seconds }: NewVisit, isSecure: boolean): void {
  const options = { ...optionsOf(isSecure, 1_000 * seconds), sameSite: 'strict' as const };
  res.cookie(NAMES.visit[isSecure ? 'secure' : 'plain'], token, options);
}

/** Gives the browser its session and, where it was not known, what it is to be known by. */
export function setSessionCookies(res: Response, { token, deviceToken }: NewSession, isSecure: boolean): void {
  const scheme = isSecure ? 'secure' : 'plain';
  res.cookie(NAMES.session[scheme], token, optionsOf(isSecure, SESSION_MS));
  if (deviceToken !== null) res.cookie(NAMES.device[scheme], deviceToken, optionsOf(isSecure, DEVICE_MS));
}

/** Takes the session from the browser, under both names; the device stays known. */
export function clearSessionCookies(res: Response): void {
  res.clearCookie(NAMES.session.plain, optionsOf(false)).clearCookie(NAMES.session.secure, optionsOf(true));
}

/**
 * Over https the plain name counts for nothing: a sibling host could have set it, and sign a victim in as someone
 * else.
 */
function read(header: string | undefined, kind: keyof typeof NAMES, isSecure: boolean): string | null {
  if (header === undefined) return null;
  const cookies = parse(header);
  return cookies[NAMES[kind].secure] ?? (isSecure ? undefined : cookies[NAMES[kind].plain]) ?? null;
}

function optionsOf(isSecure: boolean, maxAge?: number): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, ...(maxAge !== undefined && { maxAge }) };
}
