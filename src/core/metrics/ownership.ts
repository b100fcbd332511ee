import { parse as parseHost } from 'tldts';
import { statement } from '../../database/rows.js';
import { bindProjects, type Context } from '../context.js';
import { IN_SCOPE, type Period, SCOPE } from './metric-query.js';

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
       where c.account_id = $1 and c.project_id = p.id and c.removed_at is null and c.website_url <> ''
       order by c.created_at, c.id
     ) as competitor_urls
   from project p
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/**
 * Cited domains that are one of their project's sites or below one: $5 are the projects, $6 a site of each, $7 the most
 * labels of a site. The ends of domains are a list of their own, so that sites are looked up in it by hash: the time
 * does not grow with them.
 */
const DOMAINS_OF_SITES = statement<{ project_id: string; domain: string }>(
  'domains-of-sites-of-projects',
  `with ${SCOPE},
   cited as materialized (
     select distinct x.project_id, r.domain
     from scope x
     join daily_citation r on ${IN_SCOPE}
   ),
   ends as materialized (
     select c.project_id, c.domain, array_to_string(l.labels[n:], '.') as site
     from cited c
     cross join lateral (select string_to_array(c.domain, '.') as labels) l
     cross join lateral generate_series(greatest(1, cardinality(l.labels) - $7::int + 1), cardinality(l.labels)) as n
   )
   select e.project_id, e.domain
   from ends e
   join unnest($5::uuid[], $6::text[]) as s (project_id, site) on s.project_id = e.project_id and s.site = e.site`,
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
  const all = Array.from(sites, ([id, ofProject]) => namesOf(ofProject).map((site) => ({ id, site }))).flat();
  const labels = Math.max(0, ...all.map(({ site }) => site.split('.').length));
  const columns = [all.map(({ id }) => id), all.map(({ site }) => site)];
  const values = [...bindProjects(ctx, projectIds), from, to, ...columns, labels];
  const owned: OwnedDomains = { projectIds: [], domains: [], ownerships: [] };
  const ownershipOf = new Map(Array.from(sites, ([id, ofProject]) => [id, ownershipBy(ofProject)]));
  for (const { project_id, domain } of await ctx.db.rows(DOMAINS_OF_SITES, values)) {
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
  const found = await ctx.db.rows(SITES, bindProjects(ctx, projectIds));
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

/** Each once; what has no dot, such as `localhost`, is never cited. */
function namesOf({ own, competitors }: Sites): string[] {
  return [...new Set([own, ...competitors])].filter((site) => site.includes('.'));
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
