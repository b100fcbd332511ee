import { z } from 'zod';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { generateToken, isOpenedBy, parseToken } from '../access/token.js';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import { requiredText } from '../input.js';
import { toTimestamp } from '../time.js';

/** Characters of an address. */
const ADDRESS_MAX = 200;

/** An address as it is kept: in lower case. */
export const mailAddress = requiredText(ADDRESS_MAX)
  .pipe(z.email('must be an e-mail address'))
  .transform((address) => address.toLowerCase());

/** Days that the link of a confirmation is good, and that pass before an address is asked again. */
const CONFIRMATION_DAYS = 7;
/** Confirmations that an account may have mailed in a day: each goes to somebody who may not want it. */
export const CONFIRMATIONS_A_DAY = 20;
/** Addresses of an account, confirmed or not. */
const ADDRESSES_MAX = 1_000;

/** What an address is asked by: mailed at once, never stored. */
export interface NewConfirmation {
  address: string;
  token: string;
  accountName: string;
  expiresAt: string;
}

/** Mails what an address is asked by; false where the mail server did not take it. Never rejects. */
export type DeliverConfirmation = (confirmation: NewConfirmation) => Promise<boolean>;

interface AddressRow {
  address: string;
  is_confirmed: boolean;
  /** Whether a link was mailed within the last days. */
  was_asked: boolean;
}

const FIND = statement<AddressRow>(
  'find-mail-addresses',
  `select m.address, m.confirmed_at is not null as is_confirmed,
     coalesce(m.asked_at > $3::timestamptz, false) as was_asked
   from mail_address m
   where m.account_id = $1 and m.address = any ($2::text[])`,
);

const COUNT = statement<{ listed: number; asked: number; account_name: string }>(
  'count-mail-addresses',
  `select count(m.address)::int as listed, (count(*) filter (where m.asked_at > $2::timestamptz))::int as asked,
     a.name as account_name
   from account a
   left join mail_address m on m.account_id = $1
   where a.account_id = $1
   group by a.name`,
);

const SAVE = statement<{ expires_at: string }>(
  'save-mail-address',
  `insert into mail_address (account_id, address, token_hash, expires_at, asked_at, created_at)
   values ($1, $2, $3, $4, $5, $5)
   on conflict (account_id, address) do update
   set token_hash = excluded.token_hash, expires_at = excluded.expires_at, asked_at = excluded.asked_at
   returning expires_at`,
);

const DAY_MS = 86_400_000;

/**
 * Asks those of the addresses that have not confirmed, and were not asked within a week, in the transaction of `tx`.
 * @param mayAsk false without a mail server: none is asked, and all may be later.
 * @returns what is to be mailed once the transaction holds.
 * @throws ServiceError VALIDATION_ERROR beyond the account's bounds.
 */
export async function askAddresses(
  tx: Context,
  addresses: readonly string[],
  mayAsk: boolean,
): Promise<NewConfirmation[]> {
  if (!mayAsk || addresses.length === 0) return [];
  const { accountId } = tx.caller;
  const now = tx.clock.now();
  const since = new Date(now.getTime() - CONFIRMATION_DAYS * DAY_MS);
  const known = await tx.db.rows(FIND, [accountId, addresses, since]);
  const done = new Set(known.flatMap((row) => (row.is_confirmed || row.was_asked ? [row.address] : [])));
  const asked = [...new Set(addresses)].filter((address) => !done.has(address));
  if (asked.length === 0) return [];
  const [count] = await tx.db.rows(COUNT, [accountId, new Date(now.getTime() - DAY_MS)]);
  if (!count) throw new Error('an account was not counted');
  if (count.asked + asked.length > CONFIRMATIONS_A_DAY) {
    throw invalid(['recipients'], `at most ${CONFIRMATIONS_A_DAY} new addresses a day: add the others tomorrow`);
  }
  if (count.listed + asked.length > ADDRESSES_MAX) {
    throw invalid(['recipients'], `an account has at most ${ADDRESSES_MAX} addresses`);
  }
  const made: NewConfirmation[] = [];
  for (const address of asked) {
    const { token, hash } = generateToken('confirmation', accountId);
    const until = new Date(now.getTime() + CONFIRMATION_DAYS * DAY_MS);
    const [saved] = await tx.db.rows(SAVE, [accountId, address, hash, until, now]);
    if (!saved) throw new Error('an address was not saved');
    made.push({ address, token, accountName: count.account_name, expiresAt: toTimestamp(saved.expires_at) });
  }
  return made;
}

const FORGET_ASKING = statement<object>(
  'forget-asking-mail-address',
  `update mail_address
   set asked_at = null, token_hash = null, expires_at = null
   where account_id = $1 and address = $2 and confirmed_at is null`,
);

/** Where the mail server did not take a confirmation: the address may be asked again at once. */
export async function forgetAsking({ db, caller }: Context, address: string): Promise<void> {
  await db.rows(FORGET_ASKING, [caller.accountId, address]);
}

const FIND_BY_TOKEN = statement<{ account_name: string }>(
  'find-confirmation',
  `select a.name as account_name
   from mail_address m
   join account a on a.account_id = $1
   where ${isOpenedBy('m')}`,
);

const CONFIRM = statement<object>(
  'confirm-mail-address',
  `update mail_address m
   set confirmed_at = coalesce(m.confirmed_at, $3)
   where ${isOpenedBy('m')}
   returning 1`,
);

/** The name of the account that a link of a confirmation is of; null where the link is not good. */
export async function findConfirmation(db: DatabaseSession, token: string): Promise<{ accountName: string } | null> {
  const parsed = parseToken('confirmation', token);
  if (!parsed) return null;
  const [row] = await db.rows(FIND_BY_TOKEN, [parsed.accountId, parsed.hash]);
  return row ? { accountName: row.account_name } : null;
}

/** The address that was sent this link wants the account's mail. @returns false where the link is not good. */
export async function confirmAddress(db: DatabaseSession, token: string, now: Date): Promise<boolean> {
  const parsed = parseToken('confirmation', token);
  if (!parsed) return false;
  return (await db.rows(CONFIRM, [parsed.accountId, parsed.hash, now])).length > 0;
}
