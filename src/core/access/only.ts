import type { Context } from '../context.js';
import { historyNotFoundOrForbidden } from './not-found-or-forbidden.js';

/** The entry of one project in a plural answer. @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function only<Value>(ctx: Context, byProject: Map<string, Value>, projectId: string): Promise<Value> {
  const value = byProject.get(projectId);
  if (value === undefined) throw await historyNotFoundOrForbidden(ctx, projectId);
  return value;
}
