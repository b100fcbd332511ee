import type { Caller } from '../context.js';
import { ServiceError } from '../errors.js';
import { type ParsedKey, parseKey } from '../keys/key-format.js';
import type { IdentityRow } from './door.statement.js';

/** What a request presents to tell who asks; `text` as it was sent. */
export interface Credential {
  kind: 'key';
  text: string;
}

const UNAUTHORIZED_MESSAGE = 'A valid API key is required: Authorization: Bearer <API_KEY>';

/** What the door looks a credential up by. @throws ServiceError UNAUTHORIZED for none, and for what can't be a key. */
export function parseCredential(credential: Credential | null): ParsedKey {
  const key = credential === null ? null : parseKey(credential.text);
  if (!key) throw unauthorized();
  return key;
}

/**
 * Who presented the key that the door found, whatever the tier of its account may ask: the charge tells that.
 * @throws ServiceError UNAUTHORIZED for a revoked key and an inactive subscription.
 */
export function identify(accountId: string, row: IdentityRow): Caller {
  if (row.revoked || row.subscription !== 'active') throw unauthorized();
  return { kind: 'key', accountId, keyId: row.key_id, tier: row.tier };
}

/** Says the same of an unknown key as of a revoked one or an inactive subscription. */
export function unauthorized(): ServiceError {
  return new ServiceError('UNAUTHORIZED', UNAUTHORIZED_MESSAGE);
}
