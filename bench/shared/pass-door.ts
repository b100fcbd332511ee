import type { Pool } from 'pg';
import { DOOR, type DoorRow } from '../../src/core/limits/door.statement.js';
import { parseKey } from '../../src/core/people/key-format.js';
import { connect, type DatabaseAddress } from '../../src/database/connection.js';
import { GatheredDoors } from '../../src/http/gathered-doors.js';

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
  const { rows } = await pool.query<DoorRow>({ name: DOOR.name, text: DOOR.text, values: [accountId, hash, 1] });
  if (!rows[0]?.admitted) throw new Error('refused at the door');
  return accountId;
}

/**
 * Lets requests in as the service does: those that wait together in one statement, on connections of the door's own.
 * @returns of one request its account, as {@link passDoor}.
 */
export async function gatherAtDoor(address: DatabaseAddress): Promise<(key: string) => Promise<string>> {
  const { ask } = new GatheredDoors(await connect({ address, isPooled: false, report: () => {} }));
  return async (key) => {
    const parsed = parseKey(key);
    if (!parsed) throw new Error('no key');
    const row = await ask({ ...parsed, cost: 1 });
    if (!row?.admitted) throw new Error('refused at the door');
    return parsed.accountId;
  };
}
