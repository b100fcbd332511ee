import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import { PROJECT_TASKS } from '../../entities/vocabulary.js';
import type { Judging } from '../judging/judge.types.js';
import { Claims } from './claim.js';
import { DiscoveryTask } from './discovery-task.js';
import { ReanalysisTask } from './reanalysis-task.js';
import { FIND_DUE } from './task.statements.js';
import { type DueTask, SMALL_ANSWERS, TaskLanes } from './task-lanes.js';

/** Tasks of a kind that one look offers; those beyond come with the next. */
const DUE_AT_ONCE = 100;
/** Those due longest that are read to choose them from, so that no account fills a look. */
const DUE_READ = 1_000;
/** Small projects at once where a judge may be asked about a new name: one is not to keep the others waiting. */
const SMALL_AT_ONCE_JUDGED = 2;

/** Where tasks report; pino's shape. */
export interface TaskLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The tasks of projects as one worker does them: found when they are due, begun, and ended one way or another. */
export class DueTasks {
  private readonly lanes: TaskLanes;
  private readonly claims: Claims;
  private readonly reanalysis: ReanalysisTask;
  private readonly discovery: DiscoveryTask;
  /** Apart from the look that offers a task, which ends long before the task does. */
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly log: TaskLog,
    judging: Judging,
    private readonly clock: Timer,
  ) {
    const places = { small: judging.judge ? SMALL_AT_ONCE_JUDGED : 1, large: 1, judge: 1, discovery: 1 };
    this.lanes = new TaskLanes(places, (task) => this.attempt(task));
    this.claims = new Claims(database, clock, log);
    this.reanalysis = new ReanalysisTask(database, this.claims, judging, clock, log);
    this.discovery = new DiscoveryTask(database, this.claims, clock, log);
  }

  /** Begins what is due, as far as there is a place for it; the rest waits for one, or for the next look. */
  async look(): Promise<void> {
    const values = [this.clock.now(), PROJECT_TASKS, DUE_READ, DUE_AT_ONCE, SMALL_ANSWERS];
    const found = await rows(this.database.openForJob(), FIND_DUE, values);
    const due = found.map((row) => ({
      accountId: row.account_id,
      projectId: row.project_id,
      task: row.task,
      fence: row.fence,
      dueMs: row.due_ms,
      askedMs: row.asked_ms,
      isSmall: row.is_small === true,
    }));
    if (this.stopping.signal.aborted) return;
    this.lanes.offer(due.filter((task) => !this.reanalysis.isLeftToOthers(task)));
  }

  /** Tells what is under way to stop, which puts it back; resolves once it has. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.lanes.stop();
  }

  private async attempt(task: DueTask): Promise<void> {
    const { signal } = this.stopping;
    if (signal.aborted) return;
    try {
      if (task.task === 'discovery') await this.discovery.run(task, signal);
      else await this.reanalysis.run(task, signal);
    } catch (error) {
      if (signal.aborted) return;
      const what = task.task === 'discovery' ? 'discovery' : 're-analysis';
      this.log.error({ project_id: task.projectId, err: error }, `${what} failed`);
    }
  }
}
