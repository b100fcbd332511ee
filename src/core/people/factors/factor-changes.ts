import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import { notFound, refuseUnlessHolder, refuseUnlessMayWrite, refuseUnlessSteppedUp } from '../../access/access.js';
import { type SecretColumns, storedOf } from '../../access/secret-box.js';
import type { Context } from '../../context.js';
import { invalid, ServiceError } from '../../errors.js';
import { NAME_MAX, parse, requiredText, uuid } from '../../input.js';
import { toTimestamp } from '../../time.js';
import { endSessions, type SessionHolder, sessionHolderOf } from '../holder-sessions.js';
import { refuseForLastStandIn } from '../providers/required-provider.js';
import { type Client, saveSecurityEvent } from '../security-events.js';
import { askSession, takeChallenge } from './challenges.js';
import {
  type FactorsView,
  findFactors,
  type HeldFactors,
  hasFactor,
  lockHolder,
  type PasskeyView,
  toFactorsView,
} from './own-factors.js';
import { creationOptions, made, type PublicKeyCredentialCreationOptionsJSON, readNewPasskey } from './passkey.js';
import { confirmTotpInput, type FactorTools } from './presented-factor.js';
import { deleteRecoveryCodes, renewCodes } from './recovery-code.js';
import { describeSecret, newTotpSecret, stepOf } from './totp.js';

/** Passkeys of a holder: more than anybody has devices. */
const PASSKEYS_MAX = 20;
const savePasskeyInput = z.object({ name: requiredText(NAME_MAX), passkey: made }, 'must be an object');
const requireFactorInput = z.object({ isRequired: z.boolean('must be true or false') }, 'must be an object');

/** Codes that come with a first factor, shown here and never again; null where the holder has them already. */
interface FirstCodes {
  recoveryCodes: string[] | null;
}

/** Of an app that is being added. */
const FIND_NEW_TOTP = statement<SecretColumns>(
  'find-new-totp',
  `select secret, is_encrypted
   from totp_factor
   where account_id = $1 and holder_id = $2 and confirmed_at is null and created_at > now() - interval '1 hour'`,
);

/** A secret that was never confirmed gives way to the new one; nothing where an app was added already. */
const SAVE_TOTP = statement<object>(
  'save-totp',
  `insert into totp_factor (account_id, holder_id, secret, is_encrypted, created_at)
   values ($1, $2, $3, $4, now())
   on conflict (account_id, holder_id) do update
   set secret = excluded.secret, is_encrypted = excluded.is_encrypted, created_at = excluded.created_at,
     last_used_step = 0
   where totp_factor.confirmed_at is null
   returning holder_id`,
);

/** The secret that the code was of, unless another took its place meanwhile. */
const CONFIRM_TOTP = statement<object>(
  'confirm-totp',
  `update totp_factor
   set confirmed_at = now(), last_used_step = $3
   where account_id = $1 and holder_id = $2 and confirmed_at is null and secret = $4
   returning holder_id`,
);

const DELETE_TOTP = statement<{ was_confirmed: boolean }>(
  'delete-totp',
  `delete from totp_factor
   where account_id = $1 and holder_id = $2
   returning confirmed_at is not null as was_confirmed`,
);

const SAVE_PASSKEY = statement<{ id: string; created_at: string }>(
  'save-passkey',
  `insert into passkey (account_id, id, holder_id, credential_id, public_key, counter, relying_party, name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (account_id, credential_id) do nothing
   returning id, created_at`,
);

const DELETE_PASSKEY = statement<{ name: string }>(
  'delete-passkey',
  `delete from passkey
   where account_id = $1 and holder_id = $2 and id = $3
   returning name`,
);

const DELETE_ALL_PASSKEYS = statement<object>(
  'delete-passkeys-of-holder',
  `delete from passkey
   where account_id = $1 and holder_id = $2
   returning id`,
);

const DELETE_ALL_CHALLENGES = statement<object>(
  'delete-all-factor-challenges',
  `delete from factor_challenge
   where account_id = $1 and holder_id = $2`,
);

const SET_REQUIRED = statement<object>(
  'set-second-factor-required',
  `update account
   set second_factor_required = $2, updated_at = $3
   where account_id = $1 and second_factor_required <> $2
   returning account_id`,
);

/** What the caller has beside the password. @throws ServiceError FORBIDDEN for all but a holder. */
export async function getOwnFactors(ctx: Context): Promise<FactorsView> {
  return toFactorsView(await findFactors(ctx.db, sessionHolderOf(ctx)));
}

/**
 * Makes the secret of an authenticator app, shown here and never again; it counts for nothing until a code of it is
 * sent, within the hour. @throws ServiceError FORBIDDEN; CONFLICT where the holder has an app.
 */
