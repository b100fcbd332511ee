import { statement } from '../../database/rows.js';
import { allowedProjects, type Caller, type Context } from '../context.js';
import { ServiceError } from '../errors.js';

/** `allowedProjects` (`core/context`) in statements, and for what belongs to no project. */

/** A condition on a column by {@link allowedProjects}, bound as $`at`: null for all of the account. */
export function isSeen(column: string, at: number): string {
  return `($${at}::uuid[] is null or ${column} = any ($${at}::uuid[]))`;
}

/**
 * Whether a holder of a statement sees a project, as `isAllowed` says.
 * @param holder the alias of its row.
 * @param project an expression of the project's id; null for what concerns the account.
 */
export function holderSees(holder: string, project: string): string {
  return `(${limitOf(holder)} is null or coalesce(${project} = any (${holder}.project_ids), false))`;
}

/** The projects that a holder of a statement is limited to; null for none. An owner never is, whoever made them one. */
export function limitOf(holder: string): string {
  return `case when ${holder}.role <> 'owner' then ${holder}.project_ids end`;
}

const SEEN_PROMPTS = statement<{ id: string }>(
  'prompts-of-allowed-projects',
  `select q.id
   from prompt q
   where q.account_id = $1 and q.id = any ($2::uuid[]) and q.project_id = any ($3::uuid[])
   order by q.id`,
);

/**
 * What a statement over some prompts of the account binds as $1 and $2: the account, and those of projects that are
 * seen. For a caller who sees all projects nothing is asked.
 */
export async function bindPrompts(
  { db, caller }: Context,
  promptIds: readonly string[],
): Promise<[accountId: string, promptIds: readonly string[]]> {
  const { accountId } = caller;
  const allowed = allowedProjects(caller);
  if (allowed === null) return [accountId, promptIds];
  const found = await db.rows(SEEN_PROMPTS, [accountId, promptIds, allowed]);
  const seen = new Set(found.map(({ id }) => id));
  return [accountId, promptIds.filter((id) => seen.has(id))];
}

/**
 * Refuses who sees some projects alone what is of the account as a whole, where a count would tell of the others.
 * @param what is refused, in the plural, as the message begins.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseLimited(caller: Caller, what: string): void {
  if (allowedProjects(caller) === null) return;
  throw new ServiceError('FORBIDDEN', `${what} are for people who see all projects of the account`);
}
