/**
 * The money of a platform's UTC day, for the statements on its limits (`platform_gate g`): they belong to no account,
 * and all processes use the database's clock for them.
 */
export const TODAY = `(now() at time zone 'UTC')::date`;

/** A sum of the row's day as it counts now: 0 where that day is over. @param added by a statement, maybe below 0. */
export function sumOfToday(column: 'spent_microusd' | 'reserved_microusd', added?: string): string {
  const sum = added === undefined ? `g.${column}` : `greatest(0, g.${column} + ${added})`;
  return `(case when g.spent_date = ${TODAY} then ${sum} else 0 end)`;
}

/** What requests have cost today, those under way at their usual price. */
export const SPENT_TODAY = sumOfToday('spent_microusd');

/** What the day before has cost; requests that were under way at its end count at their usual price. */
export const SPENT_YESTERDAY = `(case ${TODAY} - 1
       when g.spent_date then g.spent_microusd
       when g.previous_date then g.previous_microusd
       else 0
     end)`;

/** Assignments of an update that begins a new day where one has begun: the last day's sum is kept. */
export const BEGIN_DAY = `previous_date = case when g.spent_date = ${TODAY} then g.previous_date else g.spent_date end,
     previous_microusd = case when g.spent_date = ${TODAY} then g.previous_microusd else g.spent_microusd end,
     spent_date = ${TODAY}`;

/** A US dollar in millionths, as the columns count. */
export const MICRO_USD = 1_000_000;

/** A day's budget in millionths of a dollar; null: no bound. */
export function budgetMicroUsd(dailyBudgetUsd: number | undefined): number | null {
  return dailyBudgetUsd === undefined ? null : Math.round(dailyBudgetUsd * MICRO_USD);
}
