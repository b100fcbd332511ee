import { statement } from '../../database/rows.js';
import { ALERT_KINDS, type AlertKind, type DeliveryFault, type DestinationState } from '../../entities/vocabulary.js';
import { notFoundOrForbidden, refuseUnlessHolder } from '../access/access.js';
import { refuseLimited } from '../access/project-limit.js';
import type { SecretColumns } from '../access/secret-box.js';
import type { Caller, Context } from '../context.js';
import { toTimestamp } from '../time.js';
import { CHOSEN_EVENTS, type ChosenEvent, type MADE_KINDS } from './destination.schema.js';

export const WHAT = 'Destinations';

/** A destination as lists show it: never its secret. */
export interface DestinationView {
  id: string;
  kind: (typeof MADE_KINDS)[number];
  name: string;
  /** Null for viewers, and for Slack, whose whole address is its secret. */
  url: string | null;
  /** Of the address, with its port where it names one. */
  host: string;
  events: readonly ChosenEvent[];
  /** Null for all. */
  kinds: readonly AlertKind[] | null;
  /** Null for all. */
  projectIds: readonly string[] | null;
  state: DestinationState;
  /** Since when every attempt has failed; null where the last one did not. */
  failingSince: string | null;
  /** Nothing is sent before. */
  restingUntil: string | null;
  lastFault: DeliveryFault | null;
  disabledAt: string | null;
  /** Until when the former secret signs too. */
  formerSecretUntil: string | null;
  createdByName: string | null;
  createdAt: string;
}

/** A row as lists and changes read it. */
export interface DestinationRow extends SecretColumns {
  id: string;
  kind: (typeof MADE_KINDS)[number];
  name: string;
  url: string;
  events: string[];
  kinds: string[] | null;
  project_ids: string[] | null;
  state: DestinationState;
  failing_since: string | null;
  resting_until: string | null;
  last_fault: DeliveryFault | null;
  disabled_at: string | null;
  former_until: string | null;
  created_by_name: string | null;
  created_at: string;
}

const COLUMNS = `d.id, d.kind, d.name, d.url, d.events, d.kinds, d.project_ids, d.state, d.failing_since,
     d.resting_until, d.last_fault, d.disabled_at, d.former_until, h.name as created_by_name, d.created_at, d.secret,
     d.is_encrypted`;

/** Mail is no destination that people make. */
const IS_MADE = `d.kind in ('webhook', 'slack') and d.removed_at is null`;

const LIST = statement<DestinationRow>(
  'list-destinations',
  `select ${COLUMNS}
   from destination d
   left join holder h on h.account_id = $1 and h.id = d.created_by
   where d.account_id = $1 and ${IS_MADE}
   order by d.created_at, d.id`,
);

const FIND = statement<DestinationRow>(
  'find-destination',
  `select ${COLUMNS}
   from destination d
   left join holder h on h.account_id = $1 and h.id = d.created_by
   where d.account_id = $1 and d.id = $2 and ${IS_MADE}`,
);

/** What is changed of one destination one after the other is counted and kept right. */
const HOLD = statement<object>(
  'hold-destination',
  `select
   from destination d
   where d.account_id = $1 and d.id = $2
   for no key update`,
);

/**
 * The webhooks and channels of the caller's account, oldest first.
 * @throws ServiceError FORBIDDEN for a key: an address may be a secret; for who is limited to projects: they are sent
 *   what happens in the account.
 */
export async function listDestinations({ db, caller }: Context): Promise<DestinationView[]> {
  refuseUnlessHolder(caller, WHAT);
  refuseLimited(caller, WHAT);
  return (await db.rows(LIST, [caller.accountId])).map((row) => toView(row, caller));
}

/**
 * A destination of the caller's account, held until the end of the transaction of `tx`.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function holdDestination(
  tx: Context,
  id: string,
): Promise<{ name: string; kind: DestinationRow['kind'] } & DestinationRow> {
  await tx.db.rows(HOLD, [tx.caller.accountId, id]);
  return getDestination(tx, id);
}

/** @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function getDestination(ctx: Context, id: string): Promise<DestinationRow> {
  const [row] = await ctx.db.rows(FIND, [ctx.caller.accountId, id]);
  if (!row) throw await notFoundOrForbidden(ctx, 'destination', id);
  return row;
}

export function toView(row: DestinationRow, caller: Caller): DestinationView {
  const isViewer = caller.kind === 'holder' && caller.role === 'viewer';
  const at = (instant: string | null) => (instant === null ? null : toTimestamp(instant));
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    url: isViewer || row.kind === 'slack' ? null : row.url,
    host: new URL(row.url).host,
    events: CHOSEN_EVENTS.filter((type) => row.events.includes(type)),
    kinds: row.kinds && ALERT_KINDS.filter((kind) => row.kinds?.includes(kind)),
    projectIds: row.project_ids,
    state: row.state,
    failingSince: at(row.failing_since),
    restingUntil: at(row.resting_until),
    lastFault: row.last_fault,
    disabledAt: at(row.disabled_at),
    formerSecretUntil: at(row.former_until),
    createdByName: row.created_by_name,
    createdAt: toTimestamp(row.created_at),
  };
}