export async function startTotp(ctx: Context, { secrets }: FactorTools): Promise<{ secret: string; uri: string }> {
  const { accountId, holderId } = ownSteppedUp(ctx);
  const { email } = await findFactors(ctx.db, { accountId, holderId });
  const plain = newTotpSecret();
  const { secret, isEncrypted } = secrets.seal(plain, holderId);
  const saved = await ctx.db.rows(SAVE_TOTP, [accountId, holderId, secret, isEncrypted]);
  if (saved.length === 0) throw new ServiceError('CONFLICT', 'You already have an authenticator app: remove it first');
  return describeSecret(plain, email);
}

/** Adds the app whose code is sent. @throws ServiceError VALIDATION_ERROR, FORBIDDEN. */
export async function confirmTotp(
  ctx: Context,
  input: unknown,
  client: Client,
  { clock, secrets }: FactorTools,
): Promise<FirstCodes> {
  const { code } = parse(confirmTotpInput, input);
  const holder = ownSteppedUp(ctx);
  const { accountId, holderId } = holder;
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.rows(FIND_NEW_TOTP, [accountId, holderId]);
    if (!row) throw invalid(['code'], 'no app is being added: request a new secret');
    const secret = secrets.open(storedOf(row), holderId);
    const step = stepOf(secret, code, clock.now());
    if (step === null) throw invalid(['code'], "is not the app's current code: check the clock of its device");
    const had = await lockFactors(tx, holder);
    const confirmed = await tx.rows(CONFIRM_TOTP, [accountId, holderId, step, row.secret]);
    if (confirmed.length === 0) throw invalid(['code'], 'belongs to a secret that a newer one replaced');
    return afterAdding(tx, holder, had, client, 'totp');
  });
}

/** Removes the app. @throws ServiceError FORBIDDEN, NOT_FOUND; CONFLICT for the last factor where one is required. */
export async function removeTotp(ctx: Context, client: Client): Promise<void> {
  const holder = ownSteppedUp(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockFactors(tx, holder);
    const [removed] = await tx.rows(DELETE_TOTP, [holder.accountId, holder.holderId]);
    if (!removed) throw notFound('totp');
    if (removed.was_confirmed) await afterRemoving(tx, holder, client, { factor: 'totp' });
  });
}

/** What the browser makes a passkey by; good for one try. @throws ServiceError FORBIDDEN, VALIDATION_ERROR. */
export async function startPasskey(
  ctx: Context,
  { relyingParty }: FactorTools,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const holder = ownSteppedUp(ctx);
  const { passkeys, email } = await findFactors(ctx.db, holder);
  if (passkeys.length >= PASSKEYS_MAX) throw invalid([], `A person has at most ${PASSKEYS_MAX} passkeys`);
  const challenge = await ctx.db.transaction((tx) => askSession(tx, holder, 'passkey'));
  return creationOptions(challenge, { holderId: holder.holderId, email, passkeys }, relyingParty);
}

/** Adds the passkey that an authenticator made. @throws ServiceError VALIDATION_ERROR, FORBIDDEN. */
export async function addPasskey(
  ctx: Context,
  input: unknown,
  client: Client,
  { relyingParty }: FactorTools,
): Promise<FirstCodes & { passkey: PasskeyView }> {
  const { name, passkey } = parse(savePasskeyInput, input);
  const holder = ownSteppedUp(ctx);
  const { accountId, holderId } = holder;
  const challenge = await takeChallenge(ctx.db, holder, 'passkey');
  const made = challenge ? await readNewPasskey(passkey, challenge, relyingParty) : null;
  if (!made) throw invalid(['passkey'], 'was not accepted: start again');
  return ctx.db.transaction(async (tx) => {
    const had = await lockFactors(tx, holder);
    if (had.passkeys.length >= PASSKEYS_MAX) throw invalid([], `A person has at most ${PASSKEYS_MAX} passkeys`);
    const { credentialId, publicKey, counter } = made;
    const values = [accountId, randomUUID(), holderId, credentialId, publicKey, counter, relyingParty.host, name];
    const [saved] = await tx.rows(SAVE_PASSKEY, values);
    if (!saved) throw invalid(['passkey'], 'is already added');
    const view = { id: saved.id, name, createdAt: toTimestamp(saved.created_at), lastUsedAt: null };
    return { passkey: view, ...(await afterAdding(tx, holder, had, client, 'passkey')) };
  });
}

/**
 * Removes a passkey of the caller's.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, NOT_FOUND; CONFLICT for the last factor where one is required.
 */
export async function removePasskey(ctx: Context, passkeyId: unknown, client: Client): Promise<void> {
  const id = parse(uuid, passkeyId, 'passkey');
  const holder = ownSteppedUp(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockFactors(tx, holder);
    const [removed] = await tx.rows(DELETE_PASSKEY, [holder.accountId, holder.holderId, id]);
    if (!removed) throw notFound('passkey');
    await afterRemoving(tx, holder, client, { factor: 'passkey', name: removed.name });
  });
}

