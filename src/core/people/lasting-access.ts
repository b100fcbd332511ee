import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';

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

/**
 * How many share links that are good, and destinations, a person made: they stay when the person is disabled or leaves,
 * and the security event of that tells the owners so. As its details, `share_links` and `destinations`; those of which
 * there are none are left out.
 */
export async function lastingAccessOf(tx: Context, holderId: string): Promise<Record<string, string>> {
  const [row] = await tx.db.rows(COUNT, [tx.caller.accountId, holderId, tx.clock.now()]);
  const counts = Object.entries(row ?? {}).filter(([, count]) => count > 0);
  return Object.fromEntries(counts.map(([name, count]) => [name, String(count)]));
}
