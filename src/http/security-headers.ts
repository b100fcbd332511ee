/** What every answer says to browsers, those that no route gave included. */
export const SECURITY_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' } as const;

/** @param hstsMaxAgeSeconds how long a browser is to come by HTTPS alone; 0 takes it back, absent says nothing. */
export function securityHeaders(hstsMaxAgeSeconds: number | undefined): Readonly<Record<string, string>> {
  if (hstsMaxAgeSeconds === undefined) return SECURITY_HEADERS;
  return { ...SECURITY_HEADERS, 'Strict-Transport-Security': `max-age=${hstsMaxAgeSeconds}` };
}
