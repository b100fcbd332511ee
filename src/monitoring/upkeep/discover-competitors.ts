import type { Clock, Timer } from '../../clock.js';
import type { CompetitorView } from '../../core/competitors/competitor.schema.js';
import { DISCOVERED_MAX, trackCandidates } from '../../core/competitors/track-candidates.js';
import type { Context } from '../../core/context.js';
import { ServiceError } from '../../core/errors.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import { daysBefore, toDay } from '../../core/time.js';
import type { Database } from '../../database/database.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { Tier } from '../../entities/vocabulary.js';
import { type Claims, type DueTask, type Ended, REST_MS } from './task-claims.js';

/**
 * What makes a name a competitor (docs/metrics.md, "Discovery"): answers of today and the 30 days before that list it.
 */
const RECENT_DAYS = 30;
const ANSWERS_MIN = 5;
const ANSWERS_OF_ONE_PLATFORM_MIN = 10;
const PERCENT_MIN = 5;

/** A project that discovers competitors automatically, and its account. */
interface DiscoveringProject extends ProjectScope {
  tier: Tier;
}

/** A row if the project is unarchived, discovers automatically and has room for more competitors. */
const FIND_DISCOVERING = statement<{ tier: Tier }>(
  'find-discovering-project',
  `select a.tier
   from project p
   join account a on a.account_id = $1
   where p.account_id = $1 and p.id = $2 and p.auto_discover_competitors and p.archived_at is null
     and (
       select count(*)
       from competitor c
       where c.account_id = $1 and c.project_id = p.id and c.removed_at is null
         and c.discovery_method = 'auto'
     ) < ${DISCOVERED_MAX}`,
);

/** The project, if it is unarchived, has automatic discovery and room for more competitors; else null. */
export async function findDiscovering(db: DatabaseSession, scope: ProjectScope): Promise<DiscoveringProject | null> {
  const [found] = await db.rows(FIND_DISCOVERING, [scope.accountId, scope.projectId]);
  return found ? { ...scope, tier: found.tier } : null;
}

/**
 * Untracked candidates of one project that enough accepted answers of the days $3 to $4 list as options: at least $5 on
 * several platforms or $6 on one, and $7 percent of all; those in most answers first. The rollups show which names are
 * possible, so that the facts are read for those alone. A dismissed name, and one that a
 * competitor has or had, is left out here already, so that it is not tried again and again.
 */
const LIST_FREQUENT_OPTIONS = statement<{ id: string }>(
  'list-frequent-options',
  `with selected as (
     select s.account_id, s.project_id, s.analysis_id
     from analysis_selection s
     where s.account_id = $1 and s.project_id = $2
   ),
   needed as (
     select s.account_id, s.project_id, s.analysis_id,
       greatest($5::int, ceil(sum(r.response_count) * $7::int / 100.0)) as answers
     from selected s
     join daily_response r on r.account_id = $1 and r.project_id = s.project_id
       and r.analysis_id = s.analysis_id and r.bucket_date between $3 and $4
     group by s.account_id, s.project_id, s.analysis_id
   ),
   frequent as materialized (
     select m.subject_id
     from needed n
     join daily_mention m on m.account_id = $1 and m.project_id = n.project_id
       and m.analysis_id = n.analysis_id and m.bucket_date between $3 and $4
     join competitor_candidate k on k.account_id = $1 and k.id = m.subject_id and k.competitor_id is null
       and k.dismissed_at is null
     where not exists (
       select
       from competitor_candidate o
       where o.account_id = $1 and o.project_id = k.project_id and o.name_key = k.name_key
         and o.competitor_id is not null
     )
     group by m.subject_id, n.answers
     having sum(m.response_count) >= n.answers
   )
   select m.subject_id as id
   from frequent f
   cross join needed n
   join answer_mention m on m.account_id = $1 and m.project_id = n.project_id
     and m.analysis_id = n.analysis_id and m.bucket_date between $3 and $4 and m.subject_id = f.subject_id
   where m.position is not null
   group by m.subject_id, n.answers
   having count(*) >= case when count(distinct m.platform) > 1 then n.answers else greatest(n.answers, $6::int) end
   order by count(*) desc, m.subject_id`,
);

/**
 * Tracks the names that the project's recent answers often list as options, the most frequent first, as far as
 * `trackCandidates` accepts them. A re-analysis is due where any were added. @returns those added.
 * @throws ServiceError SERVICE_KILL_SWITCH_ACTIVE; NOT_FOUND where the project was archived meanwhile.
 */
export async function discoverCompetitors(
  db: DatabaseSession,
  { accountId, projectId, tier }: DiscoveringProject,
  clock: Clock,
): Promise<CompetitorView[]> {
  const ctx: Context = { db, clock, caller: { kind: 'worker', accountId, tier } };
  const today = toDay(clock.now());
  const thresholds = [ANSWERS_MIN, ANSWERS_OF_ONE_PLATFORM_MIN, PERCENT_MIN];
  const values = [accountId, projectId, daysBefore(today, RECENT_DAYS), today, ...thresholds];
  const frequent = await db.rows(LIST_FREQUENT_OPTIONS, values);
  if (frequent.length === 0) return [];
  return trackCandidates(
    ctx,
    projectId,
    frequent.map(({ id }) => id),
  );
}

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
    const db = this.database.openForJob();
    const project = await findDiscovering(db, { accountId, projectId });
    if (!project) return 'done';
    try {
      const added = await discoverCompetitors(db, project, this.clock);
      const competitors = added.map(({ name }) => name);
      if (competitors.length > 0) this.log.info({ project_id: projectId, competitors }, 'discovered');
      return 'done';
    } catch (error) {
      if (error instanceof ServiceError) return { againInMs: REST_MS };
      throw error;
    }
  }
}
