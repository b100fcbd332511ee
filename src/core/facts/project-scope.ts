import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { notFound } from '../access/access.js';
import { parse, uuid } from '../input.js';

/** The project that answers and facts belong to; the keys of all tables here begin with it. */
export interface ProjectScope {
  accountId: string;
  projectId: string;
}

/** The one statement here without an account: it finds the account, for operators and jobs that name a project. */
const FIND_SCOPE = statement<{ account_id: string; id: string; is_archived: boolean }>(
  'find-project-scope',
  `select account_id, id, archived_at is not null as is_archived
   from project
   where id = $1`,
);

/**
 * The scope of a project, archived or not: its history stays.
 * @throws ServiceError VALIDATION_ERROR for an id that is no UUID, NOT_FOUND.
 */
export async function getScope(db: DatabaseSession, projectId: unknown): Promise<ProjectScope> {
  return toScope(await find(db, projectId));
}

/** The scope of a project that ingests answers. @throws as {@link getScope}; NOT_FOUND for an archived one too. */
export async function getOpenScope(db: DatabaseSession, projectId: unknown): Promise<ProjectScope> {
  const project = await find(db, projectId);
  if (project?.is_archived) throw notFound('project');
  return toScope(project);
}

async function find(db: DatabaseSession, projectId: unknown) {
  const [project] = await db.rows(FIND_SCOPE, [parse(uuid, projectId, 'project')]);
  return project;
}

function toScope(project: { account_id: string; id: string } | undefined): ProjectScope {
  if (!project) throw notFound('project');
  return { accountId: project.account_id, projectId: project.id };
}
