import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { rows, statement } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import { ApiKey } from '../../entities/account.entity.js';
import { ServiceError } from '../errors.js';
import { DESCRIPTION_MAX, NAME_MAX, optionalText, requiredText, uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { toTimestamp } from '../timestamp.js';
import { generateKey } from './key-format.js';

const createKeyInput = z.object({
  accountId: uuid,
  name: requiredText(NAME_MAX),
  description: optionalText(DESCRIPTION_MAX).default(''),
});

/** What an account sees of a key (specification, section 5): never the key, its hash neither. */
export interface KeyView {
  keyId: string;
  name: string;
  description: string;
  prefix: string;
  createdAt: string;
  lastUsedAt: string | null;
  requestCount: number;
  revokedAt: string | null;
}

const LIST_KEYS = statement<{
  id: string;
  name: string;
  description: string;
  prefix: string;
  created_at: string;
  last_used_at: string | null;
  request_count: number;
  revoked_at: string | null;
}>(
  'list-keys',
  `select id, name, description, prefix, created_at, last_used_at, request_count::float8 as request_count, revoked_at
   from api_key
   where account_id = $1
   order by created_at, id`,
);

const REVOKE_KEY = statement<{ revoked_at: string }>(
  'revoke-key',
  `update api_key
   set revoked_at = coalesce(revoked_at, now())
   where id = $1
   returning revoked_at`,
);

const FIND_ACCOUNT = statement<object>(
  'find-account',
  `select
   from account
   where account_id = $1`,
);

/**
 * Creates a key. The answer is the only time that it is shown: what is stored is its hash.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND for an account that does not exist.
 */
export async function createKey(em: EntityManager, input: unknown): Promise<{ keyId: string; apiKey: string }> {
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
      createdAt: new Date(),
      requestCount: 0,
    });
    return { keyId: id, apiKey: key };
  });
}

/** The account's keys, revoked ones included, oldest first. @throws ServiceError NOT_FOUND. */
export async function listKeys(em: EntityManager, accountId: unknown): Promise<KeyView[]> {
  const id = parse(uuid, accountId, 'account');
  await refuseUnknownAccount(em, id);
  return (await rows(em, LIST_KEYS, [id])).map((row) => ({
    keyId: row.id,
    name: row.name,
    description: row.description,
    prefix: row.prefix,
    createdAt: toTimestamp(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : toTimestamp(row.last_used_at),
    requestCount: row.request_count,
    revokedAt: row.revoked_at === null ? null : toTimestamp(row.revoked_at),
  }));
}

/** Ends a key at once, on every replica; revoking it again changes nothing. @throws ServiceError NOT_FOUND. */
export async function revokeKey(em: EntityManager, keyId: unknown): Promise<{ keyId: string; revokedAt: string }> {
  const id = parse(uuid, keyId, 'key');
  const [row] = await rows(em, REVOKE_KEY, [id]);
  if (!row) throw new ServiceError('NOT_FOUND', 'Key not found');
  return { keyId: id, revokedAt: toTimestamp(row.revoked_at) };
}

async function refuseUnknownAccount(em: EntityManager, accountId: string): Promise<void> {
  if ((await rows(em, FIND_ACCOUNT, [accountId])).length === 0)
    throw new ServiceError('NOT_FOUND', 'Account not found');
}
