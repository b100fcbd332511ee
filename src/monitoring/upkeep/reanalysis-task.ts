import { LRUCache } from 'lru-cache';
import { ANALYSIS_VERSION } from '../../analysis/analyser.js';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { judgeNewAnswers } from '../facts/judge-of-new-answers.js';
import { findAnalysisStatus, LIST_OUTDATED, type OutdatedProject } from '../facts/selected-analysis.js';
import { choiceForAll, choiceForNew, type Judging, type JudgingLog } from '../judge/judging.js';
import { BUSY, NAMES_CHANGED } from '../reanalysis/project-lock.js';
import { reanalyseWhereFree } from '../reanalysis/reanalyse.js';
import { type Claims, type DueTask, type Ended, QUEUE_FOUND } from './task-claims.js';

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
    const db = this.database.openForJob();
    const done = await reanalyseWhereFree(db, { accountId, projectId }, signal, this.judging, manner);
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

/** Projects of a page: some 50 ms. */
const PAGE = 500;
/** The look takes at most this part of the time, however many projects there are. */
const SHARE = 1 / 20;
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/**
 * Queues the projects whose answers are to be analysed again for a reason that only a worker knows: its rules or its
 * judge differ from those of the selected analysis, or the judge's bound of an earlier day has left answers out. Also
 * queues names that a process of an earlier release has changed. A judge that is a default queues nothing: it decides
 * in new answers from then on. Reads every project, so it runs seldom; writes nothing if nothing is to be done. What
 * fails for an account's tasks, or for a project, is logged, and the next look tries it again.
 */
export async function queueOutdated(
  database: Database,
  judging: Judging,
  clock: Timer,
  signal: AbortSignal,
): Promise<void> {
  for (let place = [NOWHERE, NOWHERE]; !signal.aborted; ) {
    const started = clock.elapsedMs();
    const judge = [judging.judge?.id ?? null, choiceForAll(judging)];
    const values = [ANALYSIS_VERSION, ...judge, ...place, PAGE, clock.now(), choiceForNew(judging)];
    const page = await database.openForJob().rows(LIST_OUTDATED, values);
    await queue(database, page, clock.now(), judging.log);
    for (const { account_id: accountId, project_id: projectId } of page.filter(({ takes_judge }) => takes_judge)) {
      if (signal.aborted) return;
      await attempt(judging.log, { project_id: projectId }, 'having new answers judged failed', () =>
        judgeNewAnswers(database.openForJob(), { accountId, projectId }, judging),
      );
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    place = [last.account_id, last.project_id];
    await clock.wait((clock.elapsedMs() - started) * (1 / SHARE - 1), signal);
  }
}

/** Each statement is for one account, so that it writes on one machine if accounts are spread over several. */
async function queue(database: Database, page: readonly OutdatedProject[], now: Date, log: JudgingLog): Promise<void> {
  const outdated = page.filter(({ task }) => task !== null);
  for (const [accountId, found] of Map.groupBy(outdated, ({ account_id }) => account_id)) {
    const tasks = (found ?? []).map(({ project_id, task }) => ({ project_id, task }));
    await attempt(log, { account_id: accountId }, 'queueing outdated analyses failed', () =>
      database.openForJob().rows(QUEUE_FOUND, [accountId, JSON.stringify(tasks), now]),
    );
  }
}

/** One that keeps failing does not hold up those after it. */
async function attempt(log: JudgingLog, of: object, failed: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ ...of, err: error }, failed);
  }
}
