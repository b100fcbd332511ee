import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { emailLock, lock } from '../../database/advisory-lock.js';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import type { Role } from '../../entities/vocabulary.js';
import { refuseUnlessHolder } from '../access/may-write.js';
import { notFound } from '../access/not-found.js';
import type { Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { changePasswordInput, inviteHolderInput, updateHolderInput, updateViewerInput } from './holder.input.js';
import {
  DISABLE_HOLDER,
  FIND_ADDRESS,
  FIND_HOLDER,
  FIND_PASSWORD,
  LIST_HOLDERS,
  LOCK_OWNERS,
  SAVE_HOLDER,
  SET_HOLDER_NAME,
  SET_ROLE,
} from './holder.statements.js';
import { type HolderView, toHolderView } from './holder.view.js';
import { createLink, type NewLink, setPassword } from './one-time-link.js';
import { isPassword } from './password.js';
import { saveSecurityEvent } from './security-event.js';
import { endSessions, type NewSession, openSession } from './session.service.js';
import type { Visitor } from './visitor.js';

const WHAT = 'People';
/** Holders of an account, disabled ones included: who is disabled stays in what happened. */
const HOLDERS_MAX = 200;

/**
 * The people of the caller's account, disabled ones included, oldest first.
 * @throws ServiceError FORBIDDEN for a key.
 */
export async function listHolders(ctx: Context): Promise<HolderView[]> {
  refuseUnlessHolder(ctx.caller, WHAT);
  return (await rows(ctx.em, LIST_HOLDERS, [ctx.caller.accountId])).map(toHolderView);
}

/** Who asks. @throws ServiceError FORBIDDEN for all but a holder. */
export async function getViewer(ctx: Context): Promise<HolderView> {
  return getHolder(ctx, ownId(ctx));
}

/**
 * Adds a person to the account, who sets a password by the link that is returned, once. For owners, and the operator.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on people), FORBIDDEN, CONFLICT for an address that
 *   somebody has, in whatever account.
 */
export async function inviteHolder(
  ctx: Context,
  input: unknown,
  visitor: Visitor,
): Promise<{ holder: HolderView; link: NewLink }> {
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  const sent = parse(inviteHolderInput, input);
  return transaction(ctx.em, async (em) => {
    const tx = { ...ctx, em };
    const holderId = await addHolder(tx, { ...sent, passwordHash: null });
    const { accountId } = ctx.caller;
    const link = await createLink(em, { accountId, holderId, purpose: 'invitation' });
    const detail = { invited: holderId, role: sent.role };
    await saveSecurityEvent(em, { accountId, holderId: actorOf(ctx), kind: 'invited', visitor, detail });
    return { holder: await getHolder(tx, holderId), link };
  });
}

/** In a transaction. @throws ServiceError VALIDATION_ERROR, CONFLICT. */
export async function addHolder(
  tx: Context,
  wanted: { email: string; name: string; role: Role; passwordHash: string | null },
): Promise<string> {
  const { accountId } = tx.caller;
  await refuseTakenAddress(tx.em, wanted.email);
  const holders = await rows(tx.em, LIST_HOLDERS, [accountId]);
  if (holders.length >= HOLDERS_MAX) throw invalid([], `An account has at most ${HOLDERS_MAX} people`);
  const id = randomUUID();
  const values = [accountId, id, wanted.email, wanted.name, wanted.role, wanted.passwordHash, tx.clock.now()];
  await rows(tx.em, SAVE_HOLDER, values);
  return id;
}

/** Addresses are unique over all accounts, which no key could hold, as every key begins with the account. */
export async function refuseTakenAddress(tx: EntityManager, email: string): Promise<void> {
  await lock(tx, emailLock(email));
  if ((await rows(tx, FIND_ADDRESS, [email])).length === 0) return;
  throw new ServiceError('CONFLICT', `Somebody with the e-mail address ${email} exists`);
}

/**
 * Makes a link for a holder of the account: an invitation where no password was set yet, else a reset. For owners, and
 * the operator. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function renewLink(ctx: Context, holderId: unknown, visitor: Visitor): Promise<NewLink> {
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  const id = parse(uuid, holderId, 'holder');
  return transaction(ctx.em, async (em) => {
    const holder = await getHolder({ ...ctx, em }, id);
    if (holder.disabledAt !== null) throw invalid(['holder'], 'is disabled');
    const { accountId } = ctx.caller;
    const purpose = holder.hasPassword ? 'reset' : 'invitation';
    const detail = { of: id };
    await saveSecurityEvent(em, { accountId, holderId: actorOf(ctx), kind: 'reset_requested', visitor, detail });
    return createLink(em, { accountId, holderId: id, purpose });
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
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  const id = parse(uuid, holderId, 'holder');
  const { role } = parse(updateHolderInput, input);
  return transaction(ctx.em, async (em) => {
    const tx = { ...ctx, em };
    const before = await getHolder(tx, id);
    if (before.role === role) return before;
    if (role !== 'owner') await refuseForLastOwner(tx, id);
    const { accountId } = ctx.caller;
    await rows(em, SET_ROLE, [accountId, id, role, ctx.clock.now()]);
    await endSessions(em, { accountId, holderId: id }, visitor);
    const detail = { of: id, from: before.role, to: role };
    await saveSecurityEvent(em, { accountId, holderId: actorOf(ctx), kind: 'role_changed', visitor, detail });
    return getHolder(tx, id);
  });
}

/**
 * Ends what a person may do, at once. The last owner stays. For owners, and the operator.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT for the last owner.
 */
export async function disableHolder(ctx: Context, holderId: unknown, visitor: Visitor): Promise<HolderView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  const id = parse(uuid, holderId, 'holder');
  return transaction(ctx.em, async (em) => {
    const tx = { ...ctx, em };
    const before = await getHolder(tx, id);
    if (before.disabledAt !== null) return before;
    await refuseForLastOwner(tx, id);
    const { accountId } = ctx.caller;
    await rows(em, DISABLE_HOLDER, [accountId, id, ctx.clock.now()]);
    await endSessions(em, { accountId, holderId: id }, visitor);
    const detail = { of: id };
    await saveSecurityEvent(em, { accountId, holderId: actorOf(ctx), kind: 'holder_disabled', visitor, detail });
    return getHolder(tx, id);
  });
}

