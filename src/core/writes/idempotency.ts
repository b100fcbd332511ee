import { createHash } from 'node:crypto';
import { rows, statement } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import type { Context } from '../context.js';
import { ServiceError } from '../errors.js';
import { inAccountQueue } from './account-queue.js';

/** How long an answer is kept (decisions, "Idempotency-Key on POST"). */
const KEPT = `interval '24 hours'`;

/** What one POST is known by: the account, method, path and key; and the body that must be the same again. */
export interface IdempotentRequest {
  method: string;
  path: string;
  key: string;
  body: unknown;
}

export interface StoredResponse {
  status: number;
  /** The body as sent. */
  body: string;
}

/** Waits for a concurrent twin's transaction; gives a row only to the one that is to do the work. */
const CLAIM = statement<{ claimed: boolean }>(
  'claim-idempotency-key',
  `insert into idempotency_record as r (account_id, method, path, key, body_hash)
   values ($1, $2, $3, $4, $5)
   on conflict (account_id, method, path, key) do update
   set body_hash = excluded.body_hash, status = null, body = null, created_at = now()
   where r.created_at < now() - ${KEPT}
   returning true as claimed`,
);

const FIND = statement<{ body_hash: Buffer; status: number; body: string }>(
  'find-idempotency-record',
  `select body_hash, status, body
   from idempotency_record
   where account_id = $1 and method = $2 and path = $3 and key = $4`,
);

const KEEP = statement<object>(
  'keep-idempotent-answer',
  `update idempotency_record
   set status = $5, body = $6
   where account_id = $1 and method = $2 and path = $3 and key = $4`,
);

export const DELETE_EXPIRED = statement<object>(
  'forget-idempotency-records',
  `delete from idempotency_record
   where created_at < now() - ${KEPT}`,
);

/**
 * Does `work` at most once for a key and gives its first answer again for a day. The answer is kept in the work's own
 * transaction; a refusal of the caller's making is kept too, a failure of ours is not.
 * @throws ServiceError VALIDATION_ERROR where the key was used with another body.
 */
export async function respondOnce(
  ctx: Context,
  request: IdempotentRequest,
  work: (tx: Context) => Promise<StoredResponse>,
  toAnswer: (refusal: ServiceError) => StoredResponse,
): Promise<StoredResponse & { isReplayed: boolean }> {
  const scope = [ctx.caller.accountId, request.method, request.path, request.key];
  const bodyHash = createHash('sha256').update(JSON.stringify(request.body)).digest();
  return inAccountQueue(ctx, () =>
    transaction(ctx.em, async (em) => {
      const [claim] = await rows(em, CLAIM, [...scope, bodyHash]);
      if (!claim) return replay(await rows(em, FIND, scope), bodyHash);
      const answer = await work({ ...ctx, em }).catch((error: unknown) => {
        if (error instanceof ServiceError && error.status < 500) return toAnswer(error);
        throw error;
      });
      await rows(em, KEEP, [...scope, answer.status, answer.body]);
      return { ...answer, isReplayed: false };
    }),
  );
}

function replay(found: { body_hash: Buffer; status: number; body: string }[], bodyHash: Buffer) {
  const [kept] = found;
  if (!kept) throw new Error('an idempotency key was neither claimed nor found');
  if (!bodyHash.equals(kept.body_hash)) {
    throw new ServiceError('VALIDATION_ERROR', 'Idempotency-Key was used before with another request body');
  }
  return { status: kept.status, body: kept.body, isReplayed: true };
}
