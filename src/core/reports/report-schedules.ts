import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { REPORT_CADENCES, type ReportCadence } from '../../entities/vocabulary.js';
import { HAS_JOINED, notFoundOrForbidden, refuseUnlessMayWrite } from '../access/access.js';
import { holderSees } from '../access/project-limit.js';
import { bindProjects, type Context, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { flag, parse, uuid } from '../input.js';
import { lockAccount } from '../people/accounts.js';
import { PLANS } from '../plans.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { toTimestamp } from '../time.js';
import { inAccountQueue } from '../writes.js';
import { askAddresses, mailAddress, type NewConfirmation } from './mail-addresses.js';
import { isTimeZone, nextReport } from './schedule-times.js';

/** Recipients of a schedule, people and addresses together. */
export const RECIPIENTS_MAX = 20;

/** Schedules of an account at most, in any tier. */
export const SCHEDULES_MAX = Math.max(...Object.values(PLANS).map((plan) => plan.reportScheduleCapacity));

const hourFault = 'must be a whole number from 0 to 23';
const fields = {
  cadence: z.enum(REPORT_CADENCES, `must be one of ${REPORT_CADENCES.join(', ')}`),
  hour: z.int(hourFault).min(0, hourFault).max(23, hourFault),
  timeZone: z
    .string('must be a time zone such as Europe/Zurich')
    .refine(isTimeZone, 'must be a time zone such as Europe/Zurich'),
  holderIds: z
    .array(uuid, 'must be an array of ids')
    .max(RECIPIENTS_MAX, `must have at most ${RECIPIENTS_MAX} entries`),
  addresses: z
    .array(mailAddress, 'must be an array of addresses')
    .max(RECIPIENTS_MAX, `must have at most ${RECIPIENTS_MAX} entries`),
  hasPdf: flag,
};

const createInput = z.object(
  {
    ...fields,
    holderIds: fields.holderIds.default([]),
    addresses: fields.addresses.default([]),
    hasPdf: fields.hasPdf.default(true),
  },
  'must be an object',
);

/** What is left out stays; both lists of recipients are replaced where either is sent. */
const updateInput = z.object(
  {
    cadence: fields.cadence.optional(),
    hour: fields.hour.optional(),
    timeZone: fields.timeZone.optional(),
    holderIds: fields.holderIds.optional(),
    addresses: fields.addresses.optional(),
    hasPdf: fields.hasPdf.optional(),
  },
  'must be an object',
);

export interface RecipientView {
  /** Null for an address of no person of the account. */
  holderId: string | null;
  name: string | null;
  address: string;
  /** Whether mail goes there: a person who has accepted the invitation, or an address that confirmed. */
  isConfirmed: boolean;
  unsubscribedAt: string | null;
}

export interface ScheduleView {
  id: string;
  projectId: string;
  cadence: ReportCadence;
  hour: number;
  timeZone: string;
  hasPdf: boolean;
  nextAt: string;
  /** By address. */
  recipients: RecipientView[];
}

interface ScheduleRow {
  id: string;
  project_id: string;
  cadence: ReportCadence;
  hour: number;
  time_zone: string;
  has_pdf: boolean;
  next_at: string;
  recipients: RecipientView[] | null;
}

/** A person's address is that of now; one who was disabled, or does not see the project any more, is no recipient. */
const COLUMNS = `s.id, s.project_id, s.cadence, s.hour, s.time_zone, s.has_pdf, s.next_at, (
     select json_agg(json_build_object('holderId', r.holder_id, 'name', h.name, 'address', coalesce(h.email, r.address),
       'isConfirmed', ${HAS_JOINED} or m.confirmed_at is not null, 'unsubscribedAt', r.unsubscribed_at)
       order by coalesce(h.email, r.address))
     from report_recipient r
     left join holder h on h.account_id = $1 and h.id = r.holder_id and h.disabled_at is null
       and ${holderSees('h', 's.project_id')}
     left join mail_address m on m.account_id = $1 and m.address = r.address
     where r.account_id = $1 and r.schedule_id = s.id and (h.id is not null or r.address is not null)
   ) as recipients`;

const LIST = statement<ScheduleRow>(
  'list-report-schedules',
  `select ${COLUMNS}
   from report_schedule s
   where s.account_id = $1 and s.project_id = any ($2::uuid[]) and s.removed_at is null
   order by s.created_at, s.id`,
);

const FIND = statement<ScheduleRow>(
  'find-report-schedule',
  `select ${COLUMNS}
   from report_schedule s
   join project p on p.account_id = $1 and p.id = s.project_id and p.archived_at is null
   where s.account_id = $1 and s.id = $2 and s.removed_at is null`,
);

/** The schedules of projects, by project, the oldest first. */
export async function schedulesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, ScheduleView[]>> {
  const [accountId, seen] = bindProjects(ctx, projectIds);
  const byProject = new Map<string, ScheduleView[]>(seen.map((id) => [id, []]));
  for (const row of await ctx.db.rows(LIST, [accountId, seen])) {
    byProject.get(row.project_id)?.push(toView(row));
  }
  return byProject;
}

function toView(row: ScheduleRow): ScheduleView {
  return {
    id: row.id,
    projectId: row.project_id,
    cadence: row.cadence,
    hour: row.hour,
    timeZone: row.time_zone,
    hasPdf: row.has_pdf,
    nextAt: toTimestamp(row.next_at),
    recipients: (row.recipients ?? []).map((recipient) => ({
      ...recipient,
      unsubscribedAt: recipient.unsubscribedAt && new Date(recipient.unsubscribedAt).toISOString(),
    })),
  };
}

/** A schedule, and what its new addresses are to be asked by. */
export interface SavedSchedule {
  schedule: ScheduleView;
  confirmations: NewConfirmation[];
}

const COUNT = statement<{ count: number }>(
  'count-report-schedules',
  `select count(*)::int as count
   from report_schedule s
   join project p on p.account_id = $1 and p.id = s.project_id and p.archived_at is null
   where s.account_id = $1 and s.removed_at is null`,
);

const SAVE = statement<object>(
  'save-report-schedule',
  `insert into report_schedule (account_id, id, project_id, cadence, hour, time_zone, has_pdf, next_at, created_by,
     created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
);

/**
 * Makes reports of a project at intervals from now on, the first at the next Monday or 1st. Mail goes to people of the
 * account, and to addresses once they have confirmed.
 * @param canMail false without a mail server: no address is asked.
 * @throws ServiceError VALIDATION_ERROR (also for the tier's number of schedules), NOT_FOUND, FORBIDDEN.
 */
export async function createSchedule(
  ctx: Context,
  projectId: unknown,
  input: unknown,
  canMail: boolean,
): Promise<SavedSchedule> {
  refuseUnlessMayWrite(ctx.caller);
  const id = parse(uuid, projectId, 'projectId');
  const { cadence, hour, timeZone, hasPdf, holderIds, addresses } = parse(createInput, input);
  const { accountId, tier } = ctx.caller;
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx);
    await lockProjectAlone(tx, id);
    const capacity = PLANS[tier].reportScheduleCapacity;
    const count = (await tx.db.rows(COUNT, [accountId]))[0]?.count ?? 0;
    if (count >= capacity) throw invalid([], `The ${tier} plan has ${capacity} report schedules: remove one first`);
    const scheduleId = randomUUID();
    const now = tx.clock.now();
    const { at } = nextReport({ cadence, hour, timeZone }, now);
    const holderId = tx.caller.kind === 'holder' ? tx.caller.holderId : null;
    await tx.db.rows(SAVE, [accountId, scheduleId, id, cadence, hour, timeZone, hasPdf, at, holderId, now]);
    const confirmations = await saveRecipients(tx, scheduleId, { holderIds, addresses }, canMail);
    return { schedule: await getSchedule(tx, scheduleId), confirmations };
  });
}

const UPDATE = statement<object>(
  'update-report-schedule',
  `update report_schedule s
   set cadence = $3, hour = $4, time_zone = $5, has_pdf = $6, next_at = coalesce($7, s.next_at), updated_at = $8
   where s.account_id = $1 and s.id = $2`,
);

/**
 * Changes a schedule. Recipients that stay keep whether they have unsubscribed; a report that is due comes all the same
 * where its time stays.
 * @throws ServiceError as {@link createSchedule}.
 */
export async function updateSchedule(
  ctx: Context,
  scheduleId: unknown,
  input: unknown,
  canMail: boolean,
): Promise<SavedSchedule> {
  refuseUnlessMayWrite(ctx.caller);
  const id = parse(uuid, scheduleId, 'scheduleId');
  const { holderIds, addresses, ...patch } = parse(updateInput, input);
  const { accountId } = ctx.caller;
  return inTransaction(ctx, async (tx) => {
    const { projectId } = await getSchedule(tx, id);
    await lockProjectAlone(tx, projectId);
    // As it is behind the lock: of two changes at once neither undoes the other.
    const before = await getSchedule(tx, id);
    const { cadence = before.cadence, hour = before.hour, timeZone = before.timeZone, hasPdf = before.hasPdf } = patch;
    const now = tx.clock.now();
    const isSameTime = cadence === before.cadence && hour === before.hour && timeZone === before.timeZone;
    const at = isSameTime ? null : nextReport({ cadence, hour, timeZone }, now).at;
    await tx.db.rows(UPDATE, [accountId, id, cadence, hour, timeZone, hasPdf, at, now]);
    const isReplaced = holderIds !== undefined || addresses !== undefined;
    const recipients = { holderIds: holderIds ?? [], addresses: addresses ?? [] };
    const confirmations = isReplaced ? await saveRecipients(tx, id, recipients, canMail) : [];
    return { schedule: await getSchedule(tx, id), confirmations };
  });
}

const REMOVE = statement<object>(
  'remove-report-schedule',
  `update report_schedule s
   set removed_at = $3, updated_at = $3
   where s.account_id = $1 and s.id = $2`,
);

/** Ends a schedule; its reports stay. @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function deleteSchedule(ctx: Context, scheduleId: unknown): Promise<{ deleted: true }> {
  refuseUnlessMayWrite(ctx.caller);
  const id = parse(uuid, scheduleId, 'scheduleId');
  return inTransaction(ctx, async (tx) => {
    await getSchedule(tx, id);
    await tx.db.rows(REMOVE, [tx.caller.accountId, id, tx.clock.now()]);
    return { deleted: true as const };
  });
}

/** These writes change no project, so they go on while writes to projects are switched off. */
function inTransaction<Result>(ctx: Context, work: (tx: Context) => Promise<Result>): Promise<Result> {
  return inAccountQueue(ctx, () => ctx.db.transaction((db) => work({ ...ctx, db })));
}

async function getSchedule(ctx: Context, id: string): Promise<ScheduleView> {
  const [row] = await ctx.db.rows(FIND, [ctx.caller.accountId, id]);
  if (!row || !seesProject(ctx.caller, row.project_id)) throw await notFoundOrForbidden(ctx, 'reportSchedule', id);
  return toView(row);
}

interface Recipients {
  holderIds: readonly string[];
  addresses: readonly string[];
}

/** People of the account by id and by address: who signs in with an address needs no confirmation of it. */
const PEOPLE = statement<{ id: string; email: string; sees: boolean }>(
  'people-among-recipients',
  `select h.id, lower(h.email) as email, ${holderSees('h', 's.project_id')} as sees
   from report_schedule s
   join holder h on h.account_id = $1 and h.disabled_at is null
   where s.account_id = $1 and s.id = $4
     and (h.id = any ($2::uuid[]) or lower(h.email) = any ($3::text[]))`,
);

const KEEP = statement<object>(
  'keep-report-recipients',
  `delete from report_recipient r
   where r.account_id = $1 and r.schedule_id = $2
     and not coalesce(r.holder_id = any ($3::uuid[]), false) and not coalesce(r.address = any ($4::text[]), false)`,
);

const ADD = statement<object>(
  'add-report-recipients',
  `insert into report_recipient (account_id, id, schedule_id, holder_id, address, created_at)
   select $1, n.id, $2, n.holder_id, n.address, $6
   from unnest($3::uuid[], $4::uuid[], $5::text[]) as n (id, holder_id, address)
   where not exists (
     select
     from report_recipient r
     where r.account_id = $1 and r.schedule_id = $2 and (r.holder_id = n.holder_id or r.address = n.address)
   )`,
);

async function saveRecipients(
  tx: Context,
  scheduleId: string,
  { holderIds, addresses }: Recipients,
  canMail: boolean,
): Promise<NewConfirmation[]> {
  const { accountId } = tx.caller;
  const people = await tx.db.rows(PEOPLE, [accountId, holderIds, addresses, scheduleId]);
  const ids = new Set(people.flatMap(({ id, sees }) => (sees ? [id] : [])));
  const unknown = holderIds.findIndex((id) => !ids.has(id));
  if (unknown >= 0) throw invalid(['holderIds', unknown], 'must be a person of the account who sees the project');
  const hidden = new Set(people.flatMap(({ email, sees }) => (sees ? [] : [email])));
  const elsewhere = addresses.findIndex((address) => hidden.has(address));
  if (elsewhere >= 0) throw invalid(['addresses', elsewhere], 'is of a person who does not see the project');
  const ofPeople = new Set(people.map(({ email }) => email));
  const strangers = [...new Set(addresses)].filter((address) => !ofPeople.has(address));
  const all = [
    ...[...ids].map((id) => ({ id, address: null })),
    ...strangers.map((address) => ({ id: null, address })),
  ];
  if (all.length > RECIPIENTS_MAX) throw invalid(['addresses'], `a schedule has at most ${RECIPIENTS_MAX} recipients`);
  await tx.db.rows(KEEP, [accountId, scheduleId, [...ids], strangers]);
  const columns = [all.map(() => randomUUID()), all.map(({ id }) => id), all.map(({ address }) => address)];
  await tx.db.rows(ADD, [accountId, scheduleId, ...columns, tx.clock.now()]);
  return askAddresses(tx, strangers, canMail);
}
