import { rows } from '../../database/rows.js';
import type { Context } from '../context.js';
import { daysBefore, toDay, toTimestamp } from '../timestamp.js';
import { MONITORING, type MonitoringRow, NEXT_RUNS } from './run.statements.js';

/** The state of a project's monitoring. */
export interface MonitoringView {
  /** When the first of its prompts is due; null where none will be planned. */
  nextRunAt: string | null;
  /** When a run last ended, accepted or failed, of those of {@link LAST_RUN_DAYS} days; null where none did. */
  lastRunAt: string | null;
  queued: number;
  running: number;
  /** On the present UTC day, as the next. */
  failedToday: number;
  skippedToday: number;
}

/** How far back the last run is searched. */
export const LAST_RUN_DAYS = 90;

/** A period has seven days at most, so every run under way was planned within them. */
const RECENT_DAYS = 8;

/** The first day on which a last run may have been planned. */
export function earliestLastRun({ clock }: Context): string {
  return daysBefore(toDay(clock.now()), LAST_RUN_DAYS);
}

/** The state of monitoring of each of the account's projects, archived ones included, by project. */
export async function monitoringOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, MonitoringView>> {
  const today = toDay(ctx.clock.now());
  const values = [
    ...[ctx.caller.accountId, projectIds],
    ...[startOf(daysBefore(today, RECENT_DAYS)), daysBefore(today, 2 * RECENT_DAYS), startOf(today)],
    earliestLastRun(ctx),
  ];
  const found = await rows(ctx.em, MONITORING, values);
  return new Map(found.map((row) => [row.owner_id, toMonitoringView(row)]));
}

/**
 * When each of the account's prompts is due next, by prompt: null where it will not be planned, because it, its project
 * or the subscription is inactive, paused or archived. A past instant means due at once.
 */
export async function nextRunsOfPrompts(
  ctx: Context,
  promptIds: readonly string[],
): Promise<Map<string, { nextRunAt: string | null }>> {
  const found = await rows(ctx.em, NEXT_RUNS, [ctx.caller.accountId, promptIds]);
  return new Map(found.map(({ owner_id, next_at }) => [owner_id, { nextRunAt: toInstant(next_at) }]));
}

function toMonitoringView(row: MonitoringRow): MonitoringView {
  return {
    nextRunAt: toInstant(row.next_at),
    lastRunAt: toInstant(row.last_at),
    queued: row.queued,
    running: row.running,
    failedToday: row.failed_today,
    skippedToday: row.skipped_today,
  };
}

function startOf(day: string): string {
  return `${day}T00:00:00Z`;
}

function toInstant(text: string | null): string | null {
  return text === null ? null : toTimestamp(text);
}
