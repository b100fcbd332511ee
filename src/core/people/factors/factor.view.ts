import { toTimestamp } from '../../timestamp.js';
import type { HeldFactors } from './challenge.js';
import type { PasskeyRow } from './factor.statements.js';

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

export function toFactorsView({ totpSince, passkeys, recoveryCodes, isRequired }: HeldFactors): FactorsView {
  return { totpSince, passkeys: passkeys.map(toPasskeyView), recoveryCodesLeft: recoveryCodes, isRequired };
}

function toPasskeyView({ id, name, created_at, last_used_at }: PasskeyRow): PasskeyView {
  return { id, name, createdAt: toTimestamp(created_at), lastUsedAt: last_used_at && toTimestamp(last_used_at) };
}
