import { statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access.js';
import type { Context } from '../context.js';

const LOCK_PROJECT = statement<{ platforms: Platform[] }>(
  'lock-project-for-child',
  `select platforms
   from project
   where account_id = $1 and id = $2 and archived_at is null
   for share`,
);

/**
 * Holds a project's names for one transaction: of those that add a tracked name, change one or file discovered ones,
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
 * Holds the names of an unarchived project.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function holdNames(tx: Context, id: string) {
  const [project] = await tx.db.rows(LOCK_NAMES, [tx.caller.accountId, id]);
  if (!project || project.is_archived) throw await notFoundOrForbidden(tx, 'project', id);
  return project;
}

/**
 * Holds a project against being archived while a prompt is put below it.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function holdProject(tx: Context, id: string): Promise<{ platforms: Platform[] }> {
  const [project] = await tx.db.rows(LOCK_PROJECT, [tx.caller.accountId, id]);
  if (!project) throw await notFoundOrForbidden(tx, 'project', id);
  return project;
}
