import { hash, randomBytes } from 'node:crypto';

/**
 * The credential of a browser or a link: the account's id, which its look-up statement carries, and 256 bits of secret,
 * in base64url.
 */
export interface Token {
  token: string;
  hash: Buffer;
}

/** The account and hash that a presented token encodes. */
export interface ParsedToken {
  accountId: string;
  hash: Buffer;
}

const ACCOUNT_BYTES = 16;
const SECRET_BYTES = 32;
const SHAPE = /^[\w-]{64}$/;

/** A new token of an account: the only place where it exists whole. */
export function generateToken(accountId: string): Token {
  const account = Buffer.from(accountId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([account, randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, hash: hashToken(token) };
}

/** Null for what cannot be a token of ours. */
export function parseToken(text: string): ParsedToken | null {
  if (!SHAPE.test(text)) return null;
  const hex = Buffer.from(text, 'base64url').subarray(0, ACCOUNT_BYTES).toString('hex');
  return { accountId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), hash: hashToken(text) };
}

/** A fast hash suffices: the secret is random, so there is nothing to guess from. */
function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
