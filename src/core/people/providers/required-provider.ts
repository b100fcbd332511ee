import { z } from 'zod';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import {
  HAS_SECOND_FACTOR,
  refuseUnlessHolder,
  refuseUnlessMayWrite,
  refuseUnlessSteppedUp,
} from '../../access/access.js';
import type { Context } from '../../context.js';
import { ProofRequired, ServiceError } from '../../errors.js';
import { flag, parse } from '../../input.js';
import type { HolderKey } from '../factors/own-factors.js';
import { actorOf, type Client, saveSecurityEvent } from '../security-events.js';
import { getProvider, type ProviderView } from './providers.js';

const updateInput = z.object({ isRequired: flag }, 'must be an object');

/** The provider that a holder signs in by alone. */
interface RequiredProvider {
  providerId: string;
  name: string;
  /** Whether the holder's password signs in all the same, with the second factor. */
  mayUsePassword: boolean;
  /** Whether it lets the holder in: it is linked to them, or links people by their address. */
  knowsHolder: boolean;
}

const DOMAIN_OF_HOLDER = `lower(substring(h.email from '[^@]*$'))`;

/**
 * By the domain of the holder's address, required or not: its row is held, so that a sign-in and the switch see each
 * other.
 */
const FIND_RULE = statement<{
  id: string;
  name: string;
  is_required: boolean;
  may_use_password: boolean;
  knows_holder: boolean;
}>(
  'find-provider-of-holder',
  `select p.id, p.name, p.is_required, h.may_use_password and h.role = 'owner' as may_use_password,
     p.links_by_email or exists (
       select
       from holder_identity i
       where i.account_id = $1 and i.holder_id = h.id and i.provider_id = p.id
     ) as knows_holder
   from holder h
   join provider_domain d on d.account_id = $1 and d.domain = ${DOMAIN_OF_HOLDER}
   join identity_provider p on p.account_id = $1 and p.id = d.provider_id
   where h.account_id = $1 and h.id = $2
   for share of p`,
);

/** One change of what is required, and of who is needed for it, at a time. */
const LOCK_ACCOUNT = statement<object>(
  'lock-account-for-required-provider',
  `select account_id
   from account
   where account_id = $1
   for no key update`,
);

/** An owner whose password signs in whatever a provider does, but not holder $2. */
const STANDS_IN = `h.account_id = $1 and h.id is distinct from $2 and h.role = 'owner' and h.disabled_at is null
         and h.may_use_password and h.password_hash is not null and ${HAS_SECOND_FACTOR}`;

const FIND_STAND_IN = statement<{ is_required: boolean; has_other: boolean; is_one: boolean }>(
  'find-owner-who-stands-in',
  `select
     exists (
       select
       from identity_provider
       where account_id = $1 and is_required and removed_at is null
     ) as is_required,
     exists (
       select
       from holder h
       where ${STANDS_IN}
     ) as has_other,
     exists (
       select
       from holder
       where account_id = $1 and id = $2 and may_use_password
     ) as is_one`,
);

const IS_SESSION_OF = statement<object>(
  'is-session-by-provider',
  `select
   from session
   where account_id = $1 and id = $2 and provider_id = $3`,
);

const SET_REQUIRED = statement<object>(
  'set-identity-provider-required',
  `update identity_provider
   set is_required = $3
   where account_id = $1 and id = $2 and is_required <> $3 and removed_at is null
   returning id`,
);

/** Of people with addresses of its domains, but those whose password signs in all the same. */
const END_OTHER_SESSIONS = statement<object>(
  'end-sessions-by-anything-else',
  `update session s
   set ended_at = now()
   from holder h
   where s.account_id = $1 and h.account_id = $1 and h.id = s.holder_id and s.ended_at is null
     and s.provider_id is distinct from $2 and not (h.may_use_password and h.role = 'owner')
     and ${DOMAIN_OF_HOLDER} in (
       select domain
       from provider_domain
       where account_id = $1 and provider_id = $2
     )
   returning s.id`,
);

/** What the right password of who signs in by a provider alone gets. */
export class SsoRequired extends ProofRequired {
  constructor(readonly provider: string) {
    super('SSO_REQUIRED', `Your account requires ${provider}: use Sign in with your company`);
  }
}

