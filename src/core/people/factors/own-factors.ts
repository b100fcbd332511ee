import type { DatabaseSession } from '../../../database/database-session.js';
import { statement } from '../../../database/rows.js';
import type { SecondFactor } from '../../../entities/vocabulary.js';
import { toTimestamp } from '../../time.js';

/** Whose factors: the key that their rows begin with. */
export interface HolderKey {
  accountId: string;
  holderId: string;
}

/** What a holder has beside the password. */
export interface HeldFactors {
  /** Null where no app was added. */
  totpSince: string | null;
  passkeys: PasskeyRow[];
  /** Left to use. */
  recoveryCodes: number;
  /** Whether the account requires a second factor of everybody. */
  isRequired: boolean;
  email: string;
}

export interface PasskeyRow {
  id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: string;
  relying_party: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** A passkey as its holder sees it: never its key. */
export interface PasskeyView {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** What a holder has beside the password. */
export interface FactorsView {
  /** Since when there is an authenticator app; null without one. */
  totpSince: string | null;
  passkeys: PasskeyView[];
  recoveryCodesLeft: number;
  /** Whether the account requires a second factor of everybody. */
  isRequired: boolean;
}

/** What a holder has; a null `confirmed_at` where no app was added. */
const FIND_FACTORS = statement<{
  confirmed_at: string | null;
  recovery_codes: number;
  is_required: boolean;
  email: string;
  password_set_at: string | null;
}>(
  'find-factors-of-holder',
  `select t.confirmed_at, a.second_factor_required as is_required, h.email, h.password_set_at, (
     select count(*)::int
     from recovery_code c
     where c.account_id = $1 and c.holder_id = $2 and c.used_at is null
   ) as recovery_codes
   from holder h
   join account a on a.account_id = $1
   left join totp_factor t on t.account_id = $1 and t.holder_id = h.id
   where h.account_id = $1 and h.id = $2`,
);

export const PASSKEY = 'id, credential_id, public_key, counter, relying_party, name, created_at, last_used_at';

const LIST_PASSKEYS = statement<PasskeyRow>(
  'list-passkeys',
  `select ${PASSKEY}
   from passkey
   where account_id = $1 and holder_id = $2
   order by created_at, id`,
);

const LOCK_HOLDER = statement<{ id: string }>(
  'lock-holder-for-factors',
  `select id
   from holder
   where account_id = $1 and id = $2
   for no key update`,
);

/** @throws Error for a holder that is not there. */
export async function findFactors(db: DatabaseSession, { accountId, holderId }: HolderKey): Promise<HeldFactors> {
  const [row] = await db.rows(FIND_FACTORS, [accountId, holderId]);
  if (!row) throw new Error('the factors of a holder who is not there are asked for');
  const passkeys = await db.rows(LIST_PASSKEYS, [accountId, holderId]);
  const { confirmed_at, recovery_codes: recoveryCodes, is_required: isRequired, email } = row;
  return { totpSince: confirmed_at && toTimestamp(confirmed_at), passkeys, recoveryCodes, isRequired, email };
}

export function hasFactor({ totpSince, passkeys }: HeldFactors): boolean {
  return totpSince !== null || passkeys.length > 0;
}

/** What a holder may present; empty where there is no second factor. */
export function methodsOf(held: HeldFactors): SecondFactor[] {
  const methods: SecondFactor[] = [];
  if (held.totpSince !== null) methods.push('totp');
  if (held.passkeys.length > 0) methods.push('passkey');
  if (held.recoveryCodes > 0 && methods.length > 0) methods.push('recovery_code');
  return methods;
}

export function toFactorsView({ totpSince, passkeys, recoveryCodes, isRequired }: HeldFactors): FactorsView {
  return { totpSince, passkeys: passkeys.map(toPasskeyView), recoveryCodesLeft: recoveryCodes, isRequired };
}

function toPasskeyView({ id, name, created_at, last_used_at }: PasskeyRow): PasskeyView {
  return { id, name, createdAt: toTimestamp(created_at), lastUsedAt: last_used_at && toTimestamp(last_used_at) };
}

/** Lets one change of a holder's factors in at a time; false for a holder that is not there. */
export async function lockHolder(tx: DatabaseSession, { accountId, holderId }: HolderKey): Promise<boolean> {
  return (await tx.rows(LOCK_HOLDER, [accountId, holderId])).length > 0;
}
