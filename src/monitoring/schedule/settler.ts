import pLimit from 'p-limit';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { isUnavailable } from '../../database/unavailable.js';
import type { Judging } from '../judging/judge.types.js';
import { reportJudged } from '../judging/report-judged.js';
import { noteWithheld } from '../selection/selected-analysis.js';
import { nameOf } from './run.types.js';
import { type EndedRun, type Settled, settle } from './settle.js';

/** Projects settled at once: each transaction analyses its answers, and other work needs connections too. */
const SETTLED_AT_ONCE = 4;
/** Runs of one transaction: as many answers as intake takes at a time. */
const SETTLED_TOGETHER_MAX = 200;
/** Until a database that is away is asked again. */
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
 * Settles finished runs, those of a project one transaction after the other: while one is under way the next pile up,
 * and are then settled together, which costs a tenth of one by one. No run waits for company.
 */
export class Settler {
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly place = pLimit(SETTLED_AT_ONCE);

  constructor(
    private readonly options: SettlerOptions,
    /** Aborted where a database that is away is not to be waited for any more. */
    private readonly givenUp: AbortSignal,
  ) {}

  /**
   * Resolves once it is committed; false where the run was another's by then, and nothing of it was written. A database
   * that is away is waited for. @throws what else the database says of this run alone.
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

  /** Nothing waits between the last look at the lane and its end, or what came then would wait for ever. */
  private async runLane(projectId: string): Promise<void> {
    while ((this.waiting.get(projectId)?.length ?? 0) > 0) await this.place(() => this.settleNext(projectId));
    this.waiting.delete(projectId);
  }

  /** What has piled up by the time a place is free. */
  private async settleNext(projectId: string): Promise<void> {
    const batch = this.waiting.get(projectId)?.splice(0, SETTLED_TOGETHER_MAX) ?? [];
    await this.settleBatch(projectId, batch);
  }

  private async settleBatch(projectId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const { runs, taken } = await this.persist(batch);
      for (const { ended, resolve } of batch) resolve(runs.has(nameOf(ended.run)));
      if (taken) await this.report(projectId, batch, taken);
    } catch (error) {
      if (batch.length === 1) return batch[0]?.reject(error);
      // One of them is at fault, and the others are not to suffer for it.
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
        if (!isUnavailable(error) || this.givenUp.aborted) throw error;
        await clock.wait(RETRY_MS, this.givenUp).catch(() => {});
      }
    }
  }

  /** The answers are in by now, so what fails here fails nobody. */
  private async report(projectId: string, batch: readonly Waiting[], taken: NonNullable<Settled['taken']>) {
    const { database, judging } = this.options;
    const withheld = batch.reduce((sum, one) => sum + one.withheld, 0);
    const accountId = batch[0]?.ended.run.accountId ?? '';
    reportJudged(judging, projectId, taken.judge, { ...taken.judged, withheld });
    await noteWithheld(database.openForJob(), { accountId, projectId }, taken.analysisId, withheld).catch(
      (error: unknown) => judging.log.warn({ project_id: projectId, err: error }, 'noting withheld verdicts failed'),
    );
  }
}
