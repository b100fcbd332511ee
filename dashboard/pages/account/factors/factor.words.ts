import type { Factors, Passkey } from '../../../api/held-factors.ts';
import { longDay, plural } from '../../../format.ts';

type Held = Pick<Factors, 'totp_since' | 'passkeys'>;

export function hasFactor({ totp_since, passkeys }: Held): boolean {
  return totp_since !== null || passkeys.length > 0;
}

/** What lets somebody in, as a sentence. */
export function factorFinding(held: Held): string {
  const parts = [
    ...(held.totp_since === null ? [] : ['a code from your app']),
    ...(held.passkeys.length === 0 ? [] : [held.passkeys.length === 1 ? 'your passkey' : 'one of your passkeys']),
  ];
  if (parts.length === 0) return 'You sign in with your password alone.';
  return `You sign in with your password and ${parts.join(' or ')}.`;
}

/** When a passkey was added and last used. */
export function passkeyNote({ created_at, last_used_at }: Pick<Passkey, 'created_at' | 'last_used_at'>): string {
  const used = last_used_at === null ? 'never used' : `last used ${longDay(last_used_at)}`;
  return `Added ${longDay(created_at)}, ${used}`;
}

/** How many recovery codes are left, and what to do about few. */
export function codesNote(left: number): string {
  if (left === 0) return 'None left. Create new ones, or losing your other factors locks you out.';
  return `${plural(left, 'code')} left. Each works once, if you lose your other factors.`;
}
