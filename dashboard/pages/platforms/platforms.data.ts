import { call, callFor } from '../../api/call.ts';
import type { PlatformWord } from '../../platforms.ts';

/** A platform as who runs the service sees it: its key is never more than its last four characters. */
export interface OperatedPlatform {
  platform: PlatformWord;
  state:
    | 'ready'
    | 'paused'
    | 'rate_limited'
    | 'failing'
    | 'denied'
    | 'misconfigured'
    | 'over_budget'
    | 'not_configured';
  reason: string | null;
  paused_until: string | null;
  spent_today_usd: number;
  spent_yesterday_usd: number;
  /** Null: no bound. */
  budget_usd: number | null;
  key_source: 'environment' | 'stored' | 'unreadable' | null;
  key_ends_with: string | null;
  /** When the stored key was stored, also where the environment wins. */
  key_stored_at: string | null;
  model: string;
  requests_per_minute: number;
  last_trial: { at: string; fault: string | null } | null;
}

export interface OperatedPlatforms {
  /** Whether a typed key can be encrypted. */
  can_store_keys: boolean;
  platforms: readonly OperatedPlatform[];
}

/** How one question was answered. */
export interface Trial {
  is_answered: boolean;
  model: string | null;
  message: string | null;
  cost_usd: number;
}

const PATH = '/dashboard/operator/platforms';
/** Answers with a search take a minute or more, and Claude may pause twice. */
const TRIAL_MS_MAX = 300_000;

/** What is asked anew once one of them is changed: a change is a security event too. */
export const CHANGED = [['platforms'], ['account', 'events']] as const;

/** Each of these throws Refused, also until a proof of who it is was given. */
export const getPlatforms = () => callFor<OperatedPlatforms>('GET', PATH);

export const tryPlatform = (platform: PlatformWord) =>
  callFor<Trial>('POST', `${PATH}/${platform}/try`, {}, TRIAL_MS_MAX);

/** Tests the key, and stores it where the platform answers. */
export const setKey = (platform: PlatformWord, key: string) =>
  call('POST', `${PATH}/${platform}/key`, { key }, TRIAL_MS_MAX);

export const removeKey = (platform: PlatformWord) => call('POST', `${PATH}/${platform}/key/remove`);

/** @param minutes null: until it is resumed. */
export const pausePlatform = (platform: PlatformWord, minutes: number | null) =>
  call('POST', `${PATH}/${platform}/pause`, { minutes });

export const resumePlatform = (platform: PlatformWord) => call('POST', `${PATH}/${platform}/resume`);
