import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { SecurityEventKind } from '../../entities/vocabulary.js';
import { absences, refuseUnlessHolder, refuseUnlessMayWrite, refuseUnlessSteppedUp } from '../access/access.js';
import { refuseLimited } from '../access/project-limit.js';
import { type SecretBox, storedOf } from '../access/secret-box.js';
import { endAlertOfDestination } from '../alerts/destination-alerts.js';
import type { Caller, Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { parse, uuid } from '../input.js';
import { lockAccount } from '../people/accounts.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';
import { PLANS } from '../plans.js';
import {
  type DestinationRow,
  type DestinationView,
  getDestination,
  holdDestination,
  toView,
  WHAT,
} from './destination.reads.js';
import {
  createDestinationInput,
  DESTINATIONS_MAX,
  graceHoursInput,
  KEPT_MAX,
  updateDestinationInput,
} from './destination.schema.js';
import { checkedAddress, type DestinationTools } from './destination-tools.js';

const SECRET_BYTES = 32;

const COUNT = statement<{ live: number; kept: number }>(
  'count-destinations',
  `select count(*) filter (where d.removed_at is null)::int as live, count(*)::int as kept
   from destination d
   where d.account_id = $1 and d.kind in ('webhook', 'slack')`,
);

const SAVE = statement<object>(
  'save-destination',
  `insert into destination (account_id, id, kind, name, url, events, kinds, project_ids, secret, is_encrypted,
     created_by, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
);

/** Another address begins without failures. $4, $6, $8: whether it is changed. */
const UPDATE = statement<object>(
  'update-destination',
  `update destination d
   set name = coalesce($3, d.name), events = coalesce($4, d.events),
     kinds = case when $5::boolean then $6::text[] else d.kinds end,
     project_ids = case when $7::boolean then $8::uuid[] else d.project_ids end,
     url = coalesce($9, d.url), secret = coalesce($10, d.secret), is_encrypted = coalesce($11, d.is_encrypted),
     failures = case when $9::text is null then d.failures else 0 end,
     failing_since = case when $9::text is null then d.failing_since end,
     resting_until = case when $9::text is null then d.resting_until end,
     warned_at = case when $9::text is null then d.warned_at end,
     last_fault = case when $9::text is null then d.last_fault end,
     updated_at = $12
   where d.account_id = $1 and d.id = $2`,
);

const REMOVE = statement<object>(
  'remove-destination',
  `update destination d
   set removed_at = $3, updated_at = $3, secret = null, former_secret = null, former_until = null
   where d.account_id = $1 and d.id = $2`,
);

/** What another transaction holds is left to it, or to the next sweep of workers: nothing waits for it. */
const DROP_WAITING = statement<object>(
  'drop-deliveries-of-destination',
  `update delivery d
   set state = 'dropped', finished_at = $3
   from (
     select w.id, w.day
     from delivery w
     where w.account_id = $1 and w.destination_id = $2 and w.state = 'waiting' and w.lease_until is null
     for update skip locked
   ) w
   where d.account_id = $1 and d.id = w.id and d.day = w.day`,
);

const ENABLE = statement<object>(
  'enable-destination',
  `update destination d
   set state = 'active', failures = 0, failing_since = null, resting_until = null, warned_at = null, disabled_at = null,
     last_fault = null, updated_at = $3
   where d.account_id = $1 and d.id = $2`,
);

const ROTATE = statement<object>(
  'rotate-secret-of-destination',
  `update destination d
   set secret = $3, is_encrypted = $4, former_secret = $5, former_until = $6, updated_at = $7
   where d.account_id = $1 and d.id = $2`,
);

/**
 * Adds a webhook or a channel; the secret that a webhook is signed with is returned here and never again. Its address
 * is resolved, and refused where it may not be called. Goes on while writes are switched off: it changes no project.
 * @returns `secret` null for a channel.
 * @throws ServiceError FORBIDDEN for keys, viewers, an inactive subscription, and webhooks in a tier without API
 *   access; ProofRequired; VALIDATION_ERROR (also for the bound on destinations); NOT_FOUND for a project.
 */
export async function createDestination(
  ctx: Context,
  input: unknown,
  { tools, client }: { tools: DestinationTools; client: Client },
): Promise<{ destination: DestinationView; secret: string | null }> {
  refuseUnlessMayManage(ctx.caller);
  const { kind, name, url, events, kinds, projectIds } = parse(createDestinationInput, input);
  if (kind === 'webhook') refuseWithoutApi(ctx.caller);
  const address = await checkedAddress(url, tools);
  const { accountId } = ctx.caller;
  const id = randomUUID();
  const key = randomBytes(SECRET_BYTES);
  const stored = tools.secrets.seal(kind === 'webhook' ? key : Buffer.from(address), id);
  const shown = kind === 'webhook' ? address : new URL(address).origin;
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await lockAccount(tx);
    await refuseBeyondBounds(tx);
    await refuseOtherProjects(tx, projectIds);
    const actor = actorOf(ctx.caller, client);
    const values = [events, kinds, projectIds, stored.secret, stored.isEncrypted, actor.holderId, ctx.clock.now()];
    await db.rows(SAVE, [accountId, id, kind, name, shown, ...values]);
    await remember(tx, client, 'destination_created', { id, name, kind });
  });
  const destination = toView(await getDestination(ctx, id), ctx.caller);
  return { destination, secret: kind === 'webhook' ? secretText(key) : null };
}

/**
 * Changes a destination from the next event on. Another address is checked as a new one is, and begins without
 * failures.
 * @throws as {@link createDestination}; NOT_FOUND, FORBIDDEN.
 */
export async function updateDestination(
  ctx: Context,
  destinationId: unknown,
  input: unknown,
  { tools, client }: { tools: DestinationTools; client: Client },
): Promise<DestinationView> {
  refuseUnlessMayManage(ctx.caller);
  const id = parse(uuid, destinationId, 'id');
  const { name, url, events, kinds, projectIds } = parse(updateDestinationInput, input);
  const address = url === undefined ? null : await checkedAddress(url, tools);
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const before = await holdDestination(tx, id);
    await refuseOtherProjects(tx, projectIds ?? null);
    const isChannel = before.kind === 'slack' && address !== null;
    const sealed = isChannel ? tools.secrets.seal(Buffer.from(address), id) : null;
    const shown = isChannel ? new URL(address).origin : address;
    const lists = [events ?? null, kinds !== undefined, kinds ?? null, projectIds !== undefined, projectIds ?? null];
    const secret = [sealed?.secret ?? null, sealed?.isEncrypted ?? null];
    await db.rows(UPDATE, [ctx.caller.accountId, id, name ?? null, ...lists, shown, ...secret, ctx.clock.now()]);
    const sent = Object.entries({ name, url, events, kinds, projects: projectIds });
    const changed = sent.flatMap(([field, value]) => (value === undefined ? [] : [field])).join(' ');
    await remember(tx, client, 'destination_changed', { id, name: name ?? before.name, changed });
  });
  return toView(await getDestination(ctx, id), ctx.caller);
}

/**
 * Removes a destination for good, with its secret; what waits is dropped, and an alert that it was disabled ends.
 * @throws as {@link createDestination}.
 */
export async function deleteDestination(
  ctx: Context,
  destinationId: unknown,
  client: Client,
): Promise<{ deleted: true }> {
  refuseUnlessMayRemove(ctx.caller);
  const id = parse(uuid, destinationId, 'id');
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const { name } = await holdDestination(tx, id);
    const now = ctx.clock.now();
    await db.rows(REMOVE, [ctx.caller.accountId, id, now]);
    await dropWaiting(db, { accountId: ctx.caller.accountId, destinationId: id }, now);
    await endAlertOfDestination(tx, id, 'gone');
    await remember(tx, client, 'destination_removed', { id, name });
  });
  return { deleted: true };
}

/**
 * Gives a webhook a new secret, shown here and never again. The former one signs beside it for `graceHours`, so that a
 * receiver may be changed meanwhile; the one before that no longer.
 * @throws as {@link createDestination}; VALIDATION_ERROR for a channel, which is not signed.
 */
export async function rotateDestinationSecret(
  ctx: Context,
  { id: destinationId, graceHours }: { id: unknown; graceHours: unknown },
  { tools, client }: { tools: DestinationTools; client: Client },
): Promise<{ destination: DestinationView; secret: string }> {
  refuseUnlessMayManage(ctx.caller);
  const id = parse(uuid, destinationId, 'id');
  const hours = parse(graceHoursInput, graceHours ?? undefined, 'graceHours');
  const key = randomBytes(SECRET_BYTES);
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const before = await holdDestination(tx, id);
    if (before.kind !== 'webhook') throw invalid(['id'], 'is no webhook: only webhooks are signed');
    const sealed = tools.secrets.seal(key, id);
    const former = hours === 0 ? null : formerOf(before, tools.secrets);
    const now = ctx.clock.now();
    const until = former === null ? null : new Date(now.getTime() + hours * 3_600_000);
    await db.rows(ROTATE, [ctx.caller.accountId, id, sealed.secret, sealed.isEncrypted, former, until, now]);
    await remember(tx, client, 'destination_secret_rotated', { id, name: before.name });
  });
  return { destination: toView(await getDestination(ctx, id), ctx.caller), secret: secretText(key) };
}

/** What waits for a destination that ends is sent no more; what is under way is settled by who sends it. */
export async function dropWaiting(
  db: DatabaseSession,
  { accountId, destinationId }: { accountId: string; destinationId: string },
  at: Date,
): Promise<void> {
  await db.rows(DROP_WAITING, [accountId, destinationId, at]);
}

/**
 * Sends again to a destination that was disabled, and ends the alert of that; others stay as they are.
 * @throws as {@link createDestination}.
 */
export async function enableDestination(
  ctx: Context,
  destinationId: unknown,
  client: Client,
): Promise<DestinationView> {
  refuseUnlessMayManage(ctx.caller);
  const id = parse(uuid, destinationId, 'id');
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const { name, state } = await holdDestination(tx, id);
    if (state === 'active') return;
    await db.rows(ENABLE, [ctx.caller.accountId, id, ctx.clock.now()]);
    await endAlertOfDestination(tx, id, 'by_hand');
    await remember(tx, client, 'destination_enabled', { id, name });
  });
  return toView(await getDestination(ctx, id), ctx.caller);
}

/** A leaked key must not send an account's numbers elsewhere. @throws ServiceError FORBIDDEN; ProofRequired. */
export function refuseUnlessMayManage(caller: Caller): void {
  refuseUnlessMayRemove(caller);
  refuseUnlessMayWrite(caller);
}

function refuseUnlessMayRemove(caller: Caller): void {
  refuseUnlessHolder(caller, WHAT, 'member');
  refuseLimited(caller, WHAT);
  refuseUnlessSteppedUp(caller);
}

/** Remembers what was done to a destination among the security events of the account. */
export async function remember(
  tx: Context,
  client: Client,
  kind: SecurityEventKind,
  { id, ...detail }: { id: string; name: string } & Readonly<Record<string, string>>,
): Promise<void> {
  const { accountId } = tx.caller;
  await saveSecurityEvent(tx.db, {
    ...actorOf(tx.caller, client),
    accountId,
    kind,
    detail: { ...detail, destination: id },
  });
}

function refuseWithoutApi({ tier }: Caller): void {
  if (PLANS[tier].requests) return;
  throw new ServiceError(
    'FORBIDDEN',
    `The ${tier} subscription tier has no webhooks; channels of Slack are open to it`,
  );
}

async function refuseBeyondBounds({ db, caller }: Context): Promise<void> {
  const [count] = await db.rows(COUNT, [caller.accountId]);
  if (!count) throw new Error('destinations were not counted');
  if (count.live >= DESTINATIONS_MAX) {
    throw invalid([], `an account has at most ${DESTINATIONS_MAX} destinations: remove one first`);
  }
  if (count.kept >= KEPT_MAX) {
    throw invalid([], `an account has at most ${KEPT_MAX} destinations, those removed within two months included`);
  }
}

async function refuseOtherProjects(tx: Context, projectIds: readonly string[] | null): Promise<void> {
  if (projectIds === null) return;
  const found = await tx.db.rows(OWN_PROJECTS, [tx.caller.accountId, projectIds]);
  const own = new Set(found.map(({ id }) => id));
  const missing = projectIds.filter((id) => !own.has(id));
  const [reason] = (await absences(tx, 'project', missing)).values();
  if (reason) throw reason;
}

const OWN_PROJECTS = statement<{ id: string }>(
  'projects-of-destination',
  `select id
   from project
   where account_id = $1 and id = any ($2::uuid[]) and archived_at is null`,
);

/** Under the key of the new secret, as one flag tells of both; null where it cannot be read, and so not signed with. */
function formerOf(row: DestinationRow, secrets: SecretBox): Buffer | null {
  try {
    return secrets.seal(secrets.open(storedOf(row), row.id), row.id).secret;
  } catch {
    return null;
  }
}

/** As receivers have it (Standard Webhooks). */
function secretText(key: Buffer): string {
  return `whsec_${key.toString('base64')}`;
}

const DELETE_REMOVED = statement<object>(
  'delete-removed-destinations',
  `delete from destination
   where removed_at < now() - interval '62 days'`,
);

/** Deletes destinations that were removed two months ago, as their deliveries are gone by then. */
export async function deleteRemovedDestinations(db: DatabaseSession): Promise<void> {
  await db.rows(DELETE_REMOVED, []);
}
