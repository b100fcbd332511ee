import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import { DOOR, type DoorRow } from './door.statement.js';

/** A request at the door with a key. */
export interface KeyRequest {
  accountId: string;
  /** The key's. */
  hash: Buffer;
  /** In requests of the tier, from 1 to {@link DEAREST}. */
  cost: number;
}

/** Asks the database about a request and charges it; undefined where there is no such key. */
export type AskDoor = (request: KeyRequest) => Promise<DoorRow | undefined>;

/** Far above a minute of any tier, and an integer of PostgreSQL's. */
export const DEAREST = 1_000_000;

/** Asks in a statement of the request's own. */
export function askAlone(database: Database): AskDoor {
  return async ({ accountId, hash, cost }) => {
    const [row] = await rows(database.openForDoor(accountId), DOOR, [accountId, hash, cost]);
    return row;
  };
}
