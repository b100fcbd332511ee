import { hash } from 'node:crypto';

/** A weak tag of an answer's body. */
export function etagOf(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Whether `If-None-Match` names the tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). Express's `req.fresh` is
 * not asked: it lets the caller's `Cache-Control: no-cache` win, which fetch sends along with every condition.
 */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => etag === `W/${opaque}`);
}
