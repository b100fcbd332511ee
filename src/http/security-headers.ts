/**
 * The headers for browsers on every response, also on those that no route sent. No response ever has a CORS header:
 * pages of other sites read nothing.
 */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** @param hstsMaxAgeSeconds how long a browser may use HTTPS alone; 0 revokes it, absent sends no header. */
export function securityHeaders(hstsMaxAgeSeconds: number | undefined): Readonly<Record<string, string>> {
  if (hstsMaxAgeSeconds === undefined) return SECURITY_HEADERS;
  return { ...SECURITY_HEADERS, 'Strict-Transport-Security': `max-age=${hstsMaxAgeSeconds}` };
}
