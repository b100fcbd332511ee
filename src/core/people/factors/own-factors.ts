import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../../database/rows.js';
import { transaction } from '../../../database/transaction.js';
import { notFound } from '../../access/not-found.js';
import { refuseUnlessSteppedUp } from '../../access/stepped-up.js';
import type { Context } from '../../context.js';
import { invalid, ServiceError } from '../../errors.js';
import { uuid } from '../../fields.input.js';
import { parse } from '../../parse.js';
import { toTimestamp } from '../../timestamp.js';
import { saveSecurityEvent } from '../security-event.js';
import { endSessions } from '../session.service.js';
import type { Visitor } from '../visitor.js';
import { askSession, findFactors, type HeldFactors, hasFactor } from './challenge.js';
import { TAKE_CHALLENGE } from './challenge.statements.js';
import { confirmTotpInput, savePasskeyInput } from './factor.input.js';
import {
  CONFIRM_TOTP,
  DELETE_PASSKEY,
  DELETE_RECOVERY_CODES,
  DELETE_TOTP,
  FIND_NEW_TOTP,
  LOCK_HOLDER,
  SAVE_PASSKEY,
  SAVE_TOTP,
} from './factor.statements.js';
import { type FactorsView, type PasskeyView, toFactorsView } from './factor.view.js';
import type { FactorTools } from './factor-tools.js';
import { creationOptions, type PublicKeyCredentialCreationOptionsJSON, readNewPasskey } from './passkey.js';
import { renewCodes } from './recovery-code.js';
import { type SessionHolder, sessionHolderOf } from './step-up.js';
import { describeSecret, newTotpSecret, stepOf } from './totp.js';

/** Passkeys of a holder: more than anybody has devices. */
const PASSKEYS_MAX = 20;

/** Codes that come with a first factor, shown here and never again; null where the holder has them already. */
interface FirstCodes {
  recoveryCodes: string[] | null;
}

/** What the caller has beside the password. @throws ServiceError FORBIDDEN for all but a holder. */
export async function getOwnFactors(ctx: Context): Promise<FactorsView> {
  return toFactorsView(await findFactors(ctx.em, sessionHolderOf(ctx)));
}

/**
 * Makes the secret of an authenticator app, shown here and never again; it counts for nothing until a code of it is
 * sent, within the hour. @throws ServiceError FORBIDDEN; CONFLICT where the holder has an app.
 */
export async function startTotp(ctx: Context, { secrets }: FactorTools): Promise<{ secret: string; uri: string }> {
  const { accountId, holderId } = ownSteppedUp(ctx);
  const { email } = await findFactors(ctx.em, { accountId, holderId });
  const plain = newTotpSecret();
  const { secret, isEncrypted } = secrets.seal(plain, holderId);
  const saved = await rows(ctx.em, SAVE_TOTP, [accountId, holderId, secret, isEncrypted]);
  if (saved.length === 0) throw new ServiceError('CONFLICT', 'You already have an authenticator app: remove it first');
  return describeSecret(plain, email);
}

/** Adds the app whose code is sent. @throws ServiceError VALIDATION_ERROR, FORBIDDEN. */
export async function confirmTotp(
  ctx: Context,
  input: unknown,
  visitor: Visitor,
  { clock, secrets }: FactorTools,
): Promise<FirstCodes> {
  const { code } = parse(confirmTotpInput, input);
  const holder = ownSteppedUp(ctx);
  const { accountId, holderId } = holder;
  return transaction(ctx.em, async (tx) => {
    const [row] = await rows(tx, FIND_NEW_TOTP, [accountId, holderId]);
    if (!row) throw invalid(['code'], 'no app is being added: request a new secret');
    const secret = secrets.open({ secret: row.secret, isEncrypted: row.is_encrypted }, holderId);
    const step = stepOf(secret, code, clock.now());
    if (step === null) throw invalid(['code'], "is not the app's current code: check the clock of its device");
    const had = await lockFactors(tx, holder);
    const confirmed = await rows(tx, CONFIRM_TOTP, [accountId, holderId, step, row.secret]);
    if (confirmed.length === 0) throw invalid(['code'], 'belongs to a secret that a newer one replaced');
    return afterAdding(tx, holder, had, visitor, 'totp');
  });
}

/** Removes the app. @throws ServiceError FORBIDDEN, NOT_FOUND; CONFLICT for the last factor where one is required. */
export async function removeTotp(ctx: Context, visitor: Visitor): Promise<void> {
  const holder = ownSteppedUp(ctx);
  await transaction(ctx.em, async (tx) => {
    await lockFactors(tx, holder);
    const [removed] = await rows(tx, DELETE_TOTP, [holder.accountId, holder.holderId]);
    if (!removed) throw notFound('totp');
    if (removed.was_confirmed) await afterRemoving(tx, holder, visitor, { factor: 'totp' });
  });
}

/** What the browser makes a passkey by; good for one try. @throws ServiceError FORBIDDEN, VALIDATION_ERROR. */
export async function startPasskey(
  ctx: Context,
  { relyingParty }: FactorTools,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const holder = ownSteppedUp(ctx);
  const { passkeys, email } = await findFactors(ctx.em, holder);
  if (passkeys.length >= PASSKEYS_MAX) throw invalid([], `A person has at most ${PASSKEYS_MAX} passkeys`);
  const challenge = await transaction(ctx.em, (tx) => askSession(tx, holder, 'passkey'));
  return creationOptions(challenge, { holderId: holder.holderId, email, passkeys }, relyingParty);
}

