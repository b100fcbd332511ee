import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import type { DoorRow } from './door.statement.js';
import { ACCOUNT_DOOR_BATCH, type BatchRow, DOOR_BATCH } from './door-batch.statement.js';
import type { KeyRequest } from './key-request.js';

/** Equal requests of one account: with one key, at one cost. `count` is at least 1. */
export interface EqualRequests extends KeyRequest {
  count: number;
}

/** Batches of many accounts share this name in the door's connections, where accounts go by their ids. */
const BATCHES = 'batches';

/**
 * Passes requests of many accounts in one statement, each account once in `batch`.
 * @returns for each entry what its requests are told, in their order; undefined for a key that is not there or whose
 *   rows somebody else has locked.
 */
export async function passBatch(
  database: Database,
  batch: readonly EqualRequests[],
): Promise<(DoorRow[] | undefined)[]> {
  const found = await rows(database.openForDoor(BATCHES), DOOR_BATCH, [
    batch.map(({ accountId }) => accountId),
    batch.map(({ hash }) => hash),
    batch.map(({ cost }) => cost),
    batch.map(({ count }) => count),
  ]);
  const told: (DoorRow[] | undefined)[] = batch.map(() => undefined);
  for (const row of found) told[row.at - 1] = rowsOfEach(row, batch[row.at - 1]?.count ?? 0);
  return told;
}

/** Passes equal requests of one account in one statement, which waits for the account's locks. */
export async function passTogether(database: Database, requests: EqualRequests): Promise<DoorRow[] | undefined> {
  const { accountId, hash, cost, count } = requests;
  const [row] = await rows(database.openForDoor(accountId), ACCOUNT_DOOR_BATCH, [accountId, hash, cost, count]);
  return row && rowsOfEach(row, count);
}

/** What each of `count` requests would have been told, had they come one after the other. */
function rowsOfEach(row: BatchRow, count: number): DoorRow[] {
  return Array.from({ length: count }, (_, place) => rowOf(row, place + 1));
}

function rowOf(row: BatchRow, place: number): DoorRow {
  const { admitted } = row;
  if (admitted === null) return { ...row, admitted };
  const later = Math.max(0, admitted - place) * row.charge;
  return {
    ...row,
    admitted: place <= admitted,
    minute_count: (row.minute_count ?? 0) - later,
    day_count: (row.day_count ?? 0) - later,
  };
}
