import { toTimestamp } from '../core/time.js';
import type { DatabaseSession } from '../database/database-session.js';
import { statement } from '../database/rows.js';
import type { DeliveryFault, DeliveryState, DestinationKind, EventType } from '../entities/vocabulary.js';
import type { ClaimedDelivery } from './carrier.js';

/** Deliveries of one destination that are under way at once, over all processes. */
const AT_ONCE = 2;

/** A claim that is not settled by then is free again: longer than any attempt takes. */
const LEASE = `interval '30 seconds'`;

/** What waits, of an account. */
export interface DueAccount {
  accountId: string;
  due: number;
}

const IS_FREE = 'd.lease_until is null or d.lease_until <= now()';

/** Of all accounts, a read alone: those that have waited longest first, and how far the two clocks are apart. */
const LOOK = statement<{ account_id: string; due: number; skew_seconds: number }>(
  'look-for-due-deliveries',
  `select d.account_id, count(*)::int as due,
     extract(epoch from ($1::timestamptz - now()))::float8 as skew_seconds
   from delivery d
   where d.state = 'waiting' and d.due_at <= $1 and (${IS_FREE})
   group by d.account_id
   order by min(d.due_at), d.account_id
   limit $2`,
);

/** Accounts of one look; those beyond come with the next. */
const ACCOUNTS_MAX = 1_000;

/** Accounts with something due, the one that has waited longest first; and how far the two clocks are apart. */
export async function lookForDeliveries(db: DatabaseSession, now: Date) {
  const found = await db.rows(LOOK, [now, ACCOUNTS_MAX]);
  return {
    accounts: found.map(({ account_id: accountId, due }): DueAccount => ({ accountId, due })),
    skewSeconds: found[0]?.skew_seconds ?? 0,
  };
}

interface ClaimRow {
  id: string;
  day: string;
  claim_no: number;
  attempts: number;
  first_attempt_at: string | null;
  destination_id: string;
  kind: DestinationKind;
  name: string;
  url: string | null;
  holder_id: string | null;
  address: string | null;
  secret: Buffer | null;
  former_secret: Buffer | null;
  former_until: string | null;
  is_encrypted: boolean;
  event_id: string;
  type: EventType;
  at: string;
  data: Record<string, unknown>;
}

/** Claims the rows of `next`, and reads all that a carrier needs of them. */
const CLAIMED = `claimed as (
     update delivery d
     set claim_no = d.claim_no + 1, lease_until = now() + ${LEASE}
     from next n
     where d.account_id = $1 and d.id = n.id and d.day = n.day and d.claim_no = n.claim_no and d.state = 'waiting'
     returning d.id, d.day, d.claim_no, d.attempts, d.created_at, d.destination_id, d.event_id, d.event_day
   )
   select c.id, c.day::text, c.claim_no, c.attempts, f.at::text as first_attempt_at, t.id as destination_id, t.kind,
     t.name, t.url, t.holder_id, t.address, t.secret, t.former_secret, t.former_until::text, t.is_encrypted,
     e.id as event_id, e.type, e.at::text, e.data
   from claimed c
   join destination t on t.account_id = $1 and t.id = c.destination_id
   join event e on e.account_id = $1 and e.id = c.event_id and e.day = c.event_day
   left join delivery_attempt f on f.account_id = $1 and f.delivery_id = c.id and f.day = c.day and f.number = 1
   order by c.created_at, c.id`;

/**
 * Of each destination that does not rest, what has waited longest: one where it fails or is for people, as others may
 * go in the same message, {@link AT_ONCE} else, less what is under way. Of two workers that want the same, one finds
 * the fence as it read it.
 */
const CLAIM = statement<ClaimRow>(
  'claim-deliveries',
  `with next as (
     select n.id, n.day, n.claim_no
     from destination t
     cross join lateral (
       select count(*)::int as count
       from delivery d
       where d.account_id = $1 and d.destination_id = t.id and d.lease_until > now()
     ) busy
     cross join lateral (
       select d.id, d.day, d.claim_no, d.due_at
       from delivery d
       where d.account_id = $1 and d.destination_id = t.id and d.state = 'waiting' and d.due_at <= $2 and (${IS_FREE})
       order by d.due_at, d.id
       limit greatest(
           case when t.failing_since is null and t.kind = 'webhook' then ${AT_ONCE} else 1 end - busy.count, 0
         )
       for update of d skip locked
     ) n
     where t.account_id = $1 and t.state = 'active' and t.removed_at is null and t.kind = any ($3)
       and (t.resting_until is null or t.resting_until <= $2)
     order by n.due_at, n.id
     limit $4
   ),
   ${CLAIMED}`,
);

/**
 * Claims what is due of an account, `places` at most, of destinations of these kinds. What a former claim left open is
 * claimed again once its lease is over.
 */
export async function claimDeliveries(
  db: DatabaseSession,
  accountId: string,
  { now, kinds, places }: { now: Date; kinds: readonly DestinationKind[]; places: number },
): Promise<ClaimedDelivery[]> {
  const rows = await db.rows(CLAIM, [accountId, now, kinds, places]);
  return rows.map((row) => toDelivery(accountId, row));
}

