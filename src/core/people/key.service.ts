import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../clock.js';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { ApiKey } from '../../entities/account.entity.js';
import { notFound } from '../access/not-found.js';
import { invalid } from '../errors.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { toTimestamp } from '../timestamp.js';
import { FIND_ACCOUNT } from './account.statements.js';
import { createKeyInput } from './key.input.js';
import { COUNT_KEYS, FIND_REVOKED, LIST_KEYS, LOCK_FOR_KEY, OWNER_OF_KEY, REVOKE_KEY } from './key.statements.js';
import { type KeyView, toKeyView } from './key.view.js';
import { generateKey } from './key-format.js';
import { type Actor, OPERATOR, saveSecurityEvent } from './security-event.js';

/** Lists show them all, and nobody needs so many. */
const KEYS_MAX = 1_000;

/**
 * Creates a key. It is returned here and never again: what is stored is its hash.
 * @param clock tells when it was created.
 * @param actor who creates it, for the account's security events.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on keys), NOT_FOUND for an account that does not exist.
 */
export async function createKey(
  em: EntityManager,
  clock: Clock,
  input: unknown,
  actor: Actor = OPERATOR,
): Promise<{ keyId: string; apiKey: string }> {
  const { accountId, name, description } = parse(createKeyInput, input);
  return transaction(em, async (tx) => {
    await refuseBeyondCapacity(tx, accountId);
    const { key, prefix, hash } = generateKey(accountId);
    const id = randomUUID();
    tx.create(ApiKey, {
      accountId,
      id,
      keyHash: hash,
      prefix,
      name,
      description,
      createdAt: clock.now(),
      requestCount: 0,
    });
    await tx.flush();
    await saveSecurityEvent(tx, { ...actor, accountId, kind: 'key_created', detail: { key: id, name } });
    return { keyId: id, apiKey: key };
  });
}

/** The account's keys, revoked ones included, oldest first. @throws ServiceError NOT_FOUND. */
export async function listKeys(em: EntityManager, accountId: unknown): Promise<KeyView[]> {
  const id = parse(uuid, accountId, 'account');
  await refuseUnknownAccount(em, id);
  return (await rows(em, LIST_KEYS, [id])).map(toKeyView);
}

/** Ends a key at once, on every replica; revoking it again changes nothing. @throws ServiceError NOT_FOUND. */
export async function revokeKey(
  em: EntityManager,
  keyId: unknown,
  actor: Actor = OPERATOR,
): Promise<{ keyId: string; revokedAt: string }> {
  const id = parse(uuid, keyId, 'key');
  return transaction(em, async (tx) => {
    const [owner] = await rows(tx, OWNER_OF_KEY, [id]);
    if (!owner) throw notFound('key');
    const accountId = owner.account_id;
    const [revoked] = await rows(tx, REVOKE_KEY, [accountId, id]);
    if (revoked) await saveSecurityEvent(tx, { ...actor, accountId, kind: 'key_revoked', detail: { key: id } });
    const [row] = revoked ? [revoked] : await rows(tx, FIND_REVOKED, [accountId, id]);
    if (!row?.revoked_at) throw new Error('a key was neither revoked nor found revoked');
    return { keyId: id, revokedAt: toTimestamp(row.revoked_at) };
  });
}

async function refuseBeyondCapacity(tx: EntityManager, accountId: string): Promise<void> {
  if ((await rows(tx, LOCK_FOR_KEY, [accountId])).length === 0) throw notFound('account');
  const [count] = await rows(tx, COUNT_KEYS, [accountId]);
  if (!count || count.keys >= KEYS_MAX)
    throw invalid([], `An account has at most ${KEYS_MAX} keys, revoked ones included`);
}

async function refuseUnknownAccount(em: EntityManager, accountId: string): Promise<void> {
  if ((await rows(em, FIND_ACCOUNT, [accountId])).length === 0) throw notFound('account');
}