/** Adds the passkey that an authenticator made. @throws ServiceError VALIDATION_ERROR, FORBIDDEN. */
export async function addPasskey(
  ctx: Context,
  input: unknown,
  visitor: Visitor,
  { relyingParty }: FactorTools,
): Promise<FirstCodes & { passkey: PasskeyView }> {
  const { name, passkey } = parse(savePasskeyInput, input);
  const holder = ownSteppedUp(ctx);
  const { accountId, holderId, sessionId } = holder;
  const [asked] = await rows(ctx.em, TAKE_CHALLENGE, [accountId, sessionId, 'passkey']);
  const made = asked ? await readNewPasskey(passkey, asked.passkey_challenge, relyingParty) : null;
  if (!made) throw invalid(['passkey'], 'was not accepted: start again');
  return transaction(ctx.em, async (tx) => {
    const had = await lockFactors(tx, holder);
    if (had.passkeys.length >= PASSKEYS_MAX) throw invalid([], `A person has at most ${PASSKEYS_MAX} passkeys`);
    const { credentialId, publicKey, counter } = made;
    const values = [accountId, randomUUID(), holderId, credentialId, publicKey, counter, relyingParty.host, name];
    const [saved] = await rows(tx, SAVE_PASSKEY, values);
    if (!saved) throw invalid(['passkey'], 'is already added');
    const view = { id: saved.id, name, createdAt: toTimestamp(saved.created_at), lastUsedAt: null };
    return { passkey: view, ...(await afterAdding(tx, holder, had, visitor, 'passkey')) };
  });
}

/**
 * Removes a passkey of the caller's.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, NOT_FOUND; CONFLICT for the last factor where one is required.
 */
export async function removePasskey(ctx: Context, passkeyId: unknown, visitor: Visitor): Promise<void> {
  const id = parse(uuid, passkeyId, 'passkey');
  const holder = ownSteppedUp(ctx);
  await transaction(ctx.em, async (tx) => {
    await lockFactors(tx, holder);
    const [removed] = await rows(tx, DELETE_PASSKEY, [holder.accountId, holder.holderId, id]);
    if (!removed) throw notFound('passkey');
    await afterRemoving(tx, holder, visitor, { factor: 'passkey', name: removed.name });
  });
}

/**
 * Ten new recovery codes in place of those before, shown here and never again.
 * @throws ServiceError FORBIDDEN; CONFLICT for a holder without a second factor.
 */
export async function renewRecoveryCodes(ctx: Context, visitor: Visitor): Promise<{ recoveryCodes: string[] }> {
  const holder = ownSteppedUp(ctx);
  return transaction(ctx.em, async (tx) => {
    if (!hasFactor(await lockFactors(tx, holder))) {
      throw new ServiceError('CONFLICT', 'Recovery codes need a second factor: add one first');
    }
    const recoveryCodes = await renewCodes(tx, holder);
    await saveSecurityEvent(tx, { ...eventOf(holder, visitor), kind: 'recovery_codes_renewed' });
    return { recoveryCodes };
  });
}

/** The first factor ends the holder's other sessions: they were opened without one. */
async function afterAdding(
  tx: EntityManager,
  holder: SessionHolder,
  had: HeldFactors,
  visitor: Visitor,
  factor: string,
): Promise<FirstCodes> {
  await saveSecurityEvent(tx, { ...eventOf(holder, visitor), kind: 'factor_added', detail: { factor } });
  if (hasFactor(had)) return { recoveryCodes: null };
  const { accountId, holderId, sessionId } = holder;
  await endSessions(tx, { accountId, ofHolderId: holderId, exceptId: sessionId }, { holderId, visitor });
  return { recoveryCodes: await renewCodes(tx, holder) };
}

async function afterRemoving(
  tx: EntityManager,
  holder: SessionHolder,
  visitor: Visitor,
  detail: Record<string, string>,
): Promise<void> {
  const left = await findFactors(tx, holder);
  if (!hasFactor(left)) {
    if (left.isRequired) throw new ServiceError('CONFLICT', 'Your account requires a second factor: add another first');
    await rows(tx, DELETE_RECOVERY_CODES, [holder.accountId, holder.holderId]);
  }
  await saveSecurityEvent(tx, { ...eventOf(holder, visitor), kind: 'factor_removed', detail });
}

/** Of two changes at once the second sees what the first left. */
async function lockFactors(tx: EntityManager, { accountId, holderId }: SessionHolder): Promise<HeldFactors> {
  await rows(tx, LOCK_HOLDER, [accountId, holderId]);
  return findFactors(tx, { accountId, holderId });
}

function ownSteppedUp(ctx: Context): SessionHolder {
  const holder = sessionHolderOf(ctx);
  refuseUnlessSteppedUp(ctx.caller);
  return holder;
}

function eventOf({ accountId, holderId }: SessionHolder, visitor: Visitor) {
  return { accountId, holderId, visitor };
}
