import type { Role } from '../../entities/vocabulary.js';
import { toTimestamp } from '../timestamp.js';

/** A person of an account, as its people see them: never the hash of the password. */
export interface HolderView {
  holderId: string;
  accountId: string;
  email: string;
  name: string;
  role: Role;
  /** Whether a password was set: an unused invitation has none. */
  hasPassword: boolean;
  hasSecondFactor: boolean;
  disabledAt: string | null;
  createdAt: string;
}

export interface HolderRow {
  id: string;
  account_id: string;
  email: string;
  name: string;
  role: Role;
  has_password: boolean;
  has_second_factor: boolean;
  disabled_at: string | null;
  created_at: string;
}

export function toHolderView(row: HolderRow): HolderView {
  return {
    holderId: row.id,
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role,
    hasPassword: row.has_password,
    hasSecondFactor: row.has_second_factor,
    disabledAt: row.disabled_at === null ? null : toTimestamp(row.disabled_at),
    createdAt: toTimestamp(row.created_at),
  };
}
