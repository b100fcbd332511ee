import { rows, statement } from '../../database/rows.js';
import type { Context } from '../context.js';
import type { ServiceError } from '../errors.js';
import { belongsElsewhere, notFound, type Resource } from './not-found.js';

/** Resources that a caller may name by id; an id of another account is refused as FORBIDDEN. */
export type OwnedResource = Exclude<Resource, 'account' | 'holder' | 'session' | 'passkey' | 'totp'>;

/**
 * The only statements that read beyond the caller's account; they return only that an id belongs to another account.
 */
const BELONGS_ELSEWHERE = {
  project: statement<{ id: string }>(
    'projects-elsewhere',
    `select id from project where id = any ($2::uuid[]) and account_id <> $1 and archived_at is null`,
  ),
  archivedProject: statement<{ id: string }>(
    'archived-projects-elsewhere',
    `select id from project where id = any ($2::uuid[]) and account_id <> $1`,
  ),
  prompt: statement<{ id: string }>(
    'prompts-elsewhere',
    `select q.id
     from prompt q
     join project p on p.account_id = q.account_id and p.id = q.project_id and p.archived_at is null
     where q.id = any ($2::uuid[]) and q.account_id <> $1 and q.archived_at is null`,
  ),
  competitor: statement<{ id: string }>(
    'competitors-elsewhere',
    `select c.id
     from competitor c
     join project p on p.account_id = c.account_id and p.id = c.project_id and p.archived_at is null
     where c.id = any ($2::uuid[]) and c.account_id <> $1 and c.removed_at is null`,
  ),
  candidate: statement<{ id: string }>(
    'candidates-elsewhere',
    `select k.id
     from competitor_candidate k
     join project p on p.account_id = k.account_id and p.id = k.project_id and p.archived_at is null
     where k.id = any ($2::uuid[]) and k.account_id <> $1`,
  ),
  key: statement<{ id: string }>(
    'keys-elsewhere',
    `select id from api_key where id = any ($2::uuid[]) and account_id <> $1`,
  ),
};

/**
 * Why the caller cannot have resources that its account does not hold, by id: FORBIDDEN where one is another account's,
 * NOT_FOUND where it never existed or is archived (decisions, "another account's resource").
 */
export async function absences(ctx: Context, resource: OwnedResource, ids: readonly string[]) {
  return explain(ctx, resource, BELONGS_ELSEWHERE[resource], ids);
}

/** As {@link absences}, for the metrics, which an archived project keeps answering. */
export async function absencesOfHistory(ctx: Context, projectIds: readonly string[]) {
  return explain(ctx, 'project', BELONGS_ELSEWHERE.archivedProject, projectIds);
}

/** {@link absences} of one resource. */
export async function notFoundOrForbidden(ctx: Context, resource: OwnedResource, id: string): Promise<ServiceError> {
  return only(await absences(ctx, resource, [id]), id);
}

/** {@link absencesOfHistory} of one project. */
export async function historyNotFoundOrForbidden(ctx: Context, projectId: string): Promise<ServiceError> {
  return only(await absencesOfHistory(ctx, [projectId]), projectId);
}

async function explain(
  ctx: Context,
  resource: OwnedResource,
  elsewhere: typeof BELONGS_ELSEWHERE.project,
  ids: readonly string[],
): Promise<Map<string, ServiceError>> {
  const found = new Set((await rows(ctx.em, elsewhere, [ctx.caller.accountId, ids])).map(({ id }) => id));
  return new Map(ids.map((id) => [id, found.has(id) ? belongsElsewhere(resource) : notFound(resource)]));
}

function only(reasons: Map<string, ServiceError>, id: string): ServiceError {
  const reason = reasons.get(id);
  if (!reason) throw new Error('an absent id has no reason');
  return reason;
}
