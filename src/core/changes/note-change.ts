import { randomUUID } from 'node:crypto';
import { ProjectChange } from '../../entities/project.entity.js';
import type { ProjectChangeKind } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';

/** Characters that a change tells of a name, a question or a list. */
const TOLD_MAX = 200;

interface Change {
  /** When it was made; the instant that its row shows, where one does. */
  at: Date;
  kind: ProjectChangeKind;
  /** A sentence for people, made of {@link told} parts. */
  text: string;
}

/** Appends a change to those of its project, in the transaction `tx` that makes it; saved by its next flush. */
export function noteChange(tx: Context, projectId: string, change: Change): void {
  tx.db.em.create(ProjectChange, { ...change, accountId: tx.caller.accountId, projectId, id: randomUUID() });
}

/** A name, question or list as a change tells it: its first {@link TOLD_MAX} characters. */
export function told(text: string): string {
  const characters = Array.from(text);
  return characters.length > TOLD_MAX ? `${characters.slice(0, TOLD_MAX - 1).join('')}…` : text;
}
