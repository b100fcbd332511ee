import { randomUUID } from 'node:crypto';
import { type InferEntity, LockMode } from '@mikro-orm/core';
import { statement } from '../../database/rows.js';
import { Project } from '../../entities/project.entity.js';
import type { Platform, Tier } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/access.js';
import { refuseLimited } from '../access/project-limit.js';
import { endAlertsOfProject } from '../alerts/standing-alerts.js';
import { recordProjectChanges } from '../changes/record-changes.js';
import { type Context, seesProject } from '../context.js';
import { invalid } from '../errors.js';
import { parse, uuid } from '../input.js';
import { lockAccount } from '../people/accounts.js';
import { PLANS } from '../plans.js';
import { markProjectDue, unschedulePromptsOfProject } from '../schedule/prompt-schedule.js';
import { deleteTasks, queueDiscovery, queueNames } from '../tasks/project-tasks.js';
import { changedAt, changesOf, write } from '../writes.js';
import { getProject } from './project.reads.js';
import { createProjectInput, type ProjectView, type UpdateProject, updateProjectInput } from './project.schema.js';
import { charactersOf, refuseBeyondBounds } from './project-names.js';

/**
 * Creates a project with the settings of decisions.md; its name is the brand's.
 * @throws ServiceError VALIDATION_ERROR (also for the account's capacity), SERVICE_KILL_SWITCH_ACTIVE; FORBIDDEN for a
 *   person who is limited to projects: an owner adds it to those.
 */
export async function createProject(ctx: Context, input: unknown): Promise<ProjectView> {
  refuseLimited(ctx.caller, 'New projects');
  const sent = parse(createProjectInput, input);
  return write(ctx, async (tx) => {
    const { tier } = await lockAccount(tx);
    await refuseBeyondCapacity(tx, tier);
    const now = tx.clock.now();
    const project = tx.db.em.create(Project, {
      ...sent,
      accountId: tx.caller.accountId,
      id: randomUUID(),
      name: sent.brandName,
      platforms: ['chatgpt', 'perplexity'],
      monitoringFrequency: 'weekly',
      repeats: 1,
      autoDiscoverCompetitors: false,
      isActive: true,
      isPaused: false,
      createdAt: now,
      updatedAt: now,
    });
    await tx.db.em.flush();
    return getProject(tx, project.id);
  });
}

const COUNT_PROJECTS = statement<{ total: number }>(
  'count-projects',
  `select count(*)::int as total
   from project
   where account_id = $1 and archived_at is null`,
);

/** Behind `lockAccount`. */
async function refuseBeyondCapacity(tx: Context, tier: Tier): Promise<void> {
  const [used] = await tx.db.rows(COUNT_PROJECTS, [tx.caller.accountId]);
  const { projectCapacity } = PLANS[tier];
  if (used && used.total < projectCapacity) return;
  throw invalid([], `Capacity of ${projectCapacity} projects is reached for the ${tier} subscription tier`);
}

/**
 * Changes the fields that were sent; `settings` merges key by key, and nothing changed leaves `updated_at` alone.
 * @throws ServiceError VALIDATION_ERROR (also for platforms outside the tier and the bound on names), NOT_FOUND,
 *   FORBIDDEN.
 */
export async function updateProject(ctx: Context, projectId: unknown, input: unknown): Promise<ProjectView> {
  const id = parse(uuid, projectId, 'projectId');
  const { settings, ...fields } = parse(updateProjectInput, input);
  return change(ctx, id, { ...fields, ...settings }, async (tx, project) => {
    refuseOutsideTier(ctx, settings);
    refuseMoreRepeats(ctx, project, fields);
    await refuseLongerNames(tx, project, fields);
  });
}

/** Stops the planning of the project's runs; what is under way finishes. */
export async function pauseProject(ctx: Context, projectId: unknown): Promise<ProjectView> {
  return change(ctx, parse(uuid, projectId, 'projectId'), { isPaused: true });
}

/**
 * Plans the project's runs again: of the present period at once, where it has none yet. Periods that ended while it was
 * paused are not made up for.
 */
export async function resumeProject(ctx: Context, projectId: unknown): Promise<ProjectView> {
  return change(ctx, parse(uuid, projectId, 'projectId'), { isPaused: false });
}

