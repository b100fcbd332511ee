import type { EntityManager } from '@mikro-orm/postgresql';
import type { Timer } from '../../clock.js';
import { rows, statement } from '../../database/rows.js';
import { DEFAULT_BOUNDS, type Judging, type JudgingLog, MICRO_USD } from './judge.types.js';
import { createModelJudge, type JudgeChoice } from './model-judge.js';

/** The clock that all processes share. */
const PRESENT = statement<{ now: string }>('present-instant', 'select clock_timestamp()::timestamptz(3)::text as now');

/**
 * How a process that starts now judges: by the chosen model, or by the rules alone. Both count as a choice, later than
 * those of processes that started before.
 */
export async function createJudging(
  em: EntityManager,
  choice: (JudgeChoice & { dailyBudgetUsd?: number }) | undefined,
  log: JudgingLog,
  clock: Timer,
): Promise<Judging> {
  const [present] = await rows(em, PRESENT, []);
  if (!present) throw new Error('the database returned no time');
  const { dailyBudgetUsd } = choice ?? {};
  const bounds =
    dailyBudgetUsd === undefined
      ? DEFAULT_BOUNDS
      : { ...DEFAULT_BOUNDS, microUsdPerDay: Math.round(dailyBudgetUsd * MICRO_USD) };
  return { judge: choice ? createModelJudge(choice, log, clock) : null, chosenAt: present.now, bounds, log, clock };
}
