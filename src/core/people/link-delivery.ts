import type { NewLink } from './one-time-link.js';

/** Where a link went: mailed, and then nobody sees it here; else its address, to copy this once. */
export interface Delivery {
  isMailed: boolean;
  /** Null where it was mailed. */
  url: string | null;
}

/** Brings a link to its holder, as far as the service can; never rejects. */
export type DeliverLink = (email: string, link: NewLink) => Promise<Delivery>;

/** Where a link leads: the token is in the fragment, which reaches no log. */
export function linkUrl(baseUrl: string, { token }: NewLink): string {
  return `${baseUrl}/dashboard/link#${token}`;
}
