import { type RunKey, toRunId } from '../../core/runs/run-id.js';
import type { Platform, RunReason } from '../../entities/vocabulary.js';
import type { StepLog } from '../periodic.js';
import type { RunFault } from './faults.js';
import type { Ending } from './run.types.js';

/** Where the engine reports; pino's shape. */
export interface EngineLog extends StepLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export type RunOutcome = 'accepted' | 'failed' | 'skipped' | 'again';

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
