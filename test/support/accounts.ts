import { randomUUID } from 'node:crypto';
import { type Clock, SYSTEM_CLOCK } from '../../src/clock.js';
import type { Caller, Context } from '../../src/core/context.js';
import { createAccount } from '../../src/core/people/accounts.js';
import { createKey } from '../../src/core/people/api-keys.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import type { Tier } from '../../src/entities/vocabulary.js';

export interface TestAccount {
  accountId: string;
  apiKey: string;
  keyId: string;
  ctx: Context;
}

/** An account of the test's own, with a key and a context to call verbs with. */
export async function openAccount(
  db: DatabaseSession,
  tier: Tier = 'agency',
  clock: Clock = SYSTEM_CLOCK,
): Promise<TestAccount> {
  const { accountId } = await createAccount(db, clock, { name: 'Test', email: `${randomUUID()}@example.com`, tier });
  const { keyId, apiKey } = await createKey(db, clock, { accountId, name: 'test' });
  const caller = { kind: 'key', accountId, keyId, access: 'full', tier } as const;
  return { accountId, keyId, apiKey, ctx: { db, clock, caller } };
}

/** An owner who signed in, for verbs that ask only what a caller may do; no such holder is stored. */
export function ownerOf({ accountId, tier }: Pick<Caller, 'accountId' | 'tier'>): Extract<Caller, { kind: 'holder' }> {
  const ids = { holderId: randomUUID(), sessionId: randomUUID() };
  return {
    kind: 'holder',
    accountId,
    tier,
    ...ids,
    role: 'owner',
    subscription: 'active',
    isSteppedUp: true,
    projectIds: null,
  };
}
