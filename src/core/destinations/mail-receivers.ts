import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { limitOf } from '../access/project-limit.js';

/** Mails of an account in a UTC day, so that none of them makes the service's sender suspect to others. */
export const MAILS_A_DAY = 200;

/** Mail that goes today was made so many days ago at most: a digest waits for its Monday, and may be put off. */
const WAITS_DAYS = 15;

/** Who signs in with an address that reports go to is limited there too. */
const RECEIVER = statement<{ address: string | null; allowed: string[] | null; mailed: number }>(
  'receiver-of-mail',
  `select coalesce(h.email, d.address) as address, coalesce(${limitOf('h')}, ${limitOf('o')}) as allowed, (
     select count(distinct (v.destination_id, v.finished_at))::int
     from delivery v
     join destination t on t.account_id = $1 and t.id = v.destination_id and t.kind = 'mail'
     where v.account_id = $1 and v.state = 'delivered' and v.day >= $3::date - ${WAITS_DAYS} and v.finished_at >= $4
   ) as mailed
   from destination d
   left join holder h on h.account_id = $1 and h.id = d.holder_id and h.disabled_at is null
   left join holder o on o.account_id = $1 and lower(o.email) = lower(d.address) and o.disabled_at is null
   where d.account_id = $1 and d.id = $2`,
);

export interface MailReceiver {
  /** Null where the person has left or was disabled. */
  address: string | null;
  /** The projects that the person is limited to, and so mailed of; null for all. */
  allowed: readonly string[] | null;
  /** Mails of the account on this UTC day: deliveries that ended at once are one. */
  mailedToday: number;
}

/** Where mail to a destination goes now, and how much the account has mailed on this day. */
export async function receiverOfMail(
  db: DatabaseSession,
  { accountId, destinationId }: { accountId: string; destinationId: string },
  now: Date,
): Promise<MailReceiver> {
  const today = now.toISOString().slice(0, 10);
  const [row] = await db.rows(RECEIVER, [accountId, destinationId, today, new Date(`${today}T00:00:00Z`)]);
  return { address: row?.address ?? null, allowed: row?.allowed ?? null, mailedToday: row?.mailed ?? 0 };
}
