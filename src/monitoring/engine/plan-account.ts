import type { EntityManager } from '@mikro-orm/postgresql';
import { creditsLeft } from '../../core/credits/credits-left.js';
import { tryHoldMonth } from '../../core/credits/month.js';
import { type AddedRun, addRuns } from '../../core/runs/add-runs.js';
import { periodDatesAt } from '../../core/schedule/planning.js';
import { daysBefore, toDay } from '../../core/timestamp.js';
import { rows } from '../../database/rows.js';
import { transaction } from '../../database/transaction.js';
import type { Platform } from '../../entities/vocabulary.js';
import { cellOf, type DuePrompt, decideRuns, type NextLook } from './decide-runs.js';
import { ADVANCE, type DueRow, LEAVE_SCHEDULE, PASS_WEEKLY, READ_DUE, RUNS_OF_PERIODS } from './plan.statements.js';

/** So long after weekly runs of an account were planned, its daily ones are still asked before them. */
const HEAD_START_MS = 6 * 3_600_000;
/** A week's run may wait for its whole week, and a requested run for a day more. */
const OLDEST_PERIOD_DAYS = 9;

export interface PlannedAccount {
  accountId: string;
  /** The runs that were added. */
  runs: AddedRun[];
  missedPeriods: number;
  /** For how long the prompt that waited longest was due. */
  overdueMs: number;
}

/**
 * Plans all of an account's due prompts in one transaction, under the lock of its month of credits.
 * @param configured the platforms for which a worker has a key.
 * @returns null where another planner plans the account, or nothing is due any more.
 */
export async function planAccount(
  em: EntityManager,
  accountId: string,
  configured: ReadonlySet<Platform>,
  now: Date,
): Promise<PlannedAccount | null> {
  return transaction(em, async (tx) => {
    const held = await tryHoldMonth(tx, accountId, now);
    if (!held) return null;
    const due = await rows(tx, READ_DUE, [accountId, now]);
    const [first] = due;
    if (!first) return null;
    const planned = await plannedCells(tx, accountId, due, now);
    const left = creditsLeft(first.tier, held);
    const situation = { now, tier: first.tier, creditsLeft: left, tailAt: held.tailAt, planned, configured };
    const { runs, looks, tailAt, missedPeriods } = decideRuns({ ...situation, due: due.map(toDuePrompt) });
    const added = await addRuns(tx, held, runs, { now, tailAt });
    await passWeekly(tx, accountId, due, added, now);
    await advance(tx, accountId, looks);
    const overdueMs = Math.max(...looks.map(({ dueAt }) => now.getTime() - dueAt.getTime()));
    return { accountId, runs: added, missedPeriods, overdueMs };
  });
}

async function plannedCells(tx: EntityManager, accountId: string, due: readonly DueRow[], now: Date) {
  const promptIds = due.map(({ prompt_id }) => prompt_id);
  const found = await rows(tx, RUNS_OF_PERIODS, [accountId, promptIds, periodDatesAt(now)]);
  return new Set(
    found.map(({ prompt_id, platform, period_date }) =>
      cellOf({ promptId: prompt_id, platform, periodDate: period_date }),
    ),
  );
}

/** Daily runs just queued pass the weekly ones of their account that were planned within the head start. */
async function passWeekly(
  tx: EntityManager,
  accountId: string,
  due: readonly DueRow[],
  added: readonly AddedRun[],
  now: Date,
): Promise<void> {
  const daily = new Set(due.filter((row) => row.monitoring_frequency === 'daily').map(({ prompt_id }) => prompt_id));
  if (!added.some(({ promptId, state }) => state === 'queued' && daily.has(promptId))) return;
  const oldest = daysBefore(toDay(now), OLDEST_PERIOD_DAYS);
  await rows(tx, PASS_WEEKLY, [accountId, now, oldest, new Date(now.getTime() - HEAD_START_MS)]);
}

function toDuePrompt(row: DueRow): DuePrompt {
  return {
    promptId: row.prompt_id,
    projectId: row.project_id,
    frequency: row.monitoring_frequency,
    platforms: row.platforms,
    dueAt: new Date(row.next_at),
    isArchived: row.is_archived,
    isWanted: row.is_wanted,
    place: row.place ?? Number.POSITIVE_INFINITY,
    placeOfFrequency: row.place_of_frequency ?? Number.POSITIVE_INFINITY,
  };
}

async function advance(tx: EntityManager, accountId: string, looks: readonly NextLook[]): Promise<void> {
  const staying = looks.filter(({ nextAt }) => nextAt !== null);
  const leaving = looks.filter(({ nextAt }) => nextAt === null);
  if (staying.length > 0) await rows(tx, ADVANCE, [accountId, written(staying)]);
  if (leaving.length > 0) await rows(tx, LEAVE_SCHEDULE, [accountId, written(leaving)]);
}

function written(looks: readonly NextLook[]): string {
  return JSON.stringify(
    looks.map(({ promptId, dueAt, nextAt }) => ({ prompt_id: promptId, due_at: dueAt, next_at: nextAt })),
  );
}
