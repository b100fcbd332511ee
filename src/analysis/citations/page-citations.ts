import { parse } from 'tldts';
import type { AnswerText, CitationFacts } from '../answer-facts.js';
import { isPublic } from '../public-suffix.js';
import type { TextLink } from '../reading/visible-units.js';
import { readPageAddress } from './page-address.js';

const REDIRECT_HOST = 'vertexaisearch.cloud.google.com';

/**
 * The pages an answer cites, each once, in order of first appearance: the platform's own list first, then links that
 * are only in the text. A grounding redirect counts under the domain that its title names, since its own host says
 * nothing of the source.
 */
export function citationsOf(answer: AnswerText, links: readonly TextLink[]): CitationFacts[] {
  const cited = new Map<string, CitationFacts>();
  const listed = answer.citations.map(({ url, title }) => ({ page: readPageAddress(url, true), title }));
  const linked = links.map(({ url, title }) => ({ page: readPageAddress(url), title }));
  for (const { page, title } of [...listed, ...linked]) {
    if (!page) continue;
    const known = cited.get(page.key);
    if (known) {
      if (known.title === null) cited.set(page.key, { ...known, title: cleanTitle(title) });
      continue;
    }
    cited.set(page.key, { url: page.url, domain: sourceDomain(page.domain, title), title: cleanTitle(title) });
  }
  return [...cited.values()];
}

function sourceDomain(domain: string, title: string | null): string {
  if (domain !== REDIRECT_HOST || !title) return domain;
  const named = parse(title.trim());
  const isDomain = isPublic(named) && named.hostname !== null && !/\s/.test(title.trim());
  return isDomain && named.hostname ? named.hostname.replace(/^www\./, '') : domain;
}

/** Empty titles say nothing; NUL and lone surrogates no database takes. */
function cleanTitle(title: string | null): string | null {
  return title?.replaceAll('\0', '').toWellFormed().trim() || null;
}