/**
 * Ten new recovery codes in place of those before, shown here and never again.
 * @throws ServiceError FORBIDDEN; CONFLICT for a holder without a second factor.
 */
export async function renewRecoveryCodes(ctx: Context, client: Client): Promise<{ recoveryCodes: string[] }> {
  const holder = ownSteppedUp(ctx);
  return ctx.db.transaction(async (tx) => {
    if (!hasFactor(await lockFactors(tx, holder))) {
      throw new ServiceError('CONFLICT', 'Recovery codes need a second factor: add one first');
    }
    const recoveryCodes = await renewCodes(tx, holder);
    await saveSecurityEvent(tx, { ...eventOf(holder, client), kind: 'recovery_codes_renewed' });
    return { recoveryCodes };
  });
}

/** The first factor ends the holder's other sessions: they were opened without one. */
async function afterAdding(
  tx: DatabaseSession,
  holder: SessionHolder,
  had: HeldFactors,
  client: Client,
  factor: string,
): Promise<FirstCodes> {
  await saveSecurityEvent(tx, { ...eventOf(holder, client), kind: 'factor_added', detail: { factor } });
  if (hasFactor(had)) return { recoveryCodes: null };
  const { accountId, holderId, sessionId } = holder;
  await endSessions(tx, { accountId, ofHolderId: holderId, exceptId: sessionId }, { holderId, client });
  return { recoveryCodes: await renewCodes(tx, holder) };
}

async function afterRemoving(
  tx: DatabaseSession,
  holder: SessionHolder,
  client: Client,
  detail: Record<string, string>,
): Promise<void> {
  const left = await findFactors(tx, holder);
  if (!hasFactor(left)) {
    if (left.isRequired) throw new ServiceError('CONFLICT', 'Your account requires a second factor: add another first');
    await refuseForLastStandIn(tx, holder);
    await deleteRecoveryCodes(tx, holder);
  }
  await saveSecurityEvent(tx, { ...eventOf(holder, client), kind: 'factor_removed', detail });
}

/** Of two changes at once the second sees what the first left. */
async function lockFactors(tx: DatabaseSession, { accountId, holderId }: SessionHolder): Promise<HeldFactors> {
  await lockHolder(tx, { accountId, holderId });
  return findFactors(tx, { accountId, holderId });
}

function ownSteppedUp(ctx: Context): SessionHolder {
  const holder = sessionHolderOf(ctx);
  refuseUnlessSteppedUp(ctx.caller);
  return holder;
}

function eventOf({ accountId, holderId }: SessionHolder, client: Client) {
  return { accountId, holderId, client };
}

/**
 * Sets whether everybody of the account needs a second factor. It holds on the next request: who has none may then do
 * nothing but add one. For owners who have one themselves, and the operator.
 * @throws ServiceError VALIDATION_ERROR, FORBIDDEN; CONFLICT for an owner without one.
 */
export async function requireSecondFactor(ctx: Context, input: unknown, client: Client): Promise<void> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, 'Second factors', 'owner');
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
  const { isRequired } = parse(requireFactorInput, input);
  const { accountId } = caller;
  const holderId = caller.kind === 'holder' ? caller.holderId : null;
  await ctx.db.transaction(async (tx) => {
    if (isRequired && holderId !== null && !hasFactor(await findFactors(tx, { accountId, holderId }))) {
      throw new ServiceError('CONFLICT', 'Add a second factor of your own first');
    }
    const changed = await tx.rows(SET_REQUIRED, [accountId, isRequired, ctx.clock.now()]);
    if (changed.length === 0) return;
    const kind = isRequired ? 'second_factor_required' : 'second_factor_optional';
    await saveSecurityEvent(tx, { accountId, holderId, kind, client });
  });
}

/**
 * Removes all factors of a holder who lost them, and ends that holder's sessions: the password alone signs in again.
 * For the operator. @throws ServiceError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND.
 */
export async function resetFactors(ctx: Context, of: unknown, client: Client): Promise<{ removed: number }> {
  if (ctx.caller.kind !== 'operator') throw new ServiceError('FORBIDDEN', 'Only the operator can do this');
  const id = parse(uuid, of, 'holder');
  const { accountId } = ctx.caller;
  return ctx.db.transaction(async (tx) => {
    if (!(await lockHolder(tx, { accountId, holderId: id }))) throw notFound('holder');
    const apps = await tx.rows(DELETE_TOTP, [accountId, id]);
    const removed = apps.length + (await tx.rows(DELETE_ALL_PASSKEYS, [accountId, id])).length;
    await deleteRecoveryCodes(tx, { accountId, holderId: id });
    await tx.rows(DELETE_ALL_CHALLENGES, [accountId, id]);
    const actor = { holderId: null, client };
    await endSessions(tx, { accountId, ofHolderId: id }, actor);
    await saveSecurityEvent(tx, { ...actor, accountId, kind: 'factor_removed', detail: { of: id, factor: 'all' } });
    return { removed };
  });
}
