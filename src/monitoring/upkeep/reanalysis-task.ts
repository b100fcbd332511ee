import { LRUCache } from 'lru-cache';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { findAnalysisStatus } from '../facts/selected-analysis.js';
import type { Judging } from '../judge/judge.types.js';
import { reanalyseWhereFree } from '../reanalysis/reanalyse.js';
import { BUSY, NAMES_CHANGED } from '../reanalysis/reanalysis.types.js';
import type { Claims, Ended } from './claim.js';
import type { DueTask } from './task-lanes.js';

/** When a task is tried again whose project is being analysed by another process. */
const BUSY_MS = 5_000;
/**
 * How long a task that another worker queued for its rules or its judge is left to that one, if this worker finds
 * nothing to do: while a release rolls out, or if workers are configured differently. The other queues it again.
 */
export const LEFT_MS = 600_000;
/** Tasks left to others that are remembered; one that is forgotten is tried once more. */
const LEFT_KEPT = 10_000;

interface TaskLog {
  info(details: object, message: string): void;
}

/** Analyses a project's answers again, because its names, the rules or the judge changed. */
export class ReanalysisTask {
  private readonly left = new LRUCache<string, number>({ max: LEFT_KEPT });

  constructor(
    private readonly database: Database,
    private readonly claims: Claims,
    private readonly judging: Judging,
    private readonly clock: Timer,
    private readonly log: TaskLog,
  ) {}

  /** Whether this worker found nothing to do for a task that another queued; false once that has waited too long. */
  isLeftToOthers(task: DueTask): boolean {
    return this.left.get(keyOf(task)) === task.fence && !this.isForgotten(task);
  }

  /** @throws what the re-analysis throws; an AbortError once `signal` is aborted. */
  async run(due: DueTask, signal: AbortSignal): Promise<void> {
    const { analysis, isDue } = await findAnalysisStatus(this.database.openForJob(), due, this.judging);
    if (analysis === null || !isDue) return this.pass(due);
    // Decided as it begins, so that a project that has waited long is analysed to its end.
    const isOverdue = this.claims.isOverdue(due);
    await this.claims.perform(due, { signal }, (task) => this.reanalyse(task, isOverdue, signal));
  }

  /** Names are the same for every worker; the rules and the judge are those of the worker that queued the task. */
  private async pass(task: DueTask): Promise<void> {
    if (task.task === 'names' || this.isForgotten(task)) return this.claims.finish(task);
    this.left.set(keyOf(task), task.fence);
  }

  private isForgotten({ askedMs }: DueTask): boolean {
    return this.clock.now().getTime() - askedMs >= LEFT_MS;
  }

  /** For the judge alone there is no hurry: former numbers, all by one judge, are better than new ones by the rules. */
  private async reanalyse(task: DueTask, isOverdue: boolean, signal: AbortSignal): Promise<Ended> {
    const { accountId, projectId } = task;
    const manner = { isPatient: task.task === 'judge', mustSwitch: isOverdue };
    const started = this.clock.elapsedMs();
    const em = this.database.openForJob();
    const done = await reanalyseWhereFree(em, { accountId, projectId }, signal, this.judging, manner);
    if (done === BUSY) return { againInMs: BUSY_MS };
    if (done === NAMES_CHANGED) return { againInMs: 0 };
    if (done === null) return 'done';
    const details = { project_id: projectId, analysis_id: done.analysisId, answers: done.answers };
    this.log.info({ ...details, ms: Math.round(this.clock.elapsedMs() - started) }, 're-analysed');
    return 'done';
  }
}

function keyOf({ task, projectId }: DueTask): string {
  return `${task} ${projectId}`;
}
