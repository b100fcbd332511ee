import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../clock.js';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { ApiKey } from '../../entities/account.entity.js';
import { notFound } from '../access/not-found.js';
import { FIND_ACCOUNT } from '../accounts/account.statements.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { toTimestamp } from '../timestamp.js';
import { createKeyInput } from './key.input.js';
import { LIST_KEYS, REVOKE_KEY } from './key.statements.js';
import { type KeyView, toKeyView } from './key.view.js';
import { generateKey } from './key-format.js';

/**
 * Creates a key. It is returned here and never again: what is stored is its hash.
 * @param clock tells when it was created.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND for an account that does not exist.
 */
export async function createKey(
  em: EntityManager,
  clock: Clock,
  input: unknown,
): Promise<{ keyId: string; apiKey: string }> {
  const { accountId, name, description } = parse(createKeyInput, input);
  return transaction(em, async (tx) => {
    await refuseUnknownAccount(tx, accountId);
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
export async function revokeKey(em: EntityManager, keyId: unknown): Promise<{ keyId: string; revokedAt: string }> {
  const id = parse(uuid, keyId, 'key');
  const [row] = await rows(em, REVOKE_KEY, [id]);
  if (!row) throw notFound('key');
  return { keyId: id, revokedAt: toTimestamp(row.revoked_at) };
}

async function refuseUnknownAccount(em: EntityManager, accountId: string): Promise<void> {
  if ((await rows(em, FIND_ACCOUNT, [accountId])).length === 0) throw notFound('account');
}
