import { configuredPlatforms } from '../../core/platforms/platform-status.js';
import { type AddedRun, addRuns } from '../../core/runs/add-runs.js';
import { REQUESTED } from '../../core/runs/run-id.js';
import { creditsLeft, tryLockMonth } from '../../core/schedule/credits.js';
import { periodDatesAt, weekDatesAt } from '../../core/schedule/periods.js';
import { IS_WANTED, PLACES } from '../../core/schedule/wanted-prompts.js';
import { daysBefore, toDay } from '../../core/time.js';
import type { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { ensurePartitions } from '../../database/partitions.js';
import { statement } from '../../database/rows.js';
import type { Frequency, Platform, Tier } from '../../entities/vocabulary.js';
import { shuffled } from './claim.js';
import { cellOf, type DuePrompt, decideRuns, type NextLook, weekCellOf } from './decide-runs.js';

/** Due prompts that one look reads; of each account found, all due prompts are planned. */
export const DUE_MAX = 500;

/**
 * Across accounts; reads only. Ties come in any order: everything due is planned, and sorting prompts that were woken
 * at one instant would read them all.
 */
export const FIND_DUE = statement<{ account_id: string; next_at: string }>(
  'find-due-prompts',
  `select account_id, next_at
   from prompt_schedule
   where next_at <= $1 and account_id <> all ($3::uuid[])
   order by next_at
   limit $2`,
);

export interface Planned {
  /** Accounts that had something due and that no other planner planned. */
  accounts: PlannedAccount[];
  /** Accounts whose planning failed: nothing was written for them, and they stay due. */
  failures: { accountId: string; error: unknown }[];
  /** Whether more prompts may be due than the look read. */
  mayHaveMore: boolean;
}

/**
 * Plans what is due, each account in a transaction of its own. Any number of processes may do so at once: each account
 * is planned by one of them.
 * @param now the time of the schedule: what is due, in which period and month.
 * @param options.except accounts to skip, such as those that failed a moment ago: being due longest, they would delay
 *   all others.
 */
export async function planDue(
  database: Database,
  now: Date,
  { limit = DUE_MAX, except = [] }: { limit?: number; except?: readonly string[] } = {},
): Promise<Planned> {
  const db = database.openForJob();
  const due = await db.rows(FIND_DUE, [now, limit, except]);
  const planned: Planned = { accounts: [], failures: [], mayHaveMore: due.length === limit };
  if (due.length === 0) return planned;
  await ensurePartitions(db, periodDatesAt(now), ['run']);
  const configured = await configuredPlatforms(db);
  // In random order planners that find the same accounts seldom meet at one of them.
  for (const accountId of shuffled(new Set(due.map(({ account_id }) => account_id)))) {
    try {
      const account = await planAccount(database.openForJob(), accountId, configured, now);
      if (account) planned.accounts.push(account);
    } catch (error) {
      planned.failures.push({ accountId, error });
    }
  }
  return planned;
}

export interface PlannedAccount {
  accountId: string;
  /** The runs that were added. */
  runs: AddedRun[];
  missedPeriods: number;
  /** For how long the prompt that waited longest was due. */
  overdueMs: number;
}

/** So long after weekly runs of an account were planned, its daily ones are still asked before them. */
const HEAD_START_MS = 6 * 3_600_000;
/** A week's run may wait for its whole week, and a requested run for a day more. */
const OLDEST_PERIOD_DAYS = 9;

interface DueRow {
  prompt_id: string;
  project_id: string;
  next_at: string;
  monitoring_frequency: Frequency;
  repeats: number;
  platforms: Platform[];
  is_archived: boolean;
  is_wanted: boolean;
  place: number | null;
  place_of_frequency: number | null;
  tier: Tier;
}

/** All due prompts of an account. */
const READ_DUE = statement<DueRow>(
  'read-due-prompts',
  `select s.prompt_id, q.project_id, s.next_at, q.monitoring_frequency, p.repeats, q.platforms,
     q.archived_at is not null or p.archived_at is not null as is_archived,
     ${IS_WANTED} as is_wanted,
     o.place, o.place_of_frequency, a.tier
   from prompt_schedule s
   join prompt q on q.account_id = $1 and q.id = s.prompt_id
   join project p on p.account_id = $1 and p.id = q.project_id
   join account a on a.account_id = $1
   left join ${PLACES} o on o.id = s.prompt_id
   where s.account_id = $1 and s.next_at <= $2
   order by s.prompt_id`,
);

/**
 * Plans all of an account's due prompts in one transaction, under the lock of its month of credits.
 * @param configured the platforms for which a worker has a key.
 * @returns null where another planner plans the account, or nothing is due any more.
 */
export async function planAccount(
  db: DatabaseSession,
  accountId: string,
  configured: ReadonlySet<Platform>,
  now: Date,
): Promise<PlannedAccount | null> {
  return db.transaction(async (tx) => {
    const held = await tryLockMonth(tx, accountId, now);
    if (!held) return null;
    const due = await tx.rows(READ_DUE, [accountId, now]);
    const [first] = due;
    if (!first) return null;
    const runsOfWeek = await plannedCells(tx, accountId, due, now);
    const left = creditsLeft(first.tier, held);
    const situation = { now, tier: first.tier, creditsLeft: left, tailAt: held.tailAt, ...runsOfWeek, configured };
    const { runs, looks, tailAt, missedPeriods } = decideRuns({ ...situation, due: due.map(toDuePrompt) });
    const added = await addRuns(tx, held, runs, { now, tailAt });
    await passWeekly(tx, accountId, due, added, now);
    await advance(tx, accountId, looks);
    const overdueMs = Math.max(...looks.map(({ dueAt }) => now.getTime() - dueAt.getTime()));
    return { accountId, runs: added, missedPeriods, overdueMs };
  });
}

interface RunOfWeekRow {
  prompt_id: string;
  platform: Platform;
  period_date: string;
  occasion: number;
}

/** The scheduled runs of prompts whose day or week begins on the days $3 to $4. */
const RUNS_OF_WEEKS = statement<RunOfWeekRow>(
  'runs-of-weeks',
  `select prompt_id, platform, period_date, occasion
   from run
   where account_id = $1 and prompt_id = any ($2::uuid[]) and period_date between $3 and $4
     and occasion not ${REQUESTED}
   order by prompt_id, platform, period_date, occasion`,
);

async function plannedCells(tx: DatabaseSession, accountId: string, due: readonly DueRow[], now: Date) {
  const promptIds = due.map(({ prompt_id }) => prompt_id);
  const { from, to } = weekDatesAt(now);
  const found = await tx.rows(RUNS_OF_WEEKS, [accountId, promptIds, from, to]);
  const cells = found.map(({ prompt_id, period_date, ...run }) => {
    return { promptId: prompt_id, periodDate: period_date, ...run };
  });
  const ofWeek = new Map<string, number>();
  for (const cell of cells) ofWeek.set(weekCellOf(cell), (ofWeek.get(weekCellOf(cell)) ?? 0) + 1);
  return { planned: new Set(cells.map(cellOf)), ofWeek };
}

/**
 * Gives the account's daily runs that were planned at $2 and its weekly ones planned since $4 each other's places, the
 * daily ones first: so they pass runs of their own account, and no other account waits longer. A run that is being
 * claimed is left alone. $3 leaves out old partitions.
 */
const PASS_WEEKLY = statement<object>(
  'pass-weekly-runs',
  `with own as (
     select r.prompt_id, r.platform, r.period_date, r.occasion, r.queue_at, q.monitoring_frequency as frequency
     from run r
     join prompt q on q.account_id = $1 and q.id = r.prompt_id
     where r.account_id = $1 and r.state = 'queued' and r.occasion not ${REQUESTED} and r.period_date >= $3::date
       and (q.monitoring_frequency = 'daily' and r.planned_at = $2::timestamptz
         or q.monitoring_frequency = 'weekly' and r.planned_at > $4::timestamptz)
     for update of r skip locked
   ), places as (
     select platform, queue_at, row_number() over (partition by platform order by queue_at) as place
     from own
   ), placed as (
     select prompt_id, platform, period_date, occasion,
       row_number() over (
         partition by platform order by frequency = 'weekly', queue_at, prompt_id, period_date
       ) as place
     from own
   )
   update run r
   set queue_at = p.queue_at
   from placed o
   join places p on p.platform = o.platform and p.place = o.place
   where r.account_id = $1 and r.prompt_id = o.prompt_id and r.platform = o.platform
     and r.period_date = o.period_date and r.occasion = o.occasion and r.state = 'queued'
     and r.queue_at <> p.queue_at`,
);

/** Daily runs just queued pass the weekly ones of their account that were planned within the head start. */
async function passWeekly(
  tx: DatabaseSession,
  accountId: string,
  due: readonly DueRow[],
  added: readonly AddedRun[],
  now: Date,
): Promise<void> {
  const daily = new Set(due.filter((row) => row.monitoring_frequency === 'daily').map(({ prompt_id }) => prompt_id));
  if (!added.some(({ promptId, state }) => state === 'queued' && daily.has(promptId))) return;
  const oldest = daysBefore(toDay(now), OLDEST_PERIOD_DAYS);
  await tx.rows(PASS_WEEKLY, [accountId, now, oldest, new Date(now.getTime() - HEAD_START_MS)]);
}

/**
 * Skips rows that are locked, or changed since they were read: they stay due, and are planned again. So a planner never
 * waits for one of the account's writes.
 */
const UNCHANGED = `select s.prompt_id, l.next_at
     from prompt_schedule s
     join json_to_recordset($2::json) as l (prompt_id uuid, due_at timestamptz, next_at timestamptz)
       on l.prompt_id = s.prompt_id and l.due_at = s.next_at
     where s.account_id = $1
     for update of s skip locked`;

export const ADVANCE = statement<object>(
  'advance-schedule',
  `with unchanged as (
     ${UNCHANGED}
   )
   update prompt_schedule s
   set next_at = u.next_at
   from unchanged u
   where s.account_id = $1 and s.prompt_id = u.prompt_id`,
);

const LEAVE_SCHEDULE = statement<object>(
  'leave-schedule',
  `with unchanged as (
     ${UNCHANGED}
   )
   delete from prompt_schedule s
   using unchanged u
   where s.account_id = $1 and s.prompt_id = u.prompt_id`,
);

async function advance(tx: DatabaseSession, accountId: string, looks: readonly NextLook[]): Promise<void> {
  const staying = looks.filter(({ nextAt }) => nextAt !== null);
  const leaving = looks.filter(({ nextAt }) => nextAt === null);
  if (staying.length > 0) await tx.rows(ADVANCE, [accountId, written(staying)]);
  if (leaving.length > 0) await tx.rows(LEAVE_SCHEDULE, [accountId, written(leaving)]);
}

function written(looks: readonly NextLook[]): string {
  return JSON.stringify(
    looks.map(({ promptId, dueAt, nextAt }) => ({ prompt_id: promptId, due_at: dueAt, next_at: nextAt })),
  );
}

function toDuePrompt(row: DueRow): DuePrompt {
  return {
    promptId: row.prompt_id,
    projectId: row.project_id,
    frequency: row.monitoring_frequency,
    repeats: row.repeats,
    platforms: row.platforms,
    dueAt: new Date(row.next_at),
    isArchived: row.is_archived,
    isWanted: row.is_wanted,
    place: row.place ?? Number.POSITIVE_INFINITY,
    placeOfFrequency: row.place_of_frequency ?? Number.POSITIVE_INFINITY,
  };
}
