import type { Frequency, Subscription, Tier } from '../../entities/vocabulary.js';

/** What the operator sees of an account: never the hash of its password. */
export interface AccountView {
  accountId: string;
  name: string;
  email: string;
  tier: Tier;
  subscription: Subscription;
  cadence: Frequency;
}

export interface AccountRow extends Omit<AccountView, 'accountId'> {
  account_id: string;
}

/** Leaves out what else the stored account holds, such as the hash of its password. */
export function toAccountView({ accountId, name, email, tier, subscription, cadence }: AccountView): AccountView {
  return { accountId, name, email, tier, subscription, cadence };
}
