import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { ApiKey } from '../../entities/account.entity.js';
import { KEY_ACCESS, type KeyAccess } from '../../entities/vocabulary.js';
import {
  notFound,
  notFoundOrForbidden,
  refuseUnlessHolder,
  refuseUnlessMayWrite,
  refuseUnlessSteppedUp,
} from '../access/access.js';
import { refuseLimited } from '../access/project-limit.js';
import { generateKey } from '../admission/credential.js';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import { DESCRIPTION_MAX, NAME_MAX, optionalText, parse, requiredText, uuid } from '../input.js';
import { keyLimits } from '../plans.js';
import { toTimestamp } from '../time.js';
import { FIND_ACCOUNT } from './accounts.js';
import { type Actor, actorOf, type Client, OPERATOR, saveSecurityEvent } from './security-events.js';

const WHAT = 'API keys';
/** Lists show them all, and no account needs so many. */
const KEYS_MAX = 1_000;

const createKeyInput = z.object({
  accountId: uuid,
  name: requiredText(NAME_MAX),
  description: optionalText(DESCRIPTION_MAX).default(''),
  access: z.enum(KEY_ACCESS).default('full'),
});

/** What an account sees of a key (specification, section 5): never the key, its hash neither. */
export interface KeyView {
  keyId: string;
  name: string;
  description: string;
  prefix: string;
  access: KeyAccess;
  createdAt: string;
  lastUsedAt: string | null;
  requestCount: number;
  revokedAt: string | null;
}

interface KeyRow {
  id: string;
  name: string;
  description: string;
  prefix: string;
  access: KeyAccess;
  created_at: string;
  last_used_at: string | null;
  request_count: number;
  revoked_at: string | null;
}

const LIST_KEYS = statement<KeyRow>(
  'list-keys',
  `select id, name, description, prefix, access, created_at, last_used_at, request_count::float8 as request_count,
     revoked_at
   from api_key
   where account_id = $1
   order by created_at, id`,
);

/** One key at a time is made for an account, so that the bound on them holds; says whether the account exists. */
const LOCK_FOR_KEY = statement<object>(
  'lock-account-for-key',
  `select
   from account
   where account_id = $1
   for no key update`,
);

const COUNT_KEYS = statement<{ keys: number }>(
  'count-keys',
  `select count(*)::int as keys
   from api_key
   where account_id = $1`,
);

/** Of all accounts: the operator names a key alone. A key never changes its account. */
const OWNER_OF_KEY = statement<{ account_id: string }>(
  'owner-of-key',
  `select account_id
   from api_key
   where id = $1`,
);

/**
 * No row where it was revoked before. On the database's clock, as `last_used_at` is: every replica sees one order of
 * use and revocation.
 */
const REVOKE_KEY = statement<{ revoked_at: string }>(
  'revoke-key',
  `update api_key
   set revoked_at = now()
   where account_id = $1 and id = $2 and revoked_at is null
   returning revoked_at`,
);

const FIND_REVOKED = statement<{ revoked_at: string | null }>(
  'find-revoked-key',
  `select revoked_at
   from api_key
   where account_id = $1 and id = $2`,
);

/**
 * The keys of the caller's account, for its holder alone, or the operator in the holder's place: a key acts as the
 * whole account, but it can't make, see or end keys, so that one that leaked stays the only one.
 * @throws ServiceError FORBIDDEN for a key, a worker, and who is limited to projects: a key sees all of them.
 */
export async function listOwnKeys(ctx: Context): Promise<KeyView[]> {
  refuseUnlessHolder(ctx.caller, WHAT);
  refuseLimited(ctx.caller, WHAT);
  return listKeys(ctx.db, ctx.caller.accountId);
}

/**
 * Creates a key; `apiKey` is shown here and never again. A holder gets none that admission would refuse.
 * @throws ServiceError FORBIDDEN, also for a tier without API access; VALIDATION_ERROR.
 */
export async function createOwnKey(
  ctx: Context,
  input: object,
  client: Client,
): Promise<{ key: KeyView; apiKey: string }> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, WHAT, 'member');
  refuseLimited(caller, WHAT);
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
  if (caller.kind === 'holder') keyLimits(caller.tier);
  const sent = { ...input, accountId: caller.accountId };
  const { keyId, apiKey } = await createKey(ctx.db, ctx.clock, sent, actorOf(caller, client));
  return { key: await getOwnKey(ctx, keyId), apiKey };
}

