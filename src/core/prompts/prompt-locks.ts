import { type InferEntity, LockMode } from '@mikro-orm/core';
import { Prompt } from '../../entities/project.entity.js';
import { absences } from '../access.js';
import type { Context } from '../context.js';
import { ServiceError } from '../errors.js';
import type { PlaceOf } from './prompt.rules.js';
import { findPrompts } from './prompt-list.js';

/** A prompt that this transaction holds. */
export type HeldPrompt = InferEntity<typeof Prompt>;

/**
 * Holds unarchived prompts, in the order of `ids`, each named once. A prompt below an archived project is gone too, so
 * the read that knows of it comes before the lock.
 * @throws ServiceError NOT_FOUND, FORBIDDEN: the first one's reason, with an issue for each that has a place.
 */
export async function lockPrompts(tx: Context, ids: readonly string[], placeOf: PlaceOf): Promise<HeldPrompt[]> {
  const found = await findPrompts(tx, ids);
  await refuseAbsent(tx, ids, found, placeOf);
  const locked = await tx.db.em.find(
    Prompt,
    { accountId: tx.caller.accountId, id: { $in: [...ids] }, archivedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const held = new Map(locked.map((prompt) => [prompt.id, prompt]));
  await refuseAbsent(tx, ids, held, placeOf);
  return ids.flatMap((id) => held.get(id) ?? []);
}

async function refuseAbsent(
  tx: Context,
  ids: readonly string[],
  there: ReadonlyMap<string, unknown>,
  placeOf: PlaceOf,
): Promise<void> {
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length === 0) return;
  const reasons = await absences(tx, 'prompt', missing);
  const [first] = reasons.values();
  if (!first) throw new Error('an absent id has no reason');
  const issues = ids.map((id, at) => ({ path: placeOf(at), message: reasons.get(id)?.message ?? '' }));
  throw new ServiceError(
    first.code,
    first.message,
    issues.filter(({ path, message }) => path.length > 0 && message !== ''),
  );
}
