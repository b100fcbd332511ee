import { LRUCache } from 'lru-cache';
import type { Timer } from '../../clock.js';
import type { Database } from '../../database/database.js';
import type { Judging } from '../judge/judging.js';
import { DiscoveryTask } from './discover-competitors.js';
import { ReanalysisTask } from './reanalysis-task.js';
import { Claims, type DueTask, type DueTaskRow, type FencedTask, FIND_DUE, FIND_SMALL } from './task-claims.js';

/** Tasks of a kind that one look offers; further ones come with the next. */
const DUE_AT_ONCE = 100;

/** The tasks due longest that a look reads to choose from, so that no account fills it. */
const DUE_READ = 1_000;

/** Small projects at once if a judge may be asked about a new name: one must not keep the others waiting. */
const SMALL_AT_ONCE_JUDGED = 2;

/** Where tasks report; pino's shape. */
export interface TaskLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The tasks of projects in one worker: finds those that are due, begins and ends them. */
export class DueTasks {
  private readonly queues: TaskQueues;
  private readonly claims: Claims;
  private readonly reanalysis: ReanalysisTask;
  private readonly discovery: DiscoveryTask;
  /** Not that of the look that offers a task, which ends long before the task does. */
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly log: TaskLog,
    judging: Judging,
    private readonly clock: Timer,
  ) {
    const places = { small: judging.judge ? SMALL_AT_ONCE_JUDGED : 1, large: 1, judge: 1, discovery: 1 };
    this.queues = new TaskQueues(places, (task) => this.attempt(task));
    this.claims = new Claims(database, clock, log);
    this.reanalysis = new ReanalysisTask(database, this.claims, judging, clock, log);
    this.discovery = new DiscoveryTask(database, this.claims, clock, log);
  }

  /** Begins due tasks as far as there are places; the others wait for one, or for the next look. */
  async look(): Promise<void> {
    const found = await this.database.openForJob().rows(FIND_DUE, [this.clock.now(), DUE_READ, DUE_AT_ONCE]);
    const small = await this.smallAmong(found);
    const due = found.map((row) => ({
      accountId: row.account_id,
      projectId: row.project_id,
      task: row.task,
      fence: row.fence,
      dueMs: row.due_ms,
      askedMs: row.asked_ms,
      isSmall: small.has(row.project_id),
    }));
    if (this.stopping.signal.aborted) return;
    this.queues.offer(due.filter((task) => !this.reanalysis.isLeftToOthers(task)));
  }

  /** The small ones among the projects that are to be analysed again: a statement for each account. */
  private async smallAmong(found: readonly DueTaskRow[]): Promise<ReadonlySet<string>> {
    const again = found.filter(({ task }) => task === 'names' || task === 'rules');
    const small = new Set<string>();
    for (const [accountId, tasks] of Map.groupBy(again, ({ account_id }) => account_id)) {
      const projectIds = [...new Set(tasks.map(({ project_id }) => project_id))];
      const values = [accountId, projectIds, SMALL_ANSWERS];
      for (const { project_id } of await this.database.openForJob().rows(FIND_SMALL, values)) small.add(project_id);
    }
    return small;
  }

  /** Asks the tasks under way to stop, which queues them again; resolves once they have. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.queues.stop();
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

type QueueName = 'small' | 'large' | 'judge' | 'discovery';

/** Retained answers up to which a project stays in the queue of the small ones: some seconds of analysis. */
const SMALL_ANSWERS = 1_000;

/** Accounts whose last turn is remembered; one beyond them comes first once. */
const TURNS_KEPT = 10_000;

/** Does one task; never fails. */
type Work = (task: DueTask) => Promise<void>;

/**
 * The tasks of a process, in parallel queues: small projects never wait for large ones, nor names for a judge. In a
 * queue accounts take turns, each with one task at a time, the one that is due longest first. No `FairSemaphore`: each
 * look replaces all that waits, and an account's last turn counts across looks, also while nothing of it waits.
 */
export class TaskQueues {
  private readonly queues = new Map<QueueName, DueTask[]>();
  private readonly underWay = new Map<string, { queue: QueueName; accountId: string; done: Promise<void> }>();
  /** The number of each account's last turn, by queue and account. */
  private readonly served = new LRUCache<string, number>({ max: TURNS_KEPT });
  private turns = 0;

  constructor(
    private readonly places: Readonly<Record<QueueName, number>>,
    private readonly work: Work,
  ) {}

  /** Replaces the tasks offered before by those that are due now, and begins as many as have a place. */
  offer(due: readonly DueTask[]): void {
    for (const name of QUEUE_NAMES) {
      const waiting = due.filter((task) => queueOf(task) === name && !this.underWay.has(keyOf(task)));
      this.queues.set(name, waiting);
      this.fill(name);
    }
  }

  /** Begins nothing further; resolves once nothing is under way. */
  async stop(): Promise<void> {
    this.queues.clear();
    await Promise.all([...this.underWay.values()].map(({ done }) => done));
  }

  private fill(name: QueueName): void {
    for (;;) {
      const ofQueue = [...this.underWay.values()].filter((each) => each.queue === name);
      if (ofQueue.length >= this.places[name]) return;
      const busy = new Set(ofQueue.map(({ accountId }) => accountId));
      const queue = this.queues.get(name) ?? [];
      const next = queue.filter(({ accountId }) => !busy.has(accountId)).sort(this.inOrder)[0];
      if (!next) return;
      this.queues.set(
        name,
        queue.filter((task) => task !== next),
      );
      this.take(name, next);
    }
  }

  private readonly inOrder = (one: DueTask, other: DueTask): number =>
    (this.served.peek(turnOf(one)) ?? 0) - (this.served.peek(turnOf(other)) ?? 0) || one.dueMs - other.dueMs;

  /** Not begun in the caller's tick, so that the task counts as under way before it can end. */
  private take(name: QueueName, task: DueTask): void {
    this.turns += 1;
    this.served.set(turnOf(task), this.turns);
    const key = keyOf(task);
    const done = Promise.resolve()
      .then(() => this.work(task))
      .then(() => {
        this.underWay.delete(key);
        this.fill(name);
      });
    this.underWay.set(key, { queue: name, accountId: task.accountId, done });
  }
}

const QUEUE_NAMES: readonly QueueName[] = ['small', 'large', 'judge', 'discovery'];

function queueOf({ task, isSmall }: DueTask): QueueName {
  switch (task) {
    case 'judge':
    case 'discovery':
      return task;
    case 'names':
    case 'rules':
      return isSmall ? 'small' : 'large';
  }
}

function keyOf({ task, projectId }: FencedTask): string {
  return `${task} ${projectId}`;
}

function turnOf(task: DueTask): string {
  return `${queueOf(task)} ${task.accountId}`;
}
