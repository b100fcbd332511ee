import { parse } from 'tldts';
import { pattern } from '../pattern.js';
import { isPublic } from '../public-suffix.js';

/** A cited page: its address as shown, what makes it the same page, and its host. */
interface PageAddress {
  url: string;
  key: string;
  domain: string;
}

const TRACKING = new RegExp(
  pattern`
    ^(?:utm_.+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|ttclid|twclid|li_fat_id|rdt_cid|epik|igshid|srsltid
    |irclickid|cjevent|mc_cid|mc_eid|_ga|_gac|_gl|_hsenc|_hsmi|mkt_tok|vero_id|ref_src|ref_url|cmpid|s_cid|si
    |gad_source|gad_campaignid|_gsid)$
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

/** Any of their hosts: one look instead of one at each. */
const SEARCH_HOST = new RegExp(SEARCH_PAGES.map(([host]) => host.source).join('|'));

const WITH_SCHEME = /^https?:\/\//i;
/** An address without its scheme, as lists of sources have them: a host with a dot, and perhaps a path. */
const WITHOUT_SCHEME = /^(?:\/\/)?(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/**
 * Reads an address as the page it leads to, where it is a redirect to another one; null for what is no page of a
 * source: no http, no host, a search engine's own results, the platform's own entry points. `url` loses tracking
 * parameters and the fragment (a single-page route `#/…` stays); `key` also makes http and https, `www.`, default
 * ports, a final slash, doubled slashes, the order of parameters and escapes of plain characters one (decisions
 * "redirects and widgets", "`top_urls`").
 *
 * @param isListed in a platform's own list, where an address may lack its scheme.
 */
export function readPageAddress(written: string, isListed = false): PageAddress | null {
  const address = withScheme(written.trim(), isListed);
  if (!WITH_SCHEME.test(address) || !URL.canParse(address)) return null;
  const url = withoutRedirects(new URL(address));
  const domain = url.hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');
  if (!isHost(domain) || isWidget(url, domain)) return null;
  clean(url, domain);
  return { url: url.href, key: keyOf(url, domain), domain };
}

function withScheme(written: string, isListed: boolean): string {
  if (WITH_SCHEME.test(written)) return written;
  if (/^www\./i.test(written)) return `https://${written}`;
  return isListed && WITHOUT_SCHEME.test(written) ? `https://${written.replace(/^\/\//, '')}` : written;
}

function keyOf(url: URL, domain: string): string {
  const { port, pathname, hash } = url;
  const path = withoutFinalSlashes(pathname.replace(/\/{2,}/g, '/'));
  const query = url.search === '' ? '' : queryOf(url.searchParams);
  return `${domain}${port ? `:${port}` : ''}${withoutPlainEscapes(path)}${query}${hash}`;
}

/** In the order of its parameters. */
function queryOf(parameters: URLSearchParams): string {
  const written = [...parameters].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return written.length > 0 ? `?${written.sort().join('&')}` : '';
}

/** `%7E` is `~`: letters, digits and `-._~` mean the same with and without an escape (RFC 3986, 2.3). */
function withoutPlainEscapes(path: string): string {
  return path.replace(/%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/gi, (escaped) => decodeEscape(escaped));
}

function decodeEscape(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : escaped;
}

/** Unit by unit: a pattern that ends in `/+$` takes the square of a long run of slashes within the path. */
function withoutFinalSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}

/** A name with a public suffix; single words, templates and IP addresses are no hosts of sources. */
function isHost(domain: string): boolean {
  const host = parse(domain);
  const { publicSuffix, isIp, isPrivate } = host;
  if (isIp === true || publicSuffix === null) return false;
  return domain.includes('.') && (isPublic(host) || isPrivate === true);
}

function isWidget(url: URL, domain: string): boolean {
  if (/(^|\.)(?:chatgpt\.com|chat\.openai\.com)$/.test(domain))
    return url.pathname === '/' || url.searchParams.has('hints');
  return (
    SEARCH_HOST.test(domain) &&
    SEARCH_PAGES.some(([host, path]) => host.test(domain) && path.test(url.pathname) && isSearch(url))
  );
}

function isSearch(url: URL): boolean {
  return (
    ['q', 'query', 'text', 'p', 'sa', 'url', 'udm'].some((name) => url.searchParams.has(name)) ||
    url.pathname.includes('/search')
  );
}

const VIDEO_HOST = /(^|\.)youtube\.com$/;

function clean(url: URL, domain: string): void {
  if (url.search !== '') withoutTracking(url, domain);
  const route = /^#!?\//.test(url.hash) ? url.hash.replace(/:~:.*$/, '') : '';
  // Each part that is set makes Node write and read the whole address anew.
  if (url.href.includes('#')) url.hash = route;
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
}

function withoutTracking(url: URL, domain: string): void {
  const isTracking = (name: string) => TRACKING.test(name) || (name === 'feature' && VIDEO_HOST.test(domain));
  const tracking = [...url.searchParams.keys()].filter(isTracking);
  for (const name of tracking) url.searchParams.delete(name);
}

/** Addresses that only lead to the one in their query: hosts, paths, and the parameters that may hold it. */
const REDIRECTS: readonly { host: RegExp; path: RegExp; parameters: readonly string[] }[] = [
  { host: /(^|\.)google\.[a-z.]{2,6}$/, path: /^\/url\/?$/, parameters: ['q', 'url'] },
  { host: /(^|\.)duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ['uddg'] },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameters: ['u'] },
  { host: /(^|\.)youtube\.com$/, path: /^\/redirect\/?$/, parameters: ['q'] },
  { host: /(^|\.)linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)\/?$/, parameters: ['url'] },
  { host: /^out\.reddit\.com$/, path: /^\//, parameters: ['url'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\/?$/, parameters: ['url'] },
];

/** A redirect may lead to another one; a cited page is behind no more of them. */
const MOST_REDIRECTS = 3;

/** The address that a redirect names in its own query; any other address as it is. Nothing is asked for. */
function withoutRedirects(address: URL): URL {
  let url = address;
  for (let step = 0; step < MOST_REDIRECTS; step++) {
    const target = targetOf(url);
    if (!target) break;
    url = target;
  }
  return url;
}

/** Any of their hosts: one look instead of one at each. */
const REDIRECTING = new RegExp(REDIRECTS.map(({ host }) => host.source).join('|'));

function targetOf(url: URL): URL | null {
  if (!REDIRECTING.test(url.hostname)) return null;
  const redirect = REDIRECTS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  const named = redirect?.parameters.map((name) => url.searchParams.get(name) ?? '') ?? [];
  const target = named.find((value) => /^https?:\/\//i.test(value) && URL.canParse(value));
  return target === undefined ? null : new URL(target);
}
