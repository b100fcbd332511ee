import { refuseUnlessHolder, refuseUnlessMayWrite } from '../access/may-write.js';
import { notFoundOrForbidden } from '../access/not-found-or-forbidden.js';
import type { Context } from '../context.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { createKey, listKeys, revokeKey } from './key.service.js';
import type { KeyView } from './key.view.js';

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

/** Creates a key; `apiKey` is shown here and never again. @throws ServiceError FORBIDDEN, VALIDATION_ERROR. */
export async function createOwnKey(ctx: Context, input: object): Promise<{ key: KeyView; apiKey: string }> {
  refuseUnlessHolder(ctx.caller, WHAT, 'member');
  refuseUnlessMayWrite(ctx.caller);
  const { keyId, apiKey } = await createKey(ctx.em, ctx.clock, { ...input, accountId: ctx.caller.accountId });
  return { key: await getOwnKey(ctx, keyId), apiKey };
}

/** Ends a key at once; ending it again changes nothing. @throws ServiceError FORBIDDEN, VALIDATION_ERROR, NOT_FOUND. */
export async function revokeOwnKey(ctx: Context, keyId: unknown): Promise<KeyView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'member');
  refuseUnlessMayWrite(ctx.caller);
  const key = await getOwnKey(ctx, parse(uuid, keyId, 'key'));
  return { ...key, ...(await revokeKey(ctx.em, key.keyId)) };
}

async function getOwnKey(ctx: Context, keyId: string): Promise<KeyView> {
  const key = (await listKeys(ctx.em, ctx.caller.accountId)).find((own) => own.keyId === keyId);
  if (!key) throw await notFoundOrForbidden(ctx, 'key', keyId);
  return key;
}
