import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { ROLES, type Role } from '../../entities/vocabulary.js';
import {
  HAS_JOINED,
  HAS_SECOND_FACTOR,
  notFound,
  refuseUnlessHolder,
  refuseUnlessMayWrite,
  refuseUnlessSteppedUp,
} from '../access/access.js';
import { limitOf } from '../access/project-limit.js';
import { allowedProjects, type Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { flag, NAME_MAX, parse, requiredText, uuid } from '../input.js';
import { PLANS } from '../plans.js';
import { toTimestamp } from '../time.js';
import { lockAddress } from './accounts.js';
import { endSessions, sessionHolderOf } from './holder-sessions.js';
import { detailOf, lastingAccessOf, mailOwnersOfLastingAccess } from './lasting-access.js';
import { makeWayIn, type WayIn } from './links.js';
import { hashPassword, OPERATOR_PASSWORD_MIN, password } from './passwords.js';
import { refuseForLastStandIn } from './providers/required-provider.js';
import { actorOf, type Client, OPERATOR_CLIENT, saveSecurityEvent } from './security-events.js';
import { countRenewedLink } from './sign-in-throttle.js';

const WHAT = 'People';
/** Holders of an account, disabled ones included: who is disabled stays in what happened. */
const HOLDERS_MAX = 200;
const email = requiredText(NAME_MAX).pipe(z.email('must be an e-mail address'));
const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`);
/** Projects that a person is limited to: as many as any plan has room for. */
const PROJECTS_MAX = Math.max(...Object.values(PLANS).map(({ projectCapacity }) => projectCapacity));

/** None is a limit too: who has it sees nothing. */
const projectIds = z
  .array(uuid, 'must be an array of ids')
  .transform((ids) => [...new Set(ids)].toSorted())
  .refine((ids) => ids.length <= PROJECTS_MAX, `must be at most ${PROJECTS_MAX} projects`)
  .nullable();

const inviteHolderInput = z.object(
  { email, name: requiredText(NAME_MAX), role, projectIds: projectIds.default(null) },
  'must be an object',
);

/** The operator's: a password for another person, to be changed by its holder. */
const createHolderInput = inviteHolderInput.extend({
  password: password.min(OPERATOR_PASSWORD_MIN, `must be at least ${OPERATOR_PASSWORD_MIN} characters`).optional(),
});

/** What is left out stays. */
const updateHolderInput = z.object(
  { role: role.optional(), projectIds: projectIds.optional(), mayUsePassword: flag.optional() },
  'must be an object',
);
const updateViewerInput = z.object({ name: requiredText(NAME_MAX) }, 'must be an object');

/** A person of an account, as its people see them: never the hash of the password. */
export interface HolderView {
  holderId: string;
  accountId: string;
  email: string;
  name: string;
  role: Role;
  /** The projects that they see alone, by id; null for all. An owner sees all. */
  projectIds: readonly string[] | null;
  /** Whether a password was set: an unused invitation has none. */
  hasPassword: boolean;
  /** Whether they have come in: a password was set, or a company's provider is linked to them. */
  hasJoined: boolean;
  hasSecondFactor: boolean;
  /** Whether the password still signs in where a provider is required, with the second factor. */
  mayUsePassword: boolean;
  disabledAt: string | null;
  createdAt: string;
}

interface HolderRow {
  id: string;
  account_id: string;
  email: string;
  name: string;
  role: Role;
  project_ids: string[] | null;
  has_password: boolean;
  has_joined: boolean;
  has_second_factor: boolean;
  may_use_password: boolean;
  disabled_at: string | null;
  created_at: string;
}

/** A person with the way in: a link is shown here, or mailed, and never again. */
export interface LinkedHolder {
  holder: HolderView;
  wayIn: WayIn;
}

const COLUMNS = `h.id, h.account_id, h.email, h.name, h.role, h.password_hash is not null as has_password,
     ${limitOf('h')} as project_ids,
     ${HAS_JOINED} as has_joined, h.disabled_at, h.created_at,
     h.may_use_password, ${HAS_SECOND_FACTOR} as has_second_factor`;

const LIST_HOLDERS = statement<HolderRow>(
  'list-holders',
  `select ${COLUMNS}
   from holder h
   where h.account_id = $1 and ($2::uuid is null or h.id = $2)
   order by h.created_at, h.id`,
);

const FIND_HOLDER = statement<HolderRow>(
  'find-holder',
  `select ${COLUMNS}
   from holder h
   where h.account_id = $1 and h.id = $2`,
);

const SAVE_HOLDER = statement<object>(
  'save-holder',
  `insert into holder (account_id, id, email, name, role, password_hash, password_set_at, created_at, updated_at,
     project_ids)
   values ($1, $2, $3, $4, $5, $6, case when $6::text is not null then $7::timestamptz end, $7, $7, $8)`,
);

/** Who of an account had an address and was disabled. */
const FIND_DISABLED = statement<{ id: string }>(
  'find-disabled-holder',
  `select id
   from holder
   where account_id = $1 and lower(email) = lower($2) and disabled_at is not null`,
);

/** A disabled person is invited again: the former password is gone, and so is the mark that kept it working. */
const RENEW_HOLDER = statement<object>(
  'renew-holder',
  `update holder
   set email = $3, name = $4, role = $5, password_hash = $6, disabled_at = null, updated_at = $7, project_ids = $8,
     may_use_password = false,
     password_set_at = case when $6::text is not null then $7::timestamptz end
   where account_id = $1 and id = $2`,
);

/** Owners who are not disabled, locked, so that of two that step down at once one stays. */
const LOCK_OWNERS = statement<{ id: string; has_password: boolean }>(
  'lock-owners',
  `select id, password_hash is not null as has_password
   from holder
   where account_id = $1 and role = 'owner' and disabled_at is null
   order by id
   for update`,
);

const SET_ROLE = statement<object>(
  'set-role-of-holder',
  `update holder
   set role = $3, may_use_password = may_use_password and $3 = 'owner', updated_at = $4
   where account_id = $1 and id = $2`,
);

const SET_LIMIT = statement<object>(
  'set-limit-of-holder',
  `update holder
   set project_ids = $3, updated_at = $4
   where account_id = $1 and id = $2`,
);

const SET_MARK = statement<object>(
  'set-mark-of-holder',
  `update holder
   set may_use_password = $3, updated_at = $4
   where account_id = $1 and id = $2`,
);

const SET_HOLDER_NAME = statement<object>(
  'set-name-of-holder',
  `update holder
   set name = $3, updated_at = $4
   where account_id = $1 and id = $2`,
);

const DISABLE_HOLDER = statement<object>(
  'disable-holder',
  `update holder
   set disabled_at = coalesce(disabled_at, $3), updated_at = $3
   where account_id = $1 and id = $2`,
);

/**
 * The people of the caller's account, disabled ones included, oldest first; to who is limited to projects themselves
 * alone.
 * @throws ServiceError FORBIDDEN for a key.
 */
export async function listHolders(ctx: Context): Promise<HolderView[]> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, WHAT);
  const only = caller.kind === 'holder' && allowedProjects(caller) !== null ? caller.holderId : null;
  return (await ctx.db.rows(LIST_HOLDERS, [caller.accountId, only])).map(toHolderView);
}

/** Who asks. @throws ServiceError FORBIDDEN for all but a holder. */
export async function getViewer(ctx: Context): Promise<HolderView> {
  return getHolder(ctx, sessionHolderOf(ctx).holderId);
}

/** The caller's own name. @throws ServiceError VALIDATION_ERROR, FORBIDDEN for all but a holder. */
export async function updateViewer(ctx: Context, input: unknown): Promise<HolderView> {
  const { accountId, holderId: id } = sessionHolderOf(ctx);
  const { name } = parse(updateViewerInput, input);
  await ctx.db.rows(SET_HOLDER_NAME, [accountId, id, name, ctx.clock.now()]);
  return getHolder(ctx, id);
}

/**
 * Adds a person to the account, who chooses a password by the link, or comes in by the company's provider where that is
 * required; a person who was disabled comes back. For owners, and the operator.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on people), FORBIDDEN, CONFLICT for an address that
 *   another person has, in whatever account, and for one that a required provider would not let in.
 */
export async function inviteHolder(ctx: Context, input: unknown, client: Client): Promise<LinkedHolder> {
  refuseUnlessOwner(ctx);
  const sent = parse(inviteHolderInput, input);
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const holderId = await addHolder(tx, { ...sent, passwordHash: null }, client);
    const { accountId } = ctx.caller;
    const wayIn = await makeWayIn(db, { accountId, holderId, purpose: 'invitation' });
    return { holder: await getHolder(tx, holderId), wayIn };
  });
}

/**
 * Adds a person, with a password or without; for the operator.
 * @throws ServiceError VALIDATION_ERROR, CONFLICT.
 */
export async function createHolder(ctx: Context, input: unknown): Promise<HolderView> {
  const { password, ...sent } = parse(createHolderInput, input);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    return getHolder(tx, await addHolder(tx, { ...sent, passwordHash }, OPERATOR_CLIENT));
  });
}

export interface WantedHolder {
  email: string;
  name: string;
  role: Role;
  projectIds: string[] | null;
  passwordHash: string | null;
}

/** Adds a person, or brings back who was disabled, in a transaction of the caller's. @returns the identifier. */
export async function addHolder(tx: Context, wanted: WantedHolder, client: Client): Promise<string> {
  const { accountId } = tx.caller;
  const isTaken = await lockAddress(tx.db, wanted.email);
  const [disabled] = await tx.db.rows(FIND_DISABLED, [accountId, wanted.email]);
  if (isTaken && !disabled) {
    throw new ServiceError('CONFLICT', `A person with the e-mail address ${wanted.email} already exists`);
  }
  await refuseLimit(tx, wanted);
  const id = disabled?.id ?? randomUUID();
  if (!disabled) await refuseBeyondCapacity(tx);
  const values = [accountId, id, wanted.email, wanted.name, wanted.role, wanted.passwordHash, tx.clock.now()];
  await tx.db.rows(disabled ? RENEW_HOLDER : SAVE_HOLDER, [...values, wanted.projectIds]);
  const limit = wanted.projectIds && { projects: wanted.projectIds.join(' ') };
  const detail = { of: id, role: wanted.role, ...limit };
  await saveSecurityEvent(tx.db, { ...actorOf(tx.caller, client), accountId, kind: 'invited', detail });
  return id;
}

const COUNT_PROJECTS = statement<{ count: number }>(
  'count-projects-of-limit',
  `select count(*)::int as count
   from project
   where account_id = $1 and id = any ($2::uuid[])`,
);

/** @throws ServiceError VALIDATION_ERROR for a limited owner, and for what is no project of the account. */
async function refuseLimit({ db, caller }: Context, wanted: Pick<HolderView, 'role' | 'projectIds'>): Promise<void> {
  if (wanted.projectIds === null) return;
  if (wanted.role === 'owner') throw invalid(['projectIds'], 'must be null for an owner, who sees all projects');
  const [found] = await db.rows(COUNT_PROJECTS, [caller.accountId, wanted.projectIds]);
  if (found?.count !== wanted.projectIds.length) throw invalid(['projectIds'], 'must be projects of the account');
}

/** The locked owners let one person in at a time, so that the bound holds under concurrency. */
export async function isFull({ db, caller: { accountId } }: Context): Promise<boolean> {
  await db.rows(LOCK_OWNERS, [accountId]);
  return (await db.rows(LIST_HOLDERS, [accountId, null])).length >= HOLDERS_MAX;
}

async function refuseBeyondCapacity(tx: Context): Promise<void> {
  if (!(await isFull(tx))) return;
  throw invalid([], `An account has at most ${HOLDERS_MAX} people, disabled ones included`);
}

/**
 * Makes a link for a holder of the account: an invitation where no password was set yet, else a reset; none where the
 * company's provider is required. For owners, and the operator.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN; CONFLICT for who a required provider would not let in;
 *   TooManyAttempts beyond ten an hour.
 */
export async function renewLink(ctx: Context, holderId: unknown, client: Client): Promise<LinkedHolder> {
  refuseUnlessOwner(ctx);
  const id = parse(uuid, holderId, 'holder');
  const holder = await getHolder(ctx, id);
  if (holder.disabledAt !== null) throw invalid(['holder'], 'is disabled');
  if (ctx.caller.kind === 'holder') await countRenewedLink(ctx.db, id);
  return ctx.db.transaction(async (db) => {
    const { accountId } = ctx.caller;
    const purpose = holder.hasPassword ? 'reset' : 'invitation';
    const event = { accountId, kind: 'reset_requested', detail: { of: id } } as const;
    await saveSecurityEvent(db, { ...actorOf(ctx.caller, client), ...event });
    return { holder, wayIn: await makeWayIn(db, { accountId, holderId: id, purpose }) };
  });
}

/**
 * Changes a person's role, and ends that person's sessions; the projects that they see, from their next request on, by
 * every process; or marks an owner whose password still signs in where a
 * provider is required, and takes the mark back, which ends the sessions too. The last owner stays one, and so does the
 * last marked one where a provider is required. For owners, and the operator.
 * @throws ServiceError VALIDATION_ERROR, also for a limit of who is or becomes an owner; NOT_FOUND, FORBIDDEN; CONFLICT
 *   for the last owner, and for marking who is no owner with a password and a second factor.
 */
export async function updateHolder(
  ctx: Context,
  holderId: unknown,
  input: unknown,
  client: Client,
): Promise<HolderView> {
  refuseUnlessOwner(ctx);
  const id = parse(uuid, holderId, 'holder');
  const { role, projectIds, mayUsePassword } = parse(updateHolderInput, input);
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const others = await otherOwners(tx, id);
    const before = await getHolder(tx, id);
    const limit = projectIds === undefined ? before.projectIds : projectIds;
    const isLimited = String(limit) !== String(before.projectIds);
    if (isLimited || role !== undefined) await refuseLimit(tx, { role: role ?? before.role, projectIds: limit });
    if (role !== undefined && role !== before.role) await setRole(tx, before, others, role, client);
    if (isLimited) await setLimit(tx, id, limit, client);
    const now = await getHolder(tx, id);
    if (mayUsePassword !== undefined && mayUsePassword !== now.mayUsePassword) await setMark(tx, now, client);
    return getHolder(tx, id);
  });
}

async function setRole(tx: Context, before: HolderView, others: Owner[], role: Role, client: Client): Promise<void> {
  const { db, caller, clock } = tx;
  const { accountId } = caller;
  const { holderId: id } = before;
  if (before.role === 'owner') {
    refuseForLastOwner(before, others);
    await refuseForLastStandIn(db, { accountId, holderId: id });
  }
  await db.rows(SET_ROLE, [accountId, id, role, clock.now()]);
  const actor = actorOf(caller, client);
  await endSessions(db, { accountId, ofHolderId: id }, actor);
  const detail = { of: id, from: before.role, to: role };
  await saveSecurityEvent(db, { ...actor, accountId, kind: 'role_changed', detail });
}

/** Sessions go on: each request reads the limit. */
async function setLimit(tx: Context, id: string, projectIds: readonly string[] | null, client: Client): Promise<void> {
  const { accountId } = tx.caller;
  await tx.db.rows(SET_LIMIT, [accountId, id, projectIds, tx.clock.now()]);
  const detail = { of: id, projects: projectIds?.join(' ') ?? 'all' };
  await saveSecurityEvent(tx.db, { ...actorOf(tx.caller, client), accountId, kind: 'projects_limited', detail });
}

/** Marks who is not marked, and the other way round. */
async function setMark({ db, caller, clock }: Context, before: HolderView, client: Client): Promise<void> {
  const { accountId } = caller;
  const { holderId: id, role, hasPassword, hasSecondFactor, disabledAt, mayUsePassword: isMarked } = before;
  const isFit = role === 'owner' && hasPassword && hasSecondFactor && disabledAt === null;
  if (!isMarked && !isFit) {
    throw new ServiceError('CONFLICT', 'Only an owner with a password and a second factor can be marked');
  }
  const actor = actorOf(caller, client);
  if (isMarked) {
    await refuseForLastStandIn(db, { accountId, holderId: id });
    await endSessions(db, { accountId, ofHolderId: id }, actor);
  }
  await db.rows(SET_MARK, [accountId, id, !isMarked, clock.now()]);
  const kind = isMarked ? ('password_unmarked' as const) : ('password_marked' as const);
  await saveSecurityEvent(db, { ...actor, accountId, kind, detail: { of: id } });
}

/**
 * Ends what a person may do, at once. The last owner stays, and so do the share links and destinations that the person
 * made: the security event says how many, and so does a mail to the owners where this service sends mail. For owners,
 * also with an inactive subscription, and the operator.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT for the last owner.
 */
export async function disableHolder(
  ctx: Context,
  holderId: unknown,
  client: Client,
  { canMail = false } = {},
): Promise<HolderView> {
  refuseUnlessHolder(ctx.caller, WHAT, 'owner');
  refuseUnlessSteppedUp(ctx.caller);
  const id = parse(uuid, holderId, 'holder');
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const others = await otherOwners(tx, id);
    const before = await getHolder(tx, id);
    if (before.disabledAt !== null) return before;
    const { accountId } = ctx.caller;
    if (before.role === 'owner') refuseForLastOwner(before, others);
    await refuseForLastStandIn(db, { accountId, holderId: id });
    await db.rows(DISABLE_HOLDER, [accountId, id, ctx.clock.now()]);
    const actor = actorOf(ctx.caller, client);
    await endSessions(db, { accountId, ofHolderId: id }, actor);
    const lasting = await lastingAccessOf(tx, id);
    const detail = { of: id, ...detailOf(lasting) };
    await saveSecurityEvent(db, { ...actor, accountId, kind: 'holder_disabled', detail });
    if (canMail) await mailOwnersOfLastingAccess(tx, { id, name: before.name }, lasting);
    return getHolder(tx, id);
  });
}

/**
 * A person of the account, who may go: of the owners, locked so that of two who go at once one stays, another is left.
 * @throws ServiceError NOT_FOUND, CONFLICT for the last owner.
 */
export async function getUnlessLastOwner(tx: Context, id: string): Promise<HolderView> {
  const others = await otherOwners(tx, id);
  const holder = await getHolder(tx, id);
  if (holder.role === 'owner') refuseForLastOwner(holder, others);
  await refuseForLastStandIn(tx.db, { accountId: tx.caller.accountId, holderId: id });
  return holder;
}

function refuseUnlessOwner({ caller }: Context): void {
  refuseUnlessHolder(caller, WHAT, 'owner');
  refuseUnlessMayWrite(caller);
  refuseUnlessSteppedUp(caller);
}

interface Owner {
  id: string;
  has_password: boolean;
}

/** Locked, so that of two owners who step down at once one stays. */
async function otherOwners({ db, caller }: Context, id: string): Promise<Owner[]> {
  return (await db.rows(LOCK_OWNERS, [caller.accountId])).filter((owner) => owner.id !== id);
}

/** An invited person without a password does not replace an owner who can sign in. */
function refuseForLastOwner({ hasPassword }: HolderView, others: readonly Owner[]): void {
  if (others.some((owner) => owner.has_password || !hasPassword)) return;
  throw new ServiceError('CONFLICT', 'An account needs an owner: make someone else an owner first');
}

/** Of the caller's account, disabled or not. @throws ServiceError NOT_FOUND. */
async function getHolder({ db, caller }: Context, id: string): Promise<HolderView> {
  const [row] = await db.rows(FIND_HOLDER, [caller.accountId, id]);
  if (!row) throw notFound('holder');
  return toHolderView(row);
}

function toHolderView(row: HolderRow): HolderView {
  return {
    holderId: row.id,
    accountId: row.account_id,
    email: row.email,
    name: row.name,
    role: row.role,
    projectIds: row.project_ids,
    hasPassword: row.has_password,
    hasJoined: row.has_joined,
    hasSecondFactor: row.has_second_factor,
    mayUsePassword: row.may_use_password,
    disabledAt: row.disabled_at === null ? null : toTimestamp(row.disabled_at),
    createdAt: toTimestamp(row.created_at),
  };
}
