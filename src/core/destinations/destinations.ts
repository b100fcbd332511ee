import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import {
  ALERT_KINDS,
  type AlertKind,
  type DeliveryFault,
  type DestinationKind,
  type DestinationState,
  type EventType,
  type SecurityEventKind,
} from '../../entities/vocabulary.js';
import {
  absences,
  notFoundOrForbidden,
  refuseUnlessHolder,
  refuseUnlessMayWrite,
  refuseUnlessSteppedUp,
} from '../access/access.js';
import { createSecretBox, type SecretBox, type SecretColumns, storedOf } from '../access/secret-box.js';
import type { Caller, Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { NAME_MAX, parse, requiredText, uuid } from '../input.js';
import { actorOf, type Client, saveSecurityEvent } from '../people/security-events.js';
import { PLANS } from '../plans.js';
import { toTimestamp } from '../time.js';
import {
  addressesOf,
  createResolver,
  NameNotFound,
  parseTarget,
  type ResolveName,
  TargetRefused,
  type TargetRules,
} from './webhook-target.js';

const WHAT = 'Destinations';

/** Webhooks and channels of an account. */
export const DESTINATIONS_MAX = 20;
/** Those that were removed within two months included: their deliveries are still shown. */
const KEPT_MAX = 200;
const PROJECTS_MAX = 200;
/** Hours that a former secret may sign for, beside the new one. */
const GRACE_HOURS = { max: 168, usual: 24 } as const;
const SECRET_BYTES = 32;

/** Types of events that a destination may choose; others are for it alone. */
export const CHOSEN_EVENTS = [
  'alert.opened',
  'alert.acknowledged',
  'alert.resolved',
  'report.ready',
  'project.day_closed',
  'destination.disabled',
] as const satisfies readonly EventType[];
export type ChosenEvent = (typeof CHOSEN_EVENTS)[number];

/** A day closes for each project each day, which only programs that wait for it want. */
const USUAL_EVENTS: readonly ChosenEvent[] = CHOSEN_EVENTS.filter((type) => type !== 'project.day_closed');

/** What a destination may be that people make; mail is made for people and addresses. */
const MADE_KINDS = ['webhook', 'slack'] as const satisfies readonly DestinationKind[];

/** What destinations are checked and sealed with, as the configuration has it. */
export interface DestinationTools {
  rules: TargetRules;
  resolve: ResolveName;
  /** Of SECRETS_KEY. */
  secrets: SecretBox;
}

/** What the configuration says of destinations. */
export interface DestinationConfig {
  webhookNetworks: TargetRules['networks'];
  /** The service's own address, which is called for nobody. */
  publicUrl: string | undefined;
  /** Encrypts and reads the secrets of destinations; without it they lie in the clear. */
  secretsKey?: Buffer | undefined;
  /** Reads them too, while the key is changed. */
  secretsOtherKey?: Buffer | undefined;
}

const PUBLIC_ONLY: DestinationConfig = { webhookNetworks: [], publicUrl: undefined };

/** @param config left out: public addresses alone, and secrets in the clear. */
export function destinationTools(config: DestinationConfig = PUBLIC_ONLY): DestinationTools {
  const { webhookNetworks: networks, publicUrl, secretsKey, secretsOtherKey } = config;
  return {
    rules: { networks, ownHost: publicUrl === undefined ? undefined : new URL(publicUrl).hostname },
    resolve: createResolver(),
    secrets: createSecretBox(secretsKey, secretsOtherKey, 'SECRETS_KEY'),
  };
}

const listOf = <Values extends readonly [string, ...string[]]>(values: Values, what: string) =>
  z
    .array(z.enum(values, `must be one of ${values.join(', ')}`), `must be an array of ${what}`)
    .min(1, `must name at least one of ${what}`)
    .max(2 * values.length, `must have at most ${2 * values.length} entries`)
    .transform((sent) => values.filter((value): value is Values[number] => sent.includes(value)));

const chosen = {
  name: requiredText(NAME_MAX),
  url: z.string('must be a string').trim().min(1, 'must not be empty'),
  events: listOf(CHOSEN_EVENTS, 'events'),
  kinds: listOf(ALERT_KINDS, 'kinds of alerts').nullable(),
  projectIds: z
    .array(uuid, 'must be an array of ids')
    .min(1, 'must name at least one project')
    .max(PROJECTS_MAX, `must have at most ${PROJECTS_MAX} entries`)
    .transform((ids) => [...new Set(ids)])
    .nullable(),
};

const createInput = z.object(
  {
    kind: z.enum(MADE_KINDS, `must be one of ${MADE_KINDS.join(', ')}`),
    name: chosen.name,
    url: chosen.url,
    events: chosen.events.default([...USUAL_EVENTS]),
    kinds: chosen.kinds.default(null),
    projectIds: chosen.projectIds.default(null),
  },
  'must be an object',
);

/** What is left out stays. */
const updateInput = z.object(
  {
    name: chosen.name.optional(),
    url: chosen.url.optional(),
    events: chosen.events.optional(),
    kinds: chosen.kinds.optional(),
    projectIds: chosen.projectIds.optional(),
  },
  'must be an object',
);

const graceInput = z
  .int(`must be a whole number of hours from 0 to ${GRACE_HOURS.max}`)
  .min(0, 'must be at least 0')
  .max(GRACE_HOURS.max, `must be at most ${GRACE_HOURS.max}`)
  .default(GRACE_HOURS.usual);

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

interface DestinationRow extends SecretColumns {
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

const HOLD_ACCOUNT = statement<object>(
  'hold-account-of-destinations',
  `select
   from account
   where account_id = $1
   for no key update`,
);

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

const DROP_WAITING = statement<object>(
  'drop-deliveries-of-removed-destination',
  `update delivery d
   set state = 'dropped', finished_at = $3
   where d.account_id = $1 and d.destination_id = $2 and d.state = 'waiting' and d.lease_until is null`,
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
 * The webhooks and channels of the caller's account, oldest first.
 * @throws ServiceError FORBIDDEN for a key: an address may be a secret.
 */
export async function listDestinations({ db, caller }: Context): Promise<DestinationView[]> {
  refuseUnlessHolder(caller, WHAT);
  return (await db.rows(LIST, [caller.accountId])).map((row) => toView(row, caller));
}

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
  const { kind, name, url, events, kinds, projectIds } = parse(createInput, input);
  if (kind === 'webhook') refuseWithoutApi(ctx.caller);
  const address = await checkedAddress(url, tools);
  const { accountId } = ctx.caller;
  const id = randomUUID();
  const key = randomBytes(SECRET_BYTES);
  const stored = tools.secrets.seal(kind === 'webhook' ? key : Buffer.from(address), id);
  const shown = kind === 'webhook' ? address : new URL(address).origin;
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    await db.rows(HOLD_ACCOUNT, [accountId]);
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
  const { name, url, events, kinds, projectIds } = parse(updateInput, input);
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

/** Removes a destination for good, with its secret; what waits is dropped. @throws as {@link createDestination}. */
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
    for (const step of [REMOVE, DROP_WAITING]) await db.rows(step, [ctx.caller.accountId, id, ctx.clock.now()]);
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
  const hours = parse(graceInput, graceHours ?? undefined, 'graceHours');
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

/** Sends again to a destination that was disabled; others stay as they are. @throws as {@link createDestination}. */
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
    await remember(tx, client, 'destination_enabled', { id, name });
  });
  return toView(await getDestination(ctx, id), ctx.caller);
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

/** A leaked key must not send an account's numbers elsewhere. @throws ServiceError FORBIDDEN; ProofRequired. */
export function refuseUnlessMayManage(caller: Caller): void {
  refuseUnlessMayRemove(caller);
  refuseUnlessMayWrite(caller);
}

function refuseUnlessMayRemove(caller: Caller): void {
  refuseUnlessHolder(caller, WHAT, 'member');
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

/** As the parser writes it. @throws ServiceError VALIDATION_ERROR for an address that is not called. */
async function checkedAddress(text: string, { rules, resolve }: DestinationTools): Promise<string> {
  try {
    const target = parseTarget(text, rules);
    await addressesOf(target, rules, resolve);
    return target.url.href;
  } catch (error) {
    if (error instanceof TargetRefused) throw invalid(['url'], error.message);
    if (error instanceof NameNotFound) throw invalid(['url'], 'no address of its host is known');
    throw error;
  }
}

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

function toView(row: DestinationRow, caller: Caller): DestinationView {
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

const DELETE_REMOVED = statement<object>(
  'delete-removed-destinations',
  `delete from destination
   where removed_at < now() - interval '62 days'`,
);

/** Deletes destinations that were removed two months ago, as their deliveries are gone by then. */
export async function deleteRemovedDestinations(db: DatabaseSession): Promise<void> {
  await db.rows(DELETE_REMOVED, []);
}
