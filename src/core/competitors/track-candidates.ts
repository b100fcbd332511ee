import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import { charactersOf, excessOf, lockNames, namesInUse } from '../projects/project-names.js';
import { write } from '../writes.js';
import { candidateKey } from './candidate-key.js';
import { findCompetitors } from './competitor.reads.js';
import type { CompetitorView } from './competitor.schema.js';
import { addCompetitor } from './competitor.writes.js';

/**
 * The most competitors that a project has by discovery at one time (decisions, "auto discovery").
 */
export const DISCOVERED_MAX = 10;

/** Every competitor that a project has or had. */
const LIST_COMPETITOR_NAMES = statement<{ name: string; aliases: string[]; is_discovered: boolean }>(
  'list-competitor-names',
  `select name, aliases, discovery_method = 'auto' and removed_at is null as is_discovered
   from competitor
   where account_id = $1 and project_id = $2`,
);

/** Those of the candidates $3 that are neither tracked nor dismissed, in the order given. */
const LIST_UNTRACKED = statement<{ name: string; name_key: string }>(
  'list-untracked-candidates',
  `select k.name, k.name_key
   from unnest($3::uuid[]) with ordinality as w (id, place)
   join competitor_candidate k on k.account_id = $1 and k.id = w.id
   where k.project_id = $2 and k.competitor_id is null and k.dismissed_at is null
   order by w.place`,
);

/**
 * Tracks discovered names as competitors of method `auto`, in the order given, as far as the project has room for them.
 * Left out are names that are tracked, names or aliases of the brand or of any competitor that the project has or had
 * (a removed competitor does not come back), and names beyond the bounds. None where the project has discovery off.
 * @returns those added.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function trackCandidates(
  ctx: Context,
  projectId: string,
  candidateIds: readonly string[],
): Promise<CompetitorView[]> {
  return write(ctx, async (tx) => {
    const key = [tx.caller.accountId, projectId];
    const project = await lockNames(tx, projectId);
    if (!project.auto_discover_competitors) return [];
    const competitors = await tx.db.rows(LIST_COMPETITOR_NAMES, key);
    const known = new Set([namesOf({ ...project, name: project.brand_name }), ...competitors.map(namesOf)].flat());
    const found = await tx.db.rows(LIST_UNTRACKED, [...key, candidateIds]);
    const room = DISCOVERED_MAX - competitors.filter(({ is_discovered }) => is_discovered).length;
    const names = found.filter(({ name_key }) => !known.has(name_key)).map(({ name }) => name);
    const added: string[] = [];
    for (const name of await fitting(tx, projectId, names, Math.max(room, 0))) {
      added.push(await addCompetitor(tx, projectId, { name, websiteUrl: '', description: '', aliases: [] }, 'auto'));
    }
    const views = await findCompetitors(tx, added);
    return added.flatMap((id) => views.get(id) ?? []);
  });
}

/** The first of the names, `room` at most, that the project's bounds have room for together. */
async function fitting(tx: Context, projectId: string, names: readonly string[], room: number): Promise<string[]> {
  const used = await namesInUse(tx, projectId);
  const kept: string[] = [];
  for (const name of names) {
    const characters = charactersOf({ name, aliases: [] });
    if (kept.length === room || excessOf(tx, used, { field: 'name', characters, competitors: 1 })) continue;
    kept.push(name);
    used.characters += characters;
    used.competitors += 1;
  }
  return kept;
}

function namesOf({ name, aliases }: { name: string; aliases: readonly string[] }): string[] {
  return [name, ...aliases].map(candidateKey);
}
