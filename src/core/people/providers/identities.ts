import { randomUUID } from 'node:crypto';
import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import { notFound, refuseUnlessHolder, refuseUnlessSteppedUp } from '../../access/access.js';
import type { Context } from '../../context.js';
import { parse, uuid } from '../../input.js';
import { toTimestamp } from '../../time.js';
import type { HolderKey } from '../factors/own-factors.js';
import { actorOf, type Client, saveSecurityEvent } from '../security-events.js';

/** Identities of a holder. */
export const IDENTITIES_MAX = 5;

/** Who a holder is at a provider, as owners and the holder see it. */
export interface IdentityView {
  id: string;
  holderId: string;
  providerName: string;
  linkedAt: string;
  /** Null where it was linked and never signed in by. */
  lastUsedAt: string | null;
}

interface IdentityRow {
  id: string;
  holder_id: string;
  provider_name: string;
  created_at: string;
  last_used_at: string | null;
}

/** A holder whom a provider's subject is linked to. */
export interface IdentifiedHolder {
  identity_id: string;
  holder_id: string;
  is_disabled: boolean;
}

const LIST_IDENTITIES = statement<IdentityRow>(
  'list-identities-of-holders',
  `select i.id, i.holder_id, p.name as provider_name, i.created_at, i.last_used_at
   from holder_identity i
   join identity_provider p on p.account_id = $1 and p.id = i.provider_id and p.removed_at is null
   where i.account_id = $1 and i.holder_id = any ($2::uuid[])
   order by i.created_at, i.id`,
);

const FIND_IDENTITY = statement<IdentifiedHolder>(
  'find-holder-by-identity',
  `select i.id as identity_id, i.holder_id, h.disabled_at is not null as is_disabled
   from holder_identity i
   join holder h on h.account_id = $1 and h.id = i.holder_id
   where i.account_id = $1 and i.provider_id = $2 and i.subject = $3`,
);

/** Nothing where another was faster, or the holder has them all. */
const SAVE_IDENTITY = statement<{ id: string }>(
  'save-identity',
  `insert into holder_identity (account_id, id, holder_id, provider_id, subject)
   select $1, $2, $3, $4, $5
   where (
     select count(*)
     from holder_identity
     where account_id = $1 and holder_id = $3
   ) < ${IDENTITIES_MAX}
   on conflict (account_id, provider_id, subject) do nothing
   returning id`,
);

const TOUCH_IDENTITY = statement<object>(
  'touch-identity',
  `update holder_identity
   set last_used_at = now()
   where account_id = $1 and provider_id = $2 and subject = $3`,
);

const REMOVE_IDENTITY = statement<{ holder_id: string; provider_id: string }>(
  'remove-identity',
  `delete from holder_identity
   where account_id = $1 and id = $2 and ($3::uuid is null or holder_id = $3)
   returning holder_id, provider_id`,
);

const END_SESSIONS_OF_IDENTITY = statement<object>(
  'end-sessions-of-identity',
  `update session
   set ended_at = now()
   where account_id = $1 and holder_id = $2 and provider_id = $3 and ended_at is null
   returning id`,
);

/** A provider's subject. */
interface Subject {
  accountId: string;
  providerId: string;
  subject: string;
}

/** Whom a provider's subject is linked to; null where nobody is. */
export async function findIdentity(
  db: DatabaseSession,
  { accountId, providerId, subject }: Subject,
): Promise<IdentifiedHolder | null> {
  const [row] = await db.rows(FIND_IDENTITY, [accountId, providerId, subject]);
  return row ?? null;
}

/**
 * Links a subject to a holder, in a transaction of the caller's that has locked the holder.
 * @returns false where the holder has five, or the subject was linked meanwhile.
 */
export async function linkIdentity(tx: DatabaseSession, holderId: string, linked: Subject): Promise<boolean> {
  const { accountId, providerId, subject } = linked;
  return (await tx.rows(SAVE_IDENTITY, [accountId, randomUUID(), holderId, providerId, subject])).length > 0;
}

export async function touchIdentity(tx: DatabaseSession, used: Subject): Promise<void> {
  await tx.rows(TOUCH_IDENTITY, [used.accountId, used.providerId, used.subject]);
}

/**
 * The identities of holders of the caller's account, oldest first: to owners and the operator of all of them, to others
 * their own. @throws ServiceError FORBIDDEN for a key.
 */
export async function identitiesOfHolders(
  { db, caller }: Context,
  holderIds: readonly string[],
): Promise<Map<string, IdentityView[]>> {
  refuseUnlessHolder(caller, 'Linked identities');
  const seesAll = caller.kind !== 'holder' || caller.role === 'owner';
  const seen = holderIds.filter((id) => seesAll || id === caller.holderId);
  const rows = await db.rows(LIST_IDENTITIES, [caller.accountId, seen]);
  return new Map(
    holderIds.map((id) => [id, rows.filter(({ holder_id }) => holder_id === id).map((row) => toView(row))]),
  );
}

/**
 * Removes one: the holder is not known by it any more, and sessions that it opened end. Owners remove those of all,
 * others their own. @throws ServiceError VALIDATION_ERROR, STEP_UP_REQUIRED, FORBIDDEN for a key, NOT_FOUND.
 */
export async function removeIdentity(ctx: Context, identityId: unknown, client: Client): Promise<{ id: string }> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, 'Linked identities');
  refuseUnlessSteppedUp(caller);
  const id = parse(uuid, identityId, 'identity');
  const { accountId } = caller;
  const ownOf = caller.kind === 'holder' && caller.role !== 'owner' ? caller.holderId : null;
  await ctx.db.transaction(async (tx) => {
    const [removed] = await tx.rows(REMOVE_IDENTITY, [accountId, id, ownOf]);
    if (!removed) throw notFound('identity');
    const { holder_id: of, provider_id: providerId } = removed;
    await tx.rows(END_SESSIONS_OF_IDENTITY, [accountId, of, providerId]);
    await saveSecurityEvent(tx, { ...actorOf(caller, client), accountId, kind: 'identity_removed', detail: { of } });
  });
  return { id };
}

/** How an event describes a holder who was linked. */
export function linkedEvent({ accountId, holderId }: HolderKey, provider: string, client: Client) {
  return { accountId, holderId, kind: 'identity_linked' as const, client, detail: { provider } };
}

function toView(row: IdentityRow): IdentityView {
  return {
    id: row.id,
    holderId: row.holder_id,
    providerName: row.provider_name,
    linkedAt: toTimestamp(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
  };
}
