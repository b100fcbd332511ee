import { ANALYSIS_VERSION } from '../analysis/analyser.js';
import type { Timer } from '../clock.js';
import { ServiceError } from '../core/errors.js';
import { daysBefore, toDay } from '../core/timestamp.js';
import { DELETE_EXPIRED } from '../core/writes/idempotency.js';
import type { Database } from '../database/database.js';
import { rows } from '../database/rows.js';
import { type DiscoveringProject, discoverCompetitors, discoveringProjects } from './discovery/discover-competitors.js';
import { ensurePartitions } from './history/partitions.js';
import { type Judging, WITHOUT_JUDGE } from './judging/judge.types.js';
import { DELETE_OLD_USE } from './judging/judge-use.statements.js';
import { endEarlierAttempts, projectsSetAside } from './reanalysis/attempts.js';
import { reanalyseWhereFree } from './reanalysis/reanalyse.js';
import { NAMES_CHANGED } from './reanalysis/reanalysis.types.js';
import { type DueProject, ReanalysisLanes, SMALL_ANSWERS } from './reanalysis/reanalysis-lanes.js';
import { LIST_DUE } from './selection/analysis.statements.js';

/** Where upkeep reports; pino's shape. */
export interface MaintenanceLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Maintenance {
  /** Ends after the batch under way; resolves once nothing runs any more. */
  stop(): Promise<void>;
}

const POLL_MS = 2_000;
/** Looking takes at most so large a part of the time, however many projects there are. */
const SHARE = 1 / 20;
const TIDY_EVERY_MS = 600_000;
/** Names become frequent over days; a look costs some 30 ms in a project of 10,000 answers a month. */
const DISCOVER_EVERY_MS = 600_000;
/** Projects of one look; those beyond come with the next. */
const DUE_AT_ONCE = 100;
/** Small projects at once where a judge may be asked about a new name: one is not to keep the others waiting. */
const SMALL_AT_ONCE_JUDGED = 2;
/** Days ahead that have partitions: always the present month and the next two. */
const DAYS_AHEAD = [0, 31, 62];

/**
 * The upkeep of a worker: partitions ahead of time, expired idempotency records, competitors discovered in the answers
 * of projects that ask for it, and the re-analysis, beside these, of projects whose names, rules or judge changed, so
 * that a competitor or alias added later is counted within moments. Any number of workers may run it: a project is
 * analysed by one of them. What fails is logged and tried again.
 */
