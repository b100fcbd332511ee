import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { Competitor, CompetitorCandidate } from '../../entities/project.entity.js';
import type { DiscoveryMethod } from '../../entities/vocabulary.js';
import { noteChange, told } from '../changes/note-change.js';
import type { Context } from '../context.js';
import { queueNames } from '../tasks/project-tasks.js';
import { candidateKey } from './candidate-key.js';

interface CompetitorFields {
  name: string;
  websiteUrl: string;
  description: string;
  aliases: string[];
}

/**
 * Adds a competitor in the transaction of a caller who holds its project. A name that was discovered before becomes the
 * competitor's own, so that its mention history goes on under one candidate; else it gets a new candidate.
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
  const text = `Competitor tracked: ${told(fields.name)}${discoveryMethod === 'auto' ? ', found automatically' : ''}`;
  noteChange(tx, projectId, { at: now, kind: 'competitor_tracked', text });
  await tx.db.em.flush();
  await stand(tx, { ...owner, name: fields.name, nameKey: candidateKey(fields.name), competitorId: id });
  await tx.db.em.flush();
  await queueNames(tx, projectId);
  return id;
}

/** Where two competitors take one discovered name at once, the second waits here and gets a candidate of its own. */
async function stand(
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
export async function renameCandidates(tx: Context, competitorId: string, name: string): Promise<void> {
  const { accountId } = tx.caller;
  const candidates = await tx.db.em.find(CompetitorCandidate, { accountId, competitorId });
  for (const candidate of candidates) tx.db.em.assign(candidate, { name, nameKey: candidateKey(name) });
}
