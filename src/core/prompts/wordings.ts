import { statement } from '../../database/rows.js';
import { absences } from '../access/access.js';
import { bindPrompts } from '../access/project-limit.js';
import { bindProjects, type Context, seenRows } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { entriesByOwner } from '../pages.js';
import { PROMPTS_MAX } from '../plans.js';
import { SIMILARITY_MIN, similarity, stemsOfTexts } from './stems.js';

/**
 * Prompts that word the intent of another prompt. There is one level: a prompt that leads an intent is itself no
 * wording. An intent is of one project and market, and led by an unarchived prompt.
 */

/** A prompt that is to be a wording, and where the caller's input names what it is to word. */
export interface NewWording {
  /** Null where it is yet to be created. */
  id: string | null;
  projectId: string;
  /** Where it is asked; null: from the project's country. */
  marketId: string | null;
  wordingOf: string;
  path: readonly (string | number)[];
}

interface TiedRow {
  id: string;
  project_id: string;
  market_id: string | null;
  is_wording: boolean;
  is_leading: boolean;
}

const TIED = statement<TiedRow>(
  'prompts-to-be-tied',
  `select q.id, q.project_id, q.market_id, q.wording_of is not null as is_wording, exists (
     select from prompt w
     where w.account_id = $1 and w.project_id = q.project_id and w.wording_of = q.id and w.archived_at is null
   ) as is_leading
   from prompt q
   join project p on p.account_id = $1 and p.id = q.project_id and p.archived_at is null
   where q.account_id = $1 and q.id = any ($2::uuid[]) and q.archived_at is null`,
);

/**
 * Behind `lockAccount`: refuses what cannot be a wording, or cannot lead one.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, of the first that is refused.
 */
export async function refuseWordings(tx: Context, wanted: readonly NewWording[]): Promise<void> {
  if (wanted.length === 0) return;
  const ids = new Set(wanted.flatMap(({ id, wordingOf }) => (id === null ? [wordingOf] : [id, wordingOf])));
  const found = await tx.db.rows(TIED, [tx.caller.accountId, [...ids]]);
  const byId = new Map(seenRows(tx.caller, found).map((row) => [row.id, row]));
  for (const { id, projectId, marketId, wordingOf, path } of wanted) {
    const lead = byId.get(wordingOf);
    if (!lead) throw await absent(tx, wordingOf, path);
    if (id === wordingOf) throw invalid(path, 'must name another prompt');
    if (lead.project_id !== projectId) throw invalid(path, 'must name a prompt of the same project');
    if (lead.market_id !== marketId) throw invalid(path, 'must name a prompt of the same market');
    if (lead.is_wording) throw invalid(path, 'names a prompt that is itself a wording; name the one that leads it');
    if (id !== null && byId.get(id)?.is_leading) {
      throw invalid(path, 'cannot be set, as other prompts are wordings of this one');
    }
  }
}

async function absent(tx: Context, id: string, path: NewWording['path']): Promise<ServiceError> {
  const reason = (await absences(tx, 'prompt', [id])).get(id);
  if (!reason) throw new Error('an absent id has no reason');
  return new ServiceError(reason.code, reason.message, [{ path, message: reason.message }]);
}

const LED = statement<{ id: string; wordings: number }>(
  'wordings-left-behind',
  `select q.wording_of as id, count(*)::int as wordings
   from prompt q
   where q.account_id = $1 and q.project_id = any ($2::uuid[]) and q.wording_of = any ($3::uuid[])
     and q.archived_at is null and q.id <> all ($3::uuid[])
   group by q.wording_of`,
);

/**
 * Behind `lockAccount`: refuses to archive prompts that lead an intent whose wordings are not archived with them.
 * @param pathOf where the caller's input names the prompt of this place.
 * @throws ServiceError VALIDATION_ERROR, of the first that is refused.
 */
export async function refuseLeavingWordings(
  tx: Context,
  prompts: readonly { id: string; projectId: string }[],
  pathOf: (at: number) => readonly (string | number)[],
): Promise<void> {
  const projectIds = [...new Set(prompts.map(({ projectId }) => projectId))];
  const left = await tx.db.rows(LED, [tx.caller.accountId, projectIds, prompts.map(({ id }) => id)]);
  const byId = new Map(left.map(({ id, wordings }) => [id, wordings]));
  for (const [at, { id }] of prompts.entries()) {
    const count = byId.get(id);
    if (count === undefined) continue;
    const wordings = count === 1 ? 'one other prompt is a wording' : `${count} other prompts are wordings`;
    throw invalid(pathOf(at), `${wordings} of this one; archive them together, or let them word nothing first`);
  }
}

