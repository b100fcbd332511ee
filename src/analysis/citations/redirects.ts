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

/** A redirect may lead to another one; more are followed by nobody who cites a page. */
const MOST_REDIRECTS = 3;

/** The address that a redirect names in its own query; any other address as it is. Nothing is asked for. */
export function withoutRedirects(address: URL): URL {
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
