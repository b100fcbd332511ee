import { randomUUID } from 'node:crypto';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import { SECURITY_EVENTS, type SecurityEventKind } from '../../entities/vocabulary.js';
import { refuseUnlessHolder } from '../access/access.js';
import { allowedProjects, type Caller, type Context, projectsSeenBy, seesProject } from '../context.js';
import type { Page, PagePosition } from '../pages.js';
import { toTimestamp } from '../time.js';

/** The browser or program that presents a request, as sessions and events record it. */
export interface Client {
  /** The address, or of an IPv6 address its network of 64 bits. */
  network: string;
  /** As sent, at most {@link USER_AGENT_MAX} characters. */
  userAgent: string;
}

const USER_AGENT_MAX = 300;

/** Of the operator's commands. */
export const OPERATOR_CLIENT: Client = { network: 'operator', userAgent: '' };

/** As a row keeps it: no longer than its bound, without NUL and lone surrogates. */
export function toClient(network: string, userAgent: string | undefined): Client {
  const text = (userAgent ?? '').slice(0, USER_AGENT_MAX).replaceAll('\0', '').toWellFormed();
  return { network, userAgent: text };
}

/** Who acts, and where from. */
export interface Actor {
  /** Null for the operator. */
  holderId: string | null;
  client: Client;
}

export const OPERATOR: Actor = { holderId: null, client: OPERATOR_CLIENT };

/** What happened to the access of an account: never a password, a token, a link or a key. */
interface NewSecurityEvent extends Actor {
  accountId: string;
  kind: SecurityEventKind;
  /** Short texts; `of` is the holder that it happened to, where that is not who acted. */
  detail?: Readonly<Record<string, string>>;
}

/** What unverified clients can cause is recorded so often a day and account: they must not fill the table. */
const UNVERIFIED_EVENTS_PER_DAY = 1_000;

const SAVE = statement<object>(
  'save-security-event',
  `insert into security_event (account_id, id, holder_id, kind, network, user_agent, detail)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

const SAVE_UNVERIFIED = statement<object>(
  'save-security-event-of-stranger',
  `insert into security_event (account_id, id, holder_id, kind, network, user_agent, detail)
   select $1, $2, $3, $4, $5, $6, $7
   where (
     select count(*)
     from (
       select
       from security_event
       where account_id = $1 and at > now() - interval '1 day'
         and kind in ('sign_in_failed', 'limits_hit', 'reset_requested', 'sso_refused')
       limit $8
     ) recent
   ) < $8`,
);

/** Remembers an event, in the transaction of `db` where it has one. */
export async function saveSecurityEvent(db: DatabaseSession, event: NewSecurityEvent): Promise<void> {
  await db.rows(SAVE, valuesOf(event));
}

/** As {@link saveSecurityEvent}, for what needs no session: 1,000 a day and account, then nothing. */
export async function saveUnverifiedEvent(db: DatabaseSession, event: NewSecurityEvent): Promise<void> {
  await db.rows(SAVE_UNVERIFIED, [...valuesOf(event), UNVERIFIED_EVENTS_PER_DAY]);
}

/** Who acts with a caller's rights; the operator and the service are no holders. */
export function actorOf(caller: Caller, client: Client): Actor {
  return { holderId: caller.kind === 'holder' ? caller.holderId : null, client };
}

function valuesOf({ accountId, holderId, kind, client, detail = {} }: NewSecurityEvent): unknown[] {
  return [accountId, randomUUID(), holderId, kind, client.network, client.userAgent, JSON.stringify(detail)];
}

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

/** Kinds that a later release writes, while a restart rolls, are left out: no surface has a word for them. */
const SEEN = `e.account_id = $1 and ($2::uuid is null or e.holder_id = $2 or e.detail ->> 'of' = $2::text)
       and e.kind = any ($6::text[])`;

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
  { db, caller }: Context,
  { first, after }: { first: number; after: PagePosition | null },
): Promise<Page<SecurityEventView>> {
  refuseUnlessHolder(caller, 'Security events');
  const only = caller.kind === 'holder' && caller.role !== 'owner' ? caller.holderId : null;
  const values = [caller.accountId, only, after?.at ?? null, after?.id ?? null, first + 1, SECURITY_EVENTS];
  const found = await db.rows(PAGE_OF_EVENTS, values);
  const views = found.flatMap((row) => (row.id === null ? [] : [toView(row, caller)]));
  return { entries: views.slice(0, first), hasMore: views.length > first, total: found[0]?.total ?? 0 };
}

function toView(row: EventRow, caller: Caller): SecurityEventView {
  const { id, at, kind, holder_id, holder_name, network, user_agent, detail } = row;
  const who = { holderId: holder_id, holderName: holder_name };
  const told = detailSeenBy(caller, detail);
  return { id, at: toTimestamp(at), kind, ...who, network, userAgent: user_agent, detail: told };
}

/** Without projects that the caller does not see, of whose links or limits the event may be. */
function detailSeenBy(caller: Caller, detail: EventRow['detail']): EventRow['detail'] {
  if (allowedProjects(caller) === null) return detail;
  const { project, projects, ...others } = detail;
  const seen = projectsSeenBy(caller, projects?.split(' ') ?? []);
  return {
    ...others,
    ...(project !== undefined && seesProject(caller, project) && { project }),
    ...(seen.length > 0 && { projects: seen.join(' ') }),
  };
}
