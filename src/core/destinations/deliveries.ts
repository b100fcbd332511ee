import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { EVENT_TABLES, ensurePartitions } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import { DELIVERY_STATES, type DeliveryFault, type DeliveryState, type EventType } from '../../entities/vocabulary.js';
import { notFoundOrForbidden, refuseUnlessHolder } from '../access/access.js';
import { refuseLimited } from '../access/project-limit.js';
import type { Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { recordEvent } from '../events/record-event.js';
import { parse, uuid } from '../input.js';
import type { Page, PagePosition } from '../pages.js';
import type { Client } from '../people/security-events.js';
import { daysBefore, toDay, toTimestamp } from '../time.js';
import { type DestinationView, getDestination, holdDestination } from './destination.reads.js';
import { refuseUnlessMayManage, remember } from './destination.writes.js';

/** Deliveries are shown, and their events sent again, for so long. */
const KEPT_DAYS = 30;
/** What may wait for a destination: of more the oldest is dropped, and one request sends no more events again. */
export const DELIVERIES_WAITING_MAX = 1_000;
const TESTS_PER_HOUR = 5;

/** An event on its way to a destination, with what came of each attempt. */
export interface DeliveryView {
  id: string;
  eventId: string;
  type: EventType;
  state: DeliveryState;
  createdAt: string;
  /** Null once it has ended. */
  nextAttemptAt: string | null;
  /** In their order. */
  attempts: AttemptView[];
}

export interface AttemptView {
  at: string;
  /** Of HTTP; null without a reply. */
  status: number | null;
  /** In whole tenths of a second. */
  ms: number;
  /** Null where it was delivered. */
  fault: DeliveryFault | null;
  /** The beginning of the reply, null for viewers. */
  responseHead: string | null;
}

interface DeliveryRow {
  id: string;
  event_id: string;
  type: EventType;
  state: DeliveryState;
  created_at: string;
  due_at: string;
  attempts: {
    at: string;
    status: number | null;
    took_ms: number;
    fault: DeliveryFault | null;
    response_head: string | null;
  }[];
}

const IS_OF_DESTINATION = `d.account_id = $1 and d.destination_id = $2 and d.day >= $3
     and ($4::text is null or d.state = $4)`;

type PageRow = { total: number } & (DeliveryRow | { id: null });

/** The count is beside each entry, and alone where the page is empty. */
const PAGE = statement<PageRow>(
  'page-of-deliveries',
  `select t.total, p.*
   from (
     select count(*)::int as total
     from delivery d
     where ${IS_OF_DESTINATION}
   ) t
   left join lateral (
     select d.id, d.event_id, e.type, d.state, d.created_at, d.due_at, coalesce((
         select json_agg(json_build_object('at', a.at, 'status', a.status, 'took_ms', a.took_ms, 'fault', a.fault,
           'response_head', a.response_head) order by a.number)
         from delivery_attempt a
         where a.account_id = $1 and a.delivery_id = d.id and a.day = d.day
       ), '[]') as attempts
     from delivery d
     join event e on e.account_id = $1 and e.id = d.event_id and e.day = d.event_day
     where ${IS_OF_DESTINATION} and ($5::timestamptz is null or (d.created_at, d.id) < ($5, $6::uuid))
     order by d.created_at desc, d.id desc
     limit $7
   ) p on true
   order by p.created_at desc, p.id desc`,
);

const stateInput = z.enum(DELIVERY_STATES, `must be one of ${DELIVERY_STATES.join(', ')}`);

/**
 * A page of the deliveries of a destination within the last 30 days, newest first.
 * @throws ServiceError FORBIDDEN for a key; VALIDATION_ERROR, NOT_FOUND.
 */
export async function pageOfDeliveries(
  ctx: Context,
  {
    destinationId,
    state,
    first,
    after,
  }: { destinationId: unknown; state: unknown; first: number; after: PagePosition | null },
): Promise<Page<DeliveryView>> {
  refuseUnlessHolder(ctx.caller, 'Deliveries');
  refuseLimited(ctx.caller, 'Deliveries');
  const id = parse(uuid, destinationId, 'destinationId');
  const wanted = state === null || state === undefined ? null : parse(stateInput, state, 'state');
  await getDestination(ctx, id);
  const values = [wanted, after?.at ?? null, after?.id ?? null, first + 1];
  const found = await ctx.db.rows(PAGE, [ctx.caller.accountId, id, firstDay(ctx), ...values]);
  const isViewer = ctx.caller.kind === 'holder' && ctx.caller.role === 'viewer';
  const views = found.flatMap((row) => (row.id === null ? [] : [toView(row, isViewer)]));
  return { entries: views.slice(0, first), hasMore: views.length > first, total: found[0]?.total ?? 0 };
}

const COUNT_TESTS = statement<{ count: number }>(
  'count-tests-of-destination',
  `select count(*)::int as count
   from delivery d
   join event e on e.account_id = $1 and e.id = d.event_id and e.day = d.event_day and e.type = 'destination.test'
   where d.account_id = $1 and d.destination_id = $2 and d.created_at > $3`,
);

/**
 * Sends an event to a destination that says that it is a test, five an hour.
 * @throws ServiceError FORBIDDEN for keys, viewers and an inactive subscription; ProofRequired; RATE_LIMIT_EXCEEDED;
 *   VALIDATION_ERROR for a destination that is disabled; NOT_FOUND.
 */
export async function testDestination(ctx: Context, destinationId: unknown, client: Client): Promise<{ sent: true }> {
  refuseUnlessMayManage(ctx.caller);
  const id = parse(uuid, destinationId, 'id');
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const { name, kind, state } = await holdDestination(tx, id);
    refuseDisabled(state);
    const hourAgo = new Date(ctx.clock.now().getTime() - 3_600_000);
    const [tests] = await db.rows(COUNT_TESTS, [ctx.caller.accountId, id, hourAgo]);
    if ((tests?.count ?? 0) >= TESTS_PER_HOUR) {
      throw new ServiceError('RATE_LIMIT_EXCEEDED', `A destination is tested at most ${TESTS_PER_HOUR} times an hour`);
    }
    const data = { destination: { id, name, kind } };
    await recordEvent(tx, { type: 'destination.test', projectId: null, data, recipients: [{ destinationId: id }] });
    await remember(tx, client, 'destination_tested', { id, name });
  });
  return { sent: true };
}

