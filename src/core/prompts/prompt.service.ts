import { randomUUID } from 'node:crypto';
import { type InferEntity, LockMode } from '@mikro-orm/core';
import { rows } from '../../database/rows.js';
import { Prompt } from '../../entities/project.entity.js';
import type { Platform } from '../../entities/vocabulary.js';
import { notFoundOrForbidden } from '../access/not-found-or-forbidden.js';
import { lockAccount } from '../accounts/account.lock.js';
import { noteChange, told } from '../changes/note-change.js';
import { notePromptChanges } from '../changes/project-changes.js';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import { uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { PLANS } from '../plans.js';
import { holdProject } from '../projects/project.lock.js';
import { platformsOutsideTier } from '../projects/project.service.js';
import { schedulePrompt, unschedulePrompt, wakePrompt } from '../schedule/wakes.js';
import { changedAt, changesOf, write } from '../writes/write.js';
import { createPromptInput, updatePromptInput } from './prompt.input.js';
import { refuseBeyondPlan, refuseDuplicate } from './prompt.rules.js';
import { FIND_PROMPTS } from './prompt.statements.js';
import { type PromptView, toPromptView } from './prompt.view.js';
import { promptsOfProjects } from './prompt-list.js';
import { promptTextHash } from './prompt-text.js';

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

/** Those of the account's unarchived prompts, below unarchived projects, that `ids` name, by id. */
export async function findPrompts(ctx: Context, ids: readonly string[]): Promise<Map<string, PromptView>> {
  const found = await rows(ctx.em, FIND_PROMPTS, [ctx.caller.accountId, ids]);
  return new Map(found.map((row) => [row.id, toPromptView(row)]));
}

/** @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN. */
export async function getPrompt(ctx: Context, promptId: unknown): Promise<PromptView> {
  const id = parse(uuid, promptId, 'promptId');
  const prompt = (await findPrompts(ctx, [id])).get(id);
  if (!prompt) throw await notFoundOrForbidden(ctx, 'prompt', id);
  return prompt;
}

/**
 * Creates a prompt, due at once. Platforms not sent are the project's, without those that the tier lacks; a frequency
 * not sent is the account's cadence.
 * @throws ServiceError VALIDATION_ERROR (also for capacity, daily slots and platforms outside the tier), NOT_FOUND,
 *   FORBIDDEN, CONFLICT for a text the project has.
 */
export async function createPrompt(ctx: Context, projectId: unknown, input: unknown): Promise<PromptView> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(createPromptInput, input);
  return write(ctx, async (tx) => {
    const project = await holdProject(tx, id);
    const account = await lockAccount(tx);
    await refuseDuplicate(tx, id, sent.promptText);
    const frequency = sent.monitoringFrequency ?? account.cadence;
    await refuseBeyondPlan(tx, account.tier, { prompts: 1, daily: frequency === 'daily' ? 1 : 0 });
    const now = tx.clock.now();
    const prompt = tx.em.create(Prompt, {
      ...sent,
      accountId: tx.caller.accountId,
      id: randomUUID(),
      projectId: id,
      textHash: promptTextHash(sent.promptText),
      platforms: sent.platforms ? withinTier(tx, sent.platforms) : inheritedPlatforms(tx, project.platforms),
      monitoringFrequency: frequency,
      isActive: true,
      createdAt: now,
      updatedAt: now,
    });
    noteChange(tx, id, { at: now, kind: 'prompt_added', text: `Prompt added: ${told(sent.promptText)}` });
    await tx.em.flush();
    await schedulePrompt(tx, prompt.id);
    return getPrompt(tx, prompt.id);
  });
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
    const changes = changesOf(prompt, patch);
    if (changes) await save(tx, prompt, changes);
    return getPrompt(tx, id);
  });
}

async function save(tx: Context, prompt: InferEntity<typeof Prompt>, changes: Record<string, unknown>): Promise<void> {
  const updatedAt = changedAt(tx, prompt.updatedAt);
  notePromptChanges(tx, prompt, changes, updatedAt);
  tx.em.assign(prompt, { ...changes, updatedAt });
  prompt.textHash = promptTextHash(prompt.promptText);
  await tx.em.flush();
  if (changes['monitoringFrequency'] || changes['isActive']) await wakePrompt(tx, prompt.id);
}

function refuseOtherPlatforms(prompt: { platforms: Platform[] }, platforms: Platform[] | undefined): void {
  if (platforms && !sameSet(platforms, prompt.platforms)) {
    throw invalid(['platforms'], 'platform coverage is fixed by the subscription tier and cannot be changed');
  }
}

/** Archives a prompt; its answers stay. @throws ServiceError NOT_FOUND, FORBIDDEN. */
export async function archivePrompt(ctx: Context, promptId: unknown): Promise<{ deleted: true }> {
  const id = parse(uuid, promptId, 'promptId');
  return write(ctx, async (tx) => {
    const prompt = await lockPrompt(tx, id);
    const now = changedAt(tx, prompt.updatedAt);
    const text = `Prompt archived: ${told(prompt.promptText)}`;
    noteChange(tx, prompt.projectId, { at: now, kind: 'prompt_archived', text });
    tx.em.assign(prompt, { isActive: false, archivedAt: now, updatedAt: now });
    await unschedulePrompt(tx, id);
    return { deleted: true };
  });
}

/** A prompt below an archived project is gone too, so the read that knows of it comes before the lock. */
async function lockPrompt(tx: Context, id: string) {
  await getPrompt(tx, id);
  const prompt = await tx.em.findOne(
    Prompt,
    { accountId: tx.caller.accountId, id, archivedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!prompt) throw await notFoundOrForbidden(tx, 'prompt', id);
  return prompt;
}

function withinTier(ctx: Context, platforms: Platform[]): Platform[] {
  const outside = platformsOutsideTier(ctx, platforms);
  if (outside.length === 0) return platforms;
  throw invalid(['platforms'], `the ${ctx.caller.tier} tier does not include ${outside.join(', ')}`);
}

/** A project set up under a larger tier may have no platform left; then the tier's own platforms are used. */
function inheritedPlatforms(ctx: Context, platforms: Platform[]): Platform[] {
  const allowed = platforms.filter((platform) => PLANS[ctx.caller.tier].platforms.includes(platform));
  return allowed.length > 0 ? allowed : [...PLANS[ctx.caller.tier].platforms];
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item) => right.includes(item));
}
