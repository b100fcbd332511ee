import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Prompt } from '../../entities/project.entity.js';
import type { Frequency } from '../../entities/vocabulary.js';
import { noteChange, told } from '../changes/note-change.js';
import { notePromptChanges } from '../changes/project-changes.js';
import type { Context } from '../context.js';
import { lockAccount } from '../people/accounts.js';
import { holdProject } from '../projects/project.lock.js';
import { schedulePrompts, unschedulePrompts, wakePrompts } from '../schedule/wakes.js';
import { changedAt } from '../writes.js';
import type { createPromptInput } from './prompt.input.js';
import { type PlaceOf, platformsOfNew, refuseBeyondPlan, refuseDuplicates } from './prompt.rules.js';
import type { HeldPrompt } from './prompt-locks.js';
import { promptTextHash } from './prompt-text.js';

type NewPrompt = z.output<typeof createPromptInput>;

/**
 * Stores prompts below a project, due at once, and returns their ids in the order of `sent`. Each is created a
 * millisecond after the one before it, so that lists have them in this order.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT; then none is stored.
 */
export async function insertPrompts(
  tx: Context,
  projectId: string,
  sent: readonly NewPrompt[],
  placeOf: PlaceOf,
): Promise<string[]> {
  const project = await holdProject(tx, projectId);
  const account = await lockAccount(tx);
  const texts = sent.map(({ promptText }) => promptText);
  await refuseDuplicates(tx, projectId, texts, placeOf);
  const frequencies = sent.map(({ monitoringFrequency }) => monitoringFrequency ?? account.cadence);
  await refuseBeyondPlan(tx, account.tier, { prompts: sent.length, daily: dailyOf(frequencies) });
  const now = tx.clock.now().getTime();
  const created = sent.map((input, at) => {
    const createdAt = new Date(now + at);
    noteChange(tx, projectId, { at: createdAt, kind: 'prompt_added', text: `Prompt added: ${told(input.promptText)}` });
    return tx.db.em.create(Prompt, {
      ...input,
      accountId: tx.caller.accountId,
      id: randomUUID(),
      projectId,
      textHash: promptTextHash(input.promptText),
      platforms: platformsOfNew(tx, input.platforms, project.platforms, placeOf(at)),
      monitoringFrequency: input.monitoringFrequency ?? account.cadence,
      isActive: true,
      createdAt,
      updatedAt: createdAt,
    });
  });
  await tx.db.em.flush();
  const ids = created.map(({ id }) => id);
  await schedulePrompts(tx, ids);
  return ids;
}

function dailyOf(frequencies: readonly Frequency[]): number {
  return frequencies.filter((frequency) => frequency === 'daily').length;
}

/** What is to be changed of a prompt that is held; null where that is nothing. */
export interface PromptChange {
  prompt: HeldPrompt;
  changes: Partial<HeldPrompt> | null;
}

/** Writes changes; a new frequency, or being active again, makes a prompt due. */
export async function savePrompts(tx: Context, all: readonly PromptChange[]): Promise<void> {
  const changed = all.flatMap(({ prompt, changes }) => (changes ? [{ prompt, changes }] : []));
  if (changed.length === 0) return;
  for (const { prompt, changes } of changed) {
    const updatedAt = changedAt(tx, prompt.updatedAt);
    notePromptChanges(tx, prompt, changes, updatedAt);
    tx.db.em.assign(prompt, { ...changes, updatedAt });
    prompt.textHash = promptTextHash(prompt.promptText);
  }
  await tx.db.em.flush();
  const due = changed.filter(({ changes }) => changes.monitoringFrequency || changes.isActive);
  if (due.length > 0) await wakePrompts(tx, idsOf(due.map(({ prompt }) => prompt)));
}

/** Archives prompts that are held. */
export async function putAway(tx: Context, prompts: readonly HeldPrompt[]): Promise<void> {
  for (const prompt of prompts) {
    const now = changedAt(tx, prompt.updatedAt);
    const text = `Prompt archived: ${told(prompt.promptText)}`;
    noteChange(tx, prompt.projectId, { at: now, kind: 'prompt_archived', text });
    tx.db.em.assign(prompt, { isActive: false, archivedAt: now, updatedAt: now });
  }
  await unschedulePrompts(tx, idsOf(prompts));
}

function idsOf(prompts: readonly { id: string }[]): string[] {
  return prompts.map(({ id }) => id);
}
