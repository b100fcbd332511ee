import { IANAZone } from 'luxon';
import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { ALERT_KINDS, type AlertKind, type Role } from '../../entities/vocabulary.js';
import { HAS_JOINED, refuseUnlessHolder } from '../access/access.js';
import { limitOf } from '../access/project-limit.js';
import { bindProjects, type Context, projectsSeenBy } from '../context.js';
import { invalid } from '../errors.js';
import { parse, uuid } from '../input.js';
import type { QuietTime } from './due-time.js';

const WHAT = 'Notifications';
const PROJECTS_MAX = 100;
const hourFault = 'must be an hour from 0 to 23';
const dayFault = 'must be days from 1, Monday, to 7';
const hour = z.int(hourFault).min(0, hourFault).max(23, hourFault);

/** How a person wants to be told of alerts by mail. */
export interface NotificationsView {
  /** A name of the IANA database. */
  timeZone: string;
  /** Hours of the day there, the second not included; null: none. */
  quietHours: { from: number; to: number } | null;
  /** 1, Monday, to 7. */
  quietDays: readonly number[];
  /** Mail at once. */
  immediate: boolean;
  /** One mail on Mondays at 8, over all projects. */
  digest: boolean;
  /** Null: all. */
  kinds: readonly AlertKind[] | null;
  projectIds: readonly string[] | null;
}

export const updateNotificationsInput = z.object(
  {
    timeZone: z
      .string('must be a time zone like Europe/Berlin')
      .refine((name) => IANAZone.isValidZone(name), 'must be a time zone like Europe/Berlin')
      .optional(),
    quietHours: z.object({ from: hour, to: hour }, 'must have from and to').nullish(),
    quietDays: z
      .array(z.int(dayFault).min(1, dayFault).max(7, dayFault))
      .transform((days) => [...new Set(days)].sort())
      .refine((days) => days.length < 7, 'must leave a day')
      .optional(),
    immediate: z.boolean('must be true or false').optional(),
    digest: z.boolean('must be true or false').optional(),
    kinds: z
      .array(z.enum(ALERT_KINDS, `must be one of ${ALERT_KINDS.join(', ')}`))
      .transform((kinds) => [...new Set(kinds)])
      .nullish(),
    projectIds: z
      .array(uuid)
      .transform((ids) => [...new Set(ids)])
      .refine((ids) => ids.length <= PROJECTS_MAX, `must be at most ${PROJECTS_MAX} projects`)
      .nullish(),
  },
  'must be an object',
);

/** Owners are mailed at once, others not at all until they ask for it. */
function defaultsOf(role: Role): NotificationsView {
  const none = { quietHours: null, quietDays: [], digest: false, kinds: null, projectIds: null };
  return { timeZone: 'UTC', ...none, immediate: role === 'owner' };
}

interface NotificationRow {
  holder_id: string;
  email: string;
  role: Role;
  time_zone: string | null;
  quiet_from: number | null;
  quiet_to: number | null;
  quiet_days: number[];
  is_immediate: boolean;
  has_digest: boolean;
  kinds: AlertKind[] | null;
  project_ids: string[] | null;
  allowed: string[] | null;
}

/** People who are not disabled and have joined: an invitation that was not accepted yet gets no mail. */
const NOTIFICATIONS = statement<NotificationRow>(
  'notifications-of-people',
  `select h.id as holder_id, h.email, h.role, n.time_zone, n.quiet_from, n.quiet_to, n.quiet_days, n.is_immediate,
     n.has_digest, n.kinds, n.project_ids, ${limitOf('h')} as allowed
   from holder h
   left join notification n on n.account_id = $1 and n.holder_id = h.id
   where h.account_id = $1 and ($2::uuid is null or h.id = $2) and h.disabled_at is null
     and ${HAS_JOINED}
   order by h.created_at, h.id`,
);

/** A person of the account, and how they want to be told. */
export interface NotifiedPerson {
  holderId: string;
  email: string;
  /** The projects that they see alone, and so are told of; null for all. */
  allowed: readonly string[] | null;
  notifications: NotificationsView;
}

/** How each person of the caller's account wants to be told; nobody who is disabled. */
export async function notifiedPeople(ctx: Context, holderId: string | null = null): Promise<NotifiedPerson[]> {
  const rows = await ctx.db.rows(NOTIFICATIONS, [ctx.caller.accountId, holderId]);
  return rows.map((row) => ({
    holderId: row.holder_id,
    email: row.email,
    allowed: row.allowed,
    notifications: toView(row),
  }));
}

function toView(row: NotificationRow): NotificationsView {
  const { time_zone, quiet_from, quiet_to, kinds, project_ids } = row;
  if (time_zone === null) return defaultsOf(row.role);
  const quietHours = quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to };
  const { quiet_days: quietDays, is_immediate: immediate, has_digest: digest } = row;
  return { timeZone: time_zone, quietHours, quietDays, immediate, digest, kinds, projectIds: project_ids };
}

/** When a person is not to be told. */
export function quietTimeOf({ timeZone, quietHours, quietDays }: NotificationsView): QuietTime {
  return { timeZone, hours: quietHours, days: quietDays };
}

/** How the person who asks wants to be told. @throws ServiceError FORBIDDEN for keys. */
export async function ownNotifications(ctx: Context): Promise<NotificationsView> {
  const { caller } = ctx;
  refuseUnlessHolder(caller, WHAT);
  const [own] = caller.kind === 'holder' ? await notifiedPeople(ctx, caller.holderId) : [];
  if (!own) throw new Error('a person who is signed in has no row');
  const { projectIds, ...others } = own.notifications;
  return { ...others, projectIds: projectIds && projectsSeenBy(caller, projectIds) };
}

const SAVE = statement<object>(
  'save-notifications',
  `insert into notification (account_id, holder_id, time_zone, quiet_from, quiet_to, quiet_days, is_immediate,
     has_digest, kinds, project_ids, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   on conflict (account_id, holder_id) do update
   set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
     quiet_days = excluded.quiet_days, is_immediate = excluded.is_immediate, has_digest = excluded.has_digest,
     kinds = excluded.kinds, project_ids = excluded.project_ids, updated_at = excluded.updated_at`,
);

const COUNT_PROJECTS = statement<{ count: number }>(
  'count-projects-to-be-told-of',
  `select count(*)::int as count
   from project
   where account_id = $1 and id = any ($2::uuid[])`,
);

/**
 * Changes how the person who asks wants to be told; what is left out stays. Viewers may, as it is their own; not under
 * the kill switch's bound, as no project changes.
 * @throws ServiceError VALIDATION_ERROR, FORBIDDEN for keys.
 */
export async function updateNotifications(ctx: Context, input: unknown): Promise<NotificationsView> {
  const patch = parse(updateNotificationsInput, input);
  const before = await ownNotifications(ctx);
  const { caller } = ctx;
  if (caller.kind !== 'holder') throw new Error('only people have notifications');
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const after: NotificationsView = { ...before, ...sent };
  if (patch.projectIds) {
    const [found] = await ctx.db.rows(COUNT_PROJECTS, bindProjects(ctx, patch.projectIds));
    if (found?.count !== patch.projectIds.length) throw invalid(['projectIds'], 'must be projects of the account');
  }
  const { timeZone, quietHours, quietDays, immediate, digest, kinds, projectIds } = after;
  const hours = [quietHours?.from ?? null, quietHours?.to ?? null];
  const values = [timeZone, ...hours, quietDays, immediate, digest, kinds, projectIds, ctx.clock.now()];
  await ctx.db.rows(SAVE, [caller.accountId, caller.holderId, ...values]);
  return after;
}