const FIND_DELIVERY = statement<{ destination_id: string; state: DeliveryState; event_id: string; event_day: string }>(
  'find-delivery',
  `select d.destination_id, d.state, d.event_id, d.event_day::text
   from delivery d
   where d.account_id = $1 and d.id = $2 and d.event_day >= $3`,
);

const REPLAY_ONE = statement<object>(
  'replay-delivery',
  `insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at, created_at)
   values ($1, $2, $3, $4, $5, $6, 'waiting', greatest($7, $8::timestamptz), $7)`,
);

const COUNT_WAITING = statement<{ count: number }>(
  'count-waiting-deliveries',
  `select count(*)::int as count
   from delivery d
   where d.account_id = $1 and d.destination_id = $2 and d.state = 'waiting'`,
);

/**
 * Sends the event of a delivery that has ended to its destination again, as a delivery of its own with the same id of
 * the event. @returns the id of the new one.
 * @throws as {@link testDestination}.
 */
export async function replayDelivery(ctx: Context, deliveryId: unknown, client: Client): Promise<{ id: string }> {
  refuseUnlessMayManage(ctx.caller);
  const id = parse(uuid, deliveryId, 'id');
  const newId = randomUUID();
  const { accountId } = ctx.caller;
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const [found] = await db.rows(FIND_DELIVERY, [accountId, id, firstDay(ctx)]);
    if (!found) throw await notFoundOrForbidden(tx, 'delivery', id);
    const { name, state, resting_until } = await holdDestination(tx, found.destination_id);
    refuseDisabled(state);
    if (found.state === 'waiting') throw invalid(['id'], 'is of a delivery that is still tried');
    if ((await countWaiting(tx, found.destination_id)) >= DELIVERIES_WAITING_MAX) throw tooMuchWaits();
    const now = ctx.clock.now();
    await ensurePartitions(db, [toDay(now)], EVENT_TABLES);
    const event = [found.destination_id, found.event_id, found.event_day, now, resting_until];
    await db.rows(REPLAY_ONE, [accountId, newId, toDay(now), ...event]);
    await remember(tx, client, 'deliveries_replayed', { id: found.destination_id, name, deliveries: '1' });
  });
  return { id: newId };
}

