import { LockMode } from '@mikro-orm/core';
import { Competitor } from '../../entities/project.entity.js';
import { notFoundOrForbidden } from '../access.js';
import { noteChange, told } from '../changes/note-change.js';
import { noteCompetitorChanges } from '../changes/project-changes.js';
import type { Context } from '../context.js';
import { aliases, uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { charactersOf, refuseBeyondBounds } from '../projects/name-bounds.js';
import { holdNames } from '../projects/project.lock.js';
import { queueNames } from '../tasks/project-tasks.js';
import { changedAt, changesOf, write } from '../writes.js';
import { createCompetitorInput, updateCompetitorInput } from './competitor.input.js';
import { FIND_COMPETITORS } from './competitor.statements.js';
import { type CompetitorView, type ListedCompetitorView, toCompetitorView } from './competitor.view.js';
import { addCompetitor, renameCandidates } from './competitor.writes.js';
import { competitorsOfProjects } from './competitor-list.js';

/**
 * The competitors of one project (specification, section 4.4).
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function listCompetitors(ctx: Context, projectId: unknown): Promise<ListedCompetitorView[]> {
  const id = parse(uuid, projectId, 'projectId');
  const competitors = (await competitorsOfProjects(ctx, [id])).get(id);
  if (!competitors) throw await notFoundOrForbidden(ctx, 'project', id);
  return competitors;
}

/** Those of the account's competitors, below unarchived projects, that `ids` name, by id. */
export async function findCompetitors(ctx: Context, ids: readonly string[]): Promise<Map<string, CompetitorView>> {
  const found = await ctx.db.rows(FIND_COMPETITORS, [ctx.caller.accountId, ids]);
  return new Map(found.map((row) => [row.id, toCompetitorView(row)]));
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getCompetitor(ctx: Context, competitorId: unknown): Promise<CompetitorView> {
  const id = parse(uuid, competitorId, 'competitorId');
  const competitor = (await findCompetitors(ctx, [id])).get(id);
  if (!competitor) throw await notFoundOrForbidden(ctx, 'competitor', id);
  return competitor;
}

/**
 * Tracks a competitor by hand; names may repeat. Its mentions count from the next analysis on; until then a name that
 * was discovered before keeps the buckets it has, now with the competitor's id.
 * @throws ServiceError VALIDATION_ERROR (also for the bounds on competitors and on names), NOT_FOUND, FORBIDDEN.
 */
export async function createCompetitor(ctx: Context, projectId: unknown, input: unknown): Promise<CompetitorView> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(createCompetitorInput, input);
  return write(ctx, async (tx) => {
    await holdNames(tx, id);
    const field = sent.aliases.length > 0 ? 'aliases' : 'name';
    await refuseBeyondBounds(tx, id, { field, characters: charactersOf(sent), competitors: 1 });
    return getCompetitor(tx, await addCompetitor(tx, id, sent, 'manual'));
  });
}

/**
 * Replaces the other names that count as the competitor's own; an empty list clears them.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on names), NOT_FOUND, FORBIDDEN.
 */
export async function setCompetitorAliases(
  ctx: Context,
  competitorId: unknown,
  names: unknown,
): Promise<CompetitorView> {
  return updateCompetitor(ctx, competitorId, { aliases: parse(aliases, names, 'aliases') });
}

/**
 * Changes the fields that were sent. A change of the name, an alias or the website has the answers analysed again; the
 * mention history goes on under the name's candidate. Nothing changed leaves `updated_at` alone.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on names), NOT_FOUND, FORBIDDEN,
 *   SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function updateCompetitor(ctx: Context, competitorId: unknown, input: unknown): Promise<CompetitorView> {
  const id = parse(uuid, competitorId, 'competitorId');
  const patch = parse(updateCompetitorInput, input);
  return write(ctx, async (tx) => {
    const { projectId } = await getCompetitor(tx, id);
    await holdNames(tx, projectId);
    const competitor = await lock(tx, id);
    const { name, aliases } = competitor;
    const characters = charactersOf({ name: patch.name ?? name, aliases: patch.aliases ?? aliases });
    const added = characters - charactersOf(competitor);
    const field = patch.aliases === undefined ? 'name' : 'aliases';
    await refuseBeyondBounds(tx, projectId, { field, characters: added, competitors: 0 });
    const changes = changesOf(competitor, patch);
    if (!changes) return getCompetitor(tx, id);
    const updatedAt = changedAt(tx, competitor.updatedAt);
    noteCompetitorChanges(tx, competitor, changes, updatedAt);
    tx.db.em.assign(competitor, { ...changes, updatedAt });
    if ('name' in changes) await renameCandidates(tx, id, competitor.name);
    await tx.db.em.flush();
    if (NAMING.some((key) => key in changes)) await queueNames(tx, projectId);
    return getCompetitor(tx, id);
  });
}

/** What answers are read for. */
const NAMING = ['name', 'aliases', 'websiteUrl'] as const;

/**
 * Removes a competitor from lists and later analyses; its mention history stays.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function removeCompetitor(ctx: Context, competitorId: unknown): Promise<{ deleted: true }> {
  const id = parse(uuid, competitorId, 'competitorId');
  return write(ctx, async (tx) => {
    const { projectId } = await getCompetitor(tx, id);
    await holdNames(tx, projectId);
    const competitor = await lock(tx, id);
    const now = changedAt(tx, competitor.updatedAt);
    const text = `Competitor removed: ${told(competitor.name)}`;
    noteChange(tx, projectId, { at: now, kind: 'competitor_removed', text });
    tx.db.em.assign(competitor, { isActive: false, removedAt: now, updatedAt: now });
    await tx.db.em.flush();
    await queueNames(tx, projectId);
    return { deleted: true };
  });
}

async function lock(tx: Context, id: string) {
  await getCompetitor(tx, id);
  const competitor = await tx.db.em.findOne(
    Competitor,
    { accountId: tx.caller.accountId, id, removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!competitor) throw await notFoundOrForbidden(tx, 'competitor', id);
  return competitor;
}
