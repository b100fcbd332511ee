import type { Request } from 'express';
import { invalid, ServiceError } from '../core/errors.js';
import type { RelyingParty } from '../core/people/factors/passkey.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether people reach the service by https, as far as the request and `PUBLIC_URL` tell. */
export function isSecure(req: Request, publicUrl: string | undefined): boolean {
  return publicUrl === undefined ? req.secure : publicUrl.startsWith('https:');
}

/**
 * Refuses what a page of another site sends with a browser's cookie: each request that may change something comes from
 * our own pages. `Sec-Fetch-Site` says so; browsers leave it out over plain http to other hosts than loopback, and send
 * `Origin` instead.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseForeignPage(req: Request, publicUrl: string | undefined): void {
  const site = req.get('sec-fetch-site');
  const isOwn = site === undefined ? req.get('origin') === ownOrigin(req, publicUrl) : site === 'same-origin';
  if (!isOwn) throw new ServiceError('FORBIDDEN', 'The request does not come from a page of this service');
}

/**
 * Refuses what a page of another site sends, whatever it presents: browsers name the page by `Origin`, programs do not.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseForeignOrigin(req: Request, publicUrl: string | undefined): void {
  const origin = req.get('origin');
  if (origin === undefined || origin === ownOrigin(req, publicUrl)) return;
  throw new ServiceError('FORBIDDEN', 'The request comes from a page of another site');
}

/**
 * Refuses a file that a page of another site, or of a sibling host, asks for with a browser's cookie. A link that was
 * opened by hand comes from no page, and a browser that says nothing of the page sends `Origin` where a script asks.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseForeignDownload(req: Request, publicUrl: string | undefined): void {
  const [site, origin] = [req.get('sec-fetch-site'), req.get('origin')];
  const isOwn =
    site === undefined
      ? origin === undefined || origin === ownOrigin(req, publicUrl)
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw new ServiceError('FORBIDDEN', 'The file was requested by a page of another site');
}

/**
 * Refuses a sign-in whose cookie anybody on the way could read: over plain http, but to this machine alone or where
 * `PUBLIC_URL` says that it is meant so.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseReadableCookies(req: Request, publicUrl: string | undefined): void {
  if (isSecure(req, publicUrl) || publicUrl !== undefined || LOOPBACK.test(req.hostname)) return;
  throw new ServiceError(
    'FORBIDDEN',
    'Signing in needs HTTPS: without it, passwords are sent unencrypted. Set PUBLIC_URL and TRUST_PROXY',
  );
}

/**
 * Who passkeys are made for: the service as people reach it. A page of another host cannot use them, as browsers tell
 * authenticators the host of the page. @throws ServiceError VALIDATION_ERROR for a `Host` that is none.
 */
export function relyingPartyOf(req: Request, publicUrl: string | undefined): RelyingParty {
  const origin = ownOrigin(req, publicUrl);
  if (!URL.canParse(origin)) throw invalid([], 'the Host header must name a host');
  const url = new URL(origin);
  return { host: url.hostname, origin: url.origin };
}

function ownOrigin(req: Request, publicUrl: string | undefined): string {
  return publicUrl === undefined ? `${req.protocol}://${req.host}` : new URL(publicUrl).origin;
}
