/** A passkey as its holder sees it. */
export interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** What somebody has beside the password. */
export interface Factors {
  /** Since when there is an authenticator app; null without one. */
  totp_since: string | null;
  passkeys: readonly Passkey[];
  recovery_codes_left: number;
  /** Whether the account requires a second factor of everybody. */
  is_required: boolean;
}