/** Of a destination of which $2 is claimed, what else is due of alerts; what has waited longest first. */
const CLAIM_ALONGSIDE = statement<ClaimRow>(
  'claim-deliveries-alongside',
  `with next as (
     select d.id, d.day, d.claim_no
     from delivery d
     join event e on e.account_id = $1 and e.id = d.event_id and e.day = d.event_day and e.type like 'alert.%'
     where d.account_id = $1 and d.destination_id = $2 and d.state = 'waiting' and d.due_at <= $3 and (${IS_FREE})
     order by d.due_at, d.id
     limit $4
     for update of d skip locked
   ),
   ${CLAIMED}`,
);

/** Further deliveries that go with a claimed one. */
const ALONGSIDE_MAX = 49;

/** Claims what else of alerts is due at the destination of a claimed delivery, to go in the same message. */
export async function claimAlongside(
  db: DatabaseSession,
  { accountId, destination }: ClaimedDelivery,
  now: Date,
): Promise<ClaimedDelivery[]> {
  const rows = await db.rows(CLAIM_ALONGSIDE, [accountId, destination.id, now, ALONGSIDE_MAX]);
  return rows.map((row) => toDelivery(accountId, row));
}

/** How a delivery goes on. */
export interface Settlement {
  state: DeliveryState;
  /** When the next attempt comes, where it waits. */
  dueAt: Date;
  attempt: {
    at: Date;
    status: number | null;
    tookMs: number;
    fault: DeliveryFault | null;
    responseHead: string | null;
  };
}

/**
 * Nothing where another worker has claimed it meanwhile. A delivery that arrived ends the failures of its destination.
 */
const SETTLE = statement<{ attempts: number }>(
  'settle-delivery',
  `with settled as (
     update delivery d
     set state = $5, due_at = $6, attempts = d.attempts + 1, lease_until = null, finished_at = $7
     where d.account_id = $1 and d.id = $2 and d.day = $3 and d.claim_no = $4 and d.state = 'waiting'
     returning d.attempts
   ),
   noted as (
     insert into delivery_attempt (account_id, delivery_id, day, number, at, status, took_ms, fault, response_head)
     select $1, $2, $3, s.attempts, $8, $9, $10, $11, $12
     from settled s
   ),
   recovered as (
     update destination t
     set failures = 0, failing_since = null, resting_until = null, warned_at = null, last_fault = null
     where t.account_id = $1 and t.id = $13 and t.failing_since is not null and $5 = 'delivered'
       and exists (select from settled)
   )
   select attempts
   from settled`,
);

/** Writes what came of an attempt. @returns false where the claim no longer holds: nothing was written. */
export async function settleDelivery(
  db: DatabaseSession,
  { accountId, id, day, claimNo, destination }: ClaimedDelivery,
  { state, dueAt, attempt }: Settlement,
  endedAt: Date,
): Promise<boolean> {
  const { at, status, tookMs, fault, responseHead } = attempt;
  const values = [state, dueAt, state === 'waiting' ? null : endedAt, at, status, tookMs, fault, responseHead];
  return (await db.rows(SETTLE, [accountId, id, day, claimNo, ...values, destination.id])).length > 0;
}

const RELEASE = statement<object>(
  'release-delivery',
  `update delivery d
   set lease_until = null
   where d.account_id = $1 and d.id = $2 and d.day = $3 and d.claim_no = $4 and d.state = 'waiting'`,
);

/** Gives a claim back: another process may take it at once. */
export async function releaseDelivery(db: DatabaseSession, delivery: ClaimedDelivery): Promise<void> {
  const { accountId, id, day, claimNo } = delivery;
  await db.rows(RELEASE, [accountId, id, day, claimNo]);
}

const PUT_OFF = statement<object>(
  'put-delivery-off',
  `update delivery d
   set lease_until = null, due_at = $5
   where d.account_id = $1 and d.id = $2 and d.day = $3 and d.claim_no = $4 and d.state = 'waiting'`,
);

/** Gives a claim back of what is not tried now: it is due at `dueAt`, with as many attempts as before. */
export async function putDeliveryOff(db: DatabaseSession, delivery: ClaimedDelivery, dueAt: Date): Promise<void> {
  const { accountId, id, day, claimNo } = delivery;
  await db.rows(PUT_OFF, [accountId, id, day, claimNo, dueAt]);
}

function toDelivery(accountId: string, row: ClaimRow): ClaimedDelivery {
  return {
    accountId,
    id: row.id,
    day: row.day,
    claimNo: row.claim_no,
    attempts: row.attempts,
    firstAttemptAt: row.first_attempt_at === null ? null : new Date(toTimestamp(row.first_attempt_at)),
    destination: {
      id: row.destination_id,
      kind: row.kind,
      name: row.name,
      url: row.url,
      holderId: row.holder_id,
      address: row.address,
      secret: row.secret,
      formerSecret: row.former_secret,
      formerUntil: row.former_until === null ? null : new Date(toTimestamp(row.former_until)),
      isEncrypted: row.is_encrypted,
    },
    event: { id: row.event_id, type: row.type, at: new Date(toTimestamp(row.at)), data: row.data },
  };
}
