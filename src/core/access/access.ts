import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Role, Tier } from '../../entities/vocabulary.js';
import type { Caller, Context } from '../context.js';
import { ProofRequired, ServiceError } from '../errors.js';
import { parse, uuid } from '../input.js';

/** Resources that a caller may name by id; an id of another account is refused as FORBIDDEN. */
export type OwnedResource = Exclude<
  Resource,
  'account' | 'holder' | 'session' | 'passkey' | 'totp' | 'provider' | 'identity' | 'response' | 'correction'
>;

/**
 * The only statements that read beyond the caller's account; they return only that an id belongs to another account.
 */
const BELONGS_ELSEWHERE = {
  project: statement<{ id: string }>(
    'projects-elsewhere',
    `select id from project where id = any ($2::uuid[]) and account_id <> $1 and archived_at is null`,
  ),
  archivedProject: statement<{ id: string }>(
    'archived-projects-elsewhere',
    `select id from project where id = any ($2::uuid[]) and account_id <> $1`,
  ),
  prompt: statement<{ id: string }>(
    'prompts-elsewhere',
    `select q.id
     from prompt q
     join project p on p.account_id = q.account_id and p.id = q.project_id and p.archived_at is null
     where q.id = any ($2::uuid[]) and q.account_id <> $1 and q.archived_at is null`,
  ),
  competitor: statement<{ id: string }>(
    'competitors-elsewhere',
    `select c.id
     from competitor c
     join project p on p.account_id = c.account_id and p.id = c.project_id and p.archived_at is null
     where c.id = any ($2::uuid[]) and c.account_id <> $1 and c.removed_at is null`,
  ),
  candidate: statement<{ id: string }>(
    'candidates-elsewhere',
    `select k.id
     from competitor_candidate k
     join project p on p.account_id = k.account_id and p.id = k.project_id and p.archived_at is null
     where k.id = any ($2::uuid[]) and k.account_id <> $1`,
  ),
  competitorQuestion: statement<{ id: string }>(
    'competitor-questions-elsewhere',
    `select id from competitor_question where id = any ($2::uuid[]) and account_id <> $1`,
  ),
  market: statement<{ id: string }>(
    'markets-elsewhere',
    `select m.id
     from market m
     join project p on p.account_id = m.account_id and p.id = m.project_id and p.archived_at is null
     where m.id = any ($2::uuid[]) and m.account_id <> $1 and m.archived_at is null`,
  ),
  note: statement<{ id: string }>(
    'notes-elsewhere',
    `select h.id
     from project_change h
     join project p on p.account_id = h.account_id and p.id = h.project_id and p.archived_at is null
     where h.id = any ($2::uuid[]) and h.kind = 'note' and h.account_id <> $1`,
  ),
  alert: statement<{ id: string }>(
    'alerts-elsewhere',
    `select id from alert where id = any ($2::uuid[]) and account_id <> $1`,
  ),
  shareLink: statement<{ id: string }>(
    'share-links-elsewhere',
    `select id from share_link where id = any ($2::uuid[]) and account_id <> $1`,
  ),
  feed: statement<{ id: string }>(
    'feeds-elsewhere',
    `select id from feed where id = any ($2::uuid[]) and account_id <> $1`,
  ),
  report: statement<{ id: string }>(
    'reports-elsewhere',
    `select id from report where id = any ($2::uuid[]) and account_id <> $1`,
  ),
  reportSchedule: statement<{ id: string }>(
    'report-schedules-elsewhere',
    `select id
     from report_schedule
     where id = any ($2::uuid[]) and account_id <> $1 and removed_at is null`,
  ),
  destination: statement<{ id: string }>(
    'destinations-elsewhere',
    `select d.id
     from destination d
     where d.id = any ($2::uuid[]) and d.account_id <> $1 and d.removed_at is null`,
  ),
  delivery: statement<{ id: string }>(
    'deliveries-elsewhere',
    `select d.id
     from delivery d
     where d.id = any ($2::uuid[]) and d.account_id <> $1`,
  ),
  key: statement<{ id: string }>(
    'keys-elsewhere',
    `select id from api_key where id = any ($2::uuid[]) and account_id <> $1`,
  ),
};

/**
 * Why the caller cannot have resources that its account does not hold, by id: FORBIDDEN where one is another account's,
 * NOT_FOUND where it never existed or is archived (decisions, "another account's resource").
 */
export async function absences(ctx: Context, resource: OwnedResource, ids: readonly string[]) {
  return explain(ctx, resource, BELONGS_ELSEWHERE[resource], ids);
}

