import type { Pool } from 'pg';
import { ADMIT_KEY, type KeyDecision } from '../../src/core/admission/admission.sql.js';
import { AdmissionBatcher } from '../../src/core/admission/batcher.js';
import { parseKey } from '../../src/core/admission/credential.js';
import { connect, type DatabaseAddress } from '../../src/database/connection.js';

/** What a request presents: `Authorization: Bearer KEY`. */
export function presentedKey(authorization: string | undefined): string {
  return authorization?.slice('Bearer '.length) ?? '';
}

/**
 * Lets one request in by the service's own door statement, as any server would have to run it: the key, the limits, the
 * cost of one request and its usage.
 * @returns the account.
 * @throws Error for a key that is not good, and where the limits leave no room.
 */
export async function passDoor(pool: Pool, key: string): Promise<string> {
  const parsed = parseKey(key);
  if (!parsed) throw new Error('no key');
  const { accountId, hash } = parsed;
  const { rows } = await pool.query<KeyDecision>({
    name: ADMIT_KEY.name,
    text: ADMIT_KEY.text,
    values: [accountId, hash, 1],
  });
  if (!rows[0]?.admitted) throw new Error('refused at the door');
  return accountId;
}

/**
 * Lets requests in as the service does: those that wait together in one statement, on connections of the door's own.
 * @returns of one request its account, as {@link passDoor}.
 */
export async function gatherAtDoor(address: DatabaseAddress): Promise<(key: string) => Promise<string>> {
  const { decide } = new AdmissionBatcher(await connect({ address, isPooled: false, report: () => {} }));
  return async (key) => {
    const parsed = parseKey(key);
    if (!parsed) throw new Error('no key');
    const row = await decide({ ...parsed, cost: 1 });
    if (!row?.admitted) throw new Error('refused at the door');
    return parsed.accountId;
  };
}
