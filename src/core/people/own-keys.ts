import { keyLimits } from '../access/api-access.js';
import { refuseUnlessHolder, refuseUnlessMayWrite } from '../access/may-write.js';
import { notFoundOrForbidden } from '../access/not-found-or-forbidden.js';
import { refuseUnlessSteppedUp } from '../access/stepped-up.js';
import type { Context } from '../context.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { createKey, listKeys, revokeKey } from './key.service.js';
import type { KeyView } from './key.view.js';
import { actorOf } from './security-event.js';
import type { Visitor } from './visitor.js';

const WHAT = 'API keys';

/**
 * The keys of the caller's account, for its holder alone, or the operator in the holder's place: a key acts as the
 * whole account, but it can't make, see or end keys, so that one that leaked stays the only one.
 * @throws ServiceError FORBIDDEN for a key, and for a worker.
 */
export async function listOwnKeys(ctx: Context): Promise<KeyView[]> {
  refuseUnlessHolder(ctx.caller, WHAT);
  return listKeys(ctx.em, ctx.caller.accountId);
}

/**
 * Creates a key; `apiKey` is shown here and never again. A holder gets none that the door would refuse.
 * @throws ServiceError FORBIDDEN, also for a tier without API access; VALIDATION_ERROR.
 */
export async function createOwnKey(
  ctx: Context,
  input: object,
  visitor: Visitor,
): Promise<{ key: KeyView; apiKey: string }> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, WHAT, 'member');
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
  if (caller.kind === 'holder') keyLimits(caller.tier);
  const sent = { ...input, accountId: caller.accountId };
  const { keyId, apiKey } = await createKey(ctx.em, ctx.clock, sent, actorOf(caller, visitor));
  return { key: await getOwnKey(ctx, keyId), apiKey };
}

/**
 * Ends a key at once, also with an inactive subscription; ending it again changes nothing.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, NOT_FOUND.
 */
export async function revokeOwnKey(ctx: Context, keyId: unknown, visitor: Visitor): Promise<KeyView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'member');
  refuseUnlessSteppedUp(ctx.caller);
  const key = await getOwnKey(ctx, parse(uuid, keyId, 'key'));
  return { ...key, ...(await revokeKey(ctx.em, key.keyId, actorOf(ctx.caller, visitor))) };
}

async function getOwnKey(ctx: Context, keyId: string): Promise<KeyView> {
  const key = (await listKeys(ctx.em, ctx.caller.accountId)).find((own) => own.keyId === keyId);
  if (!key) throw await notFoundOrForbidden(ctx, 'key', keyId);
  return key;
}
