import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { PAUSE_PLATFORM, PLATFORM_STATES_NOW, RESUME_PLATFORM } from './platform.statements.js';
import { type GateView, type PlatformStatusView, toGateViews } from './platform.view.js';

/** The longest pause with an end; a pause without one ends with `resumePlatform` alone. */
export const PAUSE_MS_MAX = 366 * 86_400_000;

/** Whether each platform is asked now, and if not, why: the same for every account, without what was spent. */
export async function platformStatus({ em }: Context): Promise<PlatformStatusView[]> {
  const views = await gateStates(em);
  return views.map(({ platform, isConfigured, state, reason, pausedUntil }) => ({
    platform,
    isConfigured,
    state,
    reason,
    pausedUntil,
  }));
}

/** As {@link platformStatus}, with what the day has cost and its budget. */
export async function gateStates(em: EntityManager): Promise<GateView[]> {
  return toGateViews(await rows(em, PLATFORM_STATES_NOW, []));
}

/**
 * Stops asking a platform, in all processes, for some time or until it is resumed. Calls under way end normally. Runs
 * are still planned, and wait. @param forMs at most `PAUSE_MS_MAX`; null: until `resumePlatform`.
 */
export async function pausePlatform(em: EntityManager, platform: Platform, forMs: number | null): Promise<void> {
  await rows(em, PAUSE_PLATFORM, [platform, forMs === null ? null : forMs / 1_000]);
}

/** Asks a platform again from now on: ends any pause, closes the breaker and clears the counted failures. */
export async function resumePlatform(em: EntityManager, platform: Platform): Promise<void> {
  await rows(em, RESUME_PLATFORM, [platform]);
}