const WORDING_COUNTS = statement<{ id: string; wordings: number }>(
  'wording-counts-of-prompts',
  `select q.id, (
     select count(*)::int
     from prompt w
     where w.account_id = $1 and w.project_id = q.project_id and w.wording_of = q.id and w.archived_at is null
   ) as wordings
   from prompt q
   where q.account_id = $1 and q.id = any ($2::uuid[])`,
);

/** How many unarchived prompts word the intent of each prompt that the account holds, by prompt. */
export async function wordingCountsOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
): Promise<Map<string, { wordingCount: number }>> {
  const found = await ctx.db.rows(WORDING_COUNTS, await bindPrompts(ctx, promptIds));
  return new Map(found.map(({ id, wordings }) => [id, { wordingCount: wordings }]));
}

const WORDINGS = statement<{ id: string; wordings: string[] }>(
  'wordings-of-prompts',
  `select q.id, array(
     select w.id
     from prompt w
     where w.account_id = $1 and w.project_id = q.project_id and w.wording_of = q.id and w.archived_at is null
     order by w.created_at, w.id
   ) as wordings
   from prompt q
   where q.account_id = $1 and q.id = any ($2::uuid[])`,
);

/** The ids of unarchived prompts that word the intent of each prompt that the account holds, oldest first. */
export async function wordingsOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
): Promise<Map<string, { wordingIds: string[] }>> {
  const found = await ctx.db.rows(WORDINGS, await bindPrompts(ctx, promptIds));
  return new Map(found.map(({ id, wordings }) => [id, { wordingIds: wordings }]));
}

/** Two unarchived prompts of a project and market that may word one intent, though neither is tied to the other. */
export interface LikelyWording {
  /** The one created later. */
  promptId: string;
  /** The one created before it. */
  likeId: string;
  /** Stems that both texts have, of those that either has: from {@link SIMILARITY_MIN} to 1, two decimals. */
  similarity: number;
}

/** Pairs that one answer lists. */
export const LIKELY_WORDINGS_MAX = 100;

/**
 * The newest prompts of each project, as many as a plan has room for, since they are compared two by two; the lead of
 * its intent is itself where a prompt words no other.
 */
const INTENTS = statement<{
  project_id: string;
  id: string | null;
  market_id: string | null;
  intent: string;
  prompt_text: string;
}>(
  'intents-of-prompts',
  `select p.id as project_id, q.id, q.market_id, coalesce(q.wording_of, q.id) as intent, q.prompt_text
   from project p
   left join lateral (
     select q.*
     from prompt q
     where q.account_id = $1 and q.project_id = p.id and q.archived_at is null
     order by q.created_at desc, q.id desc
     limit ${PROMPTS_MAX}
   ) q on true
   where p.account_id = $1 and p.id = any ($2::uuid[]) and p.archived_at is null
   order by p.id, q.created_at, q.id`,
);

/**
 * Pairs of prompts of each project whose texts are nearly the same set of words, by project: the most alike first, then
 * by when the prompts were created. Advice only: `first` of them, {@link LIKELY_WORDINGS_MAX} at most.
 */
export async function likelyWordingsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { first }: { first: number },
): Promise<Map<string, LikelyWording[]>> {
  const found = await ctx.db.rows(INTENTS, bindProjects(ctx, projectIds));
  const stems = await stemsOfTexts(
    ctx,
    found.map(({ prompt_text }) => prompt_text ?? ''),
  );
  const prompts = entriesByOwner(
    found.map((row, at) => ({ ...row, stems: stems[at] ?? new Set<string>() })),
    ({ project_id }) => project_id,
    ({ id, ...prompt }) => (id === null ? null : { id, ...prompt }),
  );
  return new Map(Array.from(prompts, ([id, own]) => [id, likelyPairs(own).slice(0, first)]));
}

/** Two by two: {@link PROMPTS_MAX} bounds them to some 20,000 pairs. */
function likelyPairs(
  prompts: readonly { id: string; market_id: string | null; intent: string; stems: ReadonlySet<string> }[],
): LikelyWording[] {
  const pairs = prompts.flatMap((later, at) =>
    prompts.slice(0, at).flatMap((earlier) => {
      if (later.intent === earlier.intent || later.market_id !== earlier.market_id) return [];
      const alike = similarity(later.stems, earlier.stems);
      return alike >= SIMILARITY_MIN ? [{ promptId: later.id, likeId: earlier.id, similarity: alike }] : [];
    }),
  );
  return pairs
    .sort((left, right) => right.similarity - left.similarity)
    .map((pair) => ({ ...pair, similarity: Math.floor(pair.similarity * 100 + 0.5) / 100 }));
}
