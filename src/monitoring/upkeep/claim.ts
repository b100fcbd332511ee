import type { Timer } from '../../clock.js';
import { WAIT_MAX_MS } from '../../core/tasks/project-tasks.js';
import type { Database } from '../../database/database.js';
import { rows } from '../../database/rows.js';
import type { ProjectTaskName } from '../../entities/vocabulary.js';
import type { ProjectScope } from '../scope.js';
import { CLAIM_TASK, FINISH_TASK, HOLD_TASK, REST_TASK } from './task.statements.js';

/** A task of a project as it was found or begun: writes about it hold only while the fence is the same. */
export interface FencedTask extends ProjectScope {
  task: ProjectTaskName;
  fence: number;
}

/** How long a task stays with a worker that began it and no longer renews its lease. */
export const LEASE_MS = 10_000;
/** The interval of renewals, well within the lease. */
const BEAT_MS = 3_000;
/** How long a failed task waits until it is due again, so that other projects do not wait for it. */
export const REST_MS = 60_000;

/** How a task ended: it is done, or due again in so many milliseconds. */
export type Ended = 'done' | { againInMs: number };

/** Where failed statements about tasks are logged; pino's shape. */
interface ClaimLog {
  error(details: object, message: string): void;
}

const keyOf = ({ accountId, projectId, task, fence }: FencedTask) => [accountId, projectId, task, fence];

/** The tasks of projects as one worker begins, holds and ends them. */
export class Claims {
  constructor(
    private readonly database: Database,
    private readonly clock: Timer,
    private readonly log: ClaimLog,
  ) {}

  /** Whether it has waited for as long as a task may wait. */
  isOverdue({ askedMs }: { askedMs: number }): boolean {
    return this.at(-WAIT_MAX_MS).getTime() >= askedMs;
  }

  /**
   * Does the work of a task that was found due, renews its lease meanwhile, and writes how it ended. Does nothing if
   * another worker has begun the task or it was requested again. Failed work is due again after {@link REST_MS}; that
   * of a worker that stops is due at once.
   * @param restMs how long, from the beginning on, no demand makes it due again. @throws what the work throws.
   */
  async perform<Task extends FencedTask & { askedMs: number }>(
    due: Task,
    { restMs, signal }: { restMs?: number; signal: AbortSignal },
    work: (task: Task) => Promise<Ended>,
  ): Promise<void> {
    const task = await this.claim(due, restMs);
    if (!task) return;
    const beats = new AbortController();
    const beating = this.beat(task, beats.signal);
    const endBeats = () => {
      beats.abort();
      return beating;
    };
    let ended: Ended;
    try {
      ended = await work(task).finally(endBeats);
    } catch (error) {
      await this.attempt(task, () => (signal.aborted ? this.hold(task, 0) : this.rest(task)));
      throw error;
    }
    if (ended === 'done') await this.finish(task);
    else await this.hold(task, ended.againInMs);
  }

  /** Marks the task as done, unless it was requested since. */
  async finish(task: FencedTask): Promise<void> {
    await rows(this.database.openForJob(), FINISH_TASK, keyOf(task));
  }

  /** If names that were overdue change meanwhile, their waiting time begins again now. */
  private async claim<Task extends FencedTask & { askedMs: number }>(due: Task, restMs?: number): Promise<Task | null> {
    const askedAt = due.task === 'names' && this.isOverdue(due) ? this.at(0) : new Date(due.askedMs);
    const values = [this.at(LEASE_MS), askedAt, restMs === undefined ? null : this.at(restMs)];
    const [claimed] = await rows(this.database.openForJob(), CLAIM_TASK, [...keyOf(due), ...values]);
    return claimed ? { ...due, fence: claimed.fence } : null;
  }

  /** Renewals may fail: a lapsed lease lets another worker begin, but the project lock keeps it from the same work. */
  private async beat(task: FencedTask, ended: AbortSignal): Promise<void> {
    for (let isOurs = true; isOurs; ) {
      await this.clock.wait(BEAT_MS, ended).catch(() => {});
      if (ended.aborted) return;
      await this.attempt(task, async () => {
        isOurs = await this.hold(task, LEASE_MS);
      });
    }
  }

  /**
   * Makes the task due again in so many milliseconds. @returns false if it was requested since, or begun by another.
   */
  private async hold(task: FencedTask, forMs: number): Promise<boolean> {
    return (await rows(this.database.openForJob(), HOLD_TASK, [...keyOf(task), this.at(forMs)])).length > 0;
  }

  private async rest(task: FencedTask): Promise<void> {
    await rows(this.database.openForJob(), REST_TASK, [...keyOf(task), this.at(REST_MS)]);
  }

  /** If this fails, the task is found due once its lease is over. */
  private async attempt(task: FencedTask, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.log.error({ project_id: task.projectId, err: error }, 'holding a task failed');
    }
  }

  private at(inMs: number): Date {
    return new Date(this.clock.now().getTime() + inMs);
  }
}
