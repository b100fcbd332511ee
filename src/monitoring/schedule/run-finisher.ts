import { judgeAhead } from '../ingest/judge-ahead.js';
import type { ClaimedRun, Ending } from './run.types.js';
import { type EngineLog, type EngineMeter, tellSettled } from './run-events.js';
import { type EndedRun, toIncoming } from './settle.js';
import { Settler, type SettlerOptions } from './settler.js';

export interface FinisherOptions extends SettlerOptions {
  log: EngineLog;
  meter: EngineMeter;
  /** What becomes of a run in the end, for whoever has other rules for when it is asked again. */
  revise?: (run: ClaimedRun, ending: Ending) => Ending;
}

/** Brings claimed runs to their end: asks the judge, settles, tells. */
export class RunFinisher {
  private readonly settler: Settler;

  /** @param givenUp aborted where a database that is away is not to be waited for any more. */
  constructor(
    private readonly options: FinisherOptions,
    private readonly givenUp: AbortSignal,
  ) {
    this.settler = new Settler(options, givenUp);
  }

  /** An answer that the database does not take fails its run. @param startedMs when it was claimed, by `elapsedMs`. */
  async finish(run: ClaimedRun, attempted: Ending, startedMs: number): Promise<void> {
    const { revise, clock, log } = this.options;
    const ending = revise ? revise(run, attempted) : attempted;
    const ended: EndedRun = { run, ending };
    const withheld = await this.judge(ended);
    const tell = (settled: Ending) => tellSettled(this.options, run, settled, clock.elapsedMs() - startedMs);
    try {
      if (await this.settler.settle(ended, withheld)) tell(ending);
    } catch (error) {
      if (ending.kind !== 'accepted' || this.givenUp.aborted) throw error;
      log.error({ project_id: run.projectId, platform: run.platform, err: error }, 'an answer could not be stored');
      const message = 'The answer could not be stored.';
      const failed: Ending = { kind: 'failed', isPaid: true, reason: 'unreadable', message, cost: ending.cost };
      if (await this.settler.settle({ run, ending: failed })) tell(failed);
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
