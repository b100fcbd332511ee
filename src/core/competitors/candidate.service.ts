import { rows } from '../../database/rows.js';
import { absence } from '../access/absence.js';
import type { Context } from '../context.js';
import { write } from '../writes/write.js';
import { LIST_COMPETITOR_NAMES, LIST_UNTRACKED, LOCK_NAMES } from './candidate.statements.js';
import { candidateKey } from './candidate-key.js';
import { findCompetitors } from './competitor.service.js';
import type { CompetitorView } from './competitor.view.js';
import { addCompetitor } from './competitor.writes.js';

/** Competitors of a project at once that came by discovery: the most, whatever more is found (decisions, "auto discovery"). */
export const DISCOVERED_MAX = 10;

/**
 * Tracks discovered names as competitors of method `auto`, in the order given, as far as the project has room for them.
 * Passed over: what is tracked already, and what is a name or alias of the brand or of any competitor that the project
 * has or had, so that one whom the account holder removed does not come back. None where the project has discovery off.
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
    const [project] = await rows(tx.em, LOCK_NAMES, key);
    if (!project || project.is_archived) throw await absence(tx, 'project', projectId);
    if (!project.auto_discover_competitors) return [];
    const competitors = await rows(tx.em, LIST_COMPETITOR_NAMES, key);
    const known = new Set([namesOf({ ...project, name: project.brand_name }), ...competitors.map(namesOf)].flat());
    const found = await rows(tx.em, LIST_UNTRACKED, [...key, candidateIds]);
    const room = DISCOVERED_MAX - competitors.filter(({ is_discovered }) => is_discovered).length;
    const added: string[] = [];
    for (const { name } of found.filter(({ name_key }) => !known.has(name_key)).slice(0, Math.max(room, 0))) {
      added.push(await addCompetitor(tx, projectId, { name, websiteUrl: '', description: '', aliases: [] }, 'auto'));
    }
    const views = await findCompetitors(tx, added);
    return added.flatMap((id) => views.get(id) ?? []);
  });
}

function namesOf({ name, aliases }: { name: string; aliases: readonly string[] }): string[] {
  return [name, ...aliases].map(candidateKey);
}
