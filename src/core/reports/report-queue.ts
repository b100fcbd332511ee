import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { ReportCadence, Tier, WithoutPdf } from '../../entities/vocabulary.js';
import { HAS_JOINED } from '../access/access.js';
import { holderSees } from '../access/project-limit.js';
import type { Context } from '../context.js';
import { type MailRecipient, mailDestinations } from '../events/mail-destinations.js';
import { recordEvent } from '../events/record-event.js';
import type { Period } from '../metrics/metric-query.js';
import { toTimestamp } from '../time.js';
import { headlineOf } from './report.words.js';
import type { ReportDocument } from './report-document.js';
import { queueReport } from './reports.js';
import { nextReport } from './schedule-times.js';

/** A schedule whose time has come. */
export interface DueSchedule {
  accountId: string;
  tier: Tier;
  id: string;
  projectId: string;
  cadence: ReportCadence;
  hour: number;
  timeZone: string;
  hasPdf: boolean;
  nextAt: Date;
  /** Whether a report is made: of an archived project, or of an account without a subscription, none is. */
  isMade: boolean;
}

/** Of all accounts: a look goes by an index on the time. */
const DUE_SCHEDULES = statement<{
  account_id: string;
  tier: Tier;
  id: string;
  project_id: string;
  cadence: ReportCadence;
  hour: number;
  time_zone: string;
  has_pdf: boolean;
  next_at: string;
  is_made: boolean;
}>(
  'due-report-schedules',
  `select s.account_id, a.tier, s.id, s.project_id, s.cadence, s.hour, s.time_zone, s.has_pdf, s.next_at,
     p.archived_at is null and a.subscription = 'active' as is_made
   from report_schedule s
   join account a on a.account_id = s.account_id
   join project p on p.account_id = s.account_id and p.id = s.project_id
   where s.removed_at is null and s.next_at <= $1
   order by s.next_at, s.id
   limit $2`,
);

/** The schedules that are due, longest first. */
export async function findDueSchedules(db: DatabaseSession, now: Date, atMost: number): Promise<DueSchedule[]> {
  const found = await db.rows(DUE_SCHEDULES, [now, atMost]);
  return found.map((row) => ({
    accountId: row.account_id,
    tier: row.tier,
    id: row.id,
    projectId: row.project_id,
    cadence: row.cadence,
    hour: row.hour,
    timeZone: row.time_zone,
    hasPdf: row.has_pdf,
    nextAt: new Date(toTimestamp(row.next_at)),
    isMade: row.is_made,
  }));
}

/** Of several workers one moves the time on, and queues the report. */
const MOVE_ON = statement<object>(
  'move-report-schedule-on',
  `update report_schedule s
   set next_at = $4
   where s.account_id = $1 and s.id = $2 and s.next_at = $3 and s.removed_at is null
   returning 1`,
);

const DAY_MS = 86_400_000;
/** A schedule that was due before, as no worker ran, is passed over: its report would tell old news. */
const LATE_DAYS_MAX = 7;

/** Queues the report of a schedule that is due, and moves its time on: both or neither, once. */
export async function queueScheduled(ctx: Context, schedule: DueSchedule): Promise<void> {
  const { id, projectId, hasPdf, nextAt, isMade } = schedule;
  const now = ctx.clock.now();
  // The days are those of the time that was due, also where a worker comes late.
  const due = nextReport(schedule, new Date(nextAt.getTime() - 1));
  const next = nextReport(schedule, now);
  const isLate = now.getTime() - nextAt.getTime() > LATE_DAYS_MAX * DAY_MS;
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const moved = await db.rows(MOVE_ON, [ctx.caller.accountId, id, nextAt, next.at]);
    if (moved.length === 0 || !isMade || isLate) return;
    await queueReport(tx, { projectId, scheduleId: id, period: due.period, hasPdf });
  });
}

/** A report that this worker makes; another may once the lease is over. */
export interface ClaimedReport {
  accountId: string;
  tier: Tier;
  id: string;
  projectId: string;
  scheduleId: string | null;
  period: Period;
  hasPdf: boolean;
  waitsUntil: Date;
  attempts: number;
  claimNo: number;
}

/** Of all accounts, by an index on the time. */
const DUE_REPORTS = statement<{ account_id: string; tier: Tier; id: string }>(
  'due-reports',
  `select r.account_id, a.tier, r.id
   from report r
   join account a on a.account_id = r.account_id
   where r.state = 'waiting' and r.due_at <= $1 and (r.lease_until is null or r.lease_until <= $1)
   order by r.due_at, r.id
   limit $2`,
);

/** The reports that are due, longest first. */
export async function findDueReports(
  db: DatabaseSession,
  now: Date,
  atMost: number,
): Promise<{ accountId: string; tier: Tier; id: string }[]> {
  const found = await db.rows(DUE_REPORTS, [now, atMost]);
  return found.map(({ account_id: accountId, tier, id }) => ({ accountId, tier, id }));
}

const CLAIM = statement<{
  project_id: string;
  schedule_id: string | null;
  from_date: string;
  to_date: string;
  has_pdf: boolean;
  waits_until: string;
  attempts: number;
  claim_no: number;
}>(
  'claim-report',
  `update report r
   set claim_no = r.claim_no + 1, attempts = r.attempts + 1, lease_until = $4
   where r.account_id = $1 and r.id = $2 and r.state = 'waiting' and r.due_at <= $3
     and (r.lease_until is null or r.lease_until <= $3)
   returning r.project_id, r.schedule_id, r.from_date, r.to_date, r.has_pdf, r.waits_until,
     r.attempts, r.claim_no`,
);

