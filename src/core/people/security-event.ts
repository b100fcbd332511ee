import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import type { SecurityEventKind } from '../../entities/vocabulary.js';
import type { Caller } from '../context.js';
import { OPERATOR_VISITOR, type Visitor } from './visitor.js';

/** Who acts, and where from. */
export interface Actor {
  /** Null for the operator. */
  holderId: string | null;
  visitor: Visitor;
}

export const OPERATOR: Actor = { holderId: null, visitor: OPERATOR_VISITOR };

/** What happened to the access of an account: never a password, a token, a link or a key. */
export interface NewSecurityEvent extends Actor {
  accountId: string;
  kind: SecurityEventKind;
  /** Short texts; `of` is the holder that it happened to, where that is not who acted. */
  detail?: Readonly<Record<string, string>>;
}

/** What strangers can cause is remembered so often a day and account: they must not fill the table. */
const STRANGERS_EVENTS_PER_DAY = 1_000;

const SAVE = statement<object>(
  'save-security-event',
  `insert into security_event (account_id, id, holder_id, kind, network, user_agent, detail)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

const SAVE_OF_STRANGER = statement<object>(
  'save-security-event-of-stranger',
  `insert into security_event (account_id, id, holder_id, kind, network, user_agent, detail)
   select $1, $2, $3, $4, $5, $6, $7
   where (
     select count(*)
     from (
       select
       from security_event
       where account_id = $1 and at > now() - interval '1 day'
         and kind in ('sign_in_failed', 'limits_hit', 'reset_requested')
       limit $8
     ) recent
   ) < $8`,
);

/** Deletes what is older than 400 days, of all accounts; for the upkeep. */
export const DELETE_OLD_EVENTS = statement<object>(
  'delete-old-security-events',
  `delete from security_event
   where at < now() - interval '400 days'`,
);

/** Remembers an event, in the transaction of `em` where it has one. */
export async function saveSecurityEvent(em: EntityManager, event: NewSecurityEvent): Promise<void> {
  await rows(em, SAVE, valuesOf(event));
}

/** As {@link saveSecurityEvent}, for what needs no session: 1,000 a day and account, then nothing. */
export async function saveStrangersEvent(em: EntityManager, event: NewSecurityEvent): Promise<void> {
  await rows(em, SAVE_OF_STRANGER, [...valuesOf(event), STRANGERS_EVENTS_PER_DAY]);
}

/** Who acts with a caller's rights; the operator and the service are nobody's holder. */
export function actorOf(caller: Caller, visitor: Visitor): Actor {
  return { holderId: caller.kind === 'holder' ? caller.holderId : null, visitor };
}

function valuesOf({ accountId, holderId, kind, visitor, detail = {} }: NewSecurityEvent): unknown[] {
  return [accountId, randomUUID(), holderId, kind, visitor.network, visitor.userAgent, JSON.stringify(detail)];
}
