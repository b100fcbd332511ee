import { parse as parseHost } from 'tldts';
import { rows, statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/** Whose site a cited domain is. */
export type Ownership = 'own' | 'competitor' | 'other';

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

/**
 * Whose site a domain is, for each project that the account holds, archived ones included: domains are compared by
 * registrable domain, so `blog.example.co.uk` and `www.example.co.uk` are one site. The project's own comes first.
 */
export async function ownershipOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, OwnershipOf>> {
  const found = await rows(ctx.em, SITES, [ctx.caller.accountId, projectIds]);
  return new Map(
    found.map(({ project_id, own_url, competitor_urls }) => {
      const own = siteOf(own_url);
      const competitors = new Set(competitor_urls.map(siteOf));
      return [project_id, (domain) => ownership(siteOf(domain), own, competitors)];
    }),
  );
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
