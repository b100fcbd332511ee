import { judgeAhead } from '../ingest/judge-ahead.js';
import type { ClaimedRun, Ending } from './run.types.js';
import { type EngineLog, type EngineMeter, reportSettled } from './run-events.js';
import { type EndedRun, toIncoming } from './settle.js';
import { Settler, type SettlerOptions } from './settler.js';

export interface FinisherOptions extends SettlerOptions {
  log: EngineLog;
  meter: EngineMeter;
  /** Changes how a run ends, for callers with other rules for when it is asked again. */
  revise?: (run: ClaimedRun, ending: Ending) => Ending;
}

/** Ends claimed runs: asks the judge, settles, reports. */
export class RunFinisher {
  private readonly settler: Settler;

  /** @param stopWaiting aborted once a database that is away is no longer waited for. */
  constructor(
    private readonly options: FinisherOptions,
    private readonly stopWaiting: AbortSignal,
  ) {
    this.settler = new Settler(options, stopWaiting);
  }

  /** If the database refuses an answer, its run fails. @param startedMs when it was claimed, by `elapsedMs`. */
  async finish(run: ClaimedRun, attempted: Ending, startedMs: number): Promise<void> {
    const { revise, clock, log } = this.options;
    const ending = revise ? revise(run, attempted) : attempted;
    const ended: EndedRun = { run, ending };
    const withheld = await this.judge(ended);
    const report = (settled: Ending) => reportSettled(this.options, run, settled, clock.elapsedMs() - startedMs);
    try {
      if (await this.settler.settle(ended, withheld)) report(ending);
    } catch (error) {
      if (ending.kind !== 'accepted' || this.stopWaiting.aborted) throw error;
      log.error({ project_id: run.projectId, platform: run.platform, err: error }, 'an answer could not be stored');
      const message = 'The answer could not be stored.';
      const failed: Ending = { kind: 'failed', isPaid: true, reason: 'unreadable', message, cost: ending.cost };
      if (await this.settler.settle({ run, ending: failed })) report(failed);
    }
  }

  /** Asks the judge before the transaction that needs its verdict; without one the rules decide. */
  private async judge({ run, ending }: EndedRun): Promise<number> {
    const { database, judging, log } = this.options;
    if (ending.kind !== 'accepted' || !('text' in run)) return 0;
    const { accountId, projectId } = run;
    const answers = [toIncoming(run, ending.answer)];
    return judgeAhead(database.openForJob(), { accountId, projectId }, judging, answers).catch((error: unknown) => {
      log.warn({ project_id: projectId, err: error }, 'asking the judge failed');
      return 0;
    });
  }
}
