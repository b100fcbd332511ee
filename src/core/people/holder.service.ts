import { randomUUID } from 'node:crypto';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import type { Role } from '../../entities/vocabulary.js';
import { refuseUnlessHolder, refuseUnlessMayWrite } from '../access/may-write.js';
import { refuseUnlessSteppedUp } from '../access/stepped-up.js';
import type { Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { lockAddress } from './address.js';
import { getHolder } from './get-holder.js';
import { createHolderInput, inviteHolderInput, updateHolderInput } from './holder.input.js';
import {
  DISABLE_HOLDER,
  FIND_DISABLED,
  LIST_HOLDERS,
  LOCK_OWNERS,
  RENEW_HOLDER,
  SAVE_HOLDER,
  SET_ROLE,
} from './holder.statements.js';
import { type HolderView, toHolderView } from './holder.view.js';
import { createLink, type NewLink } from './one-time-link.js';
import { hashPassword } from './password.js';
import { actorOf, saveSecurityEvent } from './security-event.js';
import { endSessions } from './session.service.js';
import { countRenewedLink } from './sign-in-throttle.js';
import { OPERATOR_VISITOR, type Visitor } from './visitor.js';

const WHAT = 'People';
/** Holders of an account, disabled ones included: who is disabled stays in what happened. */
const HOLDERS_MAX = 200;

/** A person with the link to choose a password by: it is shown here, or mailed, and never again. */
export interface LinkedHolder {
  holder: HolderView;
  link: NewLink;
}

/**
 * The people of the caller's account, disabled ones included, oldest first.
 * @throws ServiceError FORBIDDEN for a key.
 */
export async function listHolders(ctx: Context): Promise<HolderView[]> {
  refuseUnlessHolder(ctx.caller, WHAT);
  return (await rows(ctx.em, LIST_HOLDERS, [ctx.caller.accountId])).map(toHolderView);
}

/**
 * Adds a person to the account, who chooses a password by the link; somebody who was disabled comes back. For owners,
 * and the operator.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on people), FORBIDDEN, CONFLICT for an address that
 *   somebody else has, in whatever account.
 */
export async function inviteHolder(ctx: Context, input: unknown, visitor: Visitor): Promise<LinkedHolder> {
  refuseUnlessOwner(ctx);
  const sent = parse(inviteHolderInput, input);
  return transaction(ctx.em, async (em) => {
    const tx = { ...ctx, em };
    const holderId = await addHolder(tx, { ...sent, passwordHash: null }, visitor);
    const { accountId } = ctx.caller;
    const link = await createLink(em, { accountId, holderId, purpose: 'invitation' });
    return { holder: await getHolder(tx, holderId), link };
  });
}

/**
 * Adds a person, with a password or without; for the operator.
 * @throws ServiceError VALIDATION_ERROR, CONFLICT.
 */
export async function createHolder(ctx: Context, input: unknown): Promise<HolderView> {
  const { password, ...sent } = parse(createHolderInput, input);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return transaction(ctx.em, async (em) => {
    const tx = { ...ctx, em };
    return getHolder(tx, await addHolder(tx, { ...sent, passwordHash }, OPERATOR_VISITOR));
  });
}

interface WantedHolder {
  email: string;
  name: string;
  role: Role;
  passwordHash: string | null;
}

async function addHolder(tx: Context, wanted: WantedHolder, visitor: Visitor): Promise<string> {
  const { accountId } = tx.caller;
  const isTaken = await lockAddress(tx.em, wanted.email);
  const [disabled] = await rows(tx.em, FIND_DISABLED, [accountId, wanted.email]);
  if (isTaken && !disabled) {
    throw new ServiceError('CONFLICT', `A person with the e-mail address ${wanted.email} already exists`);
  }
  const id = disabled?.id ?? randomUUID();
  if (!disabled) await refuseBeyondCapacity(tx);
  const values = [accountId, id, wanted.email, wanted.name, wanted.role, wanted.passwordHash, tx.clock.now()];
  await rows(tx.em, disabled ? RENEW_HOLDER : SAVE_HOLDER, values);
  const detail = { of: id, role: wanted.role };
  await saveSecurityEvent(tx.em, { ...actorOf(tx.caller, visitor), accountId, kind: 'invited', detail });
  return id;
}

/** The locked owners let one person in at a time, so that the bound holds under concurrency. */
async function refuseBeyondCapacity({ em, caller: { accountId } }: Context): Promise<void> {
  await rows(em, LOCK_OWNERS, [accountId]);
  if ((await rows(em, LIST_HOLDERS, [accountId])).length < HOLDERS_MAX) return;
  throw invalid([], `An account has at most ${HOLDERS_MAX} people, disabled ones included`);
}

/**
 * Makes a link for a holder of the account: an invitation where no password was set yet, else a reset. For owners, and
 * the operator. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN; TooManyAttempts beyond ten an hour.
 */
export async function renewLink(ctx: Context, holderId: unknown, visitor: Visitor): Promise<LinkedHolder> {
  refuseUnlessOwner(ctx);
  const id = parse(uuid, holderId, 'holder');
  const holder = await getHolder(ctx, id);
  if (holder.disabledAt !== null) throw invalid(['holder'], 'is disabled');
  if (ctx.caller.kind === 'holder') await countRenewedLink(ctx.em, id);
  return transaction(ctx.em, async (em) => {
    const { accountId } = ctx.caller;
    const purpose = holder.hasPassword ? 'reset' : 'invitation';
    const event = { accountId, kind: 'reset_requested', detail: { of: id } } as const;
    await saveSecurityEvent(em, { ...actorOf(ctx.caller, visitor), ...event });
    return { holder, link: await createLink(em, { accountId, holderId: id, purpose }) };
  });
}

/**
 * Changes a person's role, and ends that person's sessions. The last owner stays one. For owners, and the operator.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT for the last owner.
 */
export async function updateHolder(
  ctx: Context,
  holderId: unknown,
  input: unknown,
  visitor: Visitor,
): Promise<HolderView> {
  refuseUnlessOwner(ctx);
  const id = parse(uuid, holderId, 'holder');
  const { role } = parse(updateHolderInput, input);
  return transaction(ctx.em, async (em) => {
    const tx = { ...ctx, em };
    const others = await otherOwners(tx, id);
    const before = await getHolder(tx, id);
    if (before.role === role) return before;
    if (before.role === 'owner') refuseForLastOwner(before, others);
    const { accountId } = ctx.caller;
    await rows(em, SET_ROLE, [accountId, id, role, ctx.clock.now()]);
    const actor = actorOf(ctx.caller, visitor);
    await endSessions(em, { accountId, ofHolderId: id }, actor);
    const detail = { of: id, from: before.role, to: role };
    await saveSecurityEvent(em, { ...actor, accountId, kind: 'role_changed', detail });
    return getHolder(tx, id);
  });
}

/**
 * Ends what a person may do, at once. The last owner stays. For owners, also with an inactive subscription, and the
 * operator. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT for the last owner.
 */
export async function disableHolder(ctx: Context, holderId: unknown, visitor: Visitor): Promise<HolderView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  refuseUnlessSteppedUp(ctx.caller);
  const id = parse(uuid, holderId, 'holder');
  return transaction(ctx.em, async (em) => {
    const tx = { ...ctx, em };
    const others = await otherOwners(tx, id);
    const before = await getHolder(tx, id);
    if (before.disabledAt !== null) return before;
    if (before.role === 'owner') refuseForLastOwner(before, others);
    const { accountId } = ctx.caller;
    await rows(em, DISABLE_HOLDER, [accountId, id, ctx.clock.now()]);
    const actor = actorOf(ctx.caller, visitor);
    await endSessions(em, { accountId, ofHolderId: id }, actor);
    await saveSecurityEvent(em, { ...actor, accountId, kind: 'holder_disabled', detail: { of: id } });
    return getHolder(tx, id);
  });
}

function refuseUnlessOwner({ caller }: Context): void {
  refuseUnlessHolder(caller, WHAT, 'owner');
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
}

interface Owner {
  id: string;
  has_password: boolean;
}

/** Locked, so that of two owners who step down at once one stays. */
async function otherOwners({ em, caller }: Context, id: string): Promise<Owner[]> {
  return (await rows(em, LOCK_OWNERS, [caller.accountId])).filter((owner) => owner.id !== id);
}

/** Somebody invited who has no password yet cannot stand in for an owner who can sign in. */
function refuseForLastOwner({ hasPassword }: HolderView, others: readonly Owner[]): void {
  if (others.some((owner) => owner.has_password || !hasPassword)) return;
  throw new ServiceError('CONFLICT', 'An account needs an owner: make someone else an owner first');
}
