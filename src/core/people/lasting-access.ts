import { statement } from '../../database/rows.js';
import { HAS_JOINED } from '../access/access.js';
import type { Context } from '../context.js';
import { mailDestinations } from '../events/mail-destinations.js';
import { recordEvent } from '../events/record-event.js';

/** What goes on after the person who made it is disabled or leaves. */
export interface LastingAccess {
  /** Share links that are good. */
  shareLinks: number;
  destinations: number;
}

const COUNT = statement<{ share_links: number; destinations: number }>(
  'count-lasting-access',
  `select (
     select count(*)::int
     from share_link l
     where l.account_id = $1 and l.created_by = $2 and l.revoked_at is null and l.expires_at > $3
   ) as share_links, (
     select count(*)::int
     from destination d
     where d.account_id = $1 and d.created_by = $2 and d.removed_at is null
   ) as destinations`,
);

/** How many share links that are good, and destinations, a person made: they stay when the person goes. */
export async function lastingAccessOf(tx: Context, holderId: string): Promise<LastingAccess> {
  const [row] = await tx.db.rows(COUNT, [tx.caller.accountId, holderId, tx.clock.now()]);
  return { shareLinks: row?.share_links ?? 0, destinations: row?.destinations ?? 0 };
}

/** As details of a security event, `share_links` and `destinations`; those of which there are none are left out. */
export function detailOf({ shareLinks, destinations }: LastingAccess): Record<string, string> {
  const counts = Object.entries({ share_links: shareLinks, destinations }).filter(([, count]) => count > 0);
  return Object.fromEntries(counts.map(([name, count]) => [name, String(count)]));
}

/** Those who have joined and want mail at once; not the person who goes. */
const OWNERS = statement<{ id: string }>(
  'owners-to-mail-of-person',
  `select h.id
   from holder h
   left join notification n on n.account_id = $1 and n.holder_id = h.id
   where h.account_id = $1 and h.id <> $2 and h.role = 'owner' and h.disabled_at is null
     and ${HAS_JOINED} and coalesce(n.is_immediate, true)
   order by h.created_at, h.id`,
);

/** A person who is disabled or leaves. */
interface GonePerson {
  id: string;
  /** Null for who leaves, as the name is deleted with the person. */
  name: string | null;
}

/**
 * Mails the owners what stays of a person who is disabled or leaves, in that transaction; nothing where nothing does.
 * Webhooks and channels are not told.
 */
export async function mailOwnersOfLastingAccess(tx: Context, person: GonePerson, lasting: LastingAccess) {
  const kept = [plural(lasting.shareLinks, 'share link'), plural(lasting.destinations, 'destination')].filter(Boolean);
  if (kept.length === 0) return;
  const owners = await tx.db.rows(OWNERS, [tx.caller.accountId, person.id]);
  const recipients = await mailDestinations(
    tx,
    owners.map(({ id: holderId }) => ({ holderId })),
  );
  const went = person.name === null ? 'A person left the account' : `${person.name} was disabled`;
  const summary = `${went}. What the person made stays: ${kept.join(', ')}. End what is no longer wanted.`;
  await recordEvent(tx, {
    type: 'person.gone',
    projectId: null,
    data: { person: { summary } },
    recipients: recipients.map((destinationId) => ({ destinationId })),
  });
}

/** Empty for none. */
function plural(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
