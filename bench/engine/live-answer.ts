import { rollUp } from '../../src/core/facts/rollups.js';
import { daysBefore } from '../../src/core/time.js';
import { ensurePartitions } from '../../src/database/partitions.js';
import type { IncomingAnswer } from '../../src/monitoring/facts/facts.js';
import { verifyRollups } from '../../src/monitoring/facts/verify-rollups.js';
import { ingest } from '../../src/monitoring/ingest/ingest.js';
import { longTransaction } from '../../src/monitoring/long-transaction.js';
import type { BenchDatabase } from '../shared/database.js';
import { median } from '../shared/statistics.js';
import type { EnginePart } from './engine-part.js';
import { ANSWERS_A_DAY, answersOf, openProject, type WatchedProject } from './watched-project.js';

/** Days of history before the answers that are measured. */
const HISTORIES = [1, 30, 180];
/** Answers that are settled in one transaction. */
const TOGETHER = [1, 4, 16, 40];
/** Whole days of answers measured for each of these, so that a full day counts as much as one that has just begun. */
const DAYS_EACH = 2;
const LAST_DAY = '2026-11-20';

/** What a live answer costs from the transaction's begin to its commit, and how much of it the rollups are. */
export const LIVE_ANSWER: EnginePart = {
  name: 'live-answer',
  title: `ms an answer through the intake, its rollups in brackets; ${ANSWERS_A_DAY} answers a day before it`,
  heads: ['days of history', ...TOGETHER.map((count) => (count === 1 ? 'alone' : `${count} together`))],
  measure: async (database) => {
    const table: string[][] = [];
    for (const history of HISTORIES) table.push(await measureHistory(database, history));
    return table;
  },
};

async function measureHistory(database: BenchDatabase, history: number): Promise<string[]> {
  const project = await openProject(database.db);
  const measured = TOGETHER.length * DAYS_EACH;
  const dayAt = (place: number) => daysBefore(LAST_DAY, history + measured - place);
  await ensurePartitions(
    database.db,
    Array.from({ length: history + measured + 1 }, (_, place) => dayAt(place)),
  );
  for (let place = 0; place < history; place += 1) await storeDay(database, project, dayAt(place));
  await database.client.query('vacuum analyze');
  for (const answer of answersOf(project, dayAt(history))) await settle(database, project, [answer]);
  const cells: string[] = [];
  for (const [at, count] of TOGETHER.entries()) {
    const days = Array.from({ length: DAYS_EACH }, (_, day) => dayAt(history + 1 + at * DAYS_EACH + day));
    cells.push(await measureDays(database, project, days, count));
  }
  const { consistent } = await verifyRollups(database.db, project);
  if (!consistent) throw new Error('the rollups are not what the facts say');
  return [String(history), ...cells];
}

async function storeDay({ db }: BenchDatabase, project: WatchedProject, day: string): Promise<void> {
  await longTransaction(db, async (tx) => {
    const { analysisId, days } = await ingest(tx, project, answersOf(project, day));
    await rollUp(tx, project, analysisId, days);
  });
}

async function measureDays(
  database: BenchDatabase,
  project: WatchedProject,
  days: readonly string[],
  count: number,
): Promise<string> {
  const spent: Spent[] = [];
  for (const day of days) {
    const answers = answersOf(project, day);
    for (let at = 0; at < answers.length; at += count) {
      spent.push(await settle(database, project, answers.slice(at, at + count)));
    }
  }
  const perAnswer = (of: keyof Spent) => (median(spent.map((each) => each[of])) / count).toFixed(1);
  return `${perAnswer('allMs')} (${perAnswer('rollUpMs')})`;
}

interface Spent {
  allMs: number;
  rollUpMs: number;
}

/** As the engine settles the finished runs of one project. */
async function settle(
  { db }: BenchDatabase,
  project: WatchedProject,
  answers: readonly IncomingAnswer[],
): Promise<Spent> {
  const begunAt = performance.now();
  const rollUpMs = await db.transaction(async (tx) => {
    tx.planOnce();
    const { analysisId, days } = await ingest(tx, project, answers);
    const takenInAt = performance.now();
    await rollUp(tx, project, analysisId, days);
    return performance.now() - takenInAt;
  });
  return { allMs: performance.now() - begunAt, rollUpMs };
}
