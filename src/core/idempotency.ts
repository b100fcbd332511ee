import { createHash } from 'node:crypto';
import { statement } from '../database/rows.js';
import type { Context } from './context.js';
import { ServiceError } from './errors.js';
import { inAccountQueue } from './writes.js';

/** How long a response is stored (decisions, "Idempotency-Key on POST"). */
const STORED_FOR = `interval '24 hours'`;

/** Identifies a POST by account, method, path and key; a repetition must have the same body. */
interface IdempotentRequest {
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

/** Waits for the transaction of a concurrent repetition; returns a row only to the request that must do the work. */
const CLAIM = statement<{ claimed: boolean }>(
  'claim-idempotency-key',
  `insert into idempotency_record as r (account_id, method, path, key, body_hash, created_at)
   values ($1, $2, $3, $4, $5, now())
   on conflict (account_id, method, path, key) do update
   set body_hash = excluded.body_hash, status = null, body = null, created_at = excluded.created_at
   where excluded.created_at - r.created_at > ${STORED_FOR}
   returning true as claimed`,
);

const FIND = statement<{ body_hash: Buffer; status: number; body: string }>(
  'find-idempotency-record',
  `select body_hash, status, body
   from idempotency_record
   where account_id = $1 and method = $2 and path = $3 and key = $4`,
);

const STORE_RESPONSE = statement<object>(
  'store-idempotent-response',
  `update idempotency_record
   set status = $5, body = $6
   where account_id = $1 and method = $2 and path = $3 and key = $4`,
);

export const DELETE_EXPIRED = statement<object>(
  'delete-expired-idempotency-records',
  `delete from idempotency_record
   where created_at < now() - ${STORED_FOR}`,
);

/**
 * Does `work` at most once for a key, and returns its first response again for a day. The response is stored in the
 * work's own transaction; so is a refusal that the caller caused, but no failure of the service.
 * @throws ServiceError VALIDATION_ERROR where the key was used with another body.
 */
export async function respondOnce(
  ctx: Context,
  request: IdempotentRequest,
  work: (tx: Context) => Promise<StoredResponse>,
  toResponse: (refusal: ServiceError) => StoredResponse,
): Promise<StoredResponse & { isReplayed: boolean }> {
  const scope = [ctx.caller.accountId, request.method, request.path, request.key];
  const bodyHash = createHash('sha256').update(JSON.stringify(request.body)).digest();
  return inAccountQueue(ctx, () =>
    ctx.db.transaction(async (db) => {
      const [claim] = await db.rows(CLAIM, [...scope, bodyHash]);
      if (!claim) return replay(await db.rows(FIND, scope), bodyHash);
      const response = await work({ ...ctx, db }).catch((error: unknown) => {
        if (error instanceof ServiceError && error.status < 500) return toResponse(error);
        throw error;
      });
      await db.rows(STORE_RESPONSE, [...scope, response.status, response.body]);
      return { ...response, isReplayed: false };
    }),
  );
}

function replay(found: { body_hash: Buffer; status: number; body: string }[], bodyHash: Buffer) {
  const [stored] = found;
  if (!stored) throw new Error('an idempotency key was neither claimed nor found');
  if (!bodyHash.equals(stored.body_hash)) {
    throw new ServiceError('VALIDATION_ERROR', 'Idempotency-Key was already used with a different request body');
  }
  return { status: stored.status, body: stored.body, isReplayed: true };
}