/** As {@link absences}, for the metrics, which an archived project keeps answering. */
export async function absencesOfHistory(ctx: Context, projectIds: readonly string[]) {
  return explain(ctx, 'project', BELONGS_ELSEWHERE.archivedProject, projectIds);
}

/** {@link absences} of one resource. */
export async function notFoundOrForbidden(ctx: Context, resource: OwnedResource, id: string): Promise<ServiceError> {
  return reasonOf(await absences(ctx, resource, [id]), id);
}

/** {@link absencesOfHistory} of one project. */
export async function historyNotFoundOrForbidden(ctx: Context, projectId: string): Promise<ServiceError> {
  return reasonOf(await absencesOfHistory(ctx, [projectId]), projectId);
}

/** The entry of one project in a plural answer. @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function getOrThrow<Value>(
  ctx: Context,
  byProject: Map<string, Value>,
  projectId: string,
): Promise<Value> {
  const value = byProject.get(projectId);
  if (value === undefined) throw await historyNotFoundOrForbidden(ctx, projectId);
  return value;
}

async function explain(
  ctx: Context,
  resource: OwnedResource,
  elsewhere: typeof BELONGS_ELSEWHERE.project,
  ids: readonly string[],
): Promise<Map<string, ServiceError>> {
  const found = new Set((await ctx.db.rows(elsewhere, [ctx.caller.accountId, ids])).map(({ id }) => id));
  return new Map(ids.map((id) => [id, found.has(id) ? belongsElsewhere(resource) : notFound(resource)]));
}

function reasonOf(reasons: Map<string, ServiceError>, id: string): ServiceError {
  const reason = reasons.get(id);
  if (!reason) throw new Error('an absent id has no reason');
  return reason;
}

/** Resources that can be named by id, and what messages call them. */
const LABEL = {
  account: 'Account',
  project: 'Project',
  prompt: 'Prompt',
  competitor: 'Competitor',
  candidate: 'Candidate',
  competitorQuestion: 'Question',
  market: 'Market',
  note: 'Note',
  response: 'Response',
  correction: 'Correction',
  destination: 'Destination',
  delivery: 'Delivery',
  alert: 'Alert',
  shareLink: 'Share link',
  feed: 'Feed',
  report: 'Report',
  reportSchedule: 'Schedule',
  key: 'Key',
  holder: 'Holder',
  session: 'Session',
  passkey: 'Passkey',
  totp: 'Authenticator app',
  provider: 'Identity provider',
  identity: 'Linked identity',
} as const;

type Resource = keyof typeof LABEL;

/** The resource never existed or is archived. */
export function notFound(resource: Resource): ServiceError {
  return new ServiceError('NOT_FOUND', `${LABEL[resource]} not found`);
}

/** The resource is another account's. */
export function belongsElsewhere(resource: Resource): ServiceError {
  return new ServiceError('FORBIDDEN', `${LABEL[resource]} belongs to another account`);
}

/** Each role may do what those after it may. */
const RANK: Readonly<Record<Role, number>> = { owner: 3, member: 2, viewer: 1 };

/**
 * Refuses a visitor, a key that only reads, a holder whose role only reads, and one whose account's subscription is
 * inactive. Other keys, the operator and workers write for the account.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseUnlessMayWrite(caller: Caller): void {
  if (caller.kind === 'visitor') throw new ServiceError('FORBIDDEN', 'A shared link only reads');
  if (caller.kind === 'feed') throw new ServiceError('FORBIDDEN', 'A feed only reads');
  if (caller.kind === 'key' && caller.access === 'read') throw new ServiceError('FORBIDDEN', 'This key reads only');
  if (caller.kind !== 'holder') return;
  refuseBelow('member', caller);
  if (caller.subscription !== 'active') {
    throw new ServiceError('FORBIDDEN', 'The subscription is inactive: you can read, but not change anything');
  }
}

/**
 * Refuses all but a holder of at least a role, and the operator, who acts for holders: a leaked key must not create
 * keys or manage people.
 * @param what is refused, in the plural, as the message begins.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseUnlessHolder(caller: Caller, what: string, role: Role = 'viewer'): void {
  switch (caller.kind) {
    case 'operator':
      return;
    case 'holder':
      refuseBelow(role, caller);
      return;
    case 'key':
    case 'worker':
    case 'visitor':
    case 'feed':
      throw new ServiceError('FORBIDDEN', `${what} are for signed-in account holders only`);
    default:
      caller satisfies never;
      throw new Error('a caller of unknown kind');
  }
}

function refuseBelow(role: Role, caller: Extract<Caller, { kind: 'holder' }>): void {
  if (RANK[caller.role] >= RANK[role]) return;
  const may = caller.role === 'viewer' ? 'is read-only' : 'cannot manage people or the account';
  throw new ServiceError('FORBIDDEN', `Your role, ${caller.role}, ${may}`);
}

const IS_OPERATORS = statement<object>(
  'is-account-of-operator',
  `select
   from account
   where account_id = $1 and is_operator`,
);

/**
 * Refuses all but an owner of the operator's own account who is signed in: what concerns all accounts of the service.
 * @param what is refused, in the plural, as the message begins.
 * @throws ServiceError FORBIDDEN.
 */
