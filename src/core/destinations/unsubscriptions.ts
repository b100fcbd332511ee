import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { generateToken, isOpenedBy, parseToken } from '../access/token.js';

/** Days that the link below a mail is good: mail is read late. */
const GOOD_DAYS = 400;
const DAY_MS = 86_400_000;

/** What a mail came by: the destination, and the schedule of a report. */
export interface MailedBy {
  accountId: string;
  destinationId: string;
  /** Null for a mail about alerts, and about destinations, which are alerts too. */
  scheduleId: string | null;
}

const SAVE = statement<object>(
  'save-mail-unsubscription',
  `insert into mail_unsubscription (account_id, token_hash, destination_id, schedule_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** A token for one mail, by which its receiver ends what it came by; good for more than a year. */
export async function createUnsubscription(
  db: DatabaseSession,
  { accountId, destinationId, scheduleId }: MailedBy,
  now: Date,
): Promise<string> {
  const { token, hash } = generateToken('unsubscription', accountId);
  const until = new Date(now.getTime() + GOOD_DAYS * DAY_MS);
  await db.rows(SAVE, [accountId, hash, destinationId, scheduleId, now, until]);
  return token;
}

const FIND = statement<{ account_name: string; schedule_id: string | null; brand_name: string | null }>(
  'find-mail-unsubscription',
  `select a.name as account_name, u.schedule_id, p.brand_name
   from mail_unsubscription u
   join account a on a.account_id = $1
   left join report_schedule s on s.account_id = $1 and s.id = u.schedule_id
   left join project p on p.account_id = $1 and p.id = s.project_id
   where ${isOpenedBy('u')}`,
);

/** What a link below a mail ends, for who opened it; null where the link is not good. */
export async function findUnsubscription(
  db: DatabaseSession,
  token: string,
): Promise<{ accountName: string; reportsOf: string | null } | null> {
  const parsed = parseToken('unsubscription', token);
  if (!parsed) return null;
  const [row] = await db.rows(FIND, [parsed.accountId, parsed.hash]);
  return row ? { accountName: row.account_name, reportsOf: row.brand_name } : null;
}

const END_REPORTS = statement<object>(
  'unsubscribe-from-reports',
  `update report_recipient r
   set unsubscribed_at = coalesce(r.unsubscribed_at, $3)
   from mail_unsubscription u, destination d
   where ${isOpenedBy('u')} and u.schedule_id is not null
     and d.account_id = $1 and d.id = u.destination_id
     and r.account_id = $1 and r.schedule_id = u.schedule_id
     and (r.holder_id = d.holder_id or r.address = lower(d.address))`,
);

/** As the person would under *Account*, where both are switched on again. */
const END_ALERTS = statement<object>(
  'unsubscribe-from-alerts',
  `insert into notification (account_id, holder_id, time_zone, quiet_days, is_immediate, has_digest, updated_at)
   select $1, d.holder_id, 'UTC', '{}', false, false, $3
   from mail_unsubscription u
   join destination d on d.account_id = $1 and d.id = u.destination_id
   where ${isOpenedBy('u')} and u.schedule_id is null and d.holder_id is not null
   on conflict (account_id, holder_id) do update
   set is_immediate = false, has_digest = false, updated_at = excluded.updated_at`,
);

/** What waits for quiet hours to end, or for the digest. */
const DROP_ALERTS = statement<object>(
  'drop-alerts-of-unsubscribed',
  `update delivery d
   set state = 'dropped', finished_at = $3
   from (
     select w.id, w.day
     from delivery w
     join event e on e.account_id = $1 and e.id = w.event_id and e.day = w.event_day and e.type <> 'report.ready'
     join mail_unsubscription u on ${isOpenedBy('u')} and u.schedule_id is null and u.destination_id = w.destination_id
     where w.account_id = $1 and w.state = 'waiting' and w.lease_until is null
     for update of w skip locked
   ) w
   where d.account_id = $1 and d.id = w.id and d.day = w.day`,
);

/** An address is mailed reports alone: a mail of another kind is none that it could choose. */
const END_ADDRESS = statement<object>(
  'unsubscribe-address',
  `update destination d
   set state = 'disabled', disabled_at = coalesce(d.disabled_at, $3), updated_at = $3
   from mail_unsubscription u
   where ${isOpenedBy('u')} and u.schedule_id is null and d.holder_id is null
     and d.account_id = $1 and d.id = u.destination_id and d.removed_at is null and d.state = 'active'`,
);

/**
 * Ends mail of the kind that a link came with, and no other: reports of one schedule, or alerts. A second time changes
 * nothing. @returns false for a link that is not good.
 */
export async function unsubscribe(db: DatabaseSession, token: string, now: Date): Promise<boolean> {
  const parsed = parseToken('unsubscription', token);
  if (!parsed || (await findUnsubscription(db, token)) === null) return false;
  const values = [parsed.accountId, parsed.hash, now];
  for (const end of [END_REPORTS, END_ALERTS, DROP_ALERTS, END_ADDRESS]) await db.rows(end, values);
  return true;
}

/** Of all accounts, for the upkeep. */
const DELETE_EXPIRED = statement<object>(
  'delete-old-mail-unsubscriptions',
  `delete from mail_unsubscription
   where expires_at < now()`,
);

export async function deleteExpiredUnsubscriptions(db: DatabaseSession): Promise<void> {
  await db.rows(DELETE_EXPIRED, []);
}
