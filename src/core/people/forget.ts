import type { EntityManager } from '@mikro-orm/postgresql';
import { rows, statement } from '../../database/rows.js';
import { DELETE_OLD_CHALLENGES } from './factors/challenge.statements.js';
import { DELETE_OLD_LINKS } from './link.statements.js';
import { DELETE_OLD_EVENTS } from './security-event.js';
import { DELETE_OLD_SESSIONS } from './session.statements.js';
import { DELETE_EXPIRED_ATTEMPTS } from './sign-in-throttle.js';

/** Longer than browsers keep a cookie. */
const DELETE_OLD_DEVICES = statement<object>(
  'delete-old-known-devices',
  `delete from known_device
   where last_seen_at < now() - interval '401 days'`,
);

/**
 * Deletes, of all accounts, what nobody asks for any more: sessions that ended 90 days ago, links 30 days after their
 * end, events after 400 days, browsers not seen for longer, and what was asked of a second
 * factor, and counts of attempts, that are over. For maintenance.
 */
export async function forgetOldAccess(em: EntityManager): Promise<void> {
  await rows(em, DELETE_OLD_SESSIONS, []);
  await rows(em, DELETE_OLD_LINKS, []);
  await rows(em, DELETE_OLD_EVENTS, []);
  await rows(em, DELETE_OLD_DEVICES, []);
  await rows(em, DELETE_OLD_CHALLENGES, []);
  await rows(em, DELETE_EXPIRED_ATTEMPTS, []);
}
