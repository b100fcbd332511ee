import { LRUCache } from 'lru-cache';
import type { Timer } from '../../clock.js';
import type { ProjectScope } from '../scope.js';

/** A project whose answers are to be read again. */
export interface DueProject extends ProjectScope {
  /** For the sake of the judge alone: its names and rules are those that readers see. */
  isForJudge: boolean;
  /** At most {@link SMALL_ANSWERS} answers are retained. */
  isSmall: boolean;
  /** How long the project and its competitors have been left as they are. */
  unchangedMs: number;
}

export type Lane = 'small' | 'large' | 'judge';

/** Retained answers up to which a project keeps to the lane of the small ones: some seconds of reading. */
export const SMALL_ANSWERS = 1_000;
/**
 * How long names have to be left alone before answers are read with them: whoever types three aliases has them read
 * once.
 */
export const QUIET_MS = 3_000;
/**
 * How long a project waits at most for its names to be left alone; it is then read, and readers switched, all the same.
 */
export const WAIT_MAX_MS = 60_000;
/** How long a project is left alone whose re-analysis failed, so that it does not keep the others waiting. */
export const RETRY_MS = 60_000;
/** Accounts whose last turn is remembered; who is forgotten comes first once. */
const TURNS_KEPT = 10_000;

/** Re-analyses one project. @returns `again` where it has to be done again, behind the others. */
type Work = (project: DueProject, isOverdue: boolean) => Promise<'done' | 'again' | 'failed'>;

interface Waiting {
  /** When it was first seen due, and since when it waits for its next turn; in milliseconds of the clock. */
  dueSince: number;
  waitsSince: number;
}

/**
 * The re-analyses of a process, beside each other in lanes: small projects never wait for large ones, nor names for a
 * judge. In a lane accounts take turns, and each account's projects by how long they have waited; of an account one at
 * a time.
 */
export class ReanalysisLanes {
  private readonly queues: Record<Lane, DueProject[]> = { small: [], large: [], judge: [] };
  private readonly underWay = new Map<string, { lane: Lane; accountId: string; done: Promise<void> }>();
  private readonly waiting = new Map<string, Waiting>();
  private readonly retryAt = new Map<string, number>();
  /** The number of each account's last turn, by lane and account. */
  private readonly served = new LRUCache<string, number>({ max: TURNS_KEPT });
  private turns = 0;

  constructor(
    private readonly places: Readonly<Record<Lane, number>>,
    private readonly work: Work,
    private readonly clock: Pick<Timer, 'elapsedMs'>,
  ) {}

  /** Projects that failed of late: they are not to be offered yet. */
  get resting(): string[] {
    for (const [id, at] of this.retryAt) if (this.clock.elapsedMs() >= at) this.retryAt.delete(id);
    return [...this.retryAt.keys()];
  }

  /**
   * Takes the projects that are due now, in the place of those offered before, and begins as many as have a place.
   * @returns in how many milliseconds the next of them will have been left alone for long enough; infinite where none
   *   waits for that.
   */
  offer(due: readonly DueProject[]): number {
    this.forgetOthers(due);
    for (const lane of LANES) this.queues[lane] = [];
    let quietInMs = Number.POSITIVE_INFINITY;
    for (const project of due) {
      if (this.isResting(project)) continue;
      this.waiting.set(project.projectId, this.waitingOf(project));
      if (this.isReady(project)) this.queues[laneOf(project)].push(project);
      else quietInMs = Math.min(quietInMs, QUIET_MS - project.unchangedMs);
    }
    for (const lane of LANES) this.fill(lane);
    return Math.max(0, quietInMs);
  }

  /** Begins nothing further; resolves once nothing is under way. */
  async stop(): Promise<void> {
    for (const lane of LANES) this.queues[lane] = [];
    await Promise.all([...this.underWay.values()].map(({ done }) => done));
  }

  private waitingOf({ projectId }: DueProject): Waiting {
    return this.waiting.get(projectId) ?? { dueSince: this.clock.elapsedMs(), waitsSince: this.clock.elapsedMs() };
  }

  private isResting({ projectId }: DueProject): boolean {
    return this.clock.elapsedMs() < (this.retryAt.get(projectId) ?? 0);
  }

  private isReady(project: DueProject): boolean {
    return project.isForJudge || project.unchangedMs >= QUIET_MS || this.isOverdue(project);
  }

  private isOverdue(project: DueProject): boolean {
    return this.clock.elapsedMs() - this.waitingOf(project).dueSince >= WAIT_MAX_MS;
  }

  /** What is due no longer is forgotten; so is what no page of the due has shown for once, which then waits anew. */
  private forgetOthers(due: readonly DueProject[]): void {
    const projects = new Set(due.map(({ projectId }) => projectId));
    for (const id of this.waiting.keys()) if (!projects.has(id)) this.waiting.delete(id);
  }

  private fill(lane: Lane): void {
    for (;;) {
      const inLane = [...this.underWay.values()].filter((each) => each.lane === lane);
      if (inLane.length >= this.places[lane]) return;
      const busy = new Set(inLane.map(({ accountId }) => accountId));
      const next = this.queues[lane].filter(({ accountId }) => !busy.has(accountId)).sort(this.inOrder)[0];
      if (!next) return;
      this.queues[lane] = this.queues[lane].filter((project) => project !== next);
      this.take(lane, next);
    }
  }

  private readonly inOrder = (one: DueProject, other: DueProject): number =>
    (this.served.peek(turnOf(one)) ?? 0) - (this.served.peek(turnOf(other)) ?? 0) ||
    this.waitingOf(one).waitsSince - this.waitingOf(other).waitsSince;

  /** Not begun within the caller's turn, so that what is under way is known before its end can be. */
  private take(lane: Lane, project: DueProject): void {
    this.turns += 1;
    this.served.set(turnOf(project), this.turns);
    const key = `${lane} ${project.projectId}`;
    const done = Promise.resolve()
      .then(() => this.work(project, this.isOverdue(project)))
      .then((outcome) => {
        this.settle(project, outcome);
        this.underWay.delete(key);
        this.fill(lane);
      });
    this.underWay.set(key, { lane, accountId: project.accountId, done });
  }

  /**
   * Offered anew while it was under way, it waits for the next offer: who renames a project cannot have it begun at
   * once.
   */
  private settle(project: DueProject, outcome: Awaited<ReturnType<Work>>): void {
    const { projectId } = project;
    for (const lane of LANES) this.queues[lane] = this.queues[lane].filter((each) => each.projectId !== projectId);
    if (outcome === 'failed') this.retryAt.set(projectId, this.clock.elapsedMs() + RETRY_MS);
    if (outcome === 'again')
      this.waiting.set(projectId, { ...this.waitingOf(project), waitsSince: this.clock.elapsedMs() });
    else this.waiting.delete(projectId);
  }
}

const LANES: readonly Lane[] = ['small', 'large', 'judge'];

function laneOf({ isForJudge, isSmall }: DueProject): Lane {
  if (isForJudge) return 'judge';
  return isSmall ? 'small' : 'large';
}

function turnOf(project: DueProject): string {
  return `${laneOf(project)} ${project.accountId}`;
}
