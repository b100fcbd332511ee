import { randomUUID } from 'node:crypto';
import { type InferEntity, LockMode } from '@mikro-orm/core';
import type { z } from 'zod';
import { statement } from '../../database/rows.js';
import { Prompt } from '../../entities/project.entity.js';
import type { Frequency, Platform, Tier } from '../../entities/vocabulary.js';
import { absences } from '../access/access.js';
import { quote, recordChange, recordPromptChanges } from '../changes/record-changes.js';
import type { Context } from '../context.js';
import { invalid, messageOf, ServiceError, validationError } from '../errors.js';
import { parse, TAGS_MAX, uuid } from '../input.js';
import { getMarket } from '../markets/market.reads.js';
import { lockMarkets } from '../markets/market.writes.js';
import { lockAccount } from '../people/accounts.js';
import { PLANS } from '../plans.js';
import { lockOpenProject, platformsOutsideTier } from '../projects/project.writes.js';
import { markDue, schedulePrompts, unschedulePrompts } from '../schedule/prompt-schedule.js';
import { changedAt, changesOf, write } from '../writes.js';
import { countPrompts, findPrompts, getPrompt } from './prompt.reads.js';
import {
  createPromptInput,
  newPromptsInput,
  type PromptView,
  promptIdsInput,
  updatePromptInput,
  updatePromptsInput,
} from './prompt.schema.js';
import { type Duplicate, duplicatesOf, promptTextHash, type Question } from './prompt-duplicates.js';
import { type NewWording, refuseLeavingWordings, refuseWordings } from './wordings.js';

/**
 * Creates a prompt, due at once. Platforms not sent are the project's, without those that the tier lacks; a frequency
 * not sent is the account's cadence.
 * @throws ServiceError VALIDATION_ERROR (also for capacity, daily slots and platforms outside the tier), NOT_FOUND,
 *   FORBIDDEN, CONFLICT for a text that the market, or the project outside its markets, has.
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
  const { platforms, wordingOfId, ...patch } = parse(updatePromptInput, input);
  return write(ctx, async (tx) => {
    const account = await lockAccount(tx);
    const prompt = await lockPrompt(tx, id);
    refuseOtherPlatforms(prompt, platforms);
    if (patch.promptText !== undefined) await refuseDuplicate(tx, prompt, patch.promptText);
    if (patch.monitoringFrequency === 'daily' && prompt.monitoringFrequency !== 'daily') {
      await refuseBeyondPlan(tx, account.tier, { prompts: 0, daily: 1 });
    }
    const change = { prompt, changes: changesOf(prompt, { ...patch, ...toWordingOf(wordingOfId) }) };
    await refuseWordings(tx, wordingsAmong([change], nowhere));
    await savePrompts(tx, [change]);
    return getPrompt(tx, id);
  });
}

/**
 * Archives a prompt; its answers stay.
 * @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR where unarchived prompts are wordings of it.
 */
export async function archivePrompt(ctx: Context, promptId: unknown): Promise<{ deleted: true }> {
  const id = parse(uuid, promptId, 'promptId');
  return write(ctx, async (tx) => {
    await lockAccount(tx);
    await archive(tx, [await lockPrompt(tx, id)], nowhere);
    return { deleted: true };
  });
}

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
    await refuseWordings(tx, wordingsAmong(all, placeOfId));
    await savePrompts(tx, all);
    return viewsOf(tx, ids);
  });
}

/**
 * Creates copies of 1 to 100 prompts in another market of their project, all or none, in the order sent: with their
 * texts, frequency and all that they are labelled with, and those of their platforms that the tier has. Wordings among
 * them are tied to the copy that leads their intent. They are active, and due at once.
 * @throws ServiceError VALIDATION_ERROR (also for capacity, daily slots and prompts of other projects), NOT_FOUND,
 *   FORBIDDEN, CONFLICT with an issue for each text that the market has.
 */
