import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import type { SecurityEventKind } from '../../entities/vocabulary.js';
import type { Visitor } from './visitor.js';

/** What happened to the access of an account: never a password, a token or a link. */
export interface NewSecurityEvent {
  accountId: string;
  /** Null where the operator acted. */
  holderId: string | null;
  kind: SecurityEventKind;
  visitor: Visitor;
  detail?: Readonly<Record<string, string>>;
}

const SAVE = statement<object>(
  'save-security-event',
  `insert into security_event (account_id, id, holder_id, kind, network, user_agent, detail)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Deletes what is older than 400 days, of all accounts; for the upkeep. */
export const DELETE_OLD_EVENTS = statement<object>(
  'delete-old-security-events',
  `delete from security_event
   where at < now() - interval '400 days'`,
);

/** Remembers an event, in the transaction of `em` where it has one. */
export async function saveSecurityEvent(em: EntityManager, event: NewSecurityEvent): Promise<void> {
  const { accountId, holderId, kind, visitor, detail = {} } = event;
  const values = [accountId, randomUUID(), holderId, kind, visitor.network, visitor.userAgent, JSON.stringify(detail)];
  await rows(em, SAVE, values);
}
