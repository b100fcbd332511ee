import { z } from 'zod';
import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access.js';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import { flag, platforms, uuid } from '../fields.input.js';
import { type Period, periodInput } from '../metrics/period.input.js';
import { first } from '../pages.js';
import { parse } from '../parse.js';
import { holdNames } from '../projects/project.lock.js';
import { toTimestamp } from '../timestamp.js';
import { write } from '../writes.js';
import { DISMISS, FIND_CANDIDATE, SUGGESTIONS, type SuggestionRow } from './suggestion.statements.js';

export const candidatesInput = z.object({
  ...periodInput,
  platforms: platforms.optional(),
  dismissed: flag.default(false),
  first,
});

/** A discovered name, and whether somebody said that it is no competitor. */
export interface CandidateView {
  id: string;
  projectId: string;
  name: string;
  dismissedAt: string | null;
}

/** What the answers of a period say of it. */
export interface SuggestionView extends CandidateView {
  mentionCount: number;
  /** Accepted responses that name it. */
  responseCount: number;
  /** Those that have it among their options. */
  listedCount: number;
  platforms: Platform[];
  firstSeen: string;
  lastSeen: string;
}

export interface SuggestionFilter {
  platforms: Platform[] | undefined;
  dismissed: boolean;
  limit: number;
  offset: number;
}

/** A page of the names that nobody tracks, of each project that the account holds: those in most responses first. */
export async function suggestionsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  { from, to }: Period,
  { platforms: asked, dismissed, limit, offset }: SuggestionFilter,
): Promise<Map<string, { entries: SuggestionView[]; total: number }>> {
  const values = [ctx.caller.accountId, projectIds, from, to, asked ?? null, dismissed, limit, offset];
  const pages = new Map<string, { entries: SuggestionView[]; total: number }>();
  for (const row of await rows(ctx.em, SUGGESTIONS, values)) {
    const page = pages.get(row.project_id) ?? { entries: [], total: row.total };
    pages.set(row.project_id, page);
    if (row.id !== null) page.entries.push(toSuggestion(row, row.id));
  }
  return pages;
}

function toSuggestion(row: SuggestionRow, id: string): SuggestionView {
  return {
    ...toCandidate({ ...row, id }),
    mentionCount: row.mentions,
    responseCount: row.responses,
    listedCount: row.listed,
    platforms: row.platforms,
    firstSeen: toTimestamp(row.first_seen_at),
    lastSeen: toTimestamp(row.last_seen_at),
  };
}

function toCandidate(row: Pick<SuggestionRow, 'project_id' | 'name' | 'dismissed_at'> & { id: string }): CandidateView {
  const dismissedAt = row.dismissed_at === null ? null : toTimestamp(row.dismissed_at);
  return { id: row.id, projectId: row.project_id, name: row.name, dismissedAt };
}

/**
 * Says that a discovered name is no competitor: it leaves the suggestions and is never tracked automatically. It may
 * still be tracked by name. Repeated, it changes nothing.
 * @throws ServiceError VALIDATION_ERROR for a tracked name, NOT_FOUND, FORBIDDEN, SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function dismissCandidate(ctx: Context, candidateId: unknown): Promise<CandidateView> {
  return change(ctx, candidateId, (tx) => tx.clock.now());
}

/** Takes a dismissal back. @throws ServiceError as {@link dismissCandidate}. */
export async function restoreCandidate(ctx: Context, candidateId: unknown): Promise<CandidateView> {
  return change(ctx, candidateId, () => null);
}

async function change(
  ctx: Context,
  candidateId: unknown,
  dismissedAt: (tx: Context) => Date | null,
): Promise<CandidateView> {
  const id = parse(uuid, candidateId, 'candidateId');
  return write(ctx, async (tx) => {
    const key = [tx.caller.accountId, id];
    const [found] = await rows(tx.em, FIND_CANDIDATE, key);
    if (!found) throw await notFoundOrForbidden(tx, 'candidate', id);
    await holdNames(tx, found.project_id);
    const [changed] = await rows(tx.em, DISMISS, [...key, dismissedAt(tx)]);
    if (!changed) throw invalid(['candidateId'], 'must be a name that no competitor has or had');
    return toCandidate(changed);
  });
}
