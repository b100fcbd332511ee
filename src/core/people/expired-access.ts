import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';

/** Of all accounts, for the upkeep: sessions that ended or expired long ago. */
const DELETE_OLD_SESSIONS = statement<object>(
  'delete-old-sessions',
  `delete from session
   where least(ended_at, expires_at) < now() - interval '90 days'`,
);

/** Of all accounts, for the upkeep. */
const DELETE_OLD_LINKS = statement<object>(
  'delete-old-one-time-links',
  `delete from one_time_link
   where expires_at < now() - interval '30 days'`,
);

/** Deletes what is older than 400 days, of all accounts; for the upkeep. */
const DELETE_OLD_EVENTS = statement<object>(
  'delete-old-security-events',
  `delete from security_event
   where at < now() - interval '400 days'`,
);

/** Longer than browsers keep a cookie. */
const DELETE_OLD_DEVICES = statement<object>(
  'delete-old-known-devices',
  `delete from known_device
   where last_seen_at < now() - interval '401 days'`,
);

/** Of all accounts, for the upkeep. */
const DELETE_OLD_CHALLENGES = statement<object>(
  'delete-old-factor-challenges',
  `delete from factor_challenge
   where expires_at < now() - interval '1 day'`,
);

/** Of all accounts, for the upkeep. */
const DELETE_OLD_FLOWS = statement<object>(
  'delete-old-sso-flows',
  `delete from sso_flow
   where expires_at < now() - interval '1 day'`,
);

/** For the upkeep: buckets that count nothing any more. */
const DELETE_EXPIRED_ATTEMPTS = statement<object>(
  'delete-expired-sign-in-attempts',
  `delete from sign_in_throttle
   where expire < (extract(epoch from now()) * 1000)::bigint`,
);

/**
 * Deletes, of all accounts, what is needed no more: sessions that ended 90 days ago, links 30 days after their end,
 * events after 400 days, browsers not seen for longer, challenges for a second factor, browsers sent to a provider and
 * counts of attempts that are over. For maintenance.
 */
export async function deleteExpiredAccess(db: DatabaseSession): Promise<void> {
  await db.rows(DELETE_OLD_SESSIONS, []);
  await db.rows(DELETE_OLD_LINKS, []);
  await db.rows(DELETE_OLD_EVENTS, []);
  await db.rows(DELETE_OLD_DEVICES, []);
  await db.rows(DELETE_OLD_CHALLENGES, []);
  await db.rows(DELETE_OLD_FLOWS, []);
  await db.rows(DELETE_EXPIRED_ATTEMPTS, []);
}