/** An event once, however often it failed; what waits is left out, and of what failed what has arrived since. */
const TO_REPLAY = statement<{ event_id: string; event_day: string }>(
  'events-to-replay',
  `select d.event_id, min(d.event_day)::text as event_day
   from delivery d
   where d.account_id = $1 and d.destination_id = $2 and d.event_day >= $3 and d.state = $4
     and d.created_at >= $5 and d.created_at < $6
     and not exists (
       select
       from delivery o
       where o.account_id = $1 and o.destination_id = $2 and o.event_id = d.event_id
         and (o.state = 'waiting' or (o.state = 'delivered' and $4 <> 'delivered'))
     )
   group by d.event_id
   order by min(d.created_at), d.event_id
   limit $7`,
);

const REPLAY_MANY = statement<object>(
  'replay-deliveries',
  `insert into delivery (account_id, id, day, destination_id, event_id, event_day, state, due_at, created_at)
   select $1, r.id, $3, $4, r.event_id, r.event_day, 'waiting', greatest($5, $6::timestamptz), $5
   from unnest($2::uuid[], $7::uuid[], $8::date[]) as r (id, event_id, event_day)`,
);

const instant = z.iso
  .datetime({ offset: true, error: 'must be an instant like 2026-11-02T09:30:00Z' })
  .transform((text) => new Date(text));

const replayInput = z.object({
  destinationId: uuid,
  from: instant,
  to: instant,
  state: z.enum(['failed', 'dropped', 'delivered'], 'must be one of failed, dropped, delivered').default('failed'),
});

/**
 * Sends events to a destination again whose deliveries were made from `from` until before `to` and ended in `state`,
 * oldest first, 1,000 at most with what waits for it already. What failed and has arrived since is left out.
 * @returns how many. @throws as {@link testDestination}.
 */
export async function replayDeliveries(ctx: Context, input: unknown, client: Client): Promise<number> {
  refuseUnlessMayManage(ctx.caller);
  const { destinationId: id, from, to, state } = parse(replayInput, input);
  if (from >= to) throw invalid(['to'], 'must be after from');
  const { accountId } = ctx.caller;
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const { name, state: isState, resting_until } = await holdDestination(tx, id);
    refuseDisabled(isState);
    const room = DELIVERIES_WAITING_MAX - (await countWaiting(tx, id));
    if (room <= 0) throw tooMuchWaits();
    const events = await db.rows(TO_REPLAY, [accountId, id, firstDay(ctx), state, from, to, room]);
    if (events.length === 0) return 0;
    const now = ctx.clock.now();
    await ensurePartitions(db, [toDay(now)], EVENT_TABLES);
    const ids = events.map(() => randomUUID());
    const of = [events.map(({ event_id }) => event_id), events.map(({ event_day }) => event_day)];
    await db.rows(REPLAY_MANY, [accountId, ids, toDay(now), id, now, resting_until, ...of]);
    await remember(tx, client, 'deliveries_replayed', { id, name, deliveries: String(events.length) });
    return events.length;
  });
}

async function countWaiting({ db, caller }: Context, destinationId: string): Promise<number> {
  const [row] = await db.rows(COUNT_WAITING, [caller.accountId, destinationId]);
  return row?.count ?? 0;
}

function tooMuchWaits(): ServiceError {
  return invalid([], `${DELIVERIES_WAITING_MAX} deliveries wait for the destination already`);
}

function refuseDisabled(state: DestinationView['state']): void {
  if (state === 'disabled') throw invalid([], 'the destination is disabled: enable it first');
}

/** The first day of what is kept. */
function firstDay({ clock }: Context): string {
  return daysBefore(toDay(clock.now()), KEPT_DAYS);
}

function toView(row: DeliveryRow, isViewer: boolean): DeliveryView {
  return {
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    state: row.state,
    createdAt: toTimestamp(row.created_at),
    nextAttemptAt: row.state === 'waiting' ? toTimestamp(row.due_at) : null,
    attempts: row.attempts.map(({ at, status, took_ms: ms, fault, response_head }) => {
      return { at: new Date(at).toISOString(), status, ms, fault, responseHead: isViewer ? null : response_head };
    }),
  };
}
