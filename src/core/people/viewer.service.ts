import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { refuseUnlessSteppedUp } from '../access/stepped-up.js';
import type { Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { parse } from '../parse.js';
import { findFactors, hasFactor } from './factors/challenge.js';
import { getHolder } from './get-holder.js';
import { changePasswordInput, updateViewerInput } from './holder.input.js';
import { FIND_PASSWORD, SET_HOLDER_NAME } from './holder.statements.js';
import type { HolderView } from './holder.view.js';
import { hashNewPassword, setPassword } from './one-time-link.js';
import { isPassword } from './password.js';
import { lockPassword } from './password-lock.js';
import { saveSecurityEvent } from './security-event.js';
import { endSessions, type NewSession, openSession } from './session.service.js';
import { countOwnPassword } from './sign-in-throttle.js';
import type { Visitor } from './visitor.js';

/** Who asks. @throws ServiceError FORBIDDEN for all but a holder. */
export async function getViewer(ctx: Context): Promise<HolderView> {
  return getHolder(ctx, ownId(ctx));
}

/** The caller's own name. @throws ServiceError VALIDATION_ERROR, FORBIDDEN for all but a holder. */
export async function updateViewer(ctx: Context, input: unknown): Promise<HolderView> {
  const id = ownId(ctx);
  const { name } = parse(updateViewerInput, input);
  await rows(ctx.em, SET_HOLDER_NAME, [ctx.caller.accountId, id, name, ctx.clock.now()]);
  return getHolder(ctx, id);
}

/**
 * The caller's own password; all of the caller's sessions end, the one it asks with too, and a new one is opened.
 * @throws ServiceError VALIDATION_ERROR for a wrong present password and for a weak new one, FORBIDDEN for all but a
 *   holder, and, as ProofRequired, where a second factor was last shown long ago; TooManyAttempts, Unavailable.
 */
export async function changePassword(ctx: Context, input: unknown, visitor: Visitor): Promise<NewSession> {
  const holderId = ownId(ctx);
  const { currentPassword, password } = parse(changePasswordInput, input);
  const holder = { accountId: ctx.caller.accountId, holderId };
  if (hasFactor(await findFactors(ctx.em, holder))) refuseUnlessSteppedUp(ctx.caller);
  await countOwnPassword(ctx.em, holderId);
  const [stored] = await rows(ctx.em, FIND_PASSWORD, [holder.accountId, holderId]);
  const compared = stored?.password_hash ?? null;
  if (!(await isPassword(currentPassword, compared))) throw wrong();
  const passwordHash = await hashNewPassword(ctx.em, { ...holder, password });
  return transaction(ctx.em, async (tx) => {
    if (!(await lockPassword(tx, { ...holder, passwordHash: compared }))) throw wrong();
    await setPassword(tx, ctx.clock, { ...holder, passwordHash });
    await endSessions(tx, { accountId: holder.accountId, ofHolderId: holderId }, { holderId, visitor });
    await saveSecurityEvent(tx, { ...holder, kind: 'password_changed', visitor });
    return openSession(tx, { ...holder, deviceId: null }, visitor);
  });
}

function wrong(): ServiceError {
  return invalid(['currentPassword'], 'is not your current password');
}

function ownId({ caller }: Context): string {
  if (caller.kind !== 'holder') throw new ServiceError('FORBIDDEN', 'Only a signed-in account holder can do this');
  return caller.holderId;
}