/** The caller's own name. @throws ServiceError VALIDATION_ERROR, FORBIDDEN for all but a holder. */
export async function updateViewer(ctx: Context, input: unknown): Promise<HolderView> {
  const { name } = parse(updateViewerInput, input);
  const id = ownId(ctx);
  await rows(ctx.em, SET_HOLDER_NAME, [ctx.caller.accountId, id, name, ctx.clock.now()]);
  return getHolder(ctx, id);
}

/**
 * The caller's own password; all of the caller's sessions end, and a new one is opened.
 * @throws ServiceError VALIDATION_ERROR for a wrong present password and for a weak new one, FORBIDDEN for all but a
 *   holder.
 */
export async function changePassword(ctx: Context, input: unknown, visitor: Visitor): Promise<NewSession> {
  const { currentPassword, password } = parse(changePasswordInput, input);
  const { accountId } = ctx.caller;
  const holderId = ownId(ctx);
  const [stored] = await rows(ctx.em, FIND_PASSWORD, [accountId, holderId]);
  if (!stored || !(await isPassword(currentPassword, stored.password_hash))) {
    throw invalid(['currentPassword'], 'is not your present password');
  }
  return transaction(ctx.em, async (tx) => {
    await setPassword(tx, ctx.clock, { accountId, holderId, password });
    await endSessions(tx, { accountId, holderId }, visitor);
    await saveSecurityEvent(tx, { accountId, holderId, kind: 'password_changed', visitor });
    return openSession(tx, { accountId, holderId, deviceId: null }, visitor);
  });
}

/** Of the caller's account, disabled or not. @throws ServiceError NOT_FOUND. */
async function getHolder(ctx: Context, id: string): Promise<HolderView> {
  const [row] = await rows(ctx.em, FIND_HOLDER, [ctx.caller.accountId, id]);
  if (!row) throw notFound('holder');
  return toHolderView(row);
}

async function refuseForLastOwner(tx: Context, id: string): Promise<void> {
  const owners = await rows(tx.em, LOCK_OWNERS, [tx.caller.accountId]);
  if (owners.length > 1 || owners[0]?.id !== id) return;
  throw new ServiceError('CONFLICT', 'The last owner of an account stays one: make somebody else an owner first');
}

function ownId({ caller }: Context): string {
  if (caller.kind !== 'holder') throw new ServiceError('FORBIDDEN', 'This is for a signed-in account holder alone');
  return caller.holderId;
}

/** Who acted, for the events; null for the operator. */
function actorOf({ caller }: Context): string | null {
  return caller.kind === 'holder' ? caller.holderId : null;
}
