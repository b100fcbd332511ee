import { count, plural } from '../../format.ts';
import type { ApiKey, Viewer } from './api-keys.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  noApiKeysYet: 'No API keys yet.',
  withAKeyADataWarehouseAReport:
    'With a key, a data warehouse, a report or a script can read the numbers and change projects and prompts.',
  createAKey: 'Create a key',
  yourNewKey: 'Your new key',
  whatWillUseItSuchAsAData: 'What will use it, such as a data warehouse or a report.',
  copyItNowAndStoreItSafely: 'Copy it now and store it safely: you will not see it again.',
  sendItInTheHeader: 'Send it in the header',
  afterTheWord: ', after the word',
  itHasFullAccessToTheApi: '. It has full access to the API for the whole account until it is revoked.',
  itReadsTheWholeAccount: '. It reads the whole account, and changes nothing, until it is revoked.',
  access: 'Access',
  readOnly: 'Read only: assistants, reports, warehouses',
  readAndChange: 'Read and change projects and prompts',
  reads: 'Reads only',
  readsAndChanges: 'Reads and changes',
  anythingThatUsesTheKey: 'Anything that uses the key beginning with',
  isRefusedFromItsNextRequest: 'is refused from its next request. This cannot be undone.',
  itWasNeverUsed: 'It was never used.',
  hideRevokedKeys: 'Hide revoked keys',
} as const;

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
