import pLimit from 'p-limit';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { isUnavailable } from '../../database/unavailable.js';
import { noteWithheld } from '../facts/selected-analysis.js';
import type { Judging } from '../judge/judge.types.js';
import { reportJudged } from '../judge/report-judged.js';
import { nameOf } from './run.types.js';
import { type EndedRun, type Settled, settle } from './settle.js';

/** Projects settled at once: each transaction analyses its answers, and other work needs connections too. */
const SETTLED_AT_ONCE = 4;
/** Runs of one transaction: as many answers as `ingest` takes at a time. */
const SETTLED_TOGETHER_MAX = 200;
/** The pause before a database that is away is tried again. */
const RETRY_MS = 1_000;

interface Waiting {
  ended: EndedRun;
  /** Answers that the judge was not asked about, as its bound of the day is reached. */
  withheld: number;
  resolve: (isSettled: boolean) => void;
  reject: (error: unknown) => void;
}

export interface SettlerOptions {
  database: Database;
  judging: Judging;
  /** The schedule's time. */
  now: () => Date;
  clock: Timer;
}

/**
 * Settles finished runs, those of a project in one transaction after the other. Runs that finish meanwhile are settled
 * together in the next one, at a tenth of the cost of one by one. No run waits for others to join it.
 */
export class Settler {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly place = pLimit(SETTLED_AT_ONCE);

  constructor(
    private readonly options: SettlerOptions,
    /** Aborted once a database that is away is no longer waited for. */
    private readonly stopWaiting: AbortSignal,
  ) {}

  /**
   * Resolves once the run is committed; with false, having written nothing, if another worker had it by then. Waits for
   * a database that is away. @throws any other error of this run alone.
   */
  settle(ended: EndedRun, withheld = 0): Promise<boolean> {
    const { projectId } = ended.run;
    return new Promise((resolve, reject) => {
      const lane = this.waiting.get(projectId);
      const one = { ended, withheld, resolve, reject };
      if (lane) return void lane.push(one);
      this.waiting.set(projectId, [one]);
      void this.runLane(projectId);
    });
  }

  /** Nothing is awaited between the last look at the lane and its end: a run added meanwhile would wait for ever. */
  private async runLane(projectId: string): Promise<void> {
    while ((this.waiting.get(projectId)?.length ?? 0) > 0) await this.place(() => this.settleNext(projectId));
    this.waiting.delete(projectId);
  }

  /** Settles the runs that wait by the time a place is free. */
  private async settleNext(projectId: string): Promise<void> {
    const batch = this.waiting.get(projectId)?.splice(0, SETTLED_TOGETHER_MAX) ?? [];
    await this.settleBatch(projectId, batch);
  }

  private async settleBatch(projectId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const { runs, ingested } = await this.persist(batch);
      for (const { ended, resolve } of batch) resolve(runs.has(nameOf(ended.run)));
      if (ingested) await this.report(projectId, batch, ingested);
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      // One of them is at fault: settled one by one, the others are not affected.
      for (const one of batch) await this.settleBatch(projectId, [one]);
    }
  }

  private async persist(batch: readonly Waiting[]): Promise<Settled> {
    const { database, judging, now, clock } = this.options;
    const ended = batch.map((one) => one.ended);
    for (;;) {
      try {
        return await settle(database.openForJob(), ended, { now: now(), judging });
      } catch (error) {
        if (!isUnavailable(error) || this.stopWaiting.aborted) throw error;
        await clock.wait(RETRY_MS, this.stopWaiting).catch(() => {});
      }
    }
  }

  /** The answers are committed by now, so an error here fails no run. */
  private async report(projectId: string, batch: readonly Waiting[], ingested: NonNullable<Settled['ingested']>) {
    const { database, judging } = this.options;
    const withheld = batch.reduce((sum, one) => sum + one.withheld, 0);
    const accountId = batch[0]?.ended.run.accountId ?? '';
    reportJudged(judging, projectId, ingested.judge, { ...ingested.judged, withheld });
    await noteWithheld(database.openForJob(), { accountId, projectId }, ingested.analysisId, withheld).catch(
      (error: unknown) => judging.log.warn({ project_id: projectId, err: error }, 'noting withheld verdicts failed'),
    );
  }
}
