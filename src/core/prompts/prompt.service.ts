import { notFoundOrForbidden } from '../access.js';
import type { Context } from '../context.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { lockAccount } from '../people/accounts.js';
import { changesOf, write } from '../writes.js';
import { createPromptInput, updatePromptInput } from './prompt.input.js';
import { refuseBeyondPlan, refuseDuplicate, refuseOtherPlatforms } from './prompt.rules.js';
import type { PromptView } from './prompt.view.js';
import { findPrompts, promptsOfProjects } from './prompt-list.js';
import { type HeldPrompt, lockPrompts } from './prompt-locks.js';
import { insertPrompts, putAway, savePrompts } from './prompt-writes.js';

/**
 * The prompts of one project (specification, section 4.3).
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function listPrompts(ctx: Context, projectId: unknown): Promise<PromptView[]> {
  const id = parse(uuid, projectId, 'projectId');
  const prompts = (await promptsOfProjects(ctx, [id])).get(id);
  if (!prompts) throw await notFoundOrForbidden(ctx, 'project', id);
  return prompts;
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getPrompt(ctx: Context, promptId: unknown): Promise<PromptView> {
  const id = parse(uuid, promptId, 'promptId');
  const prompt = (await findPrompts(ctx, [id])).get(id);
  if (!prompt) throw await notFoundOrForbidden(ctx, 'prompt', id);
  return prompt;
}

/** The input is about one prompt. */
const nowhere = () => [];

/**
 * Creates a prompt, due at once. Platforms not sent are the project's, without those that the tier lacks; a frequency
 * not sent is the account's cadence.
 * @throws ServiceError VALIDATION_ERROR (also for capacity, daily slots and platforms outside the tier), NOT_FOUND,
 *   FORBIDDEN, CONFLICT for a text the project has.
 */
export async function createPrompt(ctx: Context, projectId: unknown, input: unknown): Promise<PromptView> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(createPromptInput, input);
  return write(ctx, async (tx) => getPrompt(tx, (await insertPrompts(tx, id, [sent], nowhere))[0]));
}

/**
 * Changes the fields that were sent; a new frequency, or being active again, makes the prompt due. Platform coverage is
 * fixed by the tier (specification, section 4.3).
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT.
 */
export async function updatePrompt(ctx: Context, promptId: unknown, input: unknown): Promise<PromptView> {
  const id = parse(uuid, promptId, 'promptId');
  const { platforms, ...patch } = parse(updatePromptInput, input);
  return write(ctx, async (tx) => {
    const account = await lockAccount(tx);
    const prompt = await lockPrompt(tx, id);
    refuseOtherPlatforms(prompt, platforms);
    if (patch.promptText !== undefined) await refuseDuplicate(tx, prompt.projectId, patch.promptText, id);
    if (patch.monitoringFrequency === 'daily' && prompt.monitoringFrequency !== 'daily') {
      await refuseBeyondPlan(tx, account.tier, { prompts: 0, daily: 1 });
    }
    await savePrompts(tx, [{ prompt, changes: changesOf(prompt, patch) }]);
    return getPrompt(tx, id);
  });
}

/** Archives a prompt; its answers stay. @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function archivePrompt(ctx: Context, promptId: unknown): Promise<{ deleted: true }> {
  const id = parse(uuid, promptId, 'promptId');
  return write(ctx, async (tx) => {
    await putAway(tx, [await lockPrompt(tx, id)]);
    return { deleted: true };
  });
}

async function lockPrompt(tx: Context, id: string): Promise<HeldPrompt> {
  const [prompt] = await lockPrompts(tx, [id], nowhere);
  if (!prompt) throw new Error('a prompt was locked and is not there');
  return prompt;
}
