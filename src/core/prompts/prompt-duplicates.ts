import type { Context } from '../context.js';
import { FIND_SAME_TEXTS } from './prompt.statements.js';
import { promptTextHash } from './prompt-text.js';

/** A text that is taken: by an unarchived prompt of the project, or by an entry before it, counted from 0. */
export interface Duplicate {
  at: number;
  promptId: string | null;
  entry: number | null;
}

/**
 * Those of `texts` that are taken in each of the account's projects (decisions, "duplicate prompt text"), in their
 * order; a text that a prompt has does not name an entry.
 */
export async function duplicatesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  texts: readonly string[],
): Promise<Map<string, Duplicate[]>> {
  const hashes = texts.map(promptTextHash);
  const stored = await ctx.db.rows(FIND_SAME_TEXTS, [ctx.caller.accountId, projectIds, hashes]);
  const keys = hashes.map(keyOf);
  return new Map(
    projectIds.map((id) => {
      const own = stored.filter(({ project_id }) => project_id === id);
      return [id, among(keys, new Map(own.map((row) => [keyOf(row.text_hash), row.id])))];
    }),
  );
}

/** {@link duplicatesOfProjects} of one project. */
export async function duplicatesOf(ctx: Context, projectId: string, texts: readonly string[]): Promise<Duplicate[]> {
  return (await duplicatesOfProjects(ctx, [projectId], texts)).get(projectId) ?? [];
}

function among(keys: readonly string[], prompts: ReadonlyMap<string, string>): Duplicate[] {
  const entries = new Map<string, number>();
  return keys.flatMap((key, at) => {
    const promptId = prompts.get(key) ?? null;
    const entry = entries.get(key) ?? null;
    if (entry === null) entries.set(key, at);
    return promptId === null && entry === null ? [] : [{ at, promptId, entry: promptId === null ? entry : null }];
  });
}

function keyOf(hash: Buffer): string {
  return hash.toString('hex');
}
