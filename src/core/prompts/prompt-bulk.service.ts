import type { z } from 'zod';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import { TAGS_MAX, uuid } from '../fields.input.js';
import { parse } from '../parse.js';
import { lockAccount } from '../people/accounts.js';
import { changesOf, write } from '../writes.js';
import { type PlaceOf, refuseBeyondPlan, refuseOtherPlatforms } from './prompt.rules.js';
import type { PromptView } from './prompt.view.js';
import { newPromptsInput, promptIdsInput, updatePromptsInput } from './prompt-bulk.input.js';
import { findPrompts } from './prompt-list.js';
import { type HeldPrompt, lockPrompts } from './prompt-locks.js';
import { insertPrompts, type PromptChange, putAway, savePrompts } from './prompt-writes.js';

const placeOfInput: PlaceOf = (at) => ['inputs', at];
const placeOfId: PlaceOf = (at) => ['ids', at];

/**
 * As `createPrompt`, for 1 to 100 prompts: all of them or none, returned in the order sent. Issues name their entry.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT with an issue for each text that is taken.
 */
export async function createPrompts(ctx: Context, projectId: unknown, inputs: unknown): Promise<PromptView[]> {
  const id = parse(uuid, projectId, 'projectId');
  const sent = parse(newPromptsInput, { inputs });
  return write(ctx, async (tx) => viewsOf(tx, await insertPrompts(tx, id, sent.inputs, placeOfInput)));
}

/**
 * As `updatePrompt`, for 1 to 100 prompts: all of them or none, returned in the order sent.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN.
 */
export async function updatePrompts(ctx: Context, sentIds: unknown, input: unknown): Promise<PromptView[]> {
  const { ids } = parse(promptIdsInput, { ids: sentIds });
  const sent = parse(updatePromptsInput, input);
  return write(ctx, async (tx) => {
    const account = await lockAccount(tx);
    const prompts = await lockPrompts(tx, ids, placeOfId);
    const all = prompts.map((prompt, at) => changeOf(prompt, sent, at));
    const daily = all.filter(({ changes }) => changes?.monitoringFrequency === 'daily').length;
    if (daily > 0) await refuseBeyondPlan(tx, account.tier, { prompts: 0, daily });
    await savePrompts(tx, all);
    return viewsOf(tx, ids);
  });
}

/** Archives 1 to 100 prompts, all or none; their answers stay. @throws ServiceError as {@link updatePrompts}. */
export async function archivePrompts(ctx: Context, sentIds: unknown): Promise<{ deleted: true }> {
  const { ids } = parse(promptIdsInput, { ids: sentIds });
  return write(ctx, async (tx) => {
    await putAway(tx, await lockPrompts(tx, ids, placeOfId));
    return { deleted: true };
  });
}

type SentChanges = z.output<typeof updatePromptsInput>;

function changeOf(prompt: HeldPrompt, { platforms, addTags, removeTags, ...patch }: SentChanges, at: number) {
  refuseOtherPlatforms(prompt, platforms);
  const tags = [...new Set([...prompt.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])];
  if (tags.length > TAGS_MAX && addTags.length > 0) {
    throw invalid(placeOfId(at), `would have more than ${TAGS_MAX} tags`);
  }
  const isRetagged = addTags.length + removeTags.length > 0;
  const changes: PromptChange = { prompt, changes: changesOf(prompt, { ...patch, ...(isRetagged && { tags }) }) };
  return changes;
}

async function viewsOf(tx: Context, ids: readonly string[]): Promise<PromptView[]> {
  const found = await findPrompts(tx, ids);
  return ids.map((id) => {
    const view = found.get(id);
    if (!view) throw new Error('a prompt that was just written is not there');
    return view;
  });
}
