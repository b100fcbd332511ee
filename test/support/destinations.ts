import { randomBytes, randomUUID } from 'node:crypto';
import type { AlertTelling } from '../../src/core/alerts/alert-events.js';
import type { DestinationKind } from '../../src/entities/vocabulary.js';
import type { TestDatabase } from './database.js';
import { queryDatabase } from './sql.js';

/** A destination as a test puts it straight into the table, past all rules. */
export interface StoredDestination {
  id: string;
  /** As a receiver has it. */
  secret: string;
}

interface Stored {
  kind?: DestinationKind;
  url?: string | null;
  events?: readonly string[];
  /** What is signed with, or a channel's address; random where left out. */
  secret?: Buffer;
  formerSecret?: Buffer;
  formerUntil?: Date;
  at?: Date;
}

/** A destination that is sent alerts. */
export async function storeDestination(
  database: TestDatabase,
  accountId: string,
  { kind = 'webhook', url = null, events = ['alert.opened'], at = new Date(), ...stored }: Stored,
): Promise<StoredDestination> {
  const id = randomUUID();
  const secret = stored.secret ?? randomBytes(32);
  await queryDatabase(
    database,
    `insert into destination (account_id, id, kind, name, url, events, secret, former_secret, former_until, created_at,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [accountId, id, kind, 'Receiver', url, events, secret, stored.formerSecret, stored.formerUntil, at],
  );
  return { id, secret: secretText(secret) };
}

export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

/** How alerts are told where no mail is sent. */
export const TOLD_WITHOUT_MAIL: AlertTelling = { mail: { mayMail: null }, publicUrl: null };
