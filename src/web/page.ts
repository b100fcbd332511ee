/** What the page may do: run our scripts and styles, ask this host, and nothing else, nowhere else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Of the page alone: the other headers for browsers are on every response. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
} as const;

const THEMES = ['system', 'light', 'dark'] as const;

/** What the document depends on. */
export interface PageState {
  theme: (typeof THEMES)[number];
  /** Whether the browser sent a session's cookie, valid or not: scripts cannot see it. */
  session: 'open' | 'none';
}

/** Every state that a document can be in. */
export const PAGE_STATES: readonly PageState[] = THEMES.flatMap((theme) => [
  { theme, session: 'open' as const },
  { theme, session: 'none' as const },
]);

/** The theme that the browser keeps in a cookie, so that the first paint has it; `system` without one. */
export function themeOf(cookie: string | undefined): PageState['theme'] {
  return THEMES.find((theme) => cookie === theme) ?? 'system';
}

/**
 * The document in one of its states.
 * @throws Error where the built document lacks the places for them.
 */
export function renderPage(built: string, { theme, session }: PageState): string {
  const opening = '<html lang="en" data-theme="system" data-session="none">';
  if (!built.includes(opening)) throw new Error(`the built page does not begin with ${opening}`);
  return built.replace(opening, `<html lang="en" data-theme="${theme}" data-session="${session}">`);
}