export async function copyPrompts(ctx: Context, sentIds: unknown, sentMarketId: unknown): Promise<PromptView[]> {
  const { ids } = parse(promptIdsInput, { ids: sentIds });
  const marketId = parse(uuid, sentMarketId, 'marketId');
  return write(ctx, async (tx) => {
    const { projectId } = await getMarket(tx, marketId);
    const found = await findPrompts(tx, ids);
    await refuseAbsent(tx, ids, found, placeOfId);
    const prompts = ids.flatMap((id) => found.get(id) ?? []);
    const others = prompts.flatMap((prompt, at) => (prompt.projectId === projectId ? [] : [placeOfId(at)]));
    if (others.length > 0) {
      throw validationError(others.map((path) => ({ path, message: 'is of another project than the market' })));
    }
    const copies = prompts.map((prompt) => copyOf(tx, prompt, marketId));
    const created = await insertPrompts(tx, projectId, copies, placeOfId);
    await tieCopies(tx, new Map(created.map((copy, at) => [ids[at] ?? copy, copy])));
    return viewsOf(tx, created);
  });
}

function copyOf({ caller }: Context, prompt: PromptView, marketId: string): NewPrompt {
  const { promptText, monitoringFrequency, category, stage, persona, tags } = prompt;
  const platforms = prompt.platforms.filter((platform) => PLANS[caller.tier].platforms.includes(platform));
  const copied = { promptText, monitoringFrequency, category, stage, persona, tags, marketId };
  return { ...copied, ...(platforms.length > 0 && { platforms }) };
}

/** Those of the prompts $2 that word the intent of another one of them. */
const WORDINGS_AMONG = statement<{ id: string; wording_of: string }>(
  'wordings-among-prompts',
  `select id, wording_of
   from prompt
   where account_id = $1 and id = any ($2::uuid[]) and wording_of = any ($2::uuid[])
   order by id`,
);

const TIE_WORDINGS = statement<object>(
  'tie-wordings',
  `update prompt q
   set wording_of = t.wording_of
   from unnest($2::uuid[], $3::uuid[]) as t (id, wording_of)
   where q.account_id = $1 and q.id = t.id`,
);

/** Ties copies to one another as the prompts that they are of are tied. @param copies by the prompt that each is of. */
async function tieCopies(tx: Context, copies: ReadonlyMap<string, string>): Promise<void> {
  const { accountId } = tx.caller;
  const tied = await tx.db.rows(WORDINGS_AMONG, [accountId, [...copies.keys()]]);
  if (tied.length === 0) return;
  const of = (original: string) => copies.get(original) ?? null;
  const leads = tied.map(({ wording_of }) => of(wording_of));
  await tx.db.rows(TIE_WORDINGS, [accountId, tied.map(({ id }) => of(id)), leads]);
}

/** Archives 1 to 100 prompts, all or none; their answers stay. @throws ServiceError as {@link updatePrompts}. */
export async function archivePrompts(ctx: Context, sentIds: unknown): Promise<{ deleted: true }> {
  const { ids } = parse(promptIdsInput, { ids: sentIds });
  return write(ctx, async (tx) => {
    await lockAccount(tx);
    await archive(tx, await lockPrompts(tx, ids, placeOfId), placeOfId);
    return { deleted: true };
  });
}

/** The input is about one prompt. */
const nowhere = () => [];

const placeOfInput: PlaceOf = (at) => ['inputs', at];

const placeOfId: PlaceOf = (at) => ['ids', at];

type SentChanges = z.output<typeof updatePromptsInput>;

function changeOf(prompt: LockedPrompt, sent: SentChanges, at: number) {
  const { platforms, addTags, removeTags, wordingOfId, ...patch } = sent;
  refuseOtherPlatforms(prompt, platforms);
  const tags = [...new Set([...prompt.tags.filter((tag) => !removeTags.includes(tag)), ...addTags])];
  if (tags.length > TAGS_MAX && addTags.length > 0) {
    throw invalid(placeOfId(at), `would have more than ${TAGS_MAX} tags`);
  }
  const isRetagged = addTags.length + removeTags.length > 0;
  const wanted = { ...patch, ...(isRetagged && { tags }), ...toWordingOf(wordingOfId) };
  const change: PromptChange = { prompt, changes: changesOf(prompt, wanted) };
  return change;
}

