import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { notFoundOrForbidden } from '../access/access.js';
import { isSeen } from '../access/project-limit.js';
import type { ChangeView } from '../changes/changes.js';
import { recordChange } from '../changes/record-changes.js';
import { allowedProjects, type Context } from '../context.js';
import { invalid } from '../errors.js';
import { parse, requiredText, uuid } from '../input.js';
import { lockProjectAlone } from '../projects/project.writes.js';
import { write } from '../writes.js';

/** Code points of a note. */
export const NOTE_MAX = 500;

/** Notes of a project. They are kept until they are removed, however old, so their number is bounded. */
export const NOTES_MAX = 500;

const EARLIEST = '1970-01-01T00:00:00.000Z';

/** What people did that numbers may differ by: when, and a sentence. */
export const addNoteInput = z.object(
  {
    at: z.iso
      .datetime({ offset: true, error: 'must be an instant like 2026-11-02T09:30:00Z' })
      .transform((text) => new Date(text))
      .refine((at) => at.toISOString() >= EARLIEST, 'must be from 1970-01-01 on'),
    text: requiredText(NOTE_MAX),
  },
  'must be an object',
);

const COUNT_NOTES = statement<{ count: number }>(
  'count-notes-of-project',
  `select count(*)::int as count
   from project_change h
   where h.account_id = $1 and h.project_id = $2 and h.kind = 'note'`,
);

/**
 * Adds a note to the changes of a project, at an instant of the past.
 * @throws ServiceError VALIDATION_ERROR (also for the bound on notes), NOT_FOUND, FORBIDDEN,
 *   SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function addNote(ctx: Context, projectId: unknown, input: unknown): Promise<ChangeView> {
  const id = parse(uuid, projectId, 'projectId');
  const { at, text } = parse(addNoteInput, input);
  if (at > ctx.clock.now()) throw invalid(['at'], 'must not be in the future');
  return write(ctx, async (tx) => {
    await lockProjectAlone(tx, id);
    const count = (await tx.db.rows(COUNT_NOTES, [tx.caller.accountId, id]))[0]?.count ?? 0;
    if (count >= NOTES_MAX) throw invalid([], `a project has at most ${NOTES_MAX} notes: remove one first`);
    const noteId = randomUUID();
    recordChange(tx, id, { id: noteId, at, kind: 'note', text });
    await tx.db.em.flush();
    return { id: noteId, at: at.toISOString(), kind: 'note', text };
  });
}

const DELETE_NOTE = statement<{ id: string }>(
  'delete-note',
  `delete from project_change h
   using project p
   where h.account_id = $1 and h.id = $2 and h.kind = 'note'
     and p.account_id = $1 and p.id = h.project_id and p.archived_at is null and ${isSeen('p.id', 3)}
   returning h.id`,
);

/**
 * Removes a note for good; other changes cannot be removed.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, SERVICE_KILL_SWITCH_ACTIVE.
 */
export async function removeNote(ctx: Context, noteId: unknown): Promise<{ deleted: true }> {
  const id = parse(uuid, noteId, 'noteId');
  return write(ctx, async (tx) => {
    const removed = await tx.db.rows(DELETE_NOTE, [tx.caller.accountId, id, allowedProjects(tx.caller)]);
    if (removed.length === 0) throw await notFoundOrForbidden(tx, 'note', id);
    return { deleted: true };
  });
}
