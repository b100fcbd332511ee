import { LRUCache } from 'lru-cache';
import type { FencedTask } from './claim.js';

/** A task that is due, as it was found. */
export interface DueTask extends FencedTask {
  /** When it became due, and when its waiting began, its quiet time included. */
  dueMs: number;
  askedMs: number;
  /** At most {@link SMALL_ANSWERS} answers are retained. */
  isSmall: boolean;
}

export type Lane = 'small' | 'large' | 'judge' | 'discovery';

/** Retained answers up to which a project stays in the lane of the small ones: some seconds of analysis. */
export const SMALL_ANSWERS = 1_000;
/** Accounts whose last turn is remembered; one that is forgotten comes first once. */
const TURNS_KEPT = 10_000;

/** Does one task; never fails. */
type Work = (task: DueTask) => Promise<void>;

/**
 * The tasks of a process, in parallel lanes: small projects never wait for large ones, nor names for a judge. In a lane
 * accounts take turns, each with one task at a time, the one that is due longest first.
 */
export class TaskLanes {
  private readonly queues = new Map<Lane, DueTask[]>();
  private readonly underWay = new Map<string, { lane: Lane; accountId: string; done: Promise<void> }>();
  /** The number of each account's last turn, by lane and account. */
  private readonly served = new LRUCache<string, number>({ max: TURNS_KEPT });
  private turns = 0;

  constructor(
    private readonly places: Readonly<Record<Lane, number>>,
    private readonly work: Work,
  ) {}

  /** Replaces the tasks offered before by those that are due now, and begins as many as have a place. */
  offer(due: readonly DueTask[]): void {
    for (const lane of LANES) {
      const waiting = due.filter((task) => laneOf(task) === lane && !this.underWay.has(keyOf(task)));
      this.queues.set(lane, waiting);
      this.fill(lane);
    }
  }

  /** Begins nothing further; resolves once nothing is under way. */
  async stop(): Promise<void> {
    this.queues.clear();
    await Promise.all([...this.underWay.values()].map(({ done }) => done));
  }

  private fill(lane: Lane): void {
    for (;;) {
      const inLane = [...this.underWay.values()].filter((each) => each.lane === lane);
      if (inLane.length >= this.places[lane]) return;
      const busy = new Set(inLane.map(({ accountId }) => accountId));
      const queue = this.queues.get(lane) ?? [];
      const next = queue.filter(({ accountId }) => !busy.has(accountId)).sort(this.inOrder)[0];
      if (!next) return;
      this.queues.set(
        lane,
        queue.filter((task) => task !== next),
      );
      this.take(lane, next);
    }
  }

  private readonly inOrder = (one: DueTask, other: DueTask): number =>
    (this.served.peek(turnOf(one)) ?? 0) - (this.served.peek(turnOf(other)) ?? 0) || one.dueMs - other.dueMs;

  /** Not begun in the caller's tick, so that the task counts as under way before it can end. */
  private take(lane: Lane, task: DueTask): void {
    this.turns += 1;
    this.served.set(turnOf(task), this.turns);
    const key = keyOf(task);
    const done = Promise.resolve()
      .then(() => this.work(task))
      .then(() => {
        this.underWay.delete(key);
        this.fill(lane);
      });
    this.underWay.set(key, { lane, accountId: task.accountId, done });
  }
}

const LANES: readonly Lane[] = ['small', 'large', 'judge', 'discovery'];

export function laneOf({ task, isSmall }: DueTask): Lane {
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
  return `${laneOf(task)} ${task.accountId}`;
}
