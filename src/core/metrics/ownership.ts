import { parse as parseHost } from 'tldts';
import { rows, statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import { IN_SCOPE, SCOPE } from './metric-scope.js';
import type { Period } from './period.input.js';

/** Whose site a cited domain is. */
export const OWNERSHIPS = ['own', 'competitor', 'other'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** Tells the ownership of a domain, seen from one project. */
export type OwnershipOf = (domain: string) => Ownership;

const SITES = statement<{ project_id: string; own_url: string; competitor_urls: string[] }>(
  'sites-of-projects',
  `select p.id as project_id, p.website_url as own_url,
     array(
       select c.website_url
       from competitor c
       where c.account_id = p.account_id and c.project_id = p.id and c.removed_at is null and c.website_url <> ''
       order by c.created_at, c.id
     ) as competitor_urls
   from project p
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** Cited domains that end as one of their project's sites does: $5 are the projects, $6 a pattern of each. */
const DOMAINS_OF_SITES = statement<{ project_id: string; domain: string }>(
  'domains-of-sites-of-projects',
  `with ${SCOPE}
   select distinct x.project_id, r.domain
   from scope x
   join unnest($5::uuid[], $6::text[]) as s (project_id, pattern) on s.project_id = x.project_id
   join daily_citation r on ${IN_SCOPE} and r.domain ~ s.pattern`,
);

/**
 * Whose site a domain is, for each project that the account holds, archived ones included: domains are compared by
 * registrable domain, so `blog.example.co.uk` and `www.example.co.uk` are one site. The project's own comes first.
 */
export async function ownershipOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, OwnershipOf>> {
  const sites = await sitesOfProjects(ctx, projectIds);
  return new Map(Array.from(sites, ([id, ofProject]) => [id, ownershipBy(ofProject)]));
}

/** Domains that are the brand's or a competitor's, as columns: of which project, and whose. */
export interface OwnedDomains {
  projectIds: string[];
  domains: string[];
  ownerships: Ownership[];
}

/** The domains cited in a period that are not anybody else's, of each project that the account holds. */
export async function ownedDomainsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { from, to }: Period,
): Promise<OwnedDomains> {
  const sites = await sitesOfProjects(ctx, projectIds);
  const patterns = Array.from(sites.values(), patternOf);
  const values = [ctx.caller.accountId, projectIds, from, to, [...sites.keys()], patterns];
  const owned: OwnedDomains = { projectIds: [], domains: [], ownerships: [] };
  const ownershipOf = new Map(Array.from(sites, ([id, ofProject]) => [id, ownershipBy(ofProject)]));
  for (const { project_id, domain } of await rows(ctx.em, DOMAINS_OF_SITES, values)) {
    const whose = ownershipOf.get(project_id)?.(domain) ?? 'other';
    if (whose === 'other') continue;
    owned.projectIds.push(project_id);
    owned.domains.push(domain);
    owned.ownerships.push(whose);
  }
  return owned;
}

/** Registrable domains of a project's brand and competitors. */
interface Sites {
  own: string;
  competitors: ReadonlySet<string>;
}

async function sitesOfProjects(ctx: Context, projectIds: readonly string[]): Promise<Map<string, Sites>> {
  const found = await rows(ctx.em, SITES, [ctx.caller.accountId, projectIds]);
  return new Map(
    found.map(({ project_id, own_url, competitor_urls }) => [
      project_id,
      { own: siteOf(own_url), competitors: new Set(competitor_urls.map(siteOf)) },
    ]),
  );
}

function ownershipBy({ own, competitors }: Sites): OwnershipOf {
  return (domain) => ownership(siteOf(domain), own, competitors);
}

/** A pattern that all domains of the sites match, and hardly any other: which of them are, `ownershipBy` says. */
function patternOf({ own, competitors }: Sites): string {
  const ends = Array.from([own, ...competitors], (site) => site.replace(/[^a-z0-9-]/g, '.'));
  return `(^|\\.)(${ends.join('|')})$`;
}

function ownership(site: string, own: string, competitors: ReadonlySet<string>): Ownership {
  if (site === own) return 'own';
  return competitors.has(site) ? 'competitor' : 'other';
}

/** The registrable domain of a host or URL; the host itself where it has none, such as an address of the network. */
function siteOf(host: string): string {
  const { domain, hostname } = parseHost(host, { allowPrivateDomains: true });
  return domain ?? hostname ?? host;
}
