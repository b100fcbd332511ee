import type { Timer } from '../../clock.js';
import type { AlertMail } from '../../core/alerts/alert-events.js';
import { deleteOldQuestions } from '../../core/competitors/competitor-question.js';
import { deleteRemovedDestinations } from '../../core/destinations/destination.writes.js';
import { deleteExpiredUnsubscriptions } from '../../core/destinations/unsubscriptions.js';
import { deleteOldFeeds } from '../../core/feeds/feeds.js';
import { DELETE_EXPIRED } from '../../core/idempotency.js';
import { deleteExpiredAccess } from '../../core/people/expired-access.js';
import { removeDueAccounts } from '../../core/privacy/account-removal.js';
import { deleteOldReports } from '../../core/reports/report-queue.js';
import { deleteExpiredShares } from '../../core/shares/visits.js';
import { daysBefore, toDay } from '../../core/time.js';
import type { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { EVENT_TABLES, ensurePartitions } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import { runDueAccountChecks, runDueChecks } from '../alerts/due-checks.js';
import { DELETE_OLD_USE } from '../judge/day-budget.js';
import { type Judging, WITHOUT_JUDGE } from '../judge/judging.js';
import { type Step, startSteps } from '../periodic.js';
import { endEarlierAttempts, projectsSetAside } from '../reanalysis/attempts.js';
import { DueTasks, type TaskLog } from './due-tasks.js';
import { queueOutdated } from './reanalysis-task.js';
import { deleteExpiredChanges, dropPartitionsBefore } from './retention.js';
import { markDueTooFarAhead, scheduleUnscheduled } from './unscheduled-prompts.js';

interface Maintenance {
  /** Stops after the batch under way; resolves once nothing runs any more. */
  stop(): Promise<void>;
}

/** A look is one statement, by index; an account waits for days. */
const REMOVE_ACCOUNTS_EVERY_MS = 60_000;
/** A look is one statement, which reads what is due from an index. */
const LOOK_EVERY_MS = 2_000;
const REPORT_EVERY_MS = 10_000;
const TIDY_EVERY_MS = 600_000;
/** Reads whole tables of people's access and of projects' changes. */
const DELETE_EXPIRED_EVERY_MS = 3_600_000;
/** Looks at every project. */
const QUEUE_OUTDATED_EVERY_MS = 600_000;
/** Looks at every prompt. */
const SCHEDULE_UNSCHEDULED_EVERY_MS = 600_000;
/** Days ahead that have partitions: always the present month and the next two. */
const DAYS_AHEAD = [0, 31, 62];
/** Months before the present one whose runs and changes are retained. */
const MONTHS_KEPT = 13;
/** The same for events and deliveries: they are shown and sent again for 30 days. */
const EVENT_MONTHS_KEPT = 2;

const TODAY = statement<{ today: string }>('today', `select (now() at time zone 'UTC')::date::text as today`);

/** A look is one statement; a project is due once a day, an account once an hour. */
const CHECK_ALERTS_EVERY_MS = 60_000;

interface MaintenanceOptions {
  database: Database;
  log: TaskLog;
  judging?: Judging;
  clock: Timer;
  /** How alerts are told; without mail and addresses where left out. */
  alerts?: { mail: AlertMail; publicUrl: string | null };
}

/**
 * A worker's maintenance: creates partitions in advance, drops old runs, events, changes, sessions, expired records,
 * removes accounts whose grace is over, schedules prompts without a place in the schedule, discovers competitors in new
 * answers of projects with automatic discovery, checks each project for alerts once a day and each account once an
 * hour, and re-analyses projects whose names, rules or judge changed, so that a competitor or alias added later is
 * counted within moments. Any number of workers may run it: one of them analyses a project. What fails is logged and
 * tried again.
 */
export function startMaintenance({
  database,
  log,
  judging = WITHOUT_JUDGE,
  clock,
  alerts = { mail: { mayMail: null }, publicUrl: null },
}: MaintenanceOptions): Maintenance {
  const tasks = new DueTasks(database, log, judging, clock);
  const steps = startSteps(maintenanceSteps({ database, log, judging, clock, alerts }, tasks), { clock, log });
  return { stop: async () => void (await Promise.all([steps.stop(), tasks.stop()])) };
}

function maintenanceSteps(
  { database, log, judging, clock, alerts }: Required<MaintenanceOptions>,
  tasks: DueTasks,
): Step[] {
  const queue = (signal: AbortSignal) => queueOutdated(database, judging, clock, signal);
  const look = async () => {
    await endEarlierAttempts(database.openForJob());
    await tasks.look();
  };
  const scheduleLeftOut = async () => {
    await scheduleUnscheduled(database, clock);
    await markDueTooFarAhead(database, clock);
  };
  return [
    { name: 'tidying up', everyMs: TIDY_EVERY_MS, run: () => tidy(database, clock) },
    {
      name: 'deleting expired sessions, events and changes',
      everyMs: DELETE_EXPIRED_EVERY_MS,
      run: () => deleteExpired(database, clock),
    },
    {
      name: 'removing accounts whose grace is over',
      everyMs: REMOVE_ACCOUNTS_EVERY_MS,
      run: (signal) => removeAccounts(database, clock, log, signal),
    },
    { name: 'queueing outdated analyses', everyMs: QUEUE_OUTDATED_EVERY_MS, run: queue },
    { name: 'scheduling unscheduled prompts', everyMs: SCHEDULE_UNSCHEDULED_EVERY_MS, run: scheduleLeftOut },
    { name: 'reporting projects set aside', everyMs: REPORT_EVERY_MS, run: () => reportSetAside(database, log) },
    {
      name: 'checking projects for alerts',
      everyMs: CHECK_ALERTS_EVERY_MS,
      run: (signal) => runDueChecks({ database, clock, log, ...alerts }, signal),
    },
    {
      name: 'checking accounts for alerts',
      everyMs: CHECK_ALERTS_EVERY_MS,
      run: (signal) => runDueAccountChecks({ database, clock, log, ...alerts }, signal),
    },
    { name: 'looking for due tasks', everyMs: LOOK_EVERY_MS, run: look },
  ];
}

async function tidy(database: Database, clock: Timer): Promise<void> {
  const db = database.openForJob();
  const month = `${toDay(clock.now()).slice(0, 7)}-01`;
  await ensurePartitions(
    db,
    DAYS_AHEAD.map((days) => daysBefore(month, -days)),
  );
  await dropPartitionsBefore(db, 'run', await firstMonthKept(db, clock, MONTHS_KEPT));
  const eventsFrom = await firstMonthKept(db, clock, EVENT_MONTHS_KEPT);
  for (const table of EVENT_TABLES) await dropPartitionsBefore(db, table, eventsFrom);
  await db.rows(DELETE_EXPIRED, []);
  await db.rows(DELETE_OLD_USE, []);
  await deleteOldQuestions(db);
}

async function deleteExpired(database: Database, clock: Timer): Promise<void> {
  const db = database.openForJob();
  await deleteExpiredAccess(db);
  await deleteExpiredShares(db);
  await deleteOldFeeds(db);
  const first = `${await firstMonthKept(db, clock, MONTHS_KEPT)}-01`;
  await deleteExpiredChanges(db, first);
  await deleteOldReports(db, first);
  await deleteExpiredUnsubscriptions(db);
  await deleteRemovedDestinations(db);
}

/** `YYYY-MM`. What is dropped is gone, so a machine whose clock is ahead drops nothing that the database's does not. */
async function firstMonthKept(db: DatabaseSession, clock: Timer, monthsKept: number): Promise<string> {
  const own = toDay(clock.now());
  const [row] = await db.rows(TODAY, []);
  const [year = 0, month = 0] = (row && row.today < own ? row.today : own).split('-').map(Number);
  return toDay(new Date(Date.UTC(year, month - 1 - monthsKept, 1))).slice(0, 7);
}

async function removeAccounts(database: Database, clock: Timer, log: TaskLog, signal: AbortSignal): Promise<void> {
  for (const accountId of await removeDueAccounts(database, clock, signal)) {
    log.info({ account_id: accountId }, 'an account was deleted for good');
  }
}

async function reportSetAside(database: Database, log: TaskLog): Promise<void> {
  for (const { accountId, projectId, unfinished } of await projectsSetAside(database.openForJob())) {
    const details = { account_id: accountId, project_id: projectId, attempts: unfinished };
    log.error(details, 'set aside: its analysis ended the process; it waits for other names, or for `reanalyse`');
  }
}
