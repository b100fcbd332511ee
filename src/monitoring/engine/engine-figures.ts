import { PLATFORM_STATES_NOW, type PlatformState } from '../../core/platforms/platform-status.js';
import { type RunKey, toRunId } from '../../core/runs/run-id.js';
import type { Database } from '../../database/database.js';
import { statement } from '../../database/rows.js';
import type { Platform, RunReason } from '../../entities/vocabulary.js';
import type { StepLog } from '../periodic.js';
import type { Ending, RunFault } from './attempt.js';

/** Where the engine reports; pino's shape. */
export interface EngineLog extends StepLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

type RunOutcome = 'accepted' | 'failed' | 'skipped' | 'again';

/** What the engine counts; nothing of it names an account. */
export interface EngineMeter {
  /** A run was settled. @param seconds from its claim on; null where this process did not claim it. */
  settled(run: { platform: Platform; outcome: RunOutcome; reason: RunReason | null; seconds: number | null }): void;
  /** A request ended; `fault` is `none` where it was answered. */
  requested(platform: Platform, fault: RunFault | 'none'): void;
  spent(platform: Platform, used: { searches: number; costMicroUsd: number }): void;
  inFlight(platform: Platform, change: 1 | -1): void;
  claimMissed(platform: Platform): void;
  leaseLapsed(): void;
  /** @param lagMs for how long the prompt that waited longest was due. */
  planned(planned: { lagMs: number; missedPeriods: number }): void;
}

/** Counts nothing: for processes without metrics, such as a command. */
export const UNMEASURED: EngineMeter = {
  settled() {},
  requested() {},
  spent() {},
  inFlight() {},
  claimMissed() {},
  leaseLapsed() {},
  planned() {},
};

/** Logs and counts the outcome of a run: once, by the process that settled it. */
export function reportSettled(
  { log, meter }: { log: EngineLog; meter: EngineMeter },
  run: RunKey & { projectId: string; claimNo: number },
  ending: Ending,
  ms: number | null,
): void {
  const outcome = ending.kind;
  const reason = 'reason' in ending ? ending.reason : null;
  const { platform, projectId } = run;
  meter.settled({ platform, outcome, reason, seconds: ms === null ? null : ms / 1_000 });
  const details = { run_id: toRunId(run), project_id: projectId, platform, outcome, reason, claim: run.claimNo };
  log.info({ ...details, ...(ms !== null && { ms: Math.round(ms) }) }, 'run settled');
}

/** The state of the queue, over all accounts. */
export interface QueueFigures {
  runs: { platform: Platform; state: 'queued' | 'running'; count: number; oldestSeconds: number }[];
  platforms: { platform: Platform; state: PlatformState }[];
}

/** `oldest_seconds`: for how long the run that waits longest could have been asked. Reads partial indexes. */
const QUEUE_FIGURES = statement<QueueFiguresRow>(
  'figures-of-queue',
  `select platform, state, count(*)::int as count,
     greatest(0, extract(epoch from $1::timestamptz - min(not_before)))::float8 as oldest_seconds
   from run
   where state = 'queued' or state = 'running'
   group by platform, state
   order by platform, state`,
);

interface QueueFiguresRow {
  platform: Platform;
  state: 'queued' | 'running';
  count: number;
  oldest_seconds: number;
}

/** Counts queued and running runs, of all processes. */
export async function queueFigures(database: Database, now: Date): Promise<QueueFigures> {
  const [runs, platforms] = await Promise.all([
    database.openForJob().rows(QUEUE_FIGURES, [now]),
    database.openForJob().rows(PLATFORM_STATES_NOW, []),
  ]);
  return {
    runs: runs.map(({ platform, state, count, oldest_seconds: oldestSeconds }) => ({
      platform,
      state,
      count,
      oldestSeconds,
    })),
    platforms: platforms.map(({ platform, state }) => ({ platform, state })),
  };
}
