import type { Timer } from '../../clock.js';
import { ServiceError } from '../../core/errors.js';
import type { Database } from '../../database/database.js';
import { type Claims, type Ended, REST_MS } from './claim.js';
import { discoverCompetitors, findDiscovering } from './discover-competitors.js';
import type { DueTask } from './task-lanes.js';

/** Names become frequent over days; a look costs some 30 ms in a project of 10,000 answers a month. */
export const DISCOVER_EVERY_MS = 600_000;

interface TaskLog {
  info(details: object, message: string): void;
}

/** Discovers competitors among the candidates of a project that had new answers, if it does so automatically. */
export class DiscoveryTask {
  constructor(
    private readonly database: Database,
    private readonly claims: Claims,
    private readonly clock: Timer,
    private readonly log: TaskLog,
  ) {}

  async run(due: DueTask, signal: AbortSignal): Promise<void> {
    await this.claims.perform(due, { restMs: DISCOVER_EVERY_MS, signal }, (task) => this.discover(task));
  }

  /** The kill switch, or a project archived meanwhile, is no failure: the task is tried again. */
  private async discover({ accountId, projectId }: DueTask): Promise<Ended> {
    const em = this.database.openForJob();
    const project = await findDiscovering(em, { accountId, projectId });
    if (!project) return 'done';
    try {
      const added = await discoverCompetitors(em, project, this.clock);
      const competitors = added.map(({ name }) => name);
      if (competitors.length > 0) this.log.info({ project_id: projectId, competitors }, 'discovered');
      return 'done';
    } catch (error) {
      if (error instanceof ServiceError) return { againInMs: REST_MS };
      throw error;
    }
  }
}
