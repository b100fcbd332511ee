import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Context } from '../context.js';
import { PAUSE_PLATFORM, PLATFORM_STATES_NOW, RESUME_PLATFORM } from './platform.statements.js';
import { type GateView, type PlatformStatusView, toGateViews } from './platform.view.js';

/** How long an operator may pause a platform who names an end; else the pause ends with `resumePlatform` alone. */
export const PAUSE_MS_MAX = 366 * 86_400_000;

/** Whether each platform is asked now, and why not: the same for every account, without the operator's money. */
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

/** As {@link platformStatus}, with the money of the day. */
export async function gateStates(em: EntityManager): Promise<GateView[]> {
  return toGateViews(await rows(em, PLATFORM_STATES_NOW, []));
}

/**
 * Asks a platform nothing more, in all processes, for some time or until it is resumed; calls under way end as they do.
 * Runs keep being planned and wait. @param forMs at most `PAUSE_MS_MAX`; null: until somebody resumes it.
 */
export async function pausePlatform(em: EntityManager, platform: Platform, forMs: number | null): Promise<void> {
  await rows(em, PAUSE_PLATFORM, [platform, forMs === null ? null : forMs / 1_000]);
}

/** Asks a platform again from now on: ends a pause of whatever reason, and takes back what it is known to fail at. */
export async function resumePlatform(em: EntityManager, platform: Platform): Promise<void> {
  await rows(em, RESUME_PLATFORM, [platform]);
}