async function viewsOf(tx: Context, ids: readonly string[]): Promise<PromptView[]> {
  const found = await findPrompts(tx, ids);
  return ids.map((id) => {
    const view = found.get(id);
    if (!view) throw new Error('a prompt that was just written is not there');
    return view;
  });
}

async function lockPrompt(tx: Context, id: string): Promise<LockedPrompt> {
  const [prompt] = await lockPrompts(tx, [id], nowhere);
  if (!prompt) throw new Error('a prompt was locked and is not there');
  return prompt;
}

/** A prompt that this transaction has locked. */
type LockedPrompt = InferEntity<typeof Prompt>;

/**
 * Locks unarchived prompts, in the order of `ids`, each named once. A prompt below an archived project is gone too, so
 * the read that knows of it comes before the lock.
 * @throws ServiceError NOT_FOUND, FORBIDDEN: the first one's reason, with an issue for each that has a place.
 */
async function lockPrompts(tx: Context, ids: readonly string[], placeOf: PlaceOf): Promise<LockedPrompt[]> {
  const found = await findPrompts(tx, ids);
  await refuseAbsent(tx, ids, found, placeOf);
  const locked = await tx.db.em.find(
    Prompt,
    { accountId: tx.caller.accountId, id: { $in: [...ids] }, archivedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  const there = new Map(locked.map((prompt) => [prompt.id, prompt]));
  await refuseAbsent(tx, ids, there, placeOf);
  return ids.flatMap((id) => there.get(id) ?? []);
}

async function refuseAbsent(
  tx: Context,
  ids: readonly string[],
  there: ReadonlyMap<string, unknown>,
  placeOf: PlaceOf,
): Promise<void> {
  const missing = ids.filter((id) => !there.has(id));
  if (missing.length === 0) return;
  const reasons = await absences(tx, 'prompt', missing);
  const [first] = reasons.values();
  if (!first) throw new Error('an absent id has no reason');
  const issues = ids.map((id, at) => ({ path: placeOf(at), message: reasons.get(id)?.message ?? '' }));
  throw new ServiceError(
    first.code,
    first.message,
    issues.filter(({ path, message }) => path.length > 0 && message !== ''),
  );
}

type NewPrompt = z.output<typeof createPromptInput>;

/**
 * Stores prompts below a project, due at once, and returns their ids in the order of `sent`. Each is created a
 * millisecond after the one before it, so that lists have them in this order.
 * @throws ServiceError VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, CONFLICT; then none is stored.
 */
async function insertPrompts(
  tx: Context,
  projectId: string,
  sent: readonly NewPrompt[],
  placeOf: PlaceOf,
): Promise<string[]> {
  const project = await lockOpenProject(tx, projectId);
  const account = await lockAccount(tx);
  const markets = await lockMarkets(tx, projectId, sent.map(marketOf), placeOf);
  await refuseDuplicates(tx, projectId, sent.map(toQuestion), placeOf);
  const frequencies = sent.map(({ monitoringFrequency }) => monitoringFrequency ?? account.cadence);
  await refuseBeyondPlan(tx, account.tier, { prompts: sent.length, daily: dailyOf(frequencies) });
  const wordings = sent.flatMap((prompt, at) => {
    const { wordingOfId: wordingOf } = prompt;
    const path = [...placeOf(at), 'wordingOfId'];
    return wordingOf ? [{ id: null, projectId, marketId: marketOf(prompt), wordingOf, path }] : [];
  });
  await refuseWordings(tx, wordings);
  const now = tx.clock.now().getTime();
  const created = sent.map(({ wordingOfId, ...input }, at) => {
    const createdAt = new Date(now + at);
    const marketId = marketOf(input);
    const market = marketId === null ? '' : ` in ${quote(markets.get(marketId) ?? '')}`;
    const text = `Prompt added${market}: ${quote(input.promptText)}`;
    recordChange(tx, projectId, { at: createdAt, kind: 'prompt_added', text });
    return tx.db.em.create(Prompt, {
      ...input,
      accountId: tx.caller.accountId,
      id: randomUUID(),
      projectId,
      marketId,
      textHash: promptTextHash(input.promptText, marketId),
      platforms: platformsOfNew(tx, input.platforms, project.platforms, placeOf(at)),
      monitoringFrequency: input.monitoringFrequency ?? account.cadence,
      category: input.category ?? null,
      stage: input.stage ?? null,
      persona: input.persona ?? null,
      wordingOf: wordingOfId ?? null,
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

function marketOf(prompt: NewPrompt): string | null {
  return prompt.marketId ?? null;
}

function toQuestion(prompt: NewPrompt): Question {
  return { text: prompt.promptText, marketId: marketOf(prompt) };
}

function dailyOf(frequencies: readonly Frequency[]): number {
  return frequencies.filter((frequency) => frequency === 'daily').length;
}

/** What is to be changed of a locked prompt; null where that is nothing. */
interface PromptChange {
  prompt: LockedPrompt;
  changes: Partial<LockedPrompt> | null;
}

/** What was sent of a wording as the prompt's own field; nothing where nothing was. */
function toWordingOf(wordingOfId: string | null | undefined): { wordingOf?: string | null } {
  return wordingOfId === undefined ? {} : { wordingOf: wordingOfId };
}

function wordingsAmong(changes: readonly PromptChange[], placeOf: PlaceOf): NewWording[] {
  return changes.flatMap(({ prompt: { id, projectId, marketId = null }, changes }, at) => {
    const wordingOf = changes?.wordingOf;
    return wordingOf ? [{ id, projectId, marketId, wordingOf, path: [...placeOf(at), 'wordingOfId'] }] : [];
  });
}

/** Writes changes; a new frequency, or being active again, makes a prompt due. */
async function savePrompts(tx: Context, all: readonly PromptChange[]): Promise<void> {
  const changed = all.flatMap(({ prompt, changes }) => (changes ? [{ prompt, changes }] : []));
  if (changed.length === 0) return;
  for (const { prompt, changes } of changed) {
    const updatedAt = changedAt(tx, prompt.updatedAt);
    recordPromptChanges(tx, prompt, changes, updatedAt);
    tx.db.em.assign(prompt, { ...changes, updatedAt });
    prompt.textHash = promptTextHash(prompt.promptText, prompt.marketId);
  }
  await tx.db.em.flush();
  const due = changed.filter(({ changes }) => changes.monitoringFrequency || changes.isActive);
  if (due.length > 0) await markDue(tx, idsOf(due.map(({ prompt }) => prompt)));
}

/** Archives locked prompts, behind `lockAccount`. @throws ServiceError VALIDATION_ERROR. */
async function archive(tx: Context, prompts: readonly LockedPrompt[], placeOf: PlaceOf): Promise<void> {
  await refuseLeavingWordings(tx, prompts, placeOf);
  for (const prompt of prompts) {
    const now = changedAt(tx, prompt.updatedAt);
    const text = `Prompt archived: ${quote(prompt.promptText)}`;
    recordChange(tx, prompt.projectId, { at: now, kind: 'prompt_archived', text });
    tx.db.em.assign(prompt, { isActive: false, archivedAt: now, updatedAt: now });
  }
  await unschedulePrompts(tx, idsOf(prompts));
}

function idsOf(prompts: readonly { id: string }[]): string[] {
  return prompts.map(({ id }) => id);
}

/** Where the caller's input names the prompt that a rule is about; empty where the input is about one alone. */
type Place = readonly (string | number)[];

/** The places of the entries of a list. */
type PlaceOf = (at: number) => Place;

/** Taken texts that the sentence of a refusal names; its issues name all. */
const NAMED_MAX = 10;

/** @throws ServiceError CONFLICT where another unarchived prompt of the project asks the same text there. */
async function refuseDuplicate(tx: Context, prompt: LockedPrompt, text: string): Promise<void> {
  const question = { text, marketId: prompt.marketId ?? null };
  const same = await duplicatesOf(tx, prompt.projectId, [question]);
  if (same.some(({ promptId }) => promptId !== prompt.id)) throw new ServiceError('CONFLICT', takenIn(question));
}

function takenIn(question: Question | undefined): string {
  return `A prompt with this text already exists in the ${whole(question)}`;
}

/** Where no two prompts may ask the same text. */
function whole(question: Question | undefined): string {
  return question === undefined || question.marketId === null ? 'project' : 'market';
}

/**
 * Refuses new prompts that the project has, in the same market, or an entry before it.
 * @throws ServiceError CONFLICT, with an issue for each that has a place, in their order.
 */
async function refuseDuplicates(
  tx: Context,
  projectId: string,
  questions: readonly Question[],
  placeOf: PlaceOf,
): Promise<void> {
  const same = await duplicatesOf(tx, projectId, questions);
  if (same.length === 0) return;
  const named = same.filter(({ at }) => placeOf(at).length > 0);
  const issues = named.map((one) => ({
    path: [...placeOf(one.at), 'promptText'],
    message: whyTaken(one, questions, placeOf),
  }));
  const message = issues.length > 0 ? messageOf(issues.slice(0, NAMED_MAX)) : takenIn(questions[0]);
  throw new ServiceError('CONFLICT', message, issues);
}

function whyTaken({ at, entry }: Duplicate, questions: readonly Question[], placeOf: PlaceOf): string {
  if (entry !== null) return `${placeOf(entry).join('.')} has this text too`;
  return `a prompt of the ${whole(questions[at])} has this text`;
}

/**
 * Behind `lockAccount`: refuses more prompts beyond the account-wide capacity, and more daily prompts beyond the
 * priority slots, of which every unarchived daily prompt holds one, active or not (specification, section 8.2;
 * decisions, "capacity").
 * @throws ServiceError VALIDATION_ERROR.
 */
async function refuseBeyondPlan(tx: Context, tier: Tier, more: { prompts: number; daily: number }): Promise<void> {
  const used = await countPrompts(tx);
  const plan = PLANS[tier];
  if (more.prompts > 0 && used.total + more.prompts > plan.promptCapacity) {
    throw invalid([], `Prompt capacity of ${plan.promptCapacity} is reached for the ${tier} subscription tier`);
  }
  if (more.daily > 0 && used.daily + more.daily > plan.dailySlots) {
    throw invalid(
      ['monitoringFrequency'],
      `all ${plan.dailySlots} daily priority slots of the ${tier} subscription tier are in use`,
    );
  }
}

/** Refuses other platforms than the prompt has. @throws ServiceError VALIDATION_ERROR. */
function refuseOtherPlatforms(prompt: { platforms: Platform[] }, platforms: Platform[] | undefined): void {
  if (platforms && !sameSet(platforms, prompt.platforms)) {
    throw invalid(['platforms'], 'platform coverage is fixed by the subscription tier and cannot be changed');
  }
}

/**
 * The platforms of a new prompt: those sent, else the project's without those that the tier lacks. A project set up
 * under a larger tier may have none left; then they are the tier's own.
 * @throws ServiceError VALIDATION_ERROR for platforms outside the tier.
 */
function platformsOfNew(ctx: Context, sent: Platform[] | undefined, ofProject: Platform[], place: Place) {
  if (sent) return withinTier(ctx, sent, place);
  const allowed = ofProject.filter((platform) => PLANS[ctx.caller.tier].platforms.includes(platform));
  return allowed.length > 0 ? allowed : [...PLANS[ctx.caller.tier].platforms];
}

function withinTier(ctx: Context, platforms: Platform[], place: Place): Platform[] {
  const outside = platformsOutsideTier(ctx, platforms);
  if (outside.length === 0) return platforms;
  throw invalid([...place, 'platforms'], `the ${ctx.caller.tier} tier does not include ${outside.join(', ')}`);
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item) => right.includes(item));
}
