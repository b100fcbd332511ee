import { hash } from 'node:crypto';

/** A weak tag of a response's body. */
export function etagOf(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/**
 * Whether `If-None-Match` names the tag (RFC 9110, 13.1.2: weak comparison, a list, or `*`). Not Express's `req.fresh`:
 * there the caller's `Cache-Control: no-cache` wins, which fetch sends along with every condition.
 */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, opaque]) => etag === `W/${opaque}`);
}
