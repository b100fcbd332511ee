import { parse } from 'tldts';
import { pattern } from '../pattern.js';

/** A cited page: its address as shown, what makes it the same page, and its host. */
export interface PageAddress {
  url: string;
  key: string;
  domain: string;
}

const TRACKING = new RegExp(
  pattern`
    ^(?:utm_.+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|twclid|igshid|srsltid|mc_cid|mc_eid|_gl|_hsenc
    |_hsmi|mkt_tok|vero_id|ref_src|ref_url|cmpid|s_cid|si|gad_source|gad_campaignid|_gsid)$
  `,
  'i',
);
const SEARCH_PAGES: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/(^|\.)google\.[a-z.]{2,6}$/, /^\/(?:search|shopping|url|aclk|maps\/search)(?:\/|$)/],
  [/(^|\.)bing\.com$/, /^\/(?:search|images\/search|videos\/search)/],
  [
    /(^|\.)(?:duckduckgo\.com|search\.brave\.com|search\.yahoo\.com|yandex\.[a-z]+|ecosia\.org|startpage\.com)$/,
    /^\/(?:search|yandsearch)?\/?$/,
  ],
  [/(^|\.)perplexity\.ai$/, /^\/(?:search|\?|$)/],
];

/**
 * Reads an address as the page it leads to; null for what is no page of a source: no http, no host, a search engine's
 * own results, the platform's own entry points. `url` loses tracking parameters and the fragment (a single-page route
 * `#/…` stays); `key` also makes http and https, `www.`, default ports and a final slash one (decisions "redirects and
 * widgets", "`top_urls`").
 */
export function readPageAddress(written: string): PageAddress | null {
  const trimmed = written.trim();
  const address = /^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const url = new URL(address);
  const domain = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  if (!isHost(domain) || isWidget(url, domain)) return null;
  clean(url);
  const port = url.port ? `:${url.port}` : '';
  const path = withoutFinalSlashes(url.pathname);
  return { url: url.href, key: `${domain}${port}${path}${url.search}${url.hash}`, domain };
}

/** Unit by unit: a pattern that ends in `/+$` takes the square of a long run of slashes within the path. */
function withoutFinalSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}

/** A name with a public suffix, or an IP address; single words and templates are no hosts. */
function isHost(domain: string): boolean {
  const { publicSuffix, isIp, isIcann, isPrivate } = parse(domain);
  return isIp === true || (publicSuffix !== null && domain.includes('.') && (isIcann === true || isPrivate === true));
}

function isWidget(url: URL, domain: string): boolean {
  if (/(^|\.)(?:chatgpt\.com|chat\.openai\.com)$/.test(domain))
    return url.pathname === '/' || url.searchParams.has('hints');
  return SEARCH_PAGES.some(([host, path]) => host.test(domain) && path.test(url.pathname) && isSearch(url));
}

function isSearch(url: URL): boolean {
  return (
    ['q', 'query', 'text', 'p', 'sa', 'url', 'udm'].some((name) => url.searchParams.has(name)) ||
    url.pathname.includes('/search')
  );
}

function clean(url: URL): void {
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  for (const name of tracking) url.searchParams.delete(name);
  const route = /^#!?\//.test(url.hash) ? url.hash.replace(/:~:.*$/, '') : '';
  url.hash = route;
  url.username = '';
  url.password = '';
}
