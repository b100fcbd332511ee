import { randomUUID } from 'node:crypto';
import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/** Whom mail goes to: a person of the account, or an address that confirmed that it wants mail. */
export type MailRecipient = { holderId: string } | { address: string };

interface MailRow {
  id: string;
  holder_id: string | null;
  address: string | null;
}

const ADD = statement<object>(
  'add-mail-destinations',
  `insert into destination (account_id, id, kind, name, holder_id, address, events, created_at, updated_at)
   select $1, m.id, 'mail', '', m.holder_id, m.address, '{}', $5, $5
   from unnest($2::uuid[], $3::uuid[], $4::text[]) as m (id, holder_id, address)
   on conflict do nothing`,
);

const LIST = statement<MailRow>(
  'list-mail-destinations',
  `select d.id, d.holder_id, d.address
   from destination d
   where d.account_id = $1 and d.kind = 'mail' and d.removed_at is null
     and (d.holder_id = any ($2::uuid[]) or lower(d.address) = any ($3::text[]))`,
);

/**
 * The destinations of people and addresses, in their order; those that have none yet are made. They choose no events:
 * what is mailed to them names them as recipients (`recordEvent`). In the transaction of `tx`.
 */
export async function mailDestinations(tx: Context, recipients: readonly MailRecipient[]): Promise<string[]> {
  if (recipients.length === 0) return [];
  const { accountId } = tx.caller;
  const holders = recipients.map((each) => ('holderId' in each ? each.holderId : null));
  const addresses = recipients.map((each) => ('address' in each ? each.address : null));
  const ids = recipients.map(() => randomUUID());
  await tx.db.rows(ADD, [accountId, ids, holders, addresses, tx.clock.now()]);
  const wanted = addresses.map((address) => address?.toLowerCase() ?? null);
  const found = await tx.db.rows(LIST, [accountId, holders, wanted]);
  return recipients.map((_each, at) => {
    const row = found.find(({ holder_id, address }) =>
      holders[at] === null ? address?.toLowerCase() === wanted[at] : holder_id === holders[at],
    );
    if (!row) throw new Error('a recipient of mail has no destination');
    return row.id;
  });
}
