import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { Competitor, CompetitorCandidate } from '../../entities/project.entity.js';
import type { DiscoveryMethod } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/access.js';
import { endAlertsOfCompetitor } from '../alerts/standing-alerts.js';
import { quote, recordChange, recordCompetitorChanges } from '../changes/record-changes.js';
import type { Context } from '../context.js';
import { aliases, parse, uuid } from '../input.js';
import { charactersOf, lockNames, refuseBeyondBounds } from '../projects/project-names.js';
import { queueNames } from '../tasks/project-tasks.js';
import { changedAt, changesOf, write } from '../writes.js';
import { candidateKey } from './candidate-key.js';
import { getCompetitor } from './competitor.reads.js';
import { type CompetitorView, createCompetitorInput, updateCompetitorInput } from './competitor.schema.js';

/**
 * Tracks a competitor by hand; names may repeat. Its mentions count from the next analysis on; until then a name that
 * was discovered before keeps the buckets it has, now with the competitor's id.
 * @throws ServiceError VALIDATION_ERROR (also for the bounds on competitors and on names), NOT_FOUND, FORBIDDEN.
 */
export async function createCompetitor(ctx: Context, projectId: unknown, input: unknown): Promise<CompetitorView> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(createCompetitorInput, input);
  return write(ctx, async (tx) => {
    await lockNames(tx, id);
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
    await lockNames(tx, projectId);
    const competitor = await lock(tx, id);
    const { name, aliases } = competitor;
    const characters = charactersOf({ name: patch.name ?? name, aliases: patch.aliases ?? aliases });
    const added = characters - charactersOf(competitor);
    const field = patch.aliases === undefined ? 'name' : 'aliases';
    await refuseBeyondBounds(tx, projectId, { field, characters: added, competitors: 0 });
    const changes = changesOf(competitor, patch);
    if (!changes) return getCompetitor(tx, id);
    const updatedAt = changedAt(tx, competitor.updatedAt);
    recordCompetitorChanges(tx, competitor, changes, updatedAt);
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
    await lockNames(tx, projectId);
    const competitor = await lock(tx, id);
    const now = changedAt(tx, competitor.updatedAt);
    const text = `Competitor removed: ${quote(competitor.name)}`;
    recordChange(tx, projectId, { at: now, kind: 'competitor_removed', text });
    tx.db.em.assign(competitor, { isActive: false, removedAt: now, updatedAt: now });
    await tx.db.em.flush();
    await queueNames(tx, projectId);
    await endAlertsOfCompetitor(tx, projectId, id);
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

interface CompetitorFields {
  name: string;
  websiteUrl: string;
  description: string;
  aliases: string[];
}

/**
 * Adds a competitor in the transaction of a caller who has locked the project's names. A name that was discovered
 * before becomes the competitor's own, so that its mention history goes on under one candidate; else it gets a new
 * candidate.
 * @returns the competitor's id.
 */
export async function addCompetitor(
  tx: Context,
  projectId: string,
  fields: CompetitorFields,
  discoveryMethod: DiscoveryMethod,
): Promise<string> {
  const owner = { accountId: tx.caller.accountId, projectId };
  const now = tx.clock.now();
  const id = randomUUID();
  const times = { createdAt: now, updatedAt: now };
  tx.db.em.create(Competitor, { ...fields, ...owner, ...times, id, discoveryMethod, isActive: true });
  const text = `Competitor tracked: ${quote(fields.name)}${discoveryMethod === 'auto' ? ', found automatically' : ''}`;
  recordChange(tx, projectId, { at: now, kind: 'competitor_tracked', text });
  await tx.db.em.flush();
  await claimCandidate(tx, { ...owner, name: fields.name, nameKey: candidateKey(fields.name), competitorId: id });
  await tx.db.em.flush();
  await queueNames(tx, projectId);
  return id;
}

/** Where two competitors take one discovered name at once, the second waits here and gets a candidate of its own. */
async function claimCandidate(
  tx: Context,
  tracked: { accountId: string; projectId: string; name: string; nameKey: string; competitorId: string },
): Promise<void> {
  const { name, competitorId, ...key } = tracked;
  const discovered = await tx.db.em.findOne(
    CompetitorCandidate,
    { ...key, competitorId: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (discovered) tx.db.em.assign(discovered, { name, competitorId, dismissedAt: null });
  else tx.db.em.create(CompetitorCandidate, { ...tracked, id: randomUUID(), createdAt: tx.clock.now() });
}

/** The names under which a competitor's mentions are filed become its own again. */
async function renameCandidates(tx: Context, competitorId: string, name: string): Promise<void> {
  const { accountId } = tx.caller;
  const candidates = await tx.db.em.find(CompetitorCandidate, { accountId, competitorId });
  for (const candidate of candidates) tx.db.em.assign(candidate, { name, nameKey: candidateKey(name) });
}
