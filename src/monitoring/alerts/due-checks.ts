import type { Clock } from '../../clock.js';
import type { AlertMail } from '../../core/alerts/alert-events.js';
import { listPlatformLimits, type PlatformState } from '../../core/platforms/platform-status.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/rows.js';
import { checkAccount } from './check-account.js';
import { checkProject } from './check-project.js';

/** Checks begin from 02:00 UTC on, each project's at its own moment of the four hours after it. */
const FROM_HOUR = 2;
const SPREAD_HOURS = 4;
/** How long a check waits for a re-analysis of its project. */
const WAIT_HOURS = 6;
/** Projects that one look checks. */
const CHECKED_AT_ONCE = 200;

/**
 * Projects whose yesterday is due to be checked at $1 and is not yet, across accounts; those due longest first. One
 * whose names or rules changed waits until its answers are read again, for {@link WAIT_HOURS} at most.
 */
const FIND_DUE = statement<{ account_id: string; project_id: string; day: string }>(
  'find-due-alert-checks',
  `select d.account_id, d.project_id, d.day::text as day
   from (
     select p.account_id, p.id as project_id, ($1::timestamptz at time zone 'UTC')::date - 1 as day,
       date_trunc('day', $1::timestamptz at time zone 'UTC') at time zone 'UTC' + interval '${FROM_HOUR} hours'
         + interval '${SPREAD_HOURS} hours' * (('x' || left(p.id::text, 8))::bit(32)::bigint / 4294967296.0) as due_at
     from project p
     join account a on a.account_id = p.account_id and a.subscription = 'active'
     where p.archived_at is null
   ) d
   where d.due_at <= $1 and not exists (
       select
       from alert_check c
       where c.account_id = d.account_id and c.project_id = d.project_id and c.day = d.day
     )
     and (
       d.due_at + interval '${WAIT_HOURS} hours' <= $1
       or not exists (
         select
         from project_task t
         where t.account_id = d.account_id and t.project_id = d.project_id and t.task in ('names', 'rules')
           and t.due_at is not null
       )
     )
   order by d.due_at, d.project_id
   limit ${CHECKED_AT_ONCE}`,
);

const NOW = statement<{ now: Date }>('database-now', 'select now() as now');

/** Where checks report; pino's shape. */
interface CheckLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What a worker checks with. */
export interface DueCheckParts {
  database: Database;
  clock: Clock;
  log: CheckLog;
  mail: AlertMail;
  publicUrl: string | null;
}

/**
 * Checks the projects that are due, one after the other; one that fails is logged and due again with the next look.
 * @param at by whose clock; the database's where it is left out, on which all workers agree.
 */
export async function runDueChecks(
  { database, clock, log, mail, publicUrl }: DueCheckParts,
  signal: AbortSignal,
  at?: Date,
): Promise<void> {
  const db = database.openForJob();
  const now = at ?? (await db.rows(NOW, []))[0]?.now;
  if (!now) throw new Error('the database has no time');
  for (const { account_id, project_id, day } of await db.rows(FIND_DUE, [now])) {
    if (signal.aborted) return;
    const scope = { accountId: account_id, projectId: project_id };
    try {
      const done = await checkProject(database.openForJob(), scope, day, { clock, mail, publicUrl });
      if (done && done.opened.length > 0) {
        log.info({ project_id, day, kinds: done.opened, ended: done.ended }, 'alerts opened');
      }
    } catch (error) {
      log.error({ project_id, day, err: error }, 'checking a project for alerts failed');
    }
  }
}

/** Accounts that one look checks. */
const ACCOUNTS_AT_ONCE = 500;

/**
 * Accounts whose hour is due to be checked at $1 and is not yet: each account's hours begin at its own moment of the
 * hour. Those that were never checked come first, then those that wait longest.
 */
const FIND_DUE_ACCOUNTS = statement<{ account_id: string; hour: Date }>(
  'find-due-account-checks',
  `select d.account_id, d.hour
   from (
     select a.account_id, c.hour as checked,
       date_trunc('hour', $1::timestamptz at time zone 'UTC'
         - interval '1 hour' * (('x' || left(a.account_id::text, 8))::bit(32)::bigint / 4294967296.0)
       ) at time zone 'UTC' as hour
     from account a
     left join account_check c on c.account_id = a.account_id
     where not exists (
       select
       from account_deletion x
       where x.account_id = a.account_id and x.removing_since is not null
     )
   ) d
   where d.checked is null or d.checked < d.hour
   order by d.checked nulls first, d.account_id
   limit ${ACCOUNTS_AT_ONCE}`,
);

/** What keeps every question from a platform; a pause between two requests does not. */
const SHUT: readonly PlatformState[] = ['paused', 'failing', 'denied', 'misconfigured', 'over_budget'];

/**
 * Checks platforms and credits of the accounts whose hour is due, one after the other; one that fails is logged and due
 * again with the next look. Hours without a worker are not made up for.
 * @param at as of {@link runDueChecks}.
 */
export async function runDueAccountChecks(
  { database, clock, log, mail, publicUrl }: DueCheckParts,
  signal: AbortSignal,
  at?: Date,
): Promise<void> {
  const db = database.openForJob();
  const now = at ?? (await db.rows(NOW, []))[0]?.now;
  if (!now) throw new Error('the database has no time');
  const due = await db.rows(FIND_DUE_ACCOUNTS, [now]);
  if (due.length === 0) return;
  const limits = await listPlatformLimits(db);
  const shut = limits.filter(({ state }) => SHUT.includes(state)).map(({ platform }) => platform);
  for (const { account_id, hour } of due) {
    if (signal.aborted) return;
    try {
      const done = await checkAccount(database.openForJob(), account_id, hour, { clock, mail, publicUrl, shut });
      if (done && done.opened.length > 0) {
        log.info({ account_id, kinds: done.opened, ended: done.ended }, 'alerts of an account opened');
      }
    } catch (error) {
      log.error({ account_id, err: error }, 'checking an account for alerts failed');
    }
  }
}
