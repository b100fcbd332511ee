import { setTimeout as pause } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { ServiceError } from '../core/errors.js';
import { daysBefore, toDay } from '../core/timestamp.js';
import { FORGET_EXPIRED } from '../core/writes/idempotency.js';
import type { Database } from '../database/database.js';
import { rows } from '../database/rows.js';
import { LIST_DUE } from './analyses/analysis.statements.js';
import { reanalyseWhereFree } from './analyses/reanalyse.js';
import { ANALYSIS_VERSION } from './analysis/analyser.js';
import { type DiscoveringProject, discoverCompetitors, discoveringProjects } from './discovery/discover-competitors.js';
import { ensurePartitions } from './history/partitions.js';
import { type Judging, WITHOUT_JUDGE } from './judging/judge.types.js';
import type { ProjectScope } from './scope.js';

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
/** How long a project is left alone whose re-analysis failed, so that it does not keep the others waiting. */
const RETRY_MS = 60_000;
/** Projects of one look; those beyond come with the next. */
const DUE_AT_ONCE = 100;
/** Where names changed and a judge is asked about all that names the brand, one project is not to keep all others waiting. */
const NAMES_AT_ONCE = 2;
/** Days ahead that have partitions: always the present month and the next two. */
const DAYS_AHEAD = [0, 31, 62];

/**
 * The upkeep of a worker: partitions ahead of time, expired idempotency records, competitors discovered in the answers of
 * projects that ask for it, and the re-analysis, beside these, of projects whose names, rules or judge changed, so that a
 * competitor or alias added later is counted within moments. Any number of workers may run it: a project is analysed by one
 * of them. What fails is logged and tried again.
 */
export function startMaintenance({
  database,
  log,
  judging = WITHOUT_JUDGE,
}: {
  database: Database;
  log: MaintenanceLog;
  judging?: Judging;
}): Maintenance {
  const stopping = new AbortController();
  const upkeep = new Upkeep(database, log, judging, stopping.signal);
  const running = upkeep.run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

type Due = NonNullable<(typeof LIST_DUE)['row']>;

class Upkeep {
  private tidyAt = 0;
  private discoverAt = 0;
  private readonly retryAt = new Map<string, number>();
  /** Re-analyses by lane and project, beside the other upkeep: a judge may be asked for hours. */
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly lanes: Record<'names' | 'judge', LimitFunction>;

  constructor(
    private readonly database: Database,
    private readonly log: MaintenanceLog,
    private readonly judging: Judging,
    private readonly signal: AbortSignal,
  ) {
    this.lanes = { names: pLimit(judging.judge ? NAMES_AT_ONCE : 1), judge: pLimit(1) };
  }

  /** Workers started at once look at different moments: the pause is half fixed, half by chance. */
  async run(): Promise<void> {
    while (!this.signal.aborted) {
      await this.attempt('tidying up failed', {}, () => this.tidy());
      await this.attempt('looking for discovering projects failed', {}, () => this.discover());
      let lookMs = 0;
      await this.attempt('looking for due analyses failed', {}, async () => {
        const started = performance.now();
        const { judge, chosenAt } = this.judging;
        const due = await rows(this.database.openForJob(), LIST_DUE, [
          ANALYSIS_VERSION,
          judge?.id ?? null,
          chosenAt,
          DUE_AT_ONCE,
        ]);
        lookMs = performance.now() - started;
        for (const project of due) this.analyseBeside(project);
      });
      const pauseMs = Math.max(POLL_MS, lookMs / SHARE) * (0.5 + Math.random());
      await pause(pauseMs, undefined, { signal: this.signal }).catch(() => {});
    }
    await Promise.all(this.underWay.values());
  }

  private async tidy(): Promise<void> {
    const now = Date.now();
    if (now < this.tidyAt) return;
    const today = toDay(new Date(now));
    const em = this.database.openForJob();
    await ensurePartitions(
      em,
      DAYS_AHEAD.map((days) => daysBefore(today.slice(0, 8).concat('01'), -days)),
    );
    await rows(em, FORGET_EXPIRED, []);
    this.tidyAt = now + TIDY_EVERY_MS;
  }

  private async discover(): Promise<void> {
    if (Date.now() < this.discoverAt) return;
    for await (const project of discoveringProjects(this.database.openForJob())) {
      if (this.signal.aborted) return;
      await this.attempt('discovery failed', { project_id: project.projectId }, () => this.discoverIn(project));
    }
    this.discoverAt = Date.now() + DISCOVER_EVERY_MS;
  }

  private async discoverIn(project: DiscoveringProject): Promise<void> {
    const added = await discoverCompetitors(this.database.openForJob(), project).catch(refused);
    if (added.length === 0) return;
    this.log.info({ project_id: project.projectId, competitors: added.map(({ name }) => name) }, 'discovered');
  }

  /** Those for the sake of the judge alone keep to a lane of their own, so that names never wait for them. */
  private analyseBeside(project: Due): void {
    const lane = project.is_for_judge ? 'judge' : 'names';
    const key = `${lane} ${project.project_id}`;
    if (this.underWay.has(key)) return;
    const done = this.lanes[lane](() => this.analyseIfFree(project));
    this.underWay.set(
      key,
      done.finally(() => this.underWay.delete(key)),
    );
  }

  private async analyseIfFree({ account_id, project_id: projectId, is_for_judge: isForJudge }: Due): Promise<void> {
    if (this.signal.aborted || Date.now() < (this.retryAt.get(projectId) ?? 0)) return;
    const scope = { accountId: account_id, projectId };
    const isDone = await this.attempt('re-analysis failed', { project_id: projectId }, () =>
      this.analyse(scope, isForJudge),
    );
    if (isDone) this.retryAt.delete(projectId);
    else this.retryAt.set(projectId, Date.now() + RETRY_MS);
  }

  /** For the judge alone there is no hurry: rather the former numbers, all of one judge, than new ones by the rules. */
  private async analyse(scope: ProjectScope, isForJudge: boolean): Promise<void> {
    const started = Date.now();
    const done = await reanalyseWhereFree(this.database.openForJob(), scope, this.signal, this.judging, isForJudge);
    if (!done) return;
    const details = { project_id: scope.projectId, analysis_id: done.analysisId, answers: done.answers };
    this.log.info({ ...details, ms: Date.now() - started }, 're-analysed');
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

/** A service whose writes are switched off, or a project archived meanwhile, is no failure: the next round asks again. */
function refused(error: unknown): [] {
  if (error instanceof ServiceError) return [];
  throw error;
}
