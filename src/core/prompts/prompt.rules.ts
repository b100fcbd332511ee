import type { Platform, Tier } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { invalid, messageOf, ServiceError } from '../errors.js';
import { PLANS } from '../plans.js';
import { platformsOutsideTier } from '../projects/project.service.js';
import { COUNT_PROMPTS } from './prompt.statements.js';
import { type Duplicate, duplicatesOf } from './prompt-duplicates.js';

/** Where the caller's input names the prompt that a rule is about; empty where the input is about one alone. */
export type Place = readonly (string | number)[];

/** The places of the entries of a list. */
export type PlaceOf = (at: number) => Place;

/** Taken texts that the sentence of a refusal names; its issues name all. */
const NAMED_MAX = 10;

const TAKEN = 'A prompt with this text already exists in the project';

/** @throws ServiceError CONFLICT where another unarchived prompt of the project has the same text. */
export async function refuseDuplicate(tx: Context, projectId: string, text: string, ownId: string): Promise<void> {
  const same = await duplicatesOf(tx, projectId, [text]);
  if (same.some(({ promptId }) => promptId !== ownId)) throw new ServiceError('CONFLICT', TAKEN);
}

/**
 * Refuses new prompts whose text the project has, or an entry before it.
 * @throws ServiceError CONFLICT, with an issue for each that has a place, in their order.
 */
export async function refuseDuplicates(
  tx: Context,
  projectId: string,
  texts: readonly string[],
  placeOf: PlaceOf,
): Promise<void> {
  const same = await duplicatesOf(tx, projectId, texts);
  if (same.length === 0) return;
  const named = same.filter(({ at }) => placeOf(at).length > 0);
  const issues = named.map((one) => ({ path: [...placeOf(one.at), 'promptText'], message: whyTaken(one, placeOf) }));
  throw new ServiceError('CONFLICT', issues.length > 0 ? messageOf(issues.slice(0, NAMED_MAX)) : TAKEN, issues);
}

function whyTaken({ entry }: Duplicate, placeOf: PlaceOf): string {
  return entry === null ? 'a prompt of the project has this text' : `${placeOf(entry).join('.')} has this text too`;
}

/**
 * Behind `lockAccount`: refuses more prompts beyond the account-wide capacity, and more daily prompts beyond the
 * priority slots, of which every unarchived daily prompt holds one, active or not (specification, section 8.2;
 * decisions, "capacity").
 * @throws ServiceError VALIDATION_ERROR.
 */
export async function refuseBeyondPlan(
  tx: Context,
  tier: Tier,
  more: { prompts: number; daily: number },
): Promise<void> {
  const [used] = await tx.db.rows(COUNT_PROMPTS, [tx.caller.accountId]);
  if (!used) throw new Error('count-prompts returned no row');
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
export function refuseOtherPlatforms(prompt: { platforms: Platform[] }, platforms: Platform[] | undefined): void {
  if (platforms && !sameSet(platforms, prompt.platforms)) {
    throw invalid(['platforms'], 'platform coverage is fixed by the subscription tier and cannot be changed');
  }
}

/**
 * The platforms of a new prompt: those sent, else the project's without those that the tier lacks. A project set up
 * under a larger tier may have none left; then they are the tier's own.
 * @throws ServiceError VALIDATION_ERROR for platforms outside the tier.
 */
export function platformsOfNew(ctx: Context, sent: Platform[] | undefined, ofProject: Platform[], place: Place) {
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
