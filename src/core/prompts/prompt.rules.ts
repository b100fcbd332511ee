import { rows } from '../../database/rows.js';
import type { Tier } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { invalid, ServiceError } from '../errors.js';
import { PLANS } from '../plans.js';
import { COUNT_PROMPTS, FIND_SAME_TEXT } from './prompt.statements.js';
import { promptTextHash } from './prompt-text.js';

/** @throws ServiceError CONFLICT where another unarchived prompt of the project has the same text. */
export async function refuseDuplicate(tx: Context, projectId: string, text: string, ownId?: string): Promise<void> {
  const same = await rows(tx.em, FIND_SAME_TEXT, [tx.caller.accountId, projectId, promptTextHash(text)]);
  if (same.some(({ id }) => id !== ownId)) {
    throw new ServiceError('CONFLICT', 'A prompt with this text already exists in the project');
  }
}

/**
 * Behind `lockAccount`: refuses one more prompt beyond the account-wide capacity, and one more daily prompt beyond the
 * priority slots, of which every unarchived daily prompt holds one, active or not (specification, section 8.2;
 * decisions, "capacity").
 * @throws ServiceError VALIDATION_ERROR.
 */
export async function refuseBeyondPlan(
  tx: Context,
  tier: Tier,
  more: { prompts: number; daily: number },
): Promise<void> {
  const [used] = await rows(tx.em, COUNT_PROMPTS, [tx.caller.accountId]);
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
