import { withoutFactor } from '../access/stepped-up.js';
import { parseToken } from '../access/token.js';
import type { Caller } from '../context.js';
import { ServiceError } from '../errors.js';
import { parseKey } from '../people/key-format.js';
import type { IdentityRow } from './door.statement.js';
import type { SessionDoorRow } from './session-door.statement.js';

/** What identifies the caller of a request: an API key, or the token of a session; `text` as it was sent. */
export interface Credential {
  kind: 'key' | 'session';
  text: string;
  /** Of a session: the request is one of those by which who lacks a required second factor adds it. */
  mayLackFactor?: boolean;
}

/** What the door looks a credential up by. */
export interface ParsedCredential {
  accountId: string;
  hash: Buffer;
}

const UNAUTHORIZED_MESSAGE = 'A valid API key is required: Authorization: Bearer <API_KEY>';
const SIGNED_OUT_MESSAGE = 'You are not signed in, or your session has ended. Sign in.';

const parsed = new WeakMap<Credential, ParsedCredential | null>();

/** Null for what cannot be a credential of ours. Each object is parsed once, as a key is hashed twice for it. */
export function parseCredential(credential: Credential): ParsedCredential | null {
  const known = parsed.get(credential);
  if (known !== undefined) return known;
  const read = parseText(credential);
  parsed.set(credential, read);
  return read;
}

function parseText({ kind, text }: Credential): ParsedCredential | null {
  switch (kind) {
    case 'key':
      return parseKey(text);
    case 'session':
      return parseToken(text);
    default:
      return kind satisfies never;
  }
}

/**
 * Who presented the key that the door found, whatever the tier of its account may ask.
 * @throws ServiceError UNAUTHORIZED for a revoked key and an inactive subscription.
 */
export function identify(accountId: string, row: IdentityRow): Caller {
  if (row.revoked || row.subscription !== 'active') throw unauthorized();
  return { kind: 'key', accountId, keyId: row.key_id, tier: row.tier };
}

/**
 * Who signed in with the session that the door found; an inactive subscription reads all the same.
 * @throws ProofRequired SECOND_FACTOR_REQUIRED.
 */
export function identifyHolder(accountId: string, row: SessionDoorRow, { mayLackFactor }: Credential): Caller {
  if (row.lacks_factor && !mayLackFactor) throw withoutFactor();
  const { holder_id: holderId, session_id: sessionId, role, tier, subscription, is_stepped_up: isSteppedUp } = row;
  return { kind: 'holder', accountId, tier, holderId, sessionId, role, subscription, isSteppedUp };
}

/** Has one message for an unknown key, a revoked one and an inactive subscription; likewise for sessions. */
export function unauthorized(kind: Credential['kind'] = 'key'): ServiceError {
  return new ServiceError('UNAUTHORIZED', kind === 'key' ? UNAUTHORIZED_MESSAGE : SIGNED_OUT_MESSAGE);
}