/**
 * Ends a key at once, also with an inactive subscription; ending it again changes nothing.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, NOT_FOUND.
 */
export async function revokeOwnKey(ctx: Context, keyId: unknown, client: Client): Promise<KeyView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'member');
  refuseLimited(ctx.caller, WHAT);
  refuseUnlessSteppedUp(ctx.caller);
  const key = await getOwnKey(ctx, parse(uuid, keyId, 'key'));
  return { ...key, ...(await revokeKey(ctx.db, key.keyId, actorOf(ctx.caller, client))) };
}

async function getOwnKey(ctx: Context, keyId: string): Promise<KeyView> {
  const key = (await listKeys(ctx.db, ctx.caller.accountId)).find((own) => own.keyId === keyId);
  if (!key) throw await notFoundOrForbidden(ctx, 'key', keyId);
  return key;
}

/**
 * Creates a key. It is returned here and never again: what is stored is its hash.
 * @param clock tells when it was created.
 * @param actor who creates it, for the account's security events.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on keys), NOT_FOUND for an account that does not exist.
 */
export async function createKey(
  db: DatabaseSession,
  clock: Clock,
  input: unknown,
  actor: Actor = OPERATOR,
): Promise<{ keyId: string; apiKey: string }> {
  const { accountId, name, description, access } = parse(createKeyInput, input);
  return db.transaction(async (tx) => {
    await refuseBeyondCapacity(tx, accountId);
    const { key, prefix, hash } = generateKey(accountId);
    const id = randomUUID();
    tx.em.create(ApiKey, {
      accountId,
      id,
      keyHash: hash,
      prefix,
      name,
      description,
      access,
      createdAt: clock.now(),
      requestCount: 0,
    });
    await tx.em.flush();
    await saveSecurityEvent(tx, { ...actor, accountId, kind: 'key_created', detail: { key: id, name, access } });
    return { keyId: id, apiKey: key };
  });
}

/** The account's keys, revoked ones included, oldest first. @throws ServiceError NOT_FOUND. */
export async function listKeys(db: DatabaseSession, accountId: unknown): Promise<KeyView[]> {
  const id = parse(uuid, accountId, 'account');
  await refuseUnknownAccount(db, id);
  return (await db.rows(LIST_KEYS, [id])).map(toKeyView);
}

/** Ends a key at once, on every replica; revoking it again changes nothing. @throws ServiceError NOT_FOUND. */
export async function revokeKey(
  db: DatabaseSession,
  keyId: unknown,
  actor: Actor = OPERATOR,
): Promise<{ keyId: string; revokedAt: string }> {
  const id = parse(uuid, keyId, 'key');
  return db.transaction(async (tx) => {
    const [owner] = await tx.rows(OWNER_OF_KEY, [id]);
    if (!owner) throw notFound('key');
    const accountId = owner.account_id;
    const [revoked] = await tx.rows(REVOKE_KEY, [accountId, id]);
    if (revoked) await saveSecurityEvent(tx, { ...actor, accountId, kind: 'key_revoked', detail: { key: id } });
    const [row] = revoked ? [revoked] : await tx.rows(FIND_REVOKED, [accountId, id]);
    if (!row?.revoked_at) throw new Error('a key was neither revoked nor found revoked');
    return { keyId: id, revokedAt: toTimestamp(row.revoked_at) };
  });
}

async function refuseBeyondCapacity(tx: DatabaseSession, accountId: string): Promise<void> {
  if ((await tx.rows(LOCK_FOR_KEY, [accountId])).length === 0) throw notFound('account');
  const [count] = await tx.rows(COUNT_KEYS, [accountId]);
  if (!count || count.keys >= KEYS_MAX)
    throw invalid([], `An account has at most ${KEYS_MAX} keys, revoked ones included`);
}

async function refuseUnknownAccount(db: DatabaseSession, accountId: string): Promise<void> {
  if ((await db.rows(FIND_ACCOUNT, [accountId])).length === 0) throw notFound('account');
}

function toKeyView(row: KeyRow): KeyView {
  return {
    keyId: row.id,
    name: row.name,
    description: row.description,
    prefix: row.prefix,
    access: row.access,
    createdAt: toTimestamp(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
    requestCount: row.request_count,
    revokedAt: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
  };
}
