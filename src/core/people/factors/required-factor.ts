import { rows, statement } from '../../../database/rows.js';
import { transaction } from '../../../database/transaction.js';
import { refuseUnlessHolder, refuseUnlessMayWrite } from '../../access/may-write.js';
import { notFound } from '../../access/not-found.js';
import { refuseUnlessSteppedUp } from '../../access/stepped-up.js';
import type { Context } from '../../context.js';
import { ServiceError } from '../../errors.js';
import { uuid } from '../../fields.input.js';
import { parse } from '../../parse.js';
import { saveSecurityEvent } from '../security-event.js';
import { endSessions } from '../session.service.js';
import type { Visitor } from '../visitor.js';
import { findFactors, hasFactor } from './challenge.js';
import { DELETE_ALL_CHALLENGES } from './challenge.statements.js';
import { requireFactorInput } from './factor.input.js';
import { DELETE_ALL_PASSKEYS, DELETE_RECOVERY_CODES, DELETE_TOTP, LOCK_HOLDER } from './factor.statements.js';

const SET_REQUIRED = statement<object>(
  'set-second-factor-required',
  `update account
   set second_factor_required = $2, updated_at = $3
   where account_id = $1 and second_factor_required <> $2
   returning account_id`,
);

/**
 * Sets whether everybody of the account needs a second factor. It holds on the next request: who has none may then do
 * nothing but add one. For owners who have one themselves, and the operator.
 * @throws ServiceError VALIDATION_ERROR, FORBIDDEN; CONFLICT for an owner without one.
 */
export async function requireSecondFactor(ctx: Context, input: unknown, visitor: Visitor): Promise<void> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, 'Second factors', 'owner');
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
  const { isRequired } = parse(requireFactorInput, input);
  const { accountId } = caller;
  const holderId = caller.kind === 'holder' ? caller.holderId : null;
  await transaction(ctx.em, async (tx) => {
    if (isRequired && holderId !== null && !hasFactor(await findFactors(tx, { accountId, holderId }))) {
      throw new ServiceError('CONFLICT', 'Add a second factor of your own first');
    }
    const changed = await rows(tx, SET_REQUIRED, [accountId, isRequired, ctx.clock.now()]);
    if (changed.length === 0) return;
    const kind = isRequired ? 'second_factor_required' : 'second_factor_optional';
    await saveSecurityEvent(tx, { accountId, holderId, kind, visitor });
  });
}

/**
 * Removes all factors of a holder who lost them, and ends that holder's sessions: the password alone signs in again.
 * For the operator. @throws ServiceError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND.
 */
export async function resetFactors(ctx: Context, of: unknown, visitor: Visitor): Promise<{ removed: number }> {
  if (ctx.caller.kind !== 'operator') throw new ServiceError('FORBIDDEN', 'Only the operator can do this');
  const id = parse(uuid, of, 'holder');
  const { accountId } = ctx.caller;
  return transaction(ctx.em, async (tx) => {
    if ((await rows(tx, LOCK_HOLDER, [accountId, id])).length === 0) throw notFound('holder');
    const apps = await rows(tx, DELETE_TOTP, [accountId, id]);
    const removed = apps.length + (await rows(tx, DELETE_ALL_PASSKEYS, [accountId, id])).length;
    await rows(tx, DELETE_RECOVERY_CODES, [accountId, id]);
    await rows(tx, DELETE_ALL_CHALLENGES, [accountId, id]);
    const actor = { holderId: null, visitor };
    await endSessions(tx, { accountId, ofHolderId: id }, actor);
    await saveSecurityEvent(tx, { ...actor, accountId, kind: 'factor_removed', detail: { of: id, factor: 'all' } });
    return { removed };
  });
}
