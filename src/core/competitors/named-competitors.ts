import { parse } from 'tldts';
import type { AnswerFacts, CandidateFacts } from '../../analysis/answer-facts.js';
import { hasPublicSuffix } from '../../analysis/public-suffix.js';
import { sampleOf } from '../../analysis/reading/sample.js';
import { candidateKey } from './candidate-key.js';
import type { SuggestedCompetitor } from './competitor-question.js';

/** A longer answer names them at its beginning. */
const SUGGESTIONS_MAX = 12;
/** What a project takes as a competitor's name, and as much of a page as a person reads. */
const NAME_UNITS_MAX = 100;

/**
 * The brands that an answer names beside the one it was asked about, each with the sentence that names it: those that
 * head its own list first, then the others in the order in which they appear. The answer is a stranger's text: nothing
 * of it is more than a name, a host and a sentence to be shown.
 */
export function competitorsNamedIn(
  text: string,
  facts: Pick<AnswerFacts, 'candidates' | 'citations'>,
  brand: { name: string; website: string },
): SuggestedCompetitor[] {
  const sites = sitesByKey(text, facts);
  const own = new Set([candidateKey(brand.name), labelOf(hostOf(brand.website))]);
  const found = new Map<string, SuggestedCompetitor>();
  for (const candidate of facts.candidates.toSorted(byPlace)) {
    const name = candidate.name.toWellFormed();
    const key = candidateKey(name);
    if (found.has(key) || own.has(key) || name.length > NAME_UNITS_MAX) continue;
    const [span] = candidate.spans;
    const sample = span ? sampleOf(text, span) : null;
    if (!sample) continue;
    const host = sites.get(siteKey(name));
    const websiteUrl = host === undefined ? '' : `https://${host}`;
    const { text: evidence, start: evidenceStart, end: evidenceEnd } = sample;
    found.set(key, { name, websiteUrl, evidence, evidenceStart, evidenceEnd });
    if (found.size === SUGGESTIONS_MAX) break;
  }
  return [...found.values()];
}

function byPlace(one: CandidateFacts, other: CandidateFacts): number {
  return rankOf(one) - rankOf(other) || startOf(one) - startOf(other);
}

/** Names outside the answer's list come after those in it. */
function rankOf({ position }: CandidateFacts): number {
  return position ?? Number.MAX_SAFE_INTEGER;
}

function startOf({ spans }: CandidateFacts): number {
  return spans[0]?.[0] ?? 0;
}

const HOSTS = /(?<![\p{L}\p{N}@.-])(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}(?![\p{L}\p{N}@-])/giu;

/** Hosts that the answer writes or cites, by the name that they are of: `acme` of `www.acme.com`. */
function sitesByKey(text: string, { citations }: Pick<AnswerFacts, 'citations'>): Map<string, string> {
  const written = Array.from(text.matchAll(HOSTS), ([host]) => host.toLowerCase());
  const sites = new Map<string, string>();
  for (const host of [...written, ...citations.map(({ domain }) => domain)]) {
    const label = labelOf(host);
    const { domain } = parse(host);
    if (label !== '' && domain !== null && !sites.has(label)) sites.set(label, domain);
  }
  return sites;
}

/** What a host is called before its public suffix; empty for what is no public host. */
function labelOf(host: string): string {
  const { domainWithoutSuffix } = parse(host);
  return domainWithoutSuffix !== null && hasPublicSuffix(host) ? siteKey(domainWithoutSuffix) : '';
}

function siteKey(name: string): string {
  return candidateKey(name).replace(/[^\p{L}\p{N}]/gu, '');
}

function hostOf(website: string): string {
  return URL.canParse(website) ? new URL(website).hostname : website;
}
