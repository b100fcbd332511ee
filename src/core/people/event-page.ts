import { rows, statement } from '../../database/rows.js';
import type { SecurityEventKind } from '../../entities/vocabulary.js';
import { refuseUnlessHolder } from '../access/may-write.js';
import type { Context } from '../context.js';
import type { Page, PagePosition } from '../page.input.js';
import { toTimestamp } from '../timestamp.js';

/** What happened to the access of an account. */
export interface SecurityEventView {
  id: string;
  at: string;
  kind: SecurityEventKind;
  /** Who acted, or whose access it was; null for the operator. */
  holderId: string | null;
  holderName: string | null;
  network: string;
  userAgent: string;
  detail: Readonly<Record<string, string>>;
}

interface EventRow {
  id: string;
  at: string;
  kind: SecurityEventKind;
  holder_id: string | null;
  holder_name: string | null;
  network: string;
  user_agent: string;
  detail: Readonly<Record<string, string>>;
}

type PageRow = { total: number } & (EventRow | { id: null });

const SEEN = `e.account_id = $1 and ($2::uuid is null or e.holder_id = $2 or e.detail ->> 'of' = $2::text)`;

/** The count is beside each entry, and alone where the page is empty. */
const PAGE_OF_EVENTS = statement<PageRow>(
  'page-of-security-events',
  `select t.total, p.*
   from (
     select count(*)::int as total
     from security_event e
     where ${SEEN}
   ) t
   left join lateral (
     select e.id, e.at, e.kind, e.holder_id, h.name as holder_name, e.network, e.user_agent, e.detail
     from security_event e
     left join holder h on h.account_id = $1 and h.id = e.holder_id
     where ${SEEN} and ($3::timestamptz is null or (e.at <= $3 and (e.at < $3 or e.id > $4::uuid)))
     order by e.at desc, e.id
     limit $5
   ) p on true
   order by p.at desc, p.id`,
);

/**
 * A page of what happened to the access of the caller's account, newest first, then by id: to owners and the operator
 * all of it, to others what they did or what happened to them. @throws ServiceError FORBIDDEN for a key.
 */
export async function pageOfEvents(
  { em, caller }: Context,
  { first, after }: { first: number; after: PagePosition | null },
): Promise<Page<SecurityEventView>> {
  refuseUnlessHolder(caller, 'Security events');
  const only = caller.kind === 'holder' && caller.role !== 'owner' ? caller.holderId : null;
  const values = [caller.accountId, only, after?.at ?? null, after?.id ?? null, first + 1];
  const found = await rows(em, PAGE_OF_EVENTS, values);
  const views = found.flatMap((row) => (row.id === null ? [] : [toView(row)]));
  return { entries: views.slice(0, first), hasMore: views.length > first, total: found[0]?.total ?? 0 };
}

function toView({ id, at, kind, holder_id, holder_name, network, user_agent, detail }: EventRow): SecurityEventView {
  const who = { holderId: holder_id, holderName: holder_name };
  return { id, at: toTimestamp(at), kind, ...who, network, userAgent: user_agent, detail };
}
