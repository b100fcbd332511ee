import { hash, randomBytes } from 'node:crypto';

/**
 * What tokens are made for, each with how its text begins: a text of one kind is none of another, and each kind has a
 * table of hashes of its own, so that a token opens what it was made for and nothing else. Tokens that browsers and
 * links of people hold begin with nothing.
 */
const PREFIX = {
  session: '',
  device: '',
  signIn: '',
  link: '',
  flow: '',
  share: 'bvs_',
  visit: 'bvv_',
  feed: 'bvf_',
  confirmation: 'bvc_',
  unsubscription: 'bvu_',
} as const;

export type TokenKind = keyof typeof PREFIX;

/** A token as it is handed out, once, and the hash that its row keeps. */
interface NewToken {
  token: string;
  hash: Buffer;
}

/** The account and hash that a presented text encodes: what its row is looked up by. */
export interface ParsedCredential {
  accountId: string;
  hash: Buffer;
}

const ACCOUNT_BYTES = 16;
const SECRET_BYTES = 32;
const BODY_SHAPE = /^[\w-]{64}$/;

/**
 * A new token of an account: the prefix of its kind, then in base64url the account's id, which lets the statement that
 * looks it up carry the account, and 256 bits of secret. The only place where it exists whole.
 */
export function generateToken(kind: TokenKind, accountId: string): NewToken {
  const account = Buffer.from(accountId.replaceAll('-', ''), 'hex');
  const token = PREFIX[kind] + Buffer.concat([account, randomBytes(SECRET_BYTES)]).toString('base64url');
  return { token, hash: hashSecret(token) };
}

/** What a presented text is looked up by; null for what cannot be a token of that kind. */
export function parseToken(kind: TokenKind, text: string): ParsedCredential | null {
  const prefix = PREFIX[kind];
  if (!text.startsWith(prefix)) return null;
  const body = text.slice(prefix.length);
  if (!BODY_SHAPE.test(body)) return null;
  const hex = Buffer.from(body, 'base64url').subarray(0, ACCOUNT_BYTES).toString('hex');
  return { accountId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), hash: hashSecret(text) };
}

/**
 * The hash that a secret is stored and looked up by. A fast one suffices: the secret is random, so there is nothing to
 * guess from; and the time that an index takes to find a hash tells nothing of the secret behind it.
 */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/**
 * The condition that a row is the one of a presented token and has not expired, by the database's clock.
 * @param alias of a table with `account_id`, `token_hash` and `expires_at`; the statement has the account as $1 and the
 *   hash as $2.
 */
export function isOpenedBy(alias: string): string {
  return `${alias}.account_id = $1 and ${alias}.token_hash = $2 and ${alias}.expires_at > now()`;
}