export function startMaintenance({
  database,
  log,
  judging = WITHOUT_JUDGE,
  clock,
}: {
  database: Database;
  log: MaintenanceLog;
  judging?: Judging;
  clock: Timer;
}): Maintenance {
  const stopping = new AbortController();
  const upkeep = new Upkeep(database, log, judging, clock, stopping.signal);
  const running = upkeep.run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

class Upkeep {
  /** By the clock's `elapsedMs`, as all due times here. */
  private tidyAt = Number.NEGATIVE_INFINITY;
  private discoverAt = Number.NEGATIVE_INFINITY;
  /** Beside the other upkeep: a judge may be asked for hours. */
  private readonly lanes: ReanalysisLanes;

  constructor(
    private readonly database: Database,
    private readonly log: MaintenanceLog,
    private readonly judging: Judging,
    private readonly clock: Timer,
    private readonly signal: AbortSignal,
  ) {
    const places = { small: judging.judge ? SMALL_AT_ONCE_JUDGED : 1, large: 1, judge: 1 };
    this.lanes = new ReanalysisLanes(places, (project, isOverdue) => this.analyse(project, isOverdue), clock);
  }

  /** Workers started at once look at different moments: the pause is in part by chance. */
  async run(): Promise<void> {
    while (!this.signal.aborted) {
      await this.attempt('tidying up failed', {}, () => this.tidy());
      await this.attempt('looking for discovering projects failed', {}, () => this.discover());
      const pauseMs = await this.look();
      await this.clock.wait(pauseMs, this.signal).catch(() => {});
    }
    await this.lanes.stop();
  }

  /**
   * Begins what is due. @returns how long to wait before the next look; no longer than until the names of a project are
   * quiet.
   */
  private async look(): Promise<number> {
    const started = this.clock.elapsedMs();
    let quietInMs = Number.POSITIVE_INFINITY;
    await this.attempt('looking for due analyses failed', {}, async () => {
      await endEarlierAttempts(this.database.openForJob());
      await this.tellSetAside();
      quietInMs = this.lanes.offer(await this.dueProjects());
    });
    const lookMs = this.clock.elapsedMs() - started;
    return Math.max(Math.min(POLL_MS * (0.5 + Math.random()), quietInMs), lookMs / SHARE);
  }

  private async tellSetAside(): Promise<void> {
    for (const { accountId, projectId, unfinished } of await projectsSetAside(this.database.openForJob())) {
      const details = { account_id: accountId, project_id: projectId, attempts: unfinished };
      this.log.error(
        details,
        'set aside: its analysis ended the process; it waits for other names, or for `reanalyse`',
      );
    }
  }

  private async dueProjects(): Promise<DueProject[]> {
    const { judge, chosenAt } = this.judging;
    const values = [ANALYSIS_VERSION, judge?.id ?? null, chosenAt, DUE_AT_ONCE, this.lanes.resting, SMALL_ANSWERS];
    return (await rows(this.database.openForJob(), LIST_DUE, values)).map((due) => ({
      accountId: due.account_id,
      projectId: due.project_id,
      isForJudge: due.is_for_judge,
      isSmall: due.is_small,
      unchangedMs: due.unchanged_ms,
    }));
  }

  private async tidy(): Promise<void> {
    const now = this.clock.elapsedMs();
    if (now < this.tidyAt) return;
    const today = toDay(this.clock.now());
    const em = this.database.openForJob();
    await ensurePartitions(
      em,
      DAYS_AHEAD.map((days) => daysBefore(today.slice(0, 8).concat('01'), -days)),
    );
    await rows(em, DELETE_EXPIRED, []);
    await rows(em, DELETE_OLD_USE, []);
    this.tidyAt = now + TIDY_EVERY_MS;
  }

  private async discover(): Promise<void> {
    if (this.clock.elapsedMs() < this.discoverAt) return;
    for await (const project of discoveringProjects(this.database.openForJob())) {
      if (this.signal.aborted) return;
      await this.attempt('discovery failed', { project_id: project.projectId }, () => this.discoverIn(project));
    }
    this.discoverAt = this.clock.elapsedMs() + DISCOVER_EVERY_MS;
  }

  private async discoverIn(project: DiscoveringProject): Promise<void> {
    const added = await discoverCompetitors(this.database.openForJob(), project, this.clock).catch(refused);
    if (added.length === 0) return;
    this.log.info({ project_id: project.projectId, competitors: added.map(({ name }) => name) }, 'discovered');
  }

  /** For the judge alone there is no hurry: rather the former numbers, all of one judge, than new ones by the rules. */
  private async analyse(project: DueProject, isOverdue: boolean): Promise<'done' | 'again' | 'failed'> {
    if (this.signal.aborted) return 'done';
    const { accountId, projectId, isForJudge } = project;
    const started = this.clock.elapsedMs();
    let isAgain = false;
    const isDone = await this.attempt('re-analysis failed', { project_id: projectId }, async () => {
      const manner = { isPatient: isForJudge, mustSwitch: isOverdue };
      const done = await reanalyseWhereFree(
        this.database.openForJob(),
        { accountId, projectId },
        this.signal,
        this.judging,
        manner,
      );
      isAgain = done === NAMES_CHANGED;
      if (done === null || done === NAMES_CHANGED) return;
      const details = { project_id: projectId, analysis_id: done.analysisId, answers: done.answers };
      this.log.info({ ...details, ms: Math.round(this.clock.elapsedMs() - started) }, 're-analysed');
    });
    if (!isDone) return 'failed';
    return isAgain ? 'again' : 'done';
  }

  /** @returns whether the step came through. */
  private async attempt(failure: string, details: object, step: () => Promise<void>): Promise<boolean> {
    try {
      await step();
      return true;
    } catch (error) {
      if (!this.signal.aborted) this.log.error({ ...details, err: error }, failure);
      return false;
    }
  }
}

/**
 * A service whose writes are switched off, or a project archived meanwhile, is no failure: the next round asks again.
 */
function refused(error: unknown): [] {
  if (error instanceof ServiceError) return [];
  throw error;
}
