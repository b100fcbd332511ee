import { createHash } from 'node:crypto';
import { statement } from '../../database/rows.js';
import { bindProjects, type Context, projectsSeenBy } from '../context.js';

/** What is asked: a text, and where; a market that is null is the project's country. */
export interface Question {
  text: string;
  marketId: string | null;
}

/** A question that is taken: by an unarchived prompt of the project, or by an entry before it, counted from 0. */
export interface Duplicate {
  at: number;
  promptId: string | null;
  entry: number | null;
}

const FIND_SAME_TEXTS = statement<{ id: string; project_id: string; text_hash: Buffer }>(
  'find-prompts-of-texts',
  `select id, project_id, text_hash
   from prompt
   where account_id = $1 and project_id = any ($2::uuid[]) and text_hash = any ($3::bytea[]) and archived_at is null`,
);

/**
 * Those of `questions` that are taken in each of the account's projects (decisions, "duplicate prompt text"), in their
 * order; one that a prompt has does not name an entry.
 */
export async function duplicatesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  questions: readonly Question[],
): Promise<Map<string, Duplicate[]>> {
  const hashes = questions.map(({ text, marketId }) => promptTextHash(text, marketId));
  const stored = await ctx.db.rows(FIND_SAME_TEXTS, [...bindProjects(ctx, projectIds), hashes]);
  const keys = hashes.map(keyOf);
  return new Map(
    projectsSeenBy(ctx.caller, projectIds).map((id) => {
      const own = stored.filter(({ project_id }) => project_id === id);
      return [id, among(keys, new Map(own.map((row) => [keyOf(row.text_hash), row.id])))];
    }),
  );
}

/** {@link duplicatesOfProjects} of one project. */
export async function duplicatesOf(
  ctx: Context,
  projectId: string,
  questions: readonly Question[],
): Promise<Duplicate[]> {
  return (await duplicatesOfProjects(ctx, [projectId], questions)).get(projectId) ?? [];
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

/** Parts a text from its market: a control character, which a question that people write does not end in. */
const SEPARATOR = '\u001f';

/**
 * What two questions are compared by: their texts, trimmed, NFC, case-folded, and their markets, as a SHA-256 so that
 * an index can hold it (decisions, "duplicate prompt text"). Without a market it is that of the text alone.
 */
export function promptTextHash(text: string, marketId: string | null = null): Buffer {
  const folded = caseFold(text.trim().normalize('NFC')).normalize('NFC');
  return createHash('sha256')
    .update(marketId === null ? folded : `${folded}${SEPARATOR}${marketId}`)
    .digest();
}

/**
 * Unicode's full case folding, which JavaScript lacks: on every code point this makes the same classes. Lower case
 * first for ẞ, which has no upper case; upper case for ß, ſ and the ligatures; and ı apart, which folds to itself.
 */
function caseFold(text: string): string {
  return text
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı');
}
