import { rows, statement } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { absence } from '../access/absence.js';
import type { Context } from '../context.js';

const LOCK_PROJECT = statement<{ platforms: Platform[] }>(
  'lock-project-for-child',
  `select platforms
   from project
   where account_id = $1 and id = $2 and archived_at is null
   for share`,
);

/**
 * Holds a project against being archived while a prompt or competitor is put below it.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function holdProject(tx: Context, id: string): Promise<{ platforms: Platform[] }> {
  const [project] = await rows(tx.em, LOCK_PROJECT, [tx.caller.accountId, id]);
  if (!project) throw await absence(tx, 'project', id);
  return project;
}
