import { hash, randomInt } from 'node:crypto';
import { hashSecret, type ParsedCredential, parseToken } from '../access/token.js';

/** What identifies the caller of a request: an API key, or the token of a session. */
export interface Credential {
  kind: 'key' | 'session';
  /** What it is looked up by; null for a text that cannot be a credential of ours. */
  parsed: ParsedCredential | null;
  /** Of a session: the request is one of those by which a holder without a required second factor adds it. */
  mayLackFactor: boolean;
}

/** The credential that a presented text is. */
export function readCredential(kind: Credential['kind'], text: string, mayLackFactor = false): Credential {
  return { kind, parsed: kind === 'key' ? parseKey(text) : parseToken('session', text), mayLackFactor };
}

/**
 * `bvm_` + 32 characters of secret + the account's id in 32 hex digits + 6 characters of checksum. The account's id
 * lets the statement of admission carry it; the checksum refuses a mistyped key without asking the database.
 */
const PREFIX = 'bvm_';
const SECRET_LENGTH = 32;
const ACCOUNT_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY_LENGTH = PREFIX.length + SECRET_LENGTH + ACCOUNT_LENGTH;
const KEY_SHAPE = /^bvm_[0-9A-Za-z]{32}[0-9a-f]{32}[0-9a-f]{6}$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters of a key that its holder sees in lists: the scheme and the secret's beginning. */
const SHOWN_LENGTH = PREFIX.length + 8;

/** A new key of an account: 190 bits of secret. The only place where the whole key exists. */
export function generateKey(accountId: string): { key: string; prefix: string; hash: Buffer } {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const body = PREFIX + secret + accountId.replaceAll('-', '');
  const key = body + checksum(body);
  return { key, prefix: key.slice(0, SHOWN_LENGTH), hash: hashSecret(key) };
}

/** The account and hash that a presented key encodes; null for a text that cannot be a key of ours. */
export function parseKey(text: string): ParsedCredential | null {
  if (text.length !== BODY_LENGTH + CHECKSUM_LENGTH || !KEY_SHAPE.test(text)) return null;
  const body = text.slice(0, BODY_LENGTH);
  if (checksum(body) !== text.slice(BODY_LENGTH)) return null;
  return { accountId: toUuid(body.slice(PREFIX.length + SECRET_LENGTH)), hash: hashSecret(text) };
}

function toUuid(hex: string): string {
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return parts.join('-');
}

function checksum(body: string): string {
  return hash('sha256', `checksum:${body}`).slice(0, CHECKSUM_LENGTH);
}