export async function refuseUnlessOperatorsOwner({ db, caller }: Context, what: string): Promise<void> {
  const mayBe = caller.kind === 'holder' && caller.role === 'owner';
  if (mayBe && (await db.rows(IS_OPERATORS, [caller.accountId])).length > 0) return;
  throw new ServiceError('FORBIDDEN', `${what} are for signed-in owners of the operator's own account only`);
}

/** Signing in, and stepping up, let a session change keys, people and factors for so long. */
const STEPPED_UP_MINUTES = 10;

/** Whether the holder of session `s` proved who it is lately, on the database's clock. */
export const IS_STEPPED_UP = `s.stepped_up_at > now() - interval '${STEPPED_UP_MINUTES} minutes'`;

/** Whether holder `h` has a way in, a password or a provider: an invitation that nobody has accepted has none. */
export const HAS_JOINED = `(
       h.password_hash is not null or exists (
         select
         from holder_identity i
         join identity_provider p on p.account_id = $1 and p.id = i.provider_id and p.removed_at is null
         where i.account_id = $1 and i.holder_id = h.id
       )
     )`;

/** Whether holder `h` has a second factor. */
export const HAS_SECOND_FACTOR = `(
       exists (
         select
         from totp_factor t
         where t.account_id = $1 and t.holder_id = h.id and t.confirmed_at is not null
       ) or exists (
         select
         from passkey p
         where p.account_id = $1 and p.holder_id = h.id
       )
     )`;

/**
 * Refuses a session whose holder has not proved who it is for ten minutes: another person may sit there. Keys, the
 * operator and workers have no session.
 * @throws ProofRequired STEP_UP_REQUIRED.
 */
export function refuseUnlessSteppedUp(caller: Caller): void {
  if (caller.kind !== 'holder' || caller.isSteppedUp) return;
  throw new ProofRequired('STEP_UP_REQUIRED', 'Confirm your identity first: POST /dashboard/session/step-up');
}

/** What a session of a holder who lacks a required second factor gets. */
export function withoutFactor(): ProofRequired {
  return new ProofRequired('SECOND_FACTOR_REQUIRED', 'Your account requires a second factor: add one first');
}

interface OwnerRow {
  account_id: string;
  tier: Tier;
}

const OWNER = {
  account: statement<OwnerRow>(
    'owner-of-account',
    `select account_id, tier
     from account
     where account_id = $1`,
  ),
  holder: statement<OwnerRow>(
    'owner-of-holder',
    `select a.account_id, a.tier
     from holder h
     join account a on a.account_id = h.account_id
     where h.id = $1`,
  ),
  provider: statement<OwnerRow>(
    'owner-of-identity-provider',
    `select a.account_id, a.tier
     from identity_provider p
     join account a on a.account_id = p.account_id
     where p.id = $1 and p.removed_at is null`,
  ),
  project: statement<OwnerRow>(
    'owner-of-project',
    `select a.account_id, a.tier
     from project p
     join account a on a.account_id = p.account_id
     where p.id = $1`,
  ),
  competitor: statement<OwnerRow>(
    'owner-of-competitor',
    `select a.account_id, a.tier
     from competitor c
     join account a on a.account_id = c.account_id
     where c.id = $1`,
  ),
};

export type Owned = keyof typeof OWNER;

/**
 * The operator as a caller for the account that holds a resource: operators name resources, not accounts.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND.
 */
export async function ownerOf(db: DatabaseSession, resource: Owned, id: unknown): Promise<Caller> {
  const [row] = await db.rows(OWNER[resource], [parse(uuid, id, resource)]);
  if (!row) throw notFound(resource);
  return { kind: 'operator', accountId: row.account_id, tier: row.tier };
}
