import { count, plural } from '../../format.ts';
import type { ApiKey, Viewer } from './api-keys.document.ts';

/** What the keys that are not revoked amount to, as a sentence. */
export function keysFinding(keys: readonly Pick<ApiKey, 'lastUsedAt'>[]): string {
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).length;
  const open = `${plural(keys.length, 'key')} ${keys.length === 1 ? 'opens' : 'open'} the API`;
  if (unused === 0) return `${open}.`;
  if (unused < keys.length) return `${open}; ${count(unused)} of them ${unused === 1 ? 'was' : 'were'} never used.`;
  return keys.length === 1 ? `${open}; it was never used.` : `${open}; none was ever used.`;
}

/** What all keys together may send; null where the tier has no API. */
export function limitsNote({ limits }: Viewer['account']): string | null {
  if (limits.requestsPerMinute === null || limits.requestsPerDay === null) return null;
  const [minute, day] = [plural(limits.requestsPerMinute, 'request'), count(limits.requestsPerDay)];
  return `All keys together may send ${minute} a minute and ${day} a UTC day.`;
}

/** Why this person can create no key, as a sentence; null where they can. */
export function creationBar({ role, account }: Viewer): string | null {
  if (role === 'VIEWER') return 'Your role reads only: a member or an owner creates keys.';
  if (account.subscription !== 'ACTIVE') return 'The subscription is inactive: no keys can be created.';
  if (account.limits.requestsPerMinute === null) {
    return `The ${account.tier.toLowerCase()} tier has no API access: the professional and agency tiers have.`;
  }
  return null;
}
