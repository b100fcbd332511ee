import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { Platform } from '../../entities/vocabulary.js';
import type { Correction } from './corrections.js';
import {
  GRANT_PERMITS,
  NOTE_DENIAL,
  NOTE_FAILURE,
  NOTE_FORBIDDEN,
  NOTE_RATE_LIMIT,
  NOTE_SUCCESS,
  RETURN_PROBE,
  STAMP_GATE,
} from './gate.statements.js';

/**
 * What all processes together may ask of a platform. Each function here is one statement outside any transaction, by
 * the database's clock: the row is locked only while it runs.
 */

/** What a request reports to the gate: a success, a failure of the platform, or a reason to ask nothing for a while. */
export type GateEffect =
  | { kind: 'none' }
  | { kind: 'success' }
  | { kind: 'failure' }
  | { kind: 'not_accepted'; accountId: string; mayConcernQuestion: boolean }
  | { kind: 'rate_limited'; retryAfterMs: number | null }
  | { kind: 'denied'; retryAfterMs: number | null }
  | { kind: 'forbidden'; accountId: string };

/** What a platform may be asked, by the configuration of a worker. */
export interface GateBounds {
  perMinute: number;
  /** Null: no bound. */
  microUsdPerDay: number | null;
}

export interface Wanted {
  requests: number;
  /** What each counts as until its cost is reported, in millionths of a dollar; at least 1. */
  microUsdEach: number;
  /** What earlier ones cost beyond what they were counted as. */
  correction: Correction | null;
}

export interface Permits {
  granted: number;
  /** Of the day's budget, these deducted; null: no bound. */
  leftMicroUsd: number | null;
  /** The UTC day that they are counted on, `YYYY-MM-DD`. */
  day: string;
  /** The one request that shows whether a platform that failed works again. */
  isProbe: boolean;
}

/** Failures in a row that open the breaker. */
export const FAILURES_IN_A_ROW = 5;
/** Accounts whose questions are refused, maybe for the question alone, and none answered meanwhile, that open it. */
export const REFUSED_ACCOUNTS = 3;
/** Until the first probe of a failing platform; twice as long after each that fails. */
export const FIRST_PROBE_MS = 30_000;
/** The longest such wait, and the interval of probes where the key, the money or the requests are at fault. */
export const PROBE_MS_MAX = 600_000;
/**
 * When the next probe follows one whose outcome is never reported, as its worker died, and when what such requests
 * reserved counts as spent: longer than a request takes.
 */
const REQUEST_LOST_MS = 200_000;
/** The pause where a platform asks to wait and does not say how long. */
export const RATE_PAUSE_MS = 60_000;
/** The longest pause that a platform may ask for. */
export const PAUSE_BY_WORD_MS_MAX = 86_400_000;
/** How long a worker counts as running after its stamp, which it repeats each minute. */
const SERVED_MS = 180_000;
/** A bucket holds a tenth of a minute's requests, which may be sent at once; the sustained rate is lower by as much. */
const BURSTS_PER_MINUTE = 10;

/**
 * Grants up to `requests` that may be sent now; in any 60 seconds no more than the rate are granted to all processes
 * together. Each counts at its usual price from now on, so that a request whose process dies stays counted; what it
 * really cost is reported with a later call. Grants none where the platform is paused, its day's money is spent or
 * reserved, or its breaker is open and no probe is due.
 */
export async function permits(
  em: EntityManager,
  platform: Platform,
  { requests, microUsdEach, correction }: Wanted,
): Promise<Permits> {
  const { day = null, microUsd = 0, releasedMicroUsd = 0 } = correction ?? {};
  const values = [platform, requests, microUsd, REQUEST_LOST_MS / 1_000, day, releasedMicroUsd, microUsdEach];
  const [row] = await rows(em, GRANT_PERMITS, values);
  if (!row) throw new Error(`the gate of ${platform} has no row`);
  const { granted, is_probe: isProbe, left_microusd: left } = row;
  return { granted, isProbe, day: row.day, leftMicroUsd: left === null ? null : Number(left) };
}

/** Returns a probe that was granted and sent nothing. */
export async function returnProbe(em: EntityManager, platform: Platform): Promise<void> {
  await rows(em, RETURN_PROBE, [platform]);
}

/** Reports the outcome of a request to the gate. */
export async function reportTo(em: EntityManager, platform: Platform, effect: GateEffect, isProbe: boolean) {
  switch (effect.kind) {
    case 'none':
      return;
    case 'success':
      return void (await rows(em, NOTE_SUCCESS, [platform]));
    case 'failure':
      return noteFailure(em, platform, 'failing', isProbe, FIRST_PROBE_MS);
    case 'not_accepted':
      return effect.mayConcernQuestion
        ? noteRefusal(em, platform, 'misconfigured', effect.accountId, isProbe)
        : noteFailure(em, platform, 'misconfigured', isProbe, PROBE_MS_MAX);
    case 'rate_limited':
      return void (await rows(em, NOTE_RATE_LIMIT, [platform, secondsOf(effect.retryAfterMs ?? RATE_PAUSE_MS)]));
    case 'denied':
      return void (await rows(em, NOTE_DENIAL, [platform, secondsOf(effect.retryAfterMs ?? PROBE_MS_MAX)]));
    case 'forbidden':
      return noteRefusal(em, platform, 'denied', effect.accountId, isProbe);
    default:
      return effect satisfies never;
  }
}

/** Notes that a worker with the platform's key runs, and the bounds of its configuration; the last stamp counts. */
export async function stampGate(
  em: EntityManager,
  platform: Platform,
  { perMinute, microUsdPerDay }: GateBounds,
): Promise<void> {
  const burst = Math.max(1, Math.floor(perMinute / BURSTS_PER_MINUTE));
  await rows(em, STAMP_GATE, [platform, perMinute, burst, microUsdPerDay, SERVED_MS / 1_000]);
}

async function noteFailure(
  em: EntityManager,
  platform: Platform,
  breaker: 'failing' | 'misconfigured',
  isProbe: boolean,
  firstProbeMs: number,
): Promise<void> {
  const values = [platform, breaker, isProbe, FAILURES_IN_A_ROW, firstProbeMs / 1_000, PROBE_MS_MAX / 1_000];
  await rows(em, NOTE_FAILURE, values);
}

/** A question of one account that was refused, maybe for the question alone. */
async function noteRefusal(
  em: EntityManager,
  platform: Platform,
  breaker: 'denied' | 'misconfigured',
  accountId: string,
  isProbe: boolean,
): Promise<void> {
  const values = [platform, accountId, isProbe, REFUSED_ACCOUNTS, secondsOf(PROBE_MS_MAX), breaker];
  await rows(em, NOTE_FORBIDDEN, values);
}

function secondsOf(ms: number): number {
  return Math.min(ms, PAUSE_BY_WORD_MS_MAX) / 1_000;
}
