import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../clock.js';
import { trackCandidates } from '../../core/competitors/candidate.service.js';
import type { CompetitorView } from '../../core/competitors/competitor.view.js';
import type { Context } from '../../core/context.js';
import { daysBefore, toDay } from '../../core/timestamp.js';
import { rows } from '../../database/rows.js';
import type { Tier } from '../../entities/vocabulary.js';
import type { ProjectScope } from '../scope.js';
import { FIND_DISCOVERING, LIST_FREQUENT_OPTIONS } from './discovery.statements.js';

/**
 * What makes a name a competitor (docs/metrics.md, "Discovery"): answers of today and the 30 days before that list it.
 */
const RECENT_DAYS = 30;
const ANSWERS_MIN = 5;
const ANSWERS_OF_ONE_PLATFORM_MIN = 10;
const PERCENT_MIN = 5;

/** A project that discovers competitors automatically, and its account. */
export interface DiscoveringProject extends ProjectScope {
  tier: Tier;
}

/** The project, if it is unarchived, has automatic discovery and room for more competitors; else null. */
export async function findDiscovering(em: EntityManager, scope: ProjectScope): Promise<DiscoveringProject | null> {
  const [found] = await rows(em, FIND_DISCOVERING, [scope.accountId, scope.projectId]);
  return found ? { ...scope, tier: found.tier } : null;
}

/**
 * Tracks the names that the project's recent answers often list as options, the most frequent first, as far as
 * `trackCandidates` accepts them. A re-analysis is due where any were added. @returns those added.
 * @throws ServiceError SERVICE_KILL_SWITCH_ACTIVE; NOT_FOUND where the project was archived meanwhile.
 */
export async function discoverCompetitors(
  em: EntityManager,
  { accountId, projectId, tier }: DiscoveringProject,
  clock: Clock,
): Promise<CompetitorView[]> {
  const ctx: Context = { em, clock, caller: { kind: 'worker', accountId, tier } };
  const today = toDay(clock.now());
  const thresholds = [ANSWERS_MIN, ANSWERS_OF_ONE_PLATFORM_MIN, PERCENT_MIN];
  const values = [accountId, projectId, daysBefore(today, RECENT_DAYS), today, ...thresholds];
  const frequent = await rows(em, LIST_FREQUENT_OPTIONS, values);
  if (frequent.length === 0) return [];
  return trackCandidates(
    ctx,
    projectId,
    frequent.map(({ id }) => id),
  );
}
