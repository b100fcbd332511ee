import { count, plural } from '../../format.ts';
import type { ApiKey, Viewer } from './api-keys.data.ts';

/** What the keys that are not revoked amount to, as a sentence. */
export function keysFinding(keys: readonly Pick<ApiKey, 'lastUsedAt'>[]): string {
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  const active = plural(keys.length, 'active key');
  if (unused === 0) return `${active}.`;
  if (unused < keys.length) return `${active}, ${count(unused)} of them never used.`;
  return keys.length === 1 ? `${active}, never used.` : `${active}, none ever used.`;
}

/** What all keys together may send; null where the tier has no API. */
export function limitsNote({ limits }: Viewer['account']): string | null {
  if (limits.requestsPerMinute === null || limits.requestsPerDay === null) return null;
  const [minute, day] = [plural(limits.requestsPerMinute, 'request'), count(limits.requestsPerDay)];
  return `All keys together can send ${minute} a minute and ${day} a day (UTC).`;
}

/** Why this person can create no key, as a sentence; null where they can. */
export function creationBar({ role, account }: Viewer): string | null {
  if (role === 'VIEWER') return 'Your role is read-only. Members and owners can create keys.';
  if (account.subscription !== 'ACTIVE') return 'Your subscription is inactive, so you cannot create keys.';
  if (account.limits.requestsPerMinute === null) {
    return `The ${account.tier.toLowerCase()} plan has no API access. The professional and agency plans do.`;
  }
  return null;
}