/** Held until the transaction ends: a removal, or a switch, waits for it. */
const HOLD_PROVIDER = statement<{ name: string }>(
  'hold-identity-provider',
  `select name
   from identity_provider
   where account_id = $1 and id = $2 and removed_at is null
   for share`,
);

/** The name of a provider that is not removed until the transaction ends; null for one that was. */
export async function holdProvider(
  tx: DatabaseSession,
  { accountId, providerId }: { accountId: string; providerId: string },
): Promise<string | null> {
  const [held] = await tx.rows(HOLD_PROVIDER, [accountId, providerId]);
  return held?.name ?? null;
}

/**
 * The provider that a holder signs in by alone; null where there is none. In a transaction it stays so until its end.
 */
export async function findRequiredProvider(
  db: DatabaseSession,
  { accountId, holderId }: HolderKey,
): Promise<RequiredProvider | null> {
  const [row] = await db.rows(FIND_RULE, [accountId, holderId]);
  if (!row?.is_required) return null;
  const { id: providerId, name, may_use_password: mayUsePassword, knows_holder: knowsHolder } = row;
  return { providerId, name, mayUsePassword, knowsHolder };
}

/** @throws SsoRequired for a holder whose password may not sign in. */
export async function refuseWhereProviderRequired(db: DatabaseSession, holder: HolderKey): Promise<void> {
  const required = await findRequiredProvider(db, holder);
  if (required && !required.mayUsePassword) throw new SsoRequired(required.name);
}

/**
 * Sets whether people with addresses of a provider's domains sign in by it alone; their other sessions end, on the next
 * request. For owners whose own session came through it, so that it works; taking it back is for every owner, and the
 * operator.
 * @throws ServiceError VALIDATION_ERROR, STEP_UP_REQUIRED, FORBIDDEN, NOT_FOUND; CONFLICT for a session by anything
 *   else, and without an owner who is marked `mayUsePassword`, with a password and a second factor.
 */
export async function updateIdentityProvider(
  ctx: Context,
  providerId: unknown,
  input: unknown,
  client: Client,
): Promise<ProviderView> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, 'Identity providers', 'owner');
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
  const { isRequired } = parse(updateInput, input);
  const { accountId } = caller;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await db.rows(LOCK_ACCOUNT, [accountId]);
    const { id, name } = await getProvider(tx, providerId);
    if (isRequired) await refuseUnlessReady(tx, id);
    if ((await db.rows(SET_REQUIRED, [accountId, id, isRequired])).length === 0) return getProvider(tx, id);
    const ended = isRequired ? await db.rows(END_OTHER_SESSIONS, [accountId, id]) : [];
    const kind = isRequired ? ('sso_required' as const) : ('sso_optional' as const);
    const detail = { provider: name, ...(isRequired && { sessions: String(ended.length) }) };
    await saveSecurityEvent(db, { ...actorOf(caller, client), accountId, kind, detail });
    return getProvider(tx, id);
  });
}

async function refuseUnlessReady({ db, caller }: Context, providerId: string): Promise<void> {
  if (caller.kind !== 'holder') throw new ServiceError('FORBIDDEN', 'Only a signed-in owner can require a provider');
  const { accountId, sessionId } = caller;
  if ((await db.rows(IS_SESSION_OF, [accountId, sessionId, providerId])).length === 0) {
    throw new ServiceError('CONFLICT', 'Sign in by this provider first: that shows that it works');
  }
  const [found] = await db.rows(FIND_STAND_IN, [accountId, null]);
  if (found?.has_other) return;
  throw new ServiceError(
    'CONFLICT',
    'First mark an owner with a password and a second factor, whose password is to sign in when the provider does not',
  );
}

/**
 * Refuses to lose the last owner whose password signs in where a provider is required, in a transaction of the
 * caller's. @throws ServiceError CONFLICT.
 */
export async function refuseForLastStandIn(tx: DatabaseSession, { accountId, holderId }: HolderKey): Promise<void> {
  await tx.rows(LOCK_ACCOUNT, [accountId]);
  const [found] = await tx.rows(FIND_STAND_IN, [accountId, holderId]);
  if (!found?.is_required || found.has_other || !found.is_one) return;
  throw new ServiceError(
    'CONFLICT',
    'A required provider needs an owner whose password still signs in: mark another owner first',
  );
}