/** A report takes a second, and twenty at most for its PDF. */
const LEASE_MS = 120_000;

/** Null where another worker has it. */
export async function claimReport({ db, caller, clock }: Context, id: string): Promise<ClaimedReport | null> {
  const now = clock.now();
  const [row] = await db.rows(CLAIM, [caller.accountId, id, now, new Date(now.getTime() + LEASE_MS)]);
  if (!row) return null;
  return {
    accountId: caller.accountId,
    tier: caller.tier,
    id,
    projectId: row.project_id,
    scheduleId: row.schedule_id,
    period: { from: row.from_date, to: row.to_date },
    hasPdf: row.has_pdf,
    waitsUntil: new Date(toTimestamp(row.waits_until)),
    attempts: row.attempts,
    claimNo: row.claim_no,
  };
}

const PUT_OFF = statement<object>(
  'put-report-off',
  `update report r
   set due_at = $4, lease_until = null, attempts = $5
   where r.account_id = $1 and r.id = $2 and r.claim_no = $3 and r.state = 'waiting'`,
);

/** Looks at a report again later. @param counts whether it was an attempt, of which a report has few. */
export async function putReportOff(ctx: Context, report: ClaimedReport, until: Date, counts: boolean): Promise<void> {
  const attempts = counts ? report.attempts : report.attempts - 1;
  await ctx.db.rows(PUT_OFF, [ctx.caller.accountId, report.id, report.claimNo, until, attempts]);
}

const FAIL = statement<object>(
  'fail-report',
  `update report r
   set state = 'failed', lease_until = null
   where r.account_id = $1 and r.id = $2 and r.claim_no = $3 and r.state = 'waiting'`,
);

export async function failReport(ctx: Context, { id, claimNo }: ClaimedReport): Promise<void> {
  await ctx.db.rows(FAIL, [ctx.caller.accountId, id, claimNo]);
}

/** What was made of a report. */
export interface MadeReport {
  document: ReportDocument;
  pdf: Buffer | null;
  withoutPdf: WithoutPdf | null;
}

const KEEP = statement<object>(
  'keep-report',
  `update report r
   set state = 'ready', summary = $8, document = $4, pdf = $5, without_pdf = $6, made_at = $7, lease_until = null
   where r.account_id = $1 and r.id = $2 and r.claim_no = $3 and r.state = 'waiting'
   returning 1`,
);

/** Locked against being archived meanwhile, which drops what waits to be sent of it. */
const HOLD_OPEN = statement<object>(
  'hold-project-of-report',
  `select
   from project
   where account_id = $1 and id = $2 and archived_at is null
   for key share`,
);

/** An invitation that was not accepted yet makes nobody a recipient: anybody's address may be invited. */
const RECIPIENTS = statement<{ holder_id: string | null; address: string | null }>(
  'recipients-of-report',
  `select r.holder_id, r.address
   from report_recipient r
   join report_schedule s on s.account_id = $1 and s.id = r.schedule_id and s.removed_at is null
   left join holder h on h.account_id = $1 and h.id = r.holder_id and h.disabled_at is null
     and ${holderSees('h', 's.project_id')}
   left join mail_address m on m.account_id = $1 and m.address = r.address
   where r.account_id = $1 and r.schedule_id = $2 and r.unsubscribed_at is null
     and (${HAS_JOINED} or m.confirmed_at is not null)
   order by r.id`,
);

/**
 * Keeps a report that was made, and records that it is ready, with a mail for each recipient of its schedule: all or
 * nothing, by the fence of its claim. Of a project that was archived meanwhile nobody is told.
 * @param url of its page. @param canMail false without a mail server: nothing is mailed.
 */
export async function keepReport(
  ctx: Context,
  { id, claimNo, scheduleId, projectId, period }: ClaimedReport,
  { document, pdf, withoutPdf }: MadeReport,
  { url, canMail }: { url: string; canMail: boolean },
): Promise<void> {
  const { accountId } = ctx.caller;
  await ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const made = [JSON.stringify(document), pdf, withoutPdf, ctx.clock.now(), headlineOf(document)];
    const values = [accountId, id, claimNo, ...made];
    const isOpen = (await db.rows(HOLD_OPEN, [accountId, projectId])).length > 0;
    if ((await db.rows(KEEP, values)).length === 0 || !isOpen) return;
    const wanted = canMail && scheduleId !== null ? await db.rows(RECIPIENTS, [accountId, scheduleId]) : [];
    const destinationIds = await mailDestinations(tx, wanted.flatMap(toRecipient));
    await recordEvent(tx, {
      type: 'report.ready',
      projectId,
      data: { report: { id, ...period, url } },
      recipients: destinationIds.map((destinationId) => ({ destinationId })),
    });
  });
}

function toRecipient({ holder_id: holderId, address }: { holder_id: string | null; address: string | null }) {
  const recipients: MailRecipient[] = [];
  if (holderId !== null) recipients.push({ holderId });
  else if (address !== null) recipients.push({ address });
  return recipients;
}

/** Of all accounts, for the upkeep. */
const DELETE_OLD = statement<object>(
  'delete-old-reports',
  `delete from report
   where created_at < $1`,
);

/** @param before `YYYY-MM-DD`: reports that were made earlier are deleted. */
export async function deleteOldReports(db: DatabaseSession, before: string): Promise<void> {
  await db.rows(DELETE_OLD, [new Date(`${before}T00:00:00Z`)]);
}
