import { statement } from '../../database/rows.js';
import { notFoundOrForbidden } from '../access/access.js';
import { type Context, seesProject } from '../context.js';
import { type Issue, validationError } from '../errors.js';
import { PROJECT_NAMES_MAX } from '../input.js';
import { PLANS } from '../plans.js';

/**
 * Locks a project's names for one transaction: of those that add a tracked name, change one or file discovered ones,
 * each sees what the one before it did. Only this keeps a name from becoming a candidate beside the tracked one that
 * another transaction is just making, and the bounds on names under concurrency.
 */
export const LOCK_NAMES = statement<{
  brand_name: string;
  aliases: string[];
  is_archived: boolean;
  auto_discover_competitors: boolean;
}>(
  'lock-names-of-project',
  `select brand_name, aliases, archived_at is not null as is_archived, auto_discover_competitors
   from project
   where account_id = $1 and id = $2
   for no key update`,
);

/**
 * Locks the names of an unarchived project.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function lockNames(tx: Context, id: string) {
  const [project] = await tx.db.rows(LOCK_NAMES, [tx.caller.accountId, id]);
  if (!project || project.is_archived || !seesProject(tx.caller, id))
    throw await notFoundOrForbidden(tx, 'project', id);
  return project;
}

/**
 * What a project has of what is bounded: characters of the brand's and tracked competitors' names, and these
 * competitors.
 */
interface NamesInUse {
  characters: number;
  competitors: number;
}

/** The names that are to be added, and the field of the input that holds them. */
interface MoreNames extends NamesInUse {
  field: 'name' | 'brandName' | 'aliases';
}

/**
 * Refuses more names than a project may have, for a caller who has locked them.
 * @throws ServiceError VALIDATION_ERROR naming the bound, and the field where it is the one on characters.
 */
export async function refuseBeyondBounds(tx: Context, projectId: string, more: MoreNames): Promise<void> {
  if (more.characters <= 0 && more.competitors <= 0) return;
  const excess = excessOf(tx, await namesInUse(tx, projectId), more);
  if (excess !== null) throw validationError([excess]);
}

const COUNT_NAMES = statement<NamesInUse>(
  'count-names-of-project',
  `select count(c.id)::int as competitors,
     (char_length(p.brand_name) + char_length(array_to_string(p.aliases, ''))
       + coalesce(sum(char_length(c.name) + char_length(array_to_string(c.aliases, ''))), 0))::int as characters
   from project p
   left join competitor c on c.account_id = $1 and c.project_id = p.id and c.removed_at is null
   where p.account_id = $1 and p.id = $2
   group by p.brand_name, p.aliases`,
);

/** For a caller who has locked the project's names. */
export async function namesInUse(tx: Context, projectId: string): Promise<NamesInUse> {
  const [used] = await tx.db.rows(COUNT_NAMES, [tx.caller.accountId, projectId]);
  if (!used) throw new Error('a project whose names are locked does not exist');
  return used;
}

/** In Unicode code points, as the database counts them. */
export function charactersOf({ name, aliases }: { name: string; aliases: readonly string[] }): number {
  return [name, ...aliases].reduce((sum, written) => sum + [...written].length, 0);
}

/** What keeps names from being added; null where they fit. Fewer characters than before always fit. */
export function excessOf(ctx: Context, used: NamesInUse, more: MoreNames): Issue | null {
  const { tier } = ctx.caller;
  const { competitorCapacity } = PLANS[tier];
  if (more.competitors > 0 && used.competitors + more.competitors > competitorCapacity) {
    const capacity = `Capacity of ${competitorCapacity} competitors a project`;
    return { path: [], message: `${capacity} is reached for the ${tier} subscription tier` };
  }
  if (more.characters > 0 && used.characters + more.characters > PROJECT_NAMES_MAX) {
    const names = "the names and aliases of a project's brand and competitors";
    return { path: [more.field], message: `${names} must be at most ${PROJECT_NAMES_MAX} characters together` };
  }
  return null;
}