/**
 * Archives a project: it leaves every list, its monitoring stops, its alerts end, its history stays (specification,
 * section 3).
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function archiveProject(ctx: Context, projectId: unknown): Promise<{ deleted: true }> {
  const id = parse(uuid, projectId, 'projectId');
  return write(ctx, async (tx) => {
    const project = await lock(tx, id);
    const now = changedAt(tx, project.updatedAt);
    tx.db.em.assign(project, { isActive: false, archivedAt: now, updatedAt: now });
    await unschedulePromptsOfProject(tx, id);
    await deleteTasks(tx, id);
    await endAlertsOfProject(tx, id);
    return { deleted: true };
  });
}

type StoredProject = InferEntity<typeof Project>;

async function change(
  ctx: Context,
  id: string,
  patch: object,
  rule: (tx: Context, project: StoredProject) => Promise<void> = async () => {},
): Promise<ProjectView> {
  return write(ctx, async (tx) => {
    const project = await lock(tx, id);
    await rule(tx, project);
    const changes = changesOf(project, patch);
    if (!changes) return getProject(tx, id);
    const updatedAt = changedAt(tx, project.updatedAt);
    recordProjectChanges(tx, project, changes, updatedAt);
    tx.db.em.assign(project, { ...changes, updatedAt });
    await tx.db.em.flush();
    await queueWork(tx, id, changes);
    return getProject(tx, id);
  });
}

/** What answers are read with (`core/analysis-state`). */
const NAME_FIELDS: readonly (keyof StoredProject)[] = ['brandName', 'aliases', 'websiteUrl'];

/** What workers are to do for the sake of changed fields, in the transaction of the change. */
async function queueWork(tx: Context, projectId: string, changes: Readonly<Record<string, unknown>>): Promise<void> {
  if (changes['isPaused'] === false || 'repeats' in changes) await markProjectDue(tx, projectId);
  if (NAME_FIELDS.some((field) => field in changes)) await queueNames(tx, projectId);
  if (changes['autoDiscoverCompetitors'] !== true) return;
  await queueDiscovery(tx.db, { accountId: tx.caller.accountId, projectId });
}

async function lock(tx: Context, id: string) {
  const project = await tx.db.em.findOne(
    Project,
    { accountId: tx.caller.accountId, id, archivedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!project || !seesProject(tx.caller, id)) throw await notFoundOrForbidden(tx, 'project', id);
  return project;
}

const LOCK_OPEN = statement<{ platforms: Platform[] }>(
  'lock-project-for-child',
  `select platforms
   from project
   where account_id = $1 and id = $2 and archived_at is null
   for share`,
);

/**
 * Locks a project against being archived while something is put below it.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function lockOpenProject(tx: Context, id: string): Promise<{ platforms: Platform[] }> {
  const [project] = await tx.db.rows(LOCK_OPEN, [tx.caller.accountId, id]);
  if (!project || !seesProject(tx.caller, id)) throw await notFoundOrForbidden(tx, 'project', id);
  return project;
}

const LOCK_ALONE = statement<object>(
  'lock-project-alone',
  `select
   from project
   where account_id = $1 and id = $2 and archived_at is null
   for no key update`,
);

/**
 * As {@link lockOpenProject}, and lets no other transaction have this lock meanwhile: what is counted or replaced below
 * the project is so one after the other.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function lockProjectAlone(tx: Context, id: string): Promise<void> {
  const found = await tx.db.rows(LOCK_ALONE, [tx.caller.accountId, id]);
  if (found.length === 0 || !seesProject(tx.caller, id)) throw await notFoundOrForbidden(tx, 'project', id);
}

/** Behind the project's lock, which locks its names too. */
async function refuseLongerNames(tx: Context, project: StoredProject, patch: UpdateProject): Promise<void> {
  const { brandName = project.brandName, aliases = project.aliases } = patch;
  const before = charactersOf({ name: project.brandName, aliases: project.aliases });
  const characters = charactersOf({ name: brandName, aliases }) - before;
  const field = patch.aliases === undefined ? 'brandName' : 'aliases';
  await refuseBeyondBounds(tx, project.id, { field, characters, competitors: 0 });
}

function refuseOutsideTier(ctx: Context, settings: UpdateProject['settings']): void {
  const outside = platformsOutsideTier(ctx, settings?.platforms ?? []);
  if (outside.length > 0) {
    throw invalid(['settings', 'platforms'], `the ${ctx.caller.tier} tier does not include ${outside.join(', ')}`);
  }
}

/** What is stored may be repeated: after a downgrade it is more than the tier has. */
function refuseMoreRepeats({ caller }: Context, project: StoredProject, { repeats }: UpdateProject): void {
  const { repeatsMax } = PLANS[caller.tier];
  if (repeats === undefined || repeats <= repeatsMax || repeats === project.repeats) return;
  throw invalid(['repeats'], `must be at most ${repeatsMax} in the ${caller.tier} subscription tier`);
}

/** Those of `platforms` that the caller's tier lacks (specification, section 8.2). */
export function platformsOutsideTier(ctx: Context, platforms: readonly Platform[]): Platform[] {
  return platforms.filter((platform) => !PLANS[ctx.caller.tier].platforms.includes(platform));
}
